//! Downloads: they go into the browser's folder, which is thrown away, and end when they grow too large.

use crate::chromium::{DownloadBegins, DownloadProgress};

/// A longer download is ended.
const LARGEST_BYTES: f64 = 64.0 * 1024.0 * 1024.0;

/// The downloads of a context.
#[derive(Default)]
pub(crate) struct Downloads {
    pub(crate) begun: Vec<Download>,
}

/// A download.
#[derive(Clone, Debug)]
pub(crate) struct Download {
    id: String,
    /// The name that the page gives the file.
    pub(crate) name: String,
    /// `inProgress`, `completed` or `canceled`.
    pub(crate) state: String,
}

impl Downloads {
    pub(crate) fn begins(&mut self, event: DownloadBegins) {
        self.begun.push(Download {
            id: event.guid,
            name: event.suggested_filename,
            state: "inProgress".to_owned(),
        });
    }

    /// Takes a download's progress; tells whether it is one of this context that has grown too large.
    pub(crate) fn goes_on(&mut self, event: &DownloadProgress) -> bool {
        let mut begun = self.begun.iter_mut();
        let Some(download) = begun.find(|download| download.id == event.guid) else {
            return false;
        };
        download.state.clone_from(&event.state);
        event.state == "inProgress" && event.received_bytes > LARGEST_BYTES
    }
}
