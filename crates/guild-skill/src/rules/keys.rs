//! The keys of front matter that somebody gives a meaning.

/// The keys of the agentskills.io specification.
pub(super) const SPECIFIED: [&str; 6] = [
    "name",
    "description",
    "license",
    "compatibility",
    "metadata",
    "allowed-tools",
];

/// Keys that known clients read beyond the specification, and what they do with them.
const CLIENTS: [(&str, &str); 14] = [
    ("agent", "names the agent that a forked skill runs in"),
    (
        "argument-hint",
        "is shown after the skill's name when a person types it",
    ),
    (
        "arguments",
        "names the arguments that a person types after the skill's name",
    ),
    ("category", "groups skills in lists"),
    ("context", "runs the skill in a fork of the conversation"),
    (
        "disable-model-invocation",
        "keeps the assistant from applying the skill by itself",
    ),
    ("effort", "sets how long the model thinks"),
    ("hooks", "runs commands while the skill is active"),
    ("model", "chooses the model"),
    ("parent", "places the skill below another"),
    ("paths", "limits the skill to files of these paths"),
    (
        "user-invocable",
        "hides the skill from the list of commands",
    ),
    ("version", "gives the skill a version"),
    ("when_to_use", "is added to the description"),
];

/// Says what a client does with a key, if one is known to read it.
pub(super) fn client_of(key: &str) -> Option<&'static str> {
    let found = CLIENTS.iter().find(|(known, _)| *known == key);
    found.map(|(_, meaning)| *meaning)
}
