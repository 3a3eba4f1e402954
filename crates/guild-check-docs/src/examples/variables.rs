//! The environment variables that code reads and cannot do without.

use std::collections::BTreeSet;

use super::language::Runner;

/// Variables that every sandbox has, or that a shell makes itself.
const OWN: [&str; 28] = [
    "PATH",
    "HOME",
    "LANG",
    "PWD",
    "OLDPWD",
    "IFS",
    "PS1",
    "PS2",
    "PS4",
    "PPID",
    "UID",
    "EUID",
    "SHELL",
    "RANDOM",
    "SECONDS",
    "LINENO",
    "HOSTNAME",
    "TMPDIR",
    "OPTIND",
    "OPTARG",
    "REPLY",
    "BASH",
    "BASHPID",
    "BASH_VERSION",
    "BASH_SOURCE",
    "FUNCNAME",
    "PIPESTATUS",
    "EPOCHSECONDS",
];

/// Lists what code reads of its environment without a default.
pub(super) fn read_by(runner: &Runner, code: &str) -> Vec<String> {
    let mut names: BTreeSet<&str> = BTreeSet::new();
    match runner {
        Runner::Sh | Runner::Bash | Runner::Console => names.extend(of_shell(code)),
        Runner::Python => {
            names.extend(quoted_after(code, "os.environ[", ']'));
            names.extend(quoted_after(code, "os.environ.get(", ')'));
            names.extend(quoted_after(code, "os.getenv(", ')'));
            names.extend(quoted_after(code, " getenv(", ')'));
        }
        Runner::JavaScript | Runner::TypeScript => names.extend(of_node(code)),
        Runner::Rust => {
            for call in ["env::var(", "env::var_os(", "env!("] {
                names.extend(quoted_after(code, call, ')'));
            }
        }
        Runner::Http => names.extend(of_request(code)),
        Runner::Command(_) => {}
    }
    let names = names.into_iter().filter(|name| !OWN.contains(name));
    names.map(str::to_owned).collect()
}

/// Tells whether a name stands as a word of its own in prose.
pub(super) fn is_named_in(prose: &str, name: &str) -> bool {
    prose.match_indices(name).any(|(start, _)| {
        let before = prose[..start].chars().next_back();
        let after = prose[start + name.len()..].chars().next();
        !before.is_some_and(is_of_name) && !after.is_some_and(is_of_name)
    })
}

fn is_of_name(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}

/// Takes a name off the start of a text.
fn name_at(text: &str) -> Option<&str> {
    let end = text.find(|c| !is_of_name(c)).unwrap_or(text.len());
    let name = &text[..end];
    let is_name = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    is_name.then_some(name)
}

/// Finds names in quotation marks after a call; one that is followed by a second argument has a default.
fn quoted_after<'a>(code: &'a str, call: &str, end: char) -> Vec<&'a str> {
    let mut names = Vec::new();
    for (start, _) in code.match_indices(call) {
        let rest = code[start + call.len()..].trim_start();
        let Some(rest) = rest.strip_prefix(['"', '\'']) else {
            continue;
        };
        let Some(name) = name_at(rest) else {
            continue;
        };
        let after = rest[name.len()..].trim_start_matches(['"', '\'']);
        if after.trim_start().starts_with(end) && !has_default(&after.trim_start()[1..]) {
            names.push(name);
        }
    }
    names
}

/// Tells whether what follows gives a value for the case that the variable is not set.
fn has_default(rest: &str) -> bool {
    let rest = rest.trim_start();
    ["??", "||", "or ", ".unwrap_or", ".ok()", ".is_ok()"]
        .iter()
        .any(|mark| rest.starts_with(mark))
}

fn of_node(code: &str) -> Vec<&str> {
    let mut names = quoted_after(code, "process.env[", ']');
    for (start, call) in code.match_indices("process.env.") {
        let rest = &code[start + call.len()..];
        let name = name_at(rest);
        names.extend(name.filter(|name| !has_default(&rest[name.len()..])));
    }
    for (end, _) in code.match_indices("= process.env") {
        let before = code[..end].trim_end();
        let is_whole = !code[end + "= process.env".len()..].starts_with(['.', '[']);
        let list = before.strip_suffix('}').and_then(|text| {
            let (_, list) = text.rsplit_once('{')?;
            Some(list)
        });
        if let (Some(list), true) = (list, is_whole) {
            let entries = list.split(',').filter(|entry| !entry.contains('='));
            names.extend(entries.filter_map(|entry| name_at(entry.trim())));
        }
    }
    names
}

