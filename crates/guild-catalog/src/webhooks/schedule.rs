//! When a delivery that failed is tried again.

/// How long to wait after each attempt that failed, in milliseconds: about three days in all.
const WAITS_MS: [i64; 9] = [
    5 * SECOND,
    MINUTE,
    5 * MINUTE,
    30 * MINUTE,
    2 * HOUR,
    5 * HOUR,
    10 * HOUR,
    20 * HOUR,
    34 * HOUR,
];
const SECOND: i64 = 1000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;

/// So often a delivery is tried before those after it: about forty minutes. Then it steps aside, since one that the
/// receiver will never take must not keep it from all others.
pub(super) const IN_LINE: i64 = 5;

/// How long a webhook may fail before it is disabled, in milliseconds.
pub(super) const PATIENCE_MS: i64 = 3 * 24 * HOUR;

/// Gives how long to wait after so many attempts; nothing when there were enough. `chance` adds up to a quarter, so that
/// receivers which failed together are not asked together.
pub(super) fn wait_ms(attempts: i64, chance: u8) -> Option<i64> {
    let place = usize::try_from(attempts.saturating_sub(1)).ok()?;
    let wait = *WAITS_MS.get(place)?;
    Some(wait + wait * i64::from(chance) / 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_and_end_after_three_days() {
        let waits: Vec<i64> = (1..).map_while(|attempts| wait_ms(attempts, 0)).collect();
        assert!(waits.is_sorted());
        let all: i64 = waits.iter().sum();
        assert!((2 * 24 * HOUR..4 * 24 * HOUR).contains(&all), "{all}");
        assert_eq!(wait_ms(10, 0), None);
        let in_line: i64 = waits
            .iter()
            .take(usize::try_from(IN_LINE).unwrap() - 1)
            .sum();
        assert!((30 * MINUTE..45 * MINUTE).contains(&in_line), "{in_line}");
    }

    #[test]
    fn chance_adds_up_to_a_quarter() {
        assert_eq!(wait_ms(1, 0), Some(5000));
        let most = wait_ms(1, u8::MAX).unwrap();
        assert!((6000..=6250).contains(&most), "{most}");
    }
}
