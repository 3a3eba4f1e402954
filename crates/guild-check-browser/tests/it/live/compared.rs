//! Pictures are held against the accepted ones: what a person would see is found, and what nobody sees is not.

use std::fs;
use std::path::PathBuf;

use guild_check::Source;
use guild_check_browser::Plan;
use guild_check_browser::accepted::{BaselineMode, Baselines, Updated};
use guild_check_browser::boundary::Redactor;
use guild_check_browser::outcome::{Comparison, RunOutcome};
use guild_check_browser::run::run;
use guild_check_browser::verdict::Tried;

use super::{Plain, Site, World, flow, numbered, passes, plan};
use crate::evidence::write;

const PAGE: &str = "<h1 style='font:700 30px sans-serif'>Tasks</h1><p style='font:16px serif'>Pay the hosting invoice, and water the plants.</p><button style='MOVED'>Save</button><p>Key: SECRET</p><input autofocus>";

fn page(button: &str, secret: &str) -> Site {
    Site::page(&PAGE.replace("MOVED", button).replace("SECRET", secret))
}

/// A plan with its accepted pictures, run against one site after another.
struct Pictures {
    world: World,
    folder: PathBuf,
}

impl Pictures {
    /// Accepts what a site looks like.
    fn of(site: &Site) -> (Self, Updated) {
        let world = World::new();
        let folder = Baselines::folder_of(&world.folder.path().join("PLAN.md"));
        let mut pictures = Self { world, folder };
        let (plan, outcome) = pictures.run(site, BaselineMode::Update);
        passes(&outcome);
        let updated = pictures
            .baselines(BaselineMode::Update)
            .accept(&plan, &outcome);
        (pictures, updated.unwrap())
    }

    fn baselines(&self, mode: BaselineMode) -> Baselines {
        let folder = self.folder.clone();
        Baselines { folder, mode }
    }

    fn run(&mut self, site: &Site, mode: BaselineMode) -> (Plan, RunOutcome) {
        self.world.options.baselines = Some(self.baselines(mode));
        let steps = "Navigate to `/`\nAssert `h1` is visible\nScreenshot `tasks`";
        let text = plan(site, "", &format!("## Flow: Look\n\n{}", numbered(steps)));
        let plan = Plan::read(&Source::new("PLAN.md", text));
        let outcome = run(&plan, &self.world.options, &Plain);
        (plan, outcome)
    }

    /// Says in words what a picture of a site looks like beside the accepted one.
    fn compare(&mut self, site: &Site) -> String {
        let (_, outcome) = self.run(site, BaselineMode::Compare);
        passes(&outcome);
        let picture = flow(&outcome).steps[2].screenshot.as_ref().unwrap();
        match &picture.comparison {
            Comparison::Unasked => "unasked".to_owned(),
            Comparison::New => "new".to_owned(),
            Comparison::Same => "same".to_owned(),
            Comparison::Differs { changed, area, .. } => format!("{changed} differ in {area:?}"),
            Comparison::Resized { was, is, .. } => format!("{was:?} and now {is:?}"),
            Comparison::Unreadable(_) => "unreadable".to_owned(),
        }
    }
}

#[test]
fn the_same_page_looks_the_same_and_is_left_as_it_was_accepted() {
    let site = page("", "none");
    let (mut pictures, updated) = Pictures::of(&site);
    assert_eq!((updated.accepted, updated.unchanged), (1, 0));
    let file = pictures
        .folder
        .join(format!("tasks-{}.png", std::env::consts::OS));
    assert!(
        file.is_file(),
        "{:?}",
        fs::read_dir(&pictures.folder).unwrap().collect::<Vec<_>>()
    );
    assert_eq!(pictures.compare(&site), "same");
    let (plan, outcome) = pictures.run(&site, BaselineMode::Update);
    let again = pictures
        .baselines(BaselineMode::Update)
        .accept(&plan, &outcome)
        .unwrap();
    assert_eq!((again.accepted, again.unchanged), (0, 1));
}

