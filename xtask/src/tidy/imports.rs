//! Which crate may know what: the arrows between crates, and the words that each may not use.

use std::path::Path;

use super::Complaints;
use crate::workspace;

/// The arrows of ARCHITECTURE.md: a crate and the crates of the house that it may depend on.
const ARROWS: &[(&str, &[&str])] = &[
    ("guild-check", &[]),
    ("guild-skill", &["guild-check"]),
    ("guild-catalog", &["guild-skill"]),
    (
        "guild-server",
        &["guild-catalog", "guild-skill", "guild-check"],
    ),
    ("guild-check-docs", &["guild-check"]),
    ("guild-check-browser", &["guild-check"]),
    ("guild-check-api", &["guild-check"]),
    (
        "guild",
        &[
            "guild-server",
            "guild-catalog",
            "guild-skill",
            "guild-check",
            "guild-check-docs",
            "guild-check-browser",
            "guild-check-api",
        ],
    ),
    ("xtask", &[]),
];

/// A word that source files may not use, apart from those whose path starts with one of `except`.
struct Ban {
    words: &'static [&'static str],
    within: &'static str,
    except: &'static [&'static str],
    why: &'static str,
}

/// Network, clock, async and database.
const WORLD: &[&str] = &[
    "std::net",
    "std::process",
    "SystemTime",
    "Instant::",
    "async fn",
    "tokio::",
    "sqlx::",
    "ureq::",
];

const BANS: &[Ban] = &[
    Ban {
        words: WORLD,
        within: "crates/guild-check/src",
        except: &[],
        why: "guild-check has no network, no clock, no async, no database",
    },
    Ban {
        words: WORLD,
        within: "crates/guild-skill/src",
        except: &[],
        why: "guild-skill has no network, no clock, no async, no database",
    },
    Ban {
        words: &[
            "sqlx::",
            "object_store::",
            "SELECT ",
            "INSERT INTO ",
            "tantivy::",
        ],
        within: "crates",
        except: &["crates/guild-catalog/"],
        why: "only guild-catalog knows SQL, object stores and the search index",
    },
    Ban {
        words: &["axum::", "askama::", "hyper::", "utoipa_axum::"],
        within: "crates",
        except: &["crates/guild-server/"],
        why: "only guild-server knows axum and templates",
    },
    Ban {
        words: &["lsp_types::"],
        within: "crates",
        except: &["crates/guild/src/lsp/"],
        why: "only lsp knows the editors' protocol",
    },
    Ban {
        words: &["rmcp::"],
        within: "crates",
        except: &["crates/guild/src/mcp/"],
        why: "only mcp knows the assistants' protocol",
    },
    Ban {
        words: &[
            "\"Page.",
            "\"Runtime.",
            "\"Network.",
            "\"Input.",
            "\"Target.",
            "remote-debugging",
        ],
        within: "crates",
        except: &["crates/guild-check-browser/src/chromium"],
        why: "only the module chromium speaks the devtools protocol",
    },
    Ban {
        words: &["oxc_"],
        within: "crates",
        except: &["crates/guild-check-api/src/typescript"],
        why: "only the module typescript knows a TypeScript parser",
    },
    Ban {
        words: &["guild_server::", "guild_catalog::"],
        within: "crates/guild/src",
        except: &[
            "crates/guild/src/commands/import/into.rs",
            "crates/guild/src/commands/mock.rs",
            "crates/guild/src/commands/serve.rs",
            "crates/guild/src/commands/serve/",
            "crates/guild/src/commands/generate.rs",
            "crates/guild/src/commands/store.rs",
            "crates/guild/src/commands/upkeep/",
            "crates/guild/src/mcp/http/",
        ],
        why: "the client half meets the server only through guild_skill::wire",
    },
    Ban {
        words: &[
            "println!",
            "eprintln!",
            "print!(",
            "eprint!(",
            "io::stdout",
            "io::stderr",
        ],
        within: "crates",
        except: &["crates/guild/src/printer.rs"],
        why: "nothing but printer.rs prints",
    },
];

/// Complains of an arrow or a word that is not allowed.
pub(super) fn check(root: &Path) -> Result<Complaints, String> {
    let mut complaints = arrows(root)?;
    for ban in BANS {
        for path in workspace::files(&root.join(ban.within), &[".rs"]) {
            let short = workspace::short(&path);
            let is_test = short.contains("/tests/") || short.contains("/benches/");
            let is_build = short.ends_with("/build.rs");
            if is_test || is_build || ban.except.iter().any(|except| short.starts_with(except)) {
                continue;
            }
            let text = workspace::read(&path)?;
            complaints.extend(
                broken(ban, &text).map(|(line, word)| {
                    format!("{short}:{line} uses `{}`: {}", word.trim(), ban.why)
                }),
            );
        }
    }
    Ok(complaints)
}

/// Gives the lines of a file's product code (not its inline tests, not its comments) that use a banned word.
fn broken<'a>(ban: &'a Ban, text: &'a str) -> impl Iterator<Item = (usize, &'a str)> {
    let product = text.split("#[cfg(test)]").next().unwrap_or(text);
    product.lines().enumerate().filter_map(|(index, line)| {
        let code = line.trim_start();
        let word = ban
            .words
            .iter()
            .find(|word| !code.starts_with("//") && contains_word(code, word))?;
        Some((index + 1, *word))
    })
}

/// Tells whether a line uses a word that is not the tail of a longer one: `println!` is not in `eprintln!`.
fn contains_word(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        !before.is_some_and(|character| character.is_alphanumeric() || character == '_')
    })
}

fn arrows(root: &Path) -> Result<Complaints, String> {
    let mut complaints = Vec::new();
    for manifest in workspace::files(&root.join("crates"), &["Cargo.toml"]) {
        let text = workspace::read(&manifest)?;
        let short = workspace::short(&manifest);
        let name = short.split('/').nth(1).unwrap_or_default();
        let Some((_, allowed)) = ARROWS.iter().find(|(crate_name, _)| *crate_name == name) else {
            complaints.push(format!(
                "{short}: the crate `{name}` is not in ARCHITECTURE.md's arrows"
            ));
            continue;
        };
        // Tests may build their world from any crate; the arrows are about the product.
        let product = text.split("[dev-dependencies]").next().unwrap_or(&text);
        let used = product
            .lines()
            .filter_map(|line| line.split(['.', ' ', '=']).next());
        for used in used.filter(|word| word.starts_with("guild")) {
            if !allowed.contains(&used) {
                complaints.push(format!("{short}: `{name}` may not depend on `{used}`"));
            }
        }
    }
    Ok(complaints)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_banned_word_is_found_in_code_and_not_in_comments_or_tests() {
        let text = "// println!\nfn a() {\n    println!(\"x\");\n}\n#[cfg(test)]\nmod tests { fn b() { println!() } }";
        let ban = BANS.last().expect("the list holds bans");
        assert_eq!(broken(ban, text).collect::<Vec<_>>(), [(3, "println!")]);
    }
}
