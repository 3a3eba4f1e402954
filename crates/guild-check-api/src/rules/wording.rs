//! What a finding says, in the words of the language that the contract is written in.

use guild_check::Finding;

/// What rules say in the words of OpenAPI, and how TypeScript says it; the longer comes before what it holds.
const TYPESCRIPT: [(&str, &str); 21] = [
    (
        "define one error body under `components`, and declare with it",
        "define one type for the body of errors, and declare with it",
    ),
    (
        "list its `properties`, or give `additionalProperties` a schema",
        "list its fields, or write `Record<string, …>` with a type for the values",
    ),
    ("list them under `oneOf`", "join them with `|`"),
    (
        "list them under `enum`",
        "write them as a union, such as `\"TASK_NOT_FOUND\" | \"SERVER_FAULT\"`",
    ),
    (" under `oneOf` with ", " and join them with `|`, with "),
    (
        "state what its `items` are",
        "state what its items are, such as `Task[]`",
    ),
    ("add `responses`: each status", "add `answers`: each status"),
    ("with the schema of its body", "with the type of its body"),
    (
        "add a `schema` with its type and what it may be",
        "give it a type",
    ),
    (
        "add a `schema` with the fields",
        "give it a type with the fields",
    ),
    (
        "add `content` with a schema; if there is no body, answer 204",
        "give it a type; if there is no body, answer 204 with `void`",
    ),
    (
        "add a `requestBody` with a schema",
        "add a `body` with a type",
    ),
    (", or mark it `readOnly: true`", ""),
    (", and name that field under `discriminator`", ""),
    (
        "write `type: integer`",
        "write `number`, with `/** @integer */` before it",
    ),
    ("through `allOf`", "through `&` or `extends`"),
    ("has no schema", "has no type"),
    ("a body without a schema", "a body without a type"),
    ("JSON body with a schema", "JSON body with a type"),
    ("the schema", "the type"),
    ("`operationId`", "`@operationId`"),
];

/// Tags of comments that stand for keywords.
const TAGS: [&str; 8] = [
    "maxLength",
    "minLength",
    "maximum",
    "minimum",
    "maxItems",
    "minItems",
    "format",
    "pattern",
];

/// Says findings on a contract of TypeScript in its words.
pub(super) fn in_typescript(findings: &mut [Finding]) {
    for finding in findings {
        finding.message = translated(&finding.message);
        finding.help = finding.help.as_deref().map(translated);
        for instance in &mut finding.instances {
            instance.message = translated(&instance.message);
        }
    }
}

fn translated(text: &str) -> String {
    let said = TYPESCRIPT
        .iter()
        .fold(text.to_owned(), |text, (from, to)| text.replace(from, to));
    TAGS.iter().fold(said, |text, tag| {
        text.replace(&format!("`{tag}`"), &format!("`@{tag}`"))
    })
}
