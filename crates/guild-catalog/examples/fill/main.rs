//! Fills a data folder with a catalog of many skills, for `cargo xtask bench scale`: `fill DATA COUNT`.
//!
//! The skills are the same for each count and each run: their words follow Zipf's law over a vocabulary of 60,000, the
//! commonest of them those that skills are full of.

mod writer;

use std::error::Error;
use std::path::PathBuf;

use guild_catalog::{Catalog, CatalogOptions, Clock, LogOptions};

use crate::writer::Writer;

/// How many skills are written in one transaction.
const BATCH: u64 = 2_000;

/// Nov 21, 2026, noon.
const NOW: i64 = 1_795_262_400_000;

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let (Some(data), Some(count)) = (words.next(), words.next()) else {
        return Err("usage: fill DATA COUNT".into());
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    runtime.block_on(fill(PathBuf::from(data), count.parse()?))
}

async fn fill(data: PathBuf, count: u64) -> Result<(), Box<dyn Error>> {
    let catalog = Catalog::open(CatalogOptions {
        data,
        database: None,
        archives: None,
        log: LogOptions::default(),
        clock: Clock::frozen(NOW),
    })
    .await?;
    let writer = Writer::new();
    let mut from = 0;
    while from < count {
        let until = count.min(from + BATCH);
        let skills = (from..until).map(|number| writer.skill(number));
        catalog.fill(skills.collect::<Result<_, _>>()?).await?;
        from = until;
    }
    catalog.index_all().await?;
    catalog.close().await;
    Ok(())
}