fn of_request(code: &str) -> Vec<&str> {
    let mut names = Vec::new();
    for (start, _) in code.match_indices("{{") {
        names.extend(name_at(code[start + 2..].trim_start()));
    }
    for (start, _) in code.match_indices('$') {
        names.extend(name_at(code[start + 1..].trim_start_matches('{')));
    }
    names
}

/// Finds what a shell script reads and does not set itself.
fn of_shell(code: &str) -> Vec<&str> {
    let expansions = expansions(code);
    let is_set = |name: &str| {
        code.match_indices(name).any(|(start, _)| {
            let before = code[..start].chars().next_back();
            let after = &code[start + name.len()..];
            let word = code[..start].trim_end();
            let is_start = before.is_none_or(|c| c.is_whitespace() || ";&|(`".contains(c));
            let is_assigned = after.starts_with('=') || after.starts_with("+=");
            let ends = !after.starts_with(is_of_name);
            let is_read = ["for", "read", "read -r", "local", "mapfile -t", "getopts"]
                .iter()
                .any(|keyword| word.ends_with(keyword));
            is_start && (is_assigned || (ends && is_read))
        })
    };
    let names = expansions.into_iter().filter(|name| !is_set(name));
    names.collect()
}

/// Finds `$NAME` and `${NAME}` outside single quotes; `${NAME:-default}` needs nobody to set it.
fn expansions(code: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let (mut is_single, mut is_double, mut is_escaped) = (false, false, false);
    let mut last = ' ';
    let mut is_comment = false;
    for (index, character) in code.char_indices() {
        let before = std::mem::replace(&mut last, character);
        match character {
            '\n' => (is_comment, is_escaped) = (false, false),
            _ if is_comment => {}
            _ if is_escaped => is_escaped = false,
            '\\' if !is_single => is_escaped = true,
            '\'' if !is_double => is_single = !is_single,
            '"' if !is_single => is_double = !is_double,
            '#' if !is_single && !is_double && before.is_whitespace() => is_comment = true,
            '$' if !is_single => names.extend(expansion(&code[index + 1..])),
            _ => {}
        }
    }
    names
}

fn expansion(rest: &str) -> Option<&str> {
    let Some(inner) = rest.strip_prefix('{') else {
        return name_at(rest);
    };
    let name = name_at(inner.trim_start_matches(['#', '!']))?;
    let after = inner.trim_start_matches(['#', '!']).get(name.len()..)?;
    let has_default = [":-", "-", ":=", "=", ":+", "+"]
        .iter()
        .any(|mark| after.starts_with(mark));
    (!has_default).then_some(name)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_shell_script_reads_what_it_does_not_set() {
        let code = "ID=1\nfor task in a; do echo $task; done\ncurl -H \"Authorization: Bearer $TASKS_TOKEN\" \\\n  \"${BASE:-http://x}/$ID\" -d '{\"a\": \"$NOT\"}' # $NOR\necho $HOME ${OTHER}";
        assert_eq!(read_by(&Runner::Sh, code), ["OTHER", "TASKS_TOKEN"]);
    }

    #[test]
    fn other_languages_are_read_too() {
        let python =
            "import os\na = os.environ['A']\nb = os.environ.get(\"B\")\nc = os.getenv('C', 'x')\n";
        assert_eq!(read_by(&Runner::Python, python), ["A", "B"]);
        let node =
            "const { A, B } = process.env;\nprocess.env.C ?? 'x'; process.env.D; process.env['E'];";
        assert_eq!(read_by(&Runner::JavaScript, node), ["A", "B", "D", "E"]);
        let rust = "let a = std::env::var(\"A\")?; let b = env::var(\"B\").unwrap_or_default();";
        assert_eq!(read_by(&Runner::Rust, rust), ["A"]);
        assert_eq!(
            read_by(&Runner::Http, "GET /a\nA: {{ A }} $B ${C}"),
            ["A", "B", "C"]
        );
    }

    #[test]
    fn a_name_in_prose_is_a_whole_word() {
        assert!(is_named_in("`TOKEN` holds", "TOKEN"));
        assert!(!is_named_in("TASKS_TOKEN holds", "TOKEN"));
    }

    proptest! {
        #[test]
        fn no_code_breaks_the_reader(code in "[$a-z{}'\"\\\\ =.\\[()äA-Z:#\n-]{0,80}") {
            for runner in [Runner::Sh, Runner::Python, Runner::JavaScript, Runner::Rust, Runner::Http] {
                read_by(&runner, &code);
            }
        }
    }
}
