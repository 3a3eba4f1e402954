//! Which trace a request belongs to, as its client says in `traceparent` (W3C Trace Context).

/// A trace that somebody else began, and the span in it that asks us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Parent {
    pub(super) trace: [u8; 16],
    pub(super) span: [u8; 8],
    /// Whether whoever asks keeps the trace; then so do we.
    pub(super) is_sampled: bool,
}

impl Parent {
    /// Reads `00-<32 digits>-<16 digits>-<2 digits>`; what is not of this form is as if it were not there.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut parts = text.trim().split('-');
        let version: [u8; 1] = bytes(parts.next()?)?;
        let trace = bytes(parts.next()?)?;
        let span = bytes(parts.next()?)?;
        let [flags] = bytes(parts.next()?)?;
        // A later version may say more; this one may not.
        let has_more = parts.next().is_some();
        let is_known = version != [0xff] && (version != [0] || !has_more);
        let is_one = trace != [0; 16] && span != [0; 8];
        (is_known && is_one).then_some(Self {
            trace,
            span,
            is_sampled: flags & 1 == 1,
        })
    }
}

fn bytes<const N: usize>(text: &str) -> Option<[u8; N]> {
    let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    if text.len() != 2 * N || !text.bytes().all(is_digit) {
        return None;
    }
    let mut bytes = [0; N];
    for (index, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * index..2 * index + 2], 16).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOUND: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    #[test]
    fn the_form_of_the_specification_is_read_and_no_other() {
        let parent = Parent::parse(SOUND).unwrap();
        assert_eq!(parent.trace[..2], [0x4b, 0xf9]);
        assert_eq!(parent.span[6..], [0x02, 0xb7]);
        assert!(parent.is_sampled);
        assert!(
            !Parent::parse(&SOUND.replace("-01", "-00"))
                .unwrap()
                .is_sampled
        );
        assert!(Parent::parse(&format!("{}-later", SOUND.replacen("00", "01", 1))).is_some());
        for broken in [
            "",
            "00",
            &SOUND[..54],
            &format!("{SOUND}-more"),
            &SOUND.to_uppercase(),
            &SOUND.replacen("00", "ff", 1),
            &SOUND.replace("4bf92f3577b34da6a3ce929d0e0e4736", &"0".repeat(32)),
            &SOUND.replace("00f067aa0ba902b7", &"0".repeat(16)),
            &SOUND.replace("4bf92f35", "ä4bf92f"),
        ] {
            assert_eq!(Parent::parse(broken), None, "{broken}");
        }
    }
}
