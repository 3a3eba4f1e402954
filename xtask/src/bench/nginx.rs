//! nginx serving a folder, ended when dropped.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::command::execute;
use crate::ports::{free_address, wait_for};

/// A running nginx.
pub(super) struct Nginx {
    child: Child,
    /// `127.0.0.1:port`.
    pub(super) address: String,
}

impl Nginx {
    /// Serves a folder the way a careful operator would: two workers, sendfile, an open file cache, no log.
    pub(super) fn start(folder: &Path, scratch: &Path) -> Result<Self, String> {
        let address = free_address()?;
        let (folder, scratch) = (folder.display(), scratch.display());
        let settings = format!(
            "worker_processes 2; daemon off; pid {scratch}/nginx.pid; error_log {scratch}/nginx.log;
             user root;
             events {{ worker_connections 1024; }}
             http {{
               access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000;
               open_file_cache max=1000 inactive=600s; open_file_cache_valid 600s; open_file_cache_min_uses 1;
               types {{ text/html html; application/json json; application/zip zip; }}
               client_body_temp_path {scratch}/b; proxy_temp_path {scratch}/p; fastcgi_temp_path {scratch}/f;
               uwsgi_temp_path {scratch}/u; scgi_temp_path {scratch}/s;
               server {{ listen {address} reuseport; root {folder}; }}
             }}"
        );
        let file = format!("{scratch}/nginx.conf");
        fs::write(&file, settings).map_err(|error| error.to_string())?;
        let mut command = Command::new("nginx");
        command
            .args(["-c", &file])
            .stdin(Stdio::null())
            .stderr(Stdio::null());
        let child = command
            .spawn()
            .map_err(|error| format!("nginx could not be started: {error}"))?;
        let nginx = Self { child, address };
        wait_for(&nginx.address).map_err(|error| {
            format!(
                "{error}\n{}",
                fs::read_to_string(format!("{scratch}/nginx.log")).unwrap_or_default()
            )
        })?;
        Ok(nginx)
    }

    /// Gives an address below the folder.
    pub(super) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        let pid = self.child.id().to_string();
        let _ = execute(Command::new("kill").args(["-TERM", &pid]));
        let _ = self.child.wait();
    }
}
