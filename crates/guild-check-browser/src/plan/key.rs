//! Keys that a step presses.

/// A key with the modifiers that are held, such as `Control+A`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// What is held, each once, in the order of [`Modifier`].
    pub modifiers: Vec<Modifier>,
    /// The name that `KeyboardEvent.key` gives it: one of [`Key::NAMES`], `F1` to `F12`, or one character.
    pub name: String,
}

/// A key that is held while another is pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Modifier {
    /// `Alt`
    Alt,
    /// `Control`
    Control,
    /// `Meta`
    Meta,
    /// `Shift`
    Shift,
}

impl Modifier {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Alt, Self::Control, Self::Meta, Self::Shift];

    /// Gives the word that a plan writes.
    pub fn word(self) -> &'static str {
        match self {
            Self::Alt => "Alt",
            Self::Control => "Control",
            Self::Meta => "Meta",
            Self::Shift => "Shift",
        }
    }
}

impl Key {
    /// The keys that have a name, as the UI Events specification calls them; `Space` is the blank.
    pub const NAMES: [&str; 28] = [
        "Enter",
        "Tab",
        "Escape",
        "Backspace",
        "Delete",
        "Insert",
        "Space",
        "ArrowUp",
        "ArrowDown",
        "ArrowLeft",
        "ArrowRight",
        "Home",
        "End",
        "PageUp",
        "PageDown",
        "ContextMenu",
        "F1",
        "F2",
        "F3",
        "F4",
        "F5",
        "F6",
        "F7",
        "F8",
        "F9",
        "F10",
        "F11",
        "F12",
    ];
}
