//! Tabs and frames, and the world in each frame where our functions run.

use std::collections::HashMap;

use crate::chromium::{
    Frame as WireFrame, FrameAsksNavigation, FrameAttached, FrameDetached, FrameStartsNavigating,
    NavigatedWithin, Session, TargetInfo, World,
};

/// The name of the world in each frame where our functions run: the page's scripts see nothing of it.
pub(crate) const WORLD: &str = "guild";

/// The tabs of a context.
#[derive(Default)]
pub(crate) struct Tabs {
    /// In the order in which they were opened; those that were closed are not there.
    open: Vec<Tab>,
    frames: HashMap<String, Frame>,
    /// Counts frames, so that they are searched in the order in which they came.
    frames_seen: u64,
}

/// A tab.
#[derive(Clone)]
pub(crate) struct Tab {
    /// The name of the tab, which is that of its main frame too.
    pub(crate) id: String,
    pub(crate) session: Session,
    /// Which document it shows: another one has another name.
    pub(crate) document: String,
    pub(crate) url: String,
    /// The address that could not be shown, if the browser shows an error page in its place.
    pub(crate) unreachable: Option<String>,
    /// The document is there, as far as its own text goes.
    pub(crate) is_ready: bool,
    /// And all that belongs to it.
    pub(crate) is_loaded: bool,
    /// Another document is on its way.
    pub(crate) is_navigating: bool,
    /// And the page itself asked for it.
    pub(crate) is_leaving: bool,
    pub(crate) has_crashed: bool,
}

struct Frame {
    parent: Option<String>,
    session: Session,
    /// The name of our world; none while there is none.
    world: Option<i64>,
    url: String,
    /// Its place in the order of all frames.
    order: u64,
}

/// A frame in which functions can run.
#[derive(Clone)]
pub(crate) struct Place {
    pub(crate) frame: String,
    /// None for the main frame of a tab.
    pub(crate) parent: Option<String>,
    pub(crate) session: Session,
    pub(crate) world: i64,
    pub(crate) url: String,
}

impl Tabs {
    /// Gives the tab that a user looks at: the one that was opened last.
    pub(crate) fn current(&self) -> Option<&Tab> {
        self.open.last()
    }

    /// Gives the frames of the current tab in which functions can run, the main frame first.
    pub(crate) fn places(&self) -> Vec<Place> {
        let Some(tab) = self.current() else {
            return Vec::new();
        };
        let mut frames: Vec<(&String, &Frame)> = self
            .frames
            .iter()
            .filter(|(id, _)| self.root(id) == tab.id)
            .collect();
        frames.sort_by_key(|(id, frame)| (**id != tab.id, frame.order));
        let place = |(id, frame): (&String, &Frame)| self.place_of(id, frame);
        frames.into_iter().filter_map(place).collect()
    }

    /// Gives one frame, if functions can run in it.
    pub(crate) fn place(&self, frame: &str) -> Option<Place> {
        self.place_of(frame, self.frames.get(frame)?)
    }

    /// Says whether a frame is one of the context.
    pub(crate) fn has_frame(&self, frame: &str) -> bool {
        self.frames.contains_key(frame)
    }

    /// Says whether a frame is inside another one.
    pub(crate) fn is_inner(&self, frame: &str) -> bool {
        let frame = self.frames.get(frame);
        frame.is_some_and(|frame| frame.parent.is_some())
    }

    /// Says whether a tab's page is on its way to another one by its own doing.
    pub(crate) fn is_left_by_itself(&self, frame: &str) -> bool {
        let mut tabs = self.open.iter();
        tabs.any(|tab| tab.id == frame && tab.is_leaving && tab.url.starts_with("http"))
    }

    /// Says whether a tab is the one that the flow began in.
    pub(crate) fn is_first(&self, frame: &str) -> bool {
        self.open.first().is_some_and(|tab| tab.id == frame)
    }

    /// Gives the session of a tab that was opened by another one and has shown nothing yet.
    pub(crate) fn empty_and_new(&self, frame: &str) -> Option<Session> {
        let mut opened = self.open.iter().skip(1);
        let tab = opened.find(|tab| tab.id == frame && !tab.url.starts_with("http"));
        tab.map(|tab| tab.session.clone())
    }

    fn place_of(&self, id: &str, frame: &Frame) -> Option<Place> {
        Some(Place {
            frame: id.to_owned(),
            parent: frame.parent.clone(),
            session: frame.session.clone(),
            world: frame.world?,
            url: frame.url.clone(),
        })
    }

    /// Gives the main frame that a frame is in.
    fn root<'a>(&'a self, mut id: &'a str) -> &'a str {
        // More than this no page nests; a circle would be the browser's mistake.
        for _ in 0..64 {
            match self
                .frames
                .get(id)
                .and_then(|frame| frame.parent.as_deref())
            {
                Some(parent) => id = parent,
                None => break,
            }
        }
        id
    }

    /// A tab was opened.
    pub(crate) fn opened(&mut self, session: &Session, info: &TargetInfo) {
        self.open.push(Tab {
            id: info.target_id.clone(),
            session: session.clone(),
            document: String::new(),
            url: info.url.clone(),
            unreachable: None,
            is_ready: false,
            is_loaded: false,
            is_navigating: false,
            is_leaving: false,
            has_crashed: false,
        });
        self.frame(&info.target_id, session)
            .url
            .clone_from(&info.url);
    }

    /// A frame got a process of its own.
    pub(crate) fn moved_out(&mut self, session: &Session, frame: &str) {
        let frame = self.frame(frame, session);
        frame.session = session.clone();
        frame.world = None;
    }

