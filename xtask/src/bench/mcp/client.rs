//! A client of a tool server: a line out, a line in.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A server that was started, with the pipes to it.
pub(super) struct Client {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    last: u32,
}

impl Client {
    pub(super) fn start(mut command: Command) -> Result<Self, String> {
        let started = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = started.map_err(|error| format!("{command:?}: {error}"))?;
        let output = child.stdout.take().ok_or("no output")?;
        Ok(Self {
            input: child.stdin.take(),
            child,
            output: BufReader::new(output),
            last: 0,
        })
    }

    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Agrees with the server on what both can do.
    pub(super) fn greet(&mut self) -> Result<(), String> {
        let hello = r#"{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}"#;
        self.ask("initialize", hello)?;
        self.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#)
    }

    /// Asks, and gives the line of the answer.
    pub(super) fn ask(&mut self, method: &str, params: &str) -> Result<String, String> {
        self.last += 1;
        let id = self.last;
        // A message is one line.
        let params = params.replace('\n', " ");
        self.send(&format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{params}}}"#
        ))?;
        loop {
            let mut line = String::new();
            match self.output.read_line(&mut line) {
                Ok(0) => return Err(format!("it ended in {method}")),
                Ok(_) if line.contains(&format!("\"id\":{id}")) => {
                    return Ok(line.trim_end().to_owned());
                }
                // It tells of something.
                Ok(_) => {}
                Err(error) => return Err(error.to_string()),
            }
        }
    }

    /// Calls a tool, which has to do what it is asked; gives what an assistant reads of the answer.
    pub(super) fn call(&mut self, tool: &str, arguments: &str) -> Result<String, String> {
        let params = format!(r#"{{"name":"{tool}","arguments":{arguments}}}"#);
        let answer = self.ask("tools/call", &params)?;
        if answer.contains("\"isError\":true") || answer.contains("\"error\":{") {
            return Err(answer);
        }
        // A picture is looked at, not read.
        Ok(match answer.split_once("\"data\":\"") {
            Some((before, rest)) => {
                let after = rest.split_once('"').map_or("", |(_, after)| after);
                format!("{before}\"data\":\"{after}")
            }
            None => answer,
        })
    }

    /// Hangs up, and waits until the server has ended.
    pub(super) fn end(mut self) -> Result<(), String> {
        drop(self.input.take());
        let ended = self.child.wait();
        ended.map(|_| ()).map_err(|error| error.to_string())
    }

    fn send(&mut self, message: &str) -> Result<(), String> {
        let input = self.input.as_mut().ok_or("the pipe is closed")?;
        let sent = input.write_all(format!("{message}\n").as_bytes());
        sent.and_then(|()| input.flush())
            .map_err(|error| error.to_string())
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        drop(self.input.take());
        // It has ended already, unless something went wrong.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
