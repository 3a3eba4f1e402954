//! One thing has one name over the whole contract.

use std::collections::BTreeMap;

use guild_check::{Findings, Severity};

use crate::survey::{Counted, Crowd, Name, Survey};

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    let names = survey.names();
    let mut alike: BTreeMap<String, Vec<(&str, &Name)>> = BTreeMap::new();
    for (name, known) in &names {
        let letters: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
        let key = letters.to_ascii_lowercase();
        let meaning = SAME
            .iter()
            .find(|same| same.contains(&key.as_str()))
            .map_or(key, |same| same[0].to_owned());
        alike.entry(meaning).or_default().push((name, known));
    }
    let mut crowd = Crowd::new("names", Severity::Warning).guessed();
    names.iter().for_each(|_| crowd.judge());
    for group in alike.values_mut().filter(|group| group.len() > 1) {
        // The most used is the name; what is used alike keeps the order of the alphabet.
        group.sort_by_key(|(_, known)| std::cmp::Reverse(known.count));
        let Some(((usual, most), others)) = group.split_first() else {
            continue;
        };
        for (name, known) in others {
            if survey.conventions.is_allowed(name) {
                continue;
            }
            let places = Counted(most.count, "place");
            let message = format!("`{name}` is called `{usual}` in {places}");
            crowd.wrong(survey.place(known.spot), *name, message);
        }
    }
    crowd.tell(
        findings,
        "are called otherwise in more places",
        "call a thing by one name everywhere, or name the difference",
    );
}

/// Names of one thing, as small letters alone.
const SAME: [&[&str]; 5] = [
    &[
        "createdat",
        "createdon",
        "creationdate",
        "createddate",
        "creationtime",
        "createtime",
        "datecreated",
    ],
    &[
        "updatedat",
        "updatedon",
        "modifiedat",
        "lastmodified",
        "lastmodifiedat",
        "lastupdated",
        "lastupdatedat",
        "updatetime",
        "datemodified",
        "modificationdate",
    ],
    &["deletedat", "deletedon", "deletiondate", "datedeleted"],
    &["pagesize", "perpage", "itemsperpage", "maxresults"],
    &["totalitems", "totalcount", "totalresults", "itemcount"],
];
