//! From a code block to what an interpreter reads.

/// Takes the commands out of a console session: lines after a prompt, and what continues them.
///
/// Lines without a prompt are output. A session without any prompt is all commands.
pub(super) fn commands(session: &str) -> String {
    if !session.lines().any(|line| after_prompt(line).is_some()) {
        return session.to_owned();
    }
    let mut commands = String::new();
    let mut goes_on = false;
    for line in session.lines() {
        let command = match after_prompt(line) {
            Some(command) => command,
            None if goes_on => line.strip_prefix("> ").unwrap_or(line),
            None => continue,
        };
        commands.push_str(command);
        commands.push('\n');
        goes_on = command.trim_end().ends_with('\\') || is_open(&commands);
    }
    commands
}

/// Gives what follows `$ `, `% ` or `# ` at the start of a line.
fn after_prompt(line: &str) -> Option<&str> {
    let line = line.trim_start();
    if line == "$" {
        return Some("");
    }
    line.strip_prefix("$ ").or_else(|| line.strip_prefix("% "))
}

/// Tells whether a quotation mark is open at the end of a shell text.
fn is_open(text: &str) -> bool {
    let (mut single, mut double, mut escaped) = (false, false, false);
    for character in text.chars() {
        match character {
            _ if escaped => escaped = false,
            '\\' if !single => escaped = true,
            '\'' if !double => single = !single,
            '"' if !single => double = !double,
            _ => {}
        }
    }
    single || double
}

/// Puts the values of variables into a raw request, where it names them as `$NAME`, `${NAME}` or `{{NAME}}`.
pub(super) fn filled<'a>(
    text: &str,
    variables: impl IntoIterator<Item = (&'a String, &'a String)>,
) -> String {
    let mut variables: Vec<_> = variables.into_iter().collect();
    // Of two names that begin alike the longer is meant.
    variables.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
    let mut text = text.to_owned();
    for (name, value) in variables {
        for form in [
            format!("{{{{{name}}}}}"),
            format!("${{{name}}}"),
            format!("${name}"),
        ] {
            text = text.replace(&form, value);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_gives_its_commands() {
        let session = "$ curl -s \\\n  http://127.0.0.1:3000/a \\\n>   --data '{\n  \"a\": 1\n}'\n{\"id\": 1}\n$ echo ok\nok\n";
        let expected =
            "curl -s \\\n  http://127.0.0.1:3000/a \\\n>   --data '{\n  \"a\": 1\n}'\necho ok\n"
                .replace("\n>   --data", "\n  --data");
        assert_eq!(commands(session), expected);
        assert_eq!(commands("echo a\n"), "echo a\n");
    }

    #[test]
    fn variables_are_filled_into_a_request() {
        let variables = [
            ("A".to_owned(), "1".to_owned()),
            ("A_B".to_owned(), "2".to_owned()),
        ];
        let variables = variables.iter().map(|(name, value)| (name, value));
        assert_eq!(filled("$A $A_B ${A} {{A_B}} $C", variables), "1 2 1 2 $C");
    }
}