    /// A session ended: a tab was closed, or a frame went away. Gives the tab that is to the fore now, if it was
    /// behind another one before.
    pub(crate) fn closed(&mut self, session: &str) -> Option<Session> {
        let before = self.open.len();
        self.open.retain(|tab| tab.session.id() != session);
        self.frames.retain(|_, frame| frame.session.id() != session);
        let is_one_less = self.open.len() < before;
        self.open
            .last()
            .filter(|_| is_one_less)
            .map(|tab| tab.session.clone())
    }

    pub(super) fn frame_attached(&mut self, session: &Session, event: &FrameAttached) {
        let parent = event.parent_frame_id.clone();
        self.frame(&event.frame_id, session).parent = Some(parent);
    }

    pub(super) fn frame_navigated(&mut self, session: &Session, wire: &WireFrame) {
        let url = format!("{}{}", wire.url, wire.url_fragment.as_deref().unwrap_or(""));
        let frame = self.frame(&wire.id, session);
        frame.url.clone_from(&url);
        frame.session = session.clone();
        if wire.parent_id.is_some() {
            frame.parent.clone_from(&wire.parent_id);
        }
        if let Some(tab) = self.open.iter_mut().find(|tab| tab.id == wire.id) {
            tab.document.clone_from(&wire.loader_id);
            tab.url = url;
            tab.unreachable.clone_from(&wire.unreachable_url);
            tab.is_ready = false;
            tab.is_loaded = false;
            tab.is_navigating = false;
            tab.is_leaving = false;
            tab.has_crashed = false;
        }
    }

    pub(super) fn frame_detached(&mut self, event: &FrameDetached) {
        // A frame that is swapped lives on in another process.
        if event.reason != "swap" {
            self.frames.remove(&event.frame_id);
        }
    }

    pub(super) fn starts_navigating(&mut self, event: &FrameStartsNavigating) {
        if !event
            .navigation_type
            .to_lowercase()
            .contains("samedocument")
        {
            self.of_frame(&event.frame_id, |tab| tab.is_navigating = true);
        }
    }

    pub(super) fn asks_navigation(&mut self, event: &FrameAsksNavigation) {
        if event.disposition == "currentTab" {
            self.of_frame(&event.frame_id, |tab| {
                tab.is_navigating = true;
                tab.is_leaving = true;
            });
        }
    }

    pub(super) fn stopped_loading(&mut self, frame: &str) {
        self.of_frame(frame, |tab| {
            tab.is_navigating = false;
            tab.is_leaving = false;
        });
    }

    pub(super) fn navigated_within(&mut self, event: &NavigatedWithin) {
        if let Some(frame) = self.frames.get_mut(&event.frame_id) {
            frame.url.clone_from(&event.url);
        }
        self.of_frame(&event.frame_id, |tab| tab.url.clone_from(&event.url));
    }

    pub(super) fn world_created(&mut self, session: &Session, world: &World) {
        if world.name == WORLD {
            let frame = self.frame(&world.aux_data.frame_id, session);
            frame.world = Some(world.id);
            frame.session = session.clone();
        }
    }

    pub(super) fn world_destroyed(&mut self, session: &Session, id: i64) {
        let of_session = self.of_session_mut(session);
        for frame in of_session.filter(|frame| frame.world == Some(id)) {
            frame.world = None;
        }
    }

    pub(super) fn worlds_cleared(&mut self, session: &Session) {
        for frame in self.of_session_mut(session) {
            frame.world = None;
        }
    }

    pub(super) fn crashed(&mut self, session: &Session) {
        self.of_session(session, |tab| tab.has_crashed = true);
        self.worlds_cleared(session);
    }

    /// Does something to the tab of a session; nothing to one of a frame.
    pub(super) fn of_session(&mut self, session: &Session, change: impl FnOnce(&mut Tab)) {
        let mut tabs = self.open.iter_mut();
        if let Some(tab) = tabs.find(|tab| tab.session.id() == session.id()) {
            change(tab);
        }
    }

    /// Gives the address of the first frame of a session, for messages that name no script.
    pub(super) fn url_of_session(&self, session: &Session) -> &str {
        let of_session = |frame: &&Frame| frame.session.id() == session.id();
        let frames = self.frames.values().filter(of_session);
        let first = frames.min_by_key(|frame| frame.order);
        first.map_or("", |frame| &frame.url)
    }

    /// Gives the document that a session's tab shows.
    pub(super) fn document_of_session(&self, session: &Session) -> &str {
        let mut tabs = self.open.iter();
        let tab = tabs.find(|tab| tab.session.id() == session.id());
        tab.map_or("", |tab| &tab.document)
    }

    fn of_frame(&mut self, frame: &str, change: impl FnOnce(&mut Tab)) {
        if let Some(tab) = self.open.iter_mut().find(|tab| tab.id == frame) {
            change(tab);
        }
    }

    fn of_session_mut(&mut self, session: &Session) -> impl Iterator<Item = &mut Frame> {
        let frames = self.frames.values_mut();
        frames.filter(|frame| frame.session.id() == session.id())
    }

    fn frame(&mut self, id: &str, session: &Session) -> &mut Frame {
        self.frames_seen += 1;
        let order = self.frames_seen;
        self.frames.entry(id.to_owned()).or_insert_with(|| Frame {
            parent: None,
            session: session.clone(),
            world: None,
            url: String::new(),
            order,
        })
    }
}
