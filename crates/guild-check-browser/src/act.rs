//! Acting as a user does: on an element that is there, visible, still, enabled and not covered, by real input.

mod keys;
mod pointer;
mod ready;
mod target;

use std::collections::HashMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde::Deserialize;

use crate::chromium::{SetFiles, Trouble};
use crate::plan::{Action, Key, Target, Typed};
use crate::window::{Window, value};

use ready::{Kind, ready};
pub(crate) use ready::{offset, owner};
pub(crate) use target::{Given, fold, in_frames, role_candidates, spellings, words};

/// What acting needs beside the plan.
#[derive(Clone, Debug, Default)]
pub(crate) struct Means {
    /// The values of the environment variables that a step may type.
    pub(crate) secrets: HashMap<String, String>,
    /// The folder of the plan: files are relative to it.
    pub(crate) folder: PathBuf,
}

/// Why an action was not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// The page is not so that it can be done; a sentence without its full stop.
    Page(String),
    /// The browser or the page gave up.
    Trouble(Trouble),
}

impl From<Trouble> for Failure {
    fn from(trouble: Trouble) -> Self {
        Self::Trouble(trouble)
    }
}

/// Does what a step says, and waits until the page has taken it in.
pub(crate) fn act(
    window: &Window<'_>,
    action: &Action,
    means: &Means,
    until: Instant,
) -> Result<(), Failure> {
    match action {
        Action::Dialog(answer) => {
            window.watch().change(|seen| seen.dialogs.expect(*answer));
            return Ok(());
        }
        Action::Click(target) => {
            let ready = ready(window, Kind::Click, target, until)?;
            pointer::press(window, &ready, until)?;
        }
        // What comes of these leads nowhere: it is for the assertions to wait for.
        Action::Hover(target) => {
            let ready = ready(window, Kind::Hover, target, until)?;
            return Ok(pointer::hover(window, &ready, until)?);
        }
        Action::Scroll(target) => return ready(window, Kind::Scroll, target, until).map(drop),
        Action::Fill { target, typed } => {
            let text = match typed {
                Typed::Text(text) => text,
                Typed::Secret(name) => means
                    .secrets
                    .get(name)
                    .ok_or_else(|| Failure::Page(format!("the environment has no `{name}`")))?,
            };
            return fill(window, target, text, until);
        }
        Action::Select { option, target } => select(window, target, option, until)?,
        Action::Check(target) => tick(window, target, true, until)?,
        Action::Uncheck(target) => tick(window, target, false, until)?,
        Action::Press { key, target } => press(window, key, target.as_ref(), until)?,
        Action::Upload { file, target } => {
            upload(window, target, &means.folder.join(file), until)?;
        }
    }
    settle(window, until)
}

/// Waits until the page has drawn what came of an input and, if the action led to another document, until that one is there.
pub(crate) fn settle(window: &Window<'_>, until: Instant) -> Result<(), Failure> {
    if let Ok(place) = window.place(until) {
        match window.call::<bool>(&place, "drawn", Vec::new(), until) {
            // The document was replaced meanwhile.
            Ok(_) | Err(Trouble::Gone | Trouble::Unreadable { .. }) => {}
            Err(trouble) => return Err(trouble.into()),
        }
    }
    // A document that never comes is for the assertions to tell.
    window.watch().wait(until, |seen| {
        let Some(tab) = seen.tabs.current() else {
            return Some(());
        };
        let is_there = !tab.is_navigating && (tab.is_ready || tab.document.is_empty());
        (is_there || tab.has_crashed).then_some(())
    });
    match window.tab() {
        Ok(_) | Err(Trouble::Gone) => Ok(()),
        Err(trouble) => Err(trouble.into()),
    }
}

fn fill(window: &Window<'_>, target: &Target, text: &str, until: Instant) -> Result<(), Failure> {
    let ready = ready(window, Kind::Fill, target, until)?;
    if ready.field.as_deref() == Some("AT_ONCE") {
        let is: String = window.call(&ready.place, "setValue", vec![value(text)], until)?;
        // A colour comes back in small letters, a day and a time with a `T` between them.
        if !is.eq_ignore_ascii_case(&text.trim().replace(' ', "T")) {
            let takes: String = window.call(&ready.place, "taken", Vec::new(), until)?;
            let words = words(target);
            return Err(Failure::Page(format!(
                "{words} does not take \"{text}\": it takes {takes}"
            )));
        }
        return Ok(());
    }
    pointer::press(window, &ready, until)?;
    let has_text: bool = window.call(&ready.place, "selectAll", Vec::new(), until)?;
    if text.is_empty() && has_text {
        keys::press(window, &keys::named("Delete"), until)?;
    }
    keys::write(window, text, until)?;
    Ok(())
}

