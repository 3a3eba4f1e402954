//! The documented addresses, inside the sandbox: what connects there speaks with the recording proxy.

use std::io;
use std::net::{Ipv4Addr, Ipv6Addr, Shutdown, TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::thread;

/// Listens on the ports; the error says which one is taken.
pub(super) fn listen(ports: &[u16], proxy: &Path) -> Result<(), String> {
    for &port in ports {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
            .map_err(|error| format!("the documented port {port} is not to be had: {error}"))?;
        accept(listener, proxy.to_owned());
        // `localhost` may mean this one too; a machine without IPv6 has none.
        if let Ok(listener) = TcpListener::bind((Ipv6Addr::LOCALHOST, port)) {
            accept(listener, proxy.to_owned());
        }
    }
    Ok(())
}

fn accept(listener: TcpListener, proxy: PathBuf) {
    thread::spawn(move || {
        for client in listener.incoming().flatten() {
            if let Ok(server) = UnixStream::connect(&proxy) {
                // Out of threads, the connection closes.
                let _ = join(client, server);
            }
        }
    });
}

/// Copies both ways until both sides are done.
fn join(client: TcpStream, server: UnixStream) -> io::Result<()> {
    client.set_nodelay(true)?;
    let (mut from_client, mut to_server) = (client.try_clone()?, server.try_clone()?);
    thread::Builder::new().spawn(move || {
        let _ = io::copy(&mut from_client, &mut to_server);
        let _ = to_server.shutdown(Shutdown::Write);
    })?;
    let (mut from_server, mut to_client) = (server, client);
    thread::Builder::new().spawn(move || {
        let _ = io::copy(&mut from_server, &mut to_client);
        let _ = to_client.shutdown(Shutdown::Both);
        let _ = from_server.shutdown(Shutdown::Both);
    })?;
    Ok(())
}
