//! Texts of others in sentences of ours: no longer than fits.

/// Gives a text of at most that many characters; where more are left out, `…` stands for them.
pub fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::shortened;

    #[test]
    fn characters_are_counted_and_not_bytes() {
        assert_eq!(shortened("müde", 4), "müde");
        assert_eq!(shortened("müde", 2), "mü…");
        assert_eq!(shortened("", 0), "");
    }
}