#[test]
fn a_button_that_moved_is_found_and_shown_with_what_was_accepted() {
    let (mut pictures, _) = Pictures::of(&page("", "none"));
    let (plan, outcome) = pictures.run(&page("margin-left:12px", "none"), BaselineMode::Compare);
    passes(&outcome);
    let redactor = Redactor::default();
    let tried = Tried {
        plan,
        outcome,
        redactor,
    };
    let findings = tried.findings();
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert_eq!(findings[0].rule, "browser/picture-changed");
    assert!(
        findings[0]
            .message
            .starts_with("the picture `03-tasks` looks different from the accepted one: "),
        "{}",
        findings[0].message
    );
    let evidence = tempfile::tempdir().unwrap();
    write(&tried, evidence.path());
    let report = fs::read_to_string(evidence.path().join("report.md")).unwrap();
    for picture in [
        "shots/03-tasks-accepted.png",
        "shots/03-tasks.png",
        "shots/03-tasks-difference.png",
    ] {
        assert!(report.contains(&format!("]({picture})")), "{report}");
        assert!(evidence.path().join(picture).is_file(), "{picture}");
    }
    let page = fs::read_to_string(evidence.path().join("report.html")).unwrap();
    assert_eq!(page.matches("<figure>").count(), 4);
}

#[test]
fn letters_a_part_of_a_pixel_further_on_are_not_found_and_those_in_another_colour_are() {
    let (mut pictures, _) = Pictures::of(&page("", "none"));
    let mut with = |style: &str| {
        let page = PAGE.replace(
            "<p style='",
            &format!("<p style='position:relative;{style};"),
        );
        let page = page.replace("MOVED", "").replace("SECRET", "none");
        pictures.compare(&Site::page(&page))
    };
    assert_eq!(with("left:0.25px"), "same");
    for seen in [
        "left:1px",
        "top:1px",
        "color:#555",
        "color:#a00",
        "letter-spacing:1px",
    ] {
        let told = with(seen);
        assert!(told.contains("differ in"), "{seen}: {told}");
    }
}

#[test]
fn what_is_covered_in_one_of_two_pictures_is_covered_in_both() {
    let (mut pictures, _) = Pictures::of(&page("", "sk_live_4a7d9f"));
    assert_eq!(
        pictures.compare(&page("", "sk_live_and_many_more_letters")),
        "same"
    );
    assert_eq!(pictures.compare(&page("", "none at all")), "same");
}

#[test]
fn another_size_a_broken_file_and_none_at_all_are_said_in_words() {
    let site = page("", "none");
    let (mut pictures, _) = Pictures::of(&site);
    let file = fs::read_dir(&pictures.folder)
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
        .path();
    fs::write(&file, "no picture").unwrap();
    assert_eq!(pictures.compare(&site), "unreadable");
    fs::remove_file(&file).unwrap();
    assert_eq!(pictures.compare(&site), "new");
    fs::remove_dir(&pictures.folder).unwrap();
    assert_eq!(pictures.compare(&site), "unasked");
}

#[test]
fn a_picture_that_the_plan_does_not_take_any_more_goes_with_the_next_update() {
    let site = page("", "none");
    let (mut pictures, _) = Pictures::of(&site);
    let file = |name: &str| pictures.folder.join(name);
    let (old, of_others, own) = (
        file("before-linux.png"),
        file("tasks-macos.png"),
        file("notes.txt"),
    );
    for path in [&old, &of_others, &own] {
        fs::write(path, "something").unwrap();
    }
    let (plan, outcome) = pictures.run(&site, BaselineMode::Update);
    let baselines = pictures.baselines(BaselineMode::Update);
    let updated = baselines.accept(&plan, &outcome).unwrap();
    assert_eq!((updated.unchanged, updated.removed), (1, 1));
    assert!(!old.exists() && of_others.exists() && own.exists());
}
