//! Several plans share one browser, and the workers.

use guild_check::{Source, Verdict};
use guild_check_browser::Plan;
use guild_check_browser::run::{Planned, run_all};

use super::{Answer, Plain, Site, World, failure, numbered, passes, plan};

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

#[test]
fn however_often_a_flow_is_tried_the_pages_of_tries_that_failed_are_closed() {
    let site = Site::new(&[
        (
            "/",
            Answer::page("<input type=file><script>fetch('/held')</script>"),
        ),
        ("/held", Answer::Silence),
    ]);
    let mut world = World::new();
    world.options.retries = 50;
    // A file that is not there is told of at once.
    let outcome = world.run(&site, "Navigate to `/`\nUpload `none.png` to `input`");
    let (step, why) = failure(&outcome);
    assert_eq!(
        (step, why),
        (2, "there is no file `none.png` beside the plan")
    );
    assert_eq!(outcome.flows[0].attempts, 51);
    assert!(site.times_asked("/held") > 25);
    // The one that is tried, those that rest, and those that are being closed.
    assert!(site.most_held() < 10, "{} were open", site.most_held());
}

#[test]
fn a_page_whose_flow_is_over_does_nothing_more_while_other_flows_go_on() {
    rests("setInterval(() => fetch('/tick'), 20)");
}

#[test]
fn a_worker_of_a_page_whose_flow_is_over_does_nothing_more() {
    let at = "'${location.origin}/tick'";
    let code = format!("`setInterval(() => fetch({at}), 20)`");
    rests(&format!(
        "new Worker(URL.createObjectURL(new Blob([{code}])))"
    ));
}

/// A page with a script that asks for `/tick` all the time; the flow beside it waits until nobody asks any more.
fn rests(script: &str) {
    let busy = format!("<h1>Busy</h1><script>{script}</script>");
    // Quiet is when nobody has asked for half a second.
    let watching = "<p id=out>busy</p><script>
        let last, since;
        setInterval(async () => {
          const ticks = await (await fetch('/ticks')).text();
          if (ticks === '0') return;
          if (ticks !== last) [last, since] = [ticks, performance.now()];
          if (performance.now() - since > 500) out.textContent = 'quiet';
        }, 50);
        </script>";
    let site = Site::new(&[
        ("/", Answer::page(&busy)),
        ("/watch", Answer::page(watching)),
        ("/tick", Answer::json(200, "{}")),
        ("/ticks", Answer::Count("/tick")),
    ]);
    let mut world = World::new();
    world.options.jobs = 2;
    let flow = |name, steps| format!("## Flow: {name}\n\n{}\n", numbered(steps));
    let flows = [
        flow(
            "It ticks",
            "Navigate to `/`\nAssert heading \"Busy\" is visible",
        ),
        flow(
            "It hears",
            "Navigate to `/watch`\nAssert `#out` has text \"quiet\"",
        ),
    ];
    let text = plan(&site, "", &flows.concat()).replace("timeout: 2s", "timeout: 20s");
    let outcome = world.run_plan(&text);
    let steps = outcome.flows.iter().flat_map(|flow| &flow.steps);
    let failed: Vec<_> = steps
        .filter(|step| step.verdict != Verdict::Passed)
        .map(|step| &step.actual)
        .collect();
    assert!(failed.is_empty() && outcome.flows.len() == 2, "{failed:?}");
}
