//! What a process holds in memory, and whether it grows.

use std::fs;
use std::time::Duration;

/// What is over after the caches are full: the first third.
const WARM_UP: f64 = 1.0 / 3.0;

/// Memory may grow by so much of itself over the time that is judged: what the catalog holds grows too.
const GROWTH: f64 = 0.10;

/// What was read, oldest first.
#[derive(Default)]
pub(super) struct Memory(Vec<Look>);

struct Look {
    seconds: f64,
    /// What belongs to the process alone; a search index that is mapped is the system's to keep or drop.
    own: f64,
    resident: f64,
}

impl Memory {
    /// Reads the memory of a process.
    pub(super) fn look(&mut self, at: Duration, process: u32) {
        let Ok(status) = fs::read_to_string(format!("/proc/{process}/status")) else {
            return;
        };
        let megabytes = |name: &str| -> Option<f64> {
            let line = status.lines().find(|line| line.starts_with(name))?;
            let kilobytes: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
            Some(kilobytes / 1024.0)
        };
        if let (Some(own), Some(resident)) = (megabytes("RssAnon:"), megabytes("VmRSS:")) {
            self.0.push(Look {
                seconds: at.as_secs_f64(),
                own,
                resident,
            });
        }
    }

    /// What is judged.
    fn warm(&self) -> &[Look] {
        let cold = (self.0.len() as f64 * WARM_UP) as usize;
        &self.0[cold..]
    }

    /// The line that fits best: how many megabytes at the beginning, and how many more by the end.
    fn line(&self) -> (f64, f64) {
        let warm = self.warm();
        let count = warm.len() as f64;
        let mean = |of: fn(&Look) -> f64| warm.iter().map(of).sum::<f64>() / count;
        let (time, own) = (mean(|look| look.seconds), mean(|look| look.own));
        let spread: f64 = warm.iter().map(|look| (look.seconds - time).powi(2)).sum();
        let both = warm
            .iter()
            .map(|look| (look.seconds - time) * (look.own - own));
        let slope = both.sum::<f64>() / spread;
        let first = warm.first().map_or(0.0, |look| look.seconds);
        let last = warm.last().map_or(0.0, |look| look.seconds);
        (own + slope * (first - time), slope * (last - first))
    }

    /// Tells the memory for people.
    pub(super) fn told(&self) -> String {
        let most = |of: fn(&Look) -> f64| self.0.iter().map(of).fold(0.0, f64::max);
        let (first, more) = self.line();
        let tenth = self.0.len().div_ceil(10).max(1);
        let tenths = self.0.chunks(tenth).map(|looks| {
            let mean = looks.iter().map(|look| look.own).sum::<f64>() / looks.len() as f64;
            format!(" {mean:.0}")
        });
        format!(
            "memory of its own: {first:.1} MB after a third of the time, {more:+.1} MB by the end; at most {:.1} MB, {:.1} MB \
             with what is mapped; by tenths of the time:{}",
            most(|look| look.own),
            most(|look| look.resident),
            tenths.collect::<String>()
        )
    }

    /// Says so when it grows.
    pub(super) fn grows(&self) -> Option<String> {
        if self.warm().len() < 10 {
            return Some("the memory of the server was not read often enough to judge".to_owned());
        }
        let (first, more) = self.line();
        (more > first * GROWTH).then(|| format!("memory grows: {}", self.told()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(own: impl Fn(f64) -> f64) -> Memory {
        let looks = (0..90).map(|second| Look {
            seconds: f64::from(second),
            own: own(f64::from(second)),
            resident: 0.0,
        });
        Memory(looks.collect())
    }

    #[test]
    fn memory_that_fills_up_at_first_is_flat_and_memory_that_goes_on_growing_is_not() {
        let filled = of(|second| 40.0 + second.min(20.0) * 3.0);
        assert_eq!(filled.grows(), None);
        let noisy = of(|second| 100.0 + (second * 7.0) % 5.0);
        assert_eq!(noisy.grows(), None);
        let leaking = of(|second| 40.0 + second * 0.2);
        assert!(leaking.grows().is_some());
    }
}
