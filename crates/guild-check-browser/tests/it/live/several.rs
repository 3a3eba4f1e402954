//! Several plans share one browser, and the workers.

use guild_check::Source;
use guild_check_browser::Plan;
use guild_check_browser::run::{Planned, run_all};

use super::{Answer, Plain, Site, World, passes, plan};

#[test]
fn plans_share_one_browser_and_see_nothing_of_each_other() {
    let page = "<h1>Home</h1><p id=was></p><script>was.textContent = document.cookie || 'fresh'; document.cookie = 'seen=1'</script>";
    let site = Site::new(&[("/", Answer::page(page))]);
    let flow = "## Flow: Look\n\n1. Navigate to `/`\n2. Assert `#was` has text \"fresh\"\n";
    let plans: Vec<Plan> = (0..3)
        .map(|number| Plan::read(&Source::new(format!("{number}.md"), plan(&site, "", flow))))
        .collect();
    let world = World::new();
    let planned: Vec<Planned<'_>> = plans
        .iter()
        .map(|plan| Planned {
            plan,
            options: &world.options,
            judge: &Plain,
        })
        .collect();
    let mut came = Vec::new();
    let mut done = |index, outcome| {
        passes(&outcome);
        let folders = std::fs::read_dir(world.folder.path()).unwrap().flatten();
        let profiles = folders.filter(|entry| {
            entry
                .file_name()
                .to_string_lossy()
                .starts_with("guild-chromium")
        });
        assert_eq!(profiles.count(), 1);
        came.push(index);
    };
    run_all(&planned, &world.options.browser, 2, &mut done);
    came.sort_unstable();
    assert_eq!(came, [0, 1, 2]);
}
