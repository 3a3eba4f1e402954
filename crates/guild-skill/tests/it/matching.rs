//! Which skill of the Developer pack a task applies: by the prompts on its own pages, and by those of people who never
//! read them.

use std::path::Path;

use guild_skill::check::{self, CheckOptions, Level};
use guild_skill::matching::{Candidate, Ranking};
use guild_skill::page;

fn developer_pack() -> Vec<page::PageRecord> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../skills");
    let folders = check::folders(&folder).unwrap();
    let records = folders.iter().map(|folder| {
        let text = |file: &str| std::fs::read_to_string(folder.join(file)).unwrap();
        page::record_of(&text("SKILL.md"), Some(&text("PAGE.md"))).unwrap()
    });
    records.collect()
}

fn ranking(records: &[page::PageRecord]) -> Ranking {
    let candidates = records.iter().map(|record| Candidate {
        name: guild_skill::named(&record.skill_md).unwrap(),
        title: record.title.clone(),
        description: record.description.clone(),
    });
    Ranking::of(candidates.collect())
}

fn first(ranking: &Ranking, task: &str) -> String {
    let ranked = ranking.rank(task);
    ranked.first().map_or(String::new(), |first| {
        ranking.candidates()[first.index].name.clone()
    })
}

#[test]
fn every_example_prompt_of_the_developer_pack_applies_its_own_skill() {
    let records = developer_pack();
    let ranking = ranking(&records);
    let mut prompts = 0;
    for record in &records {
        for prompt in &record.example_prompts {
            let name = guild_skill::named(&record.skill_md).unwrap();
            assert_eq!(first(&ranking, prompt), name, "{prompt}");
            prompts += 1;
        }
    }
    assert!(prompts >= 12, "{prompts}");
}

#[test]
fn prompts_of_people_who_read_no_description_apply_the_right_skill() {
    let ranking = ranking(&developer_pack());
    let mut wrong = Vec::new();
    for (task, name) in [
        (
            "we are going with kafka instead of rabbitmq, please note the reasons and trade-offs somewhere",
            "adr-writer",
        ),
        (
            "why did we pick this database? write it down so the next team knows",
            "adr-writer",
        ),
        (
            "the docs of POST /orders don't say what errors come back",
            "api-documentation-writer",
        ),
        (
            "I need reference documentation for my library function parseDate",
            "api-documentation-writer",
        ),
        (
            "how should the pagination and the error format of our new REST API look",
            "api-and-interface-design",
        ),
        (
            "can I rename this response field or will clients break",
            "api-and-interface-design",
        ),
        (
            "click through checkout in chrome and tell me if the console shows errors",
            "browser-testing-with-devtools",
        ),
        (
            "did the web vitals of this page get worse?",
            "browser-testing-with-devtools",
        ),
        (
            "this codebase is a mess, every feature touches twenty files",
            "codebase-architecture-reviewer",
        ),
        (
            "are there circular dependencies between our packages",
            "codebase-architecture-reviewer",
        ),
        ("my parser has no unit tests at all", "test-generator"),
        (
            "reproduce this bug with a failing test first",
            "test-generator",
        ),
    ] {
        let found = first(&ranking, task);
        if found != name {
            wrong.push(format!("{task}: {found}"));
        }
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn skills_that_are_checked_together_may_not_take_each_others_prompts() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, description: &str, prompt: &str| {
        let folder = folder.path().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        let skill_md = format!("---\nname: {name}\ndescription: {description}\n---\n\n# {name}\n");
        std::fs::write(folder.join("SKILL.md"), skill_md).unwrap();
        let page_md = format!(
            "---\npack: P\n---\n\n# {name}\n\nS.\n\n## Example prompts\n\n- {prompt}\n- {prompt}\n"
        );
        std::fs::write(folder.join("PAGE.md"), page_md).unwrap();
    };
    write(
        "tea",
        "Use when tea is made. Applies to \"make tea\".",
        "Bake a loaf of bread.",
    );
    write(
        "bread",
        "Use when bread is baked. Applies to \"bake a loaf\".",
        "Bake a loaf.",
    );
    let options = CheckOptions {
        level: Level::Listed,
        known_skills: Default::default(),
    };
    let found = |path: &Path| {
        let checked = check::check(&[path.to_owned()], &options).unwrap();
        let mut findings = checked.findings;
        findings.retain(|finding| finding.rule == "skill/prompt-matches-another");
        findings
    };
    let together = found(folder.path());
    assert_eq!(together.len(), 2);
    assert_eq!(
        together[0].message,
        "an assistant would rather apply `bread` to this prompt, by its words: bake a loaf, bake, bread, loaf"
    );
    assert!(found(&folder.path().join("tea")).is_empty());
}
