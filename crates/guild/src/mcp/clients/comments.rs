//! The JSON that editors write: with comments, and with commas before a closing bracket.

/// Takes comments, and commas before a closing bracket, out of the JSON that editors write.
pub(super) fn without_comments(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    let mut is_in_text = false;
    while let Some(character) = rest.next() {
        match (is_in_text, character, rest.peek()) {
            (true, '\\', Some(_)) => {
                plain.push(character);
                plain.extend(rest.next());
                continue;
            }
            (_, '"', _) => is_in_text = !is_in_text,
            (false, '/', Some('/')) => {
                while rest.next_if(|next| *next != '\n').is_some() {}
                continue;
            }
            (false, '/', Some('*')) => {
                let mut last = ' ';
                rest.next();
                for next in rest.by_ref() {
                    if last == '*' && next == '/' {
                        break;
                    }
                    last = next;
                }
                continue;
            }
            (false, '}' | ']', _) => {
                let end = plain.trim_end();
                let end = end.strip_suffix(',').map(str::len);
                plain.truncate(end.unwrap_or(plain.len()));
            }
            _ => {}
        }
        plain.push(character);
    }
    plain
}
