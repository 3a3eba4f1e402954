//! The documented addresses, inside the sandbox: what connects there speaks with the recording proxy.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::thread;

use socket2::{Domain, Socket, Type};

/// The interface that leads to the machine itself (netdevice(7)).
pub(super) const LOOPBACK: &[u8] = b"lo";

/// The addresses at which the relay has a port.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stands {
    /// `127.0.0.1`, and `::1` where it is to be had.
    OnLoopback,
    /// All of the machine's own, so that no other server has the port at any of them. From elsewhere none is reached.
    Everywhere,
}

/// Listens on the ports; the error says which one is taken.
pub(super) fn listen(ports: &[u16], stands: Stands, proxy: &Path) -> Result<(), String> {
    for &port in ports {
        let listeners = match stands {
            Stands::OnLoopback => on_loopback(port),
            Stands::Everywhere => everywhere(port),
        };
        let listeners = listeners
            .map_err(|error| format!("the documented port {port} is not to be had: {error}"))?;
        for listener in listeners {
            accept(listener, proxy.to_owned());
        }
    }
    Ok(())
}

fn on_loopback(port: u16) -> io::Result<Vec<TcpListener>> {
    let mut listeners = vec![TcpListener::bind((Ipv4Addr::LOCALHOST, port))?];
    // `localhost` may mean this one too; a machine without IPv6 has none.
    listeners.extend(TcpListener::bind((Ipv6Addr::LOCALHOST, port)));
    Ok(listeners)
}

fn everywhere(port: u16) -> io::Result<Vec<TcpListener>> {
    let mut listeners = vec![bound(Domain::IPV4, Ipv4Addr::UNSPECIFIED.into(), port)?];
    match bound(Domain::IPV6, Ipv6Addr::UNSPECIFIED.into(), port) {
        Ok(listener) => listeners.push(listener),
        // On a machine without IPv6 examples have no such sockets either.
        Err(error) if error.raw_os_error() == Some(libc::EAFNOSUPPORT) => {}
        Err(error) => return Err(error),
    }
    Ok(listeners)
}

fn bound(domain: Domain, host: IpAddr, port: u16) -> io::Result<TcpListener> {
    const WAITING: i32 = 128;
    let socket = Socket::new(domain, Type::STREAM, None)?;
    if domain == Domain::IPV6 {
        socket.set_only_v6(true)?;
    }
    // Connections that are over do not keep the port; a server that listens does.
    socket.set_reuse_address(true)?;
    socket.bind_device(Some(LOOPBACK))?;
    socket.bind(&SocketAddr::from((host, port)).into())?;
    socket.listen(WAITING)?;
    Ok(socket.into())
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
