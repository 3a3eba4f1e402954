//! Ports of the loopback for the servers that a task starts.

use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

/// How long a server may take until it listens.
const START_LIMIT: Duration = Duration::from_secs(60);

/// Finds an address `127.0.0.1:port` that nothing listens on.
pub(crate) fn free_address() -> Result<String, String> {
    let listener = TcpListener::bind("127.0.0.1:0").map_err(|error| error.to_string())?;
    listener
        .local_addr()
        .map(|address| address.to_string())
        .map_err(|error| error.to_string())
}

/// Waits until something listens.
pub(crate) fn wait_for(address: &str) -> Result<(), String> {
    let started = Instant::now();
    while TcpStream::connect(address).is_err() {
        if started.elapsed() > START_LIMIT {
            return Err(format!(
                "nothing listens on {address} after {} seconds",
                START_LIMIT.as_secs()
            ));
        }
        std::thread::park_timeout(Duration::from_millis(20));
    }
    Ok(())
}