/// What choosing an option gives.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Chosen {
    is_chosen: bool,
    options: Vec<String>,
}

fn select(
    window: &Window<'_>,
    target: &Target,
    option: &str,
    until: Instant,
) -> Result<(), Failure> {
    loop {
        let ready = ready(window, Kind::Click, target, until)?;
        if !ready.is_select {
            // A control of the page's own: it opens, and its option is clicked.
            pointer::press(window, &ready, until)?;
            let option = Target::Role {
                role: "option".to_owned(),
                name: option.to_owned(),
            };
            let ready = self::ready(window, Kind::Click, &option, until)?;
            return Ok(pointer::press(window, &ready, until)?);
        }
        let chosen: Chosen = window.call(&ready.place, "choose", vec![value(option)], until)?;
        if chosen.is_chosen {
            return Ok(());
        }
        if Instant::now() >= until {
            let options: Vec<String> = chosen
                .options
                .iter()
                .map(|one| format!("\"{one}\""))
                .collect();
            return Err(Failure::Page(format!(
                "{} has no option \"{option}\" that can be chosen; its options: {}",
                words(target),
                options.join(", ")
            )));
        }
        window.pause();
    }
}

fn tick(window: &Window<'_>, target: &Target, wanted: bool, until: Instant) -> Result<(), Failure> {
    let ready = ready(window, Kind::Check, target, until)?;
    if ready.is_checked == wanted {
        return Ok(());
    }
    pointer::press(window, &ready, until)?;
    loop {
        match window.call::<bool>(&ready.place, "isChecked", Vec::new(), until) {
            Ok(is) if is == wanted => return Ok(()),
            // A click that leads away has done what it could.
            Err(Trouble::Gone) => return Ok(()),
            Ok(_) => {}
            Err(trouble) => return Err(trouble.into()),
        }
        if Instant::now() >= until {
            let state = if wanted { "checked" } else { "unchecked" };
            let words = words(target);
            return Err(Failure::Page(format!(
                "{words} was clicked and is not {state}"
            )));
        }
        window.pause();
    }
}

fn press(
    window: &Window<'_>,
    key: &Key,
    target: Option<&Target>,
    until: Instant,
) -> Result<(), Failure> {
    if let Some(target) = target {
        let ready = ready(window, Kind::Focus, target, until)?;
        if !window.call::<bool>(&ready.place, "focus", Vec::new(), until)? {
            let words = words(target);
            return Err(Failure::Page(format!("{words} does not take the focus")));
        }
    }
    Ok(keys::press(window, key, until)?)
}

fn upload(
    window: &Window<'_>,
    target: &Target,
    file: &std::path::Path,
    until: Instant,
) -> Result<(), Failure> {
    if !file.is_file() {
        let file = file.file_name().unwrap_or_default().to_string_lossy();
        return Err(Failure::Page(format!(
            "there is no file `{file}` beside the plan"
        )));
    }
    let files = vec![file.display().to_string()];
    let limit = Duration::from_secs(5);
    let ready = ready(window, Kind::Upload, target, until)?;
    if ready.is_file_input {
        let object_id = Some(window.object(&ready.place, "element", Vec::new(), until)?);
        let backend_node_id = None;
        ready.place.session.call(
            &SetFiles {
                files,
                object_id,
                backend_node_id,
            },
            limit,
        )?;
        return Ok(());
    }
    window.watch().change(|seen| seen.choosers.clear());
    pointer::press(window, &ready, until)?;
    let chooser = window.watch().wait(until, |seen| seen.choosers.pop());
    let Some((session, node)) = chooser else {
        let words = words(target);
        return Err(Failure::Page(format!(
            "{words} is no file input, and a click on it opened no file chooser"
        )));
    };
    let object_id = None;
    let backend_node_id = Some(node);
    session.call(
        &SetFiles {
            files,
            object_id,
            backend_node_id,
        },
        limit,
    )?;
    Ok(())
}
