//! What each session is told before it runs: what to tell of, and how to be.

use super::Setup;
use crate::chromium::{
    AddBinding, AddScript, EnableInspector, EnableLog, EnableNetwork, EnablePage, EnableRuntime,
    InterceptFileChooser, MediaFeature, RunIfWaiting, Session, SetAutoAttach, SetDeviceMetrics,
    SetFocusEmulation, SetMedia, SetTouch,
};
use crate::observe::{LEAVES, LONGEST_BODY_BYTES, WORLD};

/// Our functions, for each frame.
const SCRIPT: &str = concat!(
    include_str!("../page/world.js"),
    include_str!("../page/vitals.js"),
    include_str!("../page/texts.js"),
    include_str!("../page/snapshot.js"),
);

/// What a session is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Tab,
    /// A frame with a process of its own.
    Frame,
    Worker,
}

/// Prepares a session and lets it run; nothing is waited for, as the browser keeps the order.
pub(super) fn prepare(session: &Session, kind: Kind, setup: &Setup) {
    let longest = LONGEST_BODY_BYTES as u64;
    session.send(&EnableNetwork {
        max_total_buffer_size: 64 * longest,
        max_resource_buffer_size: 4 * longest,
        max_post_data_size: longest,
        enable_durable_messages: true,
    });
    session.send(&EnableRuntime {});
    session.send(&EnableLog {});
    if kind != Kind::Worker {
        in_page(session, kind, setup);
    }
    session.send(&SetAutoAttach {
        auto_attach: true,
        wait_for_debugger_on_start: true,
        flatten: true,
    });
    session.send(&RunIfWaiting {});
}

fn in_page(session: &Session, kind: Kind, setup: &Setup) {
    session.send(&EnableInspector {});
    // The script has no effect on a session that does not tell of pages.
    session.send(&EnablePage {});
    session.send(&AddScript {
        source: SCRIPT.to_owned(),
        world_name: WORLD,
        run_immediately: true,
    });
    if kind == Kind::Tab && setup.is_measured {
        session.send(&AddBinding {
            name: LEAVES,
            execution_context_name: WORLD,
        });
    }
    session.send(&InterceptFileChooser { enabled: true });
    if kind == Kind::Tab {
        session.send(&SetDeviceMetrics {
            width: setup.viewport.width,
            height: setup.viewport.height,
            device_scale_factor: 1,
            mobile: setup.is_touch(),
        });
        session.send(&SetFocusEmulation { enabled: true });
    }
    session.send(&SetMedia {
        features: [MediaFeature {
            name: "prefers-color-scheme",
            value: setup.color_scheme.word(),
        }],
    });
    if setup.is_touch() {
        session.send(&SetTouch { enabled: true });
    }
}
