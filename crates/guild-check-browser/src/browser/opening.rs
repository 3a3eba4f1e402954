//! Opening a context: what needs an answer is sent as that comes, on the thread that reads, so nothing waits in between.

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

use super::{Context, Contexts, Setup, lock};
use crate::chromium::{
    Chromium, Command, CreateBrowserContext, CreateTarget, SetDownloadBehavior, Trouble,
};
use crate::observe::Watch;

/// How much larger than the viewport the window is, in pixels: what lies outside it is drawn, and what happens there
/// is not measured.
const MARGIN: u32 = 200;

/// A context on its way, with one empty tab in it.
pub(crate) struct Opening(Receiver<Result<Arc<Context>, Trouble>>);

impl Opening {
    /// Waits until it is there.
    pub(crate) fn wait(self, limit: Duration) -> Result<Arc<Context>, Trouble> {
        match self.0.recv_timeout(limit) {
            Ok(opened) => opened,
            Err(RecvTimeoutError::Disconnected) => Err(Trouble::Ended),
            Err(RecvTimeoutError::Timeout) => Err(Trouble::Silent {
                method: CreateTarget::METHOD,
                after: limit,
            }),
        }
    }
}

/// Begins to open a context.
pub(super) fn begin(contexts: &Arc<Contexts>, chromium: &Chromium, setup: Setup) -> Opening {
    let (tell, told) = mpsc::sync_channel(1);
    let browser = chromium.session();
    let downloads = chromium.folder().map(|folder| folder.join("downloads"));
    let contexts = Arc::clone(contexts);
    let create = CreateBrowserContext {
        dispose_on_detach: true,
    };
    chromium.session().ask(&create, move |answer| {
        let id = match answer {
            Ok(answer) => answer.browser_context_id,
            // Whoever waited may have given up.
            Err(trouble) => return drop(tell.try_send(Err(trouble))),
        };
        browser.send(&SetDownloadBehavior {
            behavior: if downloads.is_some() {
                "allowAndName"
            } else {
                "deny"
            },
            browser_context_id: id.clone(),
            download_path: downloads.map(|folder| folder.display().to_string()),
            events_enabled: true,
        });
        let create = CreateTarget {
            url: "about:blank".to_owned(),
            browser_context_id: id.clone(),
            new_window: true,
            width: setup.viewport.width + MARGIN,
            height: setup.viewport.height + MARGIN,
        };
        let context = enter(&contexts, id, setup);
        browser.ask(&create, move |answer| {
            drop(tell.try_send(answer.map(|_| context)));
        });
    });
    Opening(told)
}

/// Notes a context, so that events find it.
fn enter(contexts: &Contexts, id: String, setup: Setup) -> Arc<Context> {
    let watch = Watch::new();
    watch.change(|seen| {
        seen.console.expected.clone_from(&setup.expected_console);
        seen.console.is_baseline = true;
    });
    let context = Arc::new(Context {
        id: id.clone(),
        setup,
        watch,
    });
    lock(&contexts.by_id).insert(id, Arc::clone(&context));
    context
}
