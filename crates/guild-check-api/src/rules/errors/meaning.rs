//! What a status stands for (SPEC.md 7), and what words say that.

/// A status with its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Meaning {
    pub(super) status: u16,
    pub(super) name: &'static str,
    words: &'static [&'static str],
}

pub(super) const MEANINGS: [Meaning; 7] = [
    Meaning {
        status: 400,
        name: "malformed input",
        words: &[
            "malformed",
            "bad request",
            "not valid json",
            "invalid json",
            "cannot be read",
        ],
    },
    Meaning {
        status: 401,
        name: "unauthenticated",
        words: &[
            "unauthenticated",
            "not authenticated",
            "authentication required",
            "requires authentication",
            "not logged in",
            "no valid token",
        ],
    },
    Meaning {
        status: 403,
        name: "unauthorized",
        words: &[
            "forbidden",
            "permission",
            "access denied",
            "insufficient scope",
        ],
    },
    Meaning {
        status: 404,
        name: "missing resource",
        words: &["not found", "does not exist", "doesn't exist", "no such"],
    },
    Meaning {
        status: 409,
        name: "conflict",
        words: &["conflict", "already exist", "already taken", "duplicate"],
    },
    Meaning {
        status: 422,
        name: "validation failure",
        words: &[
            "validation error",
            "validation fail",
            "failed validation",
            "unprocessable",
        ],
    },
    Meaning {
        status: 500,
        name: "server fault",
        words: &["internal server error", "server fault", "internal error"],
    },
];

/// Gives the meaning of a status; none for one that the mapping does not have.
pub(super) fn of_status(status: u16) -> Option<Meaning> {
    MEANINGS
        .into_iter()
        .find(|meaning| meaning.status == status)
}

/// Finds the one meaning that a description states: none if it states none, several, or also that of the status.
pub(super) fn of_words(description: &str, status: u16) -> Option<Meaning> {
    let text = description.to_lowercase();
    let is_said = |meaning: &Meaning| meaning.words.iter().any(|word| text.contains(word));
    let mut said = MEANINGS.into_iter().filter(is_said);
    let first = said.next()?;
    (said.next().is_none() && first.status != status).then_some(first)
}
