//! Numbers that prove themselves: cards and accounts.

/// Whether digits are the number of a card (ISO/IEC 7812: 13 to 19 digits, the Luhn sum, a payment network's start).
pub(super) fn is_card(text: &str) -> bool {
    let digits: Vec<u32> = text.chars().filter_map(|c| c.to_digit(10)).collect();
    if !(13..=19).contains(&digits.len()) || !matches!(digits[0], 2..=6) {
        return false;
    }
    let is_same = digits.iter().all(|digit| *digit == digits[0]);
    let doubled = |(index, digit): (usize, &u32)| match index % 2 {
        0 => *digit,
        _ if *digit > 4 => digit * 2 - 9,
        _ => digit * 2,
    };
    let sum: u32 = digits.iter().rev().enumerate().map(doubled).sum();
    !is_same && sum.is_multiple_of(10)
}

/// Whether a text is the number of an account (ISO 13616: the remainder by 97 is 1).
pub(super) fn is_iban(text: &str) -> bool {
    let plain: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    if !(15..=34).contains(&plain.len()) {
        return false;
    }
    let turned = plain[4..].iter().chain(&plain[..4]);
    let mut rest = 0u32;
    for character in turned {
        let Some(value) = character.to_digit(36) else {
            return false;
        };
        let shift = if value > 9 { 100 } else { 10 };
        rest = (rest * shift + value) % 97;
    }
    rest == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_prove_themselves() {
        assert!(is_card("4111 1111 1111 1111"));
        assert!(is_card("378282246310005"));
        assert!(!is_card("4111 1111 1111 1112"));
        assert!(!is_card("1760000000000"));
        assert!(is_iban("DE89 3704 0044 0532 0130 00"));
        assert!(!is_iban("DE89 3704 0044 0532 0130 01"));
    }
}
