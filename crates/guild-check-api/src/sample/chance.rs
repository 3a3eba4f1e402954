//! Chance that a seed decides.

/// A row of numbers that follows from a seed (SplitMix64).
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    /// Starts at a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Starts at a seed and a name, so that what has another name does not depend on it (FNV-1a).
    pub fn named(seed: u64, name: &str) -> Self {
        let start = 0xcbf2_9ce4_8422_2325;
        let hash = name.bytes().fold(start, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        Self(hash ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// Gives the next number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Gives a number below another; 0 for none.
    pub fn below(&mut self, count: usize) -> usize {
        let count = count.max(1) as u64;
        usize::try_from(self.number() % count).unwrap_or(0)
    }

    /// Tells yes one time in so many.
    pub fn is_one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    /// Picks one of several.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(self.below(from.len()))
    }
}
