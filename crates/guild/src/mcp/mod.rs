//! The tools that an assistant gets: catalog and checks, by the Model Context Protocol.
//!
//! A tool is a command of ours, as `tools` lists it with its arguments; a call runs it in a process of its own, whose
//! end is the end of the call, and gives what it found in few words. Nothing here knows how a command works.

mod answer;
mod ask;
pub(crate) mod browser;
pub(crate) mod clients;
pub mod http;
mod parameter;
mod run;
mod server;
mod shelf;
mod tools;

use std::net::SocketAddr;

use rmcp::ServiceExt as _;
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::transport::io::stdio_pipes;

use crate::failure::Failure;
use crate::settings::Settings;
use browser::Scripts;
use http::{Doors, Limits, ToolServer};
use server::Server;

/// The variable that holds what clients have to show over HTTP.
pub(crate) const TOKEN: &str = "GUILD_MCP_TOKEN";

/// The longest message that is read; a longer one is left out, as the protocol gives no number to answer to.
const MESSAGE_BYTES: usize = 4 << 20;

/// Serves one client on standard input and output until it hangs up.
pub(crate) fn serve(settings: &Settings, browser: Option<Scripts>) -> Result<(), Failure> {
    let server = Server::new(settings, browser).map_err(|error| could_not(&error))?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| could_not(&error))?;
    runtime.block_on(async {
        let (reader, writer) = stdio_pipes();
        let transport =
            AsyncRwTransport::new_server(reader, writer).with_max_line_length(MESSAGE_BYTES);
        // A client that hangs up before it has begun wanted nothing.
        let Ok(running) = server.serve(transport).await else {
            return Ok(());
        };
        let ended = running.waiting().await;
        ended.map(|_| ()).map_err(|error| could_not(&error))
    })
}

/// Takes the port for clients that come over HTTP, each with a session of its own.
pub(crate) async fn bind(
    settings: &Settings,
    browser: Option<Scripts>,
    listen: SocketAddr,
    doors: Doors,
) -> Result<ToolServer<Server>, Failure> {
    let server = Server::new(settings, browser).map_err(|error| could_not(&error))?;
    let bound = http::bind(listen, doors, Limits::standard(), move || server.another()).await;
    bound.map_err(|error| {
        let hint = error.hint().replace("--listen", "--http");
        Failure::could_not(error.to_string()).hint(hint)
    })
}

fn could_not(error: &(dyn std::error::Error + 'static)) -> Failure {
    Failure::could_not("could not serve the client").because(error)
}
