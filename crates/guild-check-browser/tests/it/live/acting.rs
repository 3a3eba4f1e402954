//! What a user does, done by real input.

use super::{Answer, Site, World, failure, flow, passes};

const FORM: &str = r#"
<h1>Tasks</h1>
<form id=form><label>Title <input name=title></label> <button>Save it</button></form>
<p id=done hidden></p>
<script>
form.onsubmit = async (event) => {
  event.preventDefault();
  const title = form.title.value;
  const answer = await fetch('/api/tasks', { method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify({ title }) });
  const task = await answer.json();
  done.textContent = 'Saved ' + task.title; done.hidden = false;
};
</script>"#;

#[test]
fn a_form_is_filled_and_sent_and_its_answer_is_held_against_a_shape() {
    let site = Site::new(&[
        ("/", Answer::page(FORM)),
        (
            "POST /api/tasks",
            Answer::json(201, r#"{"id": 7, "title": "Buy milk", "dueAt": null}"#),
        ),
    ]);
    let world = World::new();
    let outcome = world.run(
        &site,
        r##"Navigate to `/`
Assert heading "Tasks" is visible
Screenshot `opened`
Fill textbox "Title" with "Buy Milk & “Bread”"
Assert textbox "Title" has value "Buy Milk & “Bread”"
Click button "Save it"
Assert `#done` has text "Saved Buy milk"
Assert network `POST /api/tasks` responds `201` and body matches:
   ```json
   {"id": "integer", "title": "string", "dueAt": "string|null", "note?": "string"}
   ```
Assert network `POST /api/tasks` sends body matching:
   ```json
   {"title": "=Buy Milk & “Bread”"}
   ```
Assert network `POST /api/tasks` was called 1 time
Assert console has no errors
Screenshot `after-save`"##,
    );
    passes(&outcome);
    let shots: Vec<&str> = flow(&outcome)
        .steps
        .iter()
        .filter_map(|step| Some(step.screenshot.as_ref()?.file.as_str()))
        .collect();
    assert_eq!(shots, ["03-opened.png", "12-after-save.png"]);
    let baseline = outcome.baseline.unwrap();
    assert_eq!(baseline.screenshot.unwrap().file, "00-baseline.png");
    assert!(outcome.browser.contains("Chrom"), "{}", outcome.browser);
}

#[test]
fn controls_of_every_kind_are_worked() {
    let site = Site::page(
        r#"<label>Colour <select id=colour><option value=r>Red</option><option value=b>Dark blue</option></select></label>
        <label><input type=checkbox id=news> News</label>
        <style>.hidden-box { position: absolute; opacity: 0; width: 0; height: 0 }</style>
        <label class=styled><input type=checkbox class=hidden-box id=fancy style="display:none"> Fancy</label>
        <label>Day <input type=date id=day></label>
        <label>Notes <textarea id=notes>old text</textarea></label>
        <div id=rich contenteditable aria-label=Rich role=textbox>old</div>
        <button id=menu onmouseover="menu.textContent='Over'">Menu</button>
        <input id=search onkeydown="if (event.key === 'Enter') out.textContent = 'Searched ' + search.value">
        <input id=hot onkeydown="if (event.ctrlKey && event.key === 'k') out.textContent = 'Hot ' + event.code">
        <input type=file id=file onchange="out.textContent = 'File ' + file.files[0].name">
        <button id=choose onclick="picker.click()">Choose a picture</button>
        <input type=file id=picker hidden onchange="out.textContent = 'Picked ' + picker.files[0].name">
        <p id=out></p><div style="height:3000px"></div><p id=far>Far down</p>
        <button id=deep onclick="out.textContent = 'Deep'">Deep down</button>"#,
    );
    let world = World::new();
    std::fs::write(world.folder.path().join("cat.png"), "a picture").unwrap();
    let outcome = world.run(
        &site,
        r##"Navigate to `/`
Select "Dark blue" in combobox "Colour"
Assert `#colour` has value "b"
Check checkbox "News"
Assert `#news` is checked
Uncheck `#news`
Check `#fancy`
Assert `#fancy` is checked
Fill `#day` with "2026-11-21"
Assert `#day` has value "2026-11-21"
Fill textbox "Notes" with "new text"
Assert `#notes` has value "new text"
Fill `#rich` with "écrit 日本 🎉"
Assert `#rich` has text "écrit 日本 🎉"
Hover `#menu`
Assert `#menu` has text "Over"
Fill `#search` with "cats"
Press `Enter` in `#search`
Assert `#out` has text "Searched cats"
Press `Control+k` in `#hot`
Assert `#out` has text "Hot KeyK"
Upload `cat.png` to `#file`
Assert `#out` has text "File cat.png"
Upload `cat.png` to button "Choose a picture"
Assert `#out` has text "Picked cat.png"
Scroll to `#far`
Assert `#far` is visible
Click text "Deep down"
Assert `#out` has text "Deep""##,
    );
    passes(&outcome);
}

#[test]
fn shadow_roots_frames_and_new_tabs_are_looked_into() {
    let other =
        Site::page(r#"<button onclick="this.textContent = 'Framed and clicked'">Pay</button>"#);
    let site = Site::new(&[
        (
            "/",
            Answer::page(&format!(
                r#"<h1>Outer</h1><my-box></my-box>
                <iframe src="{}" width=300 height=100 style="margin:40px;border:7px solid;padding:5px"></iframe>
                <iframe srcdoc="<button onclick=&quot;this.textContent='Inner clicked'&quot;>Inner</button>"></iframe>
                <button onclick="window.open('/second')">Open</button>
                <script>customElements.define('my-box', class extends HTMLElement {{
                  constructor() {{ super(); this.attachShadow({{mode: 'open'}}).innerHTML = '<button id=s>In the shadow</button>';
                    this.shadowRoot.querySelector('button').onclick = (event) => event.target.textContent = 'Lit'; }}
                }});</script>"#,
                other.url("/").replace("127.0.0.1", "localhost")
            )),
        ),
        (
            "/second",
            Answer::page("<h1>Second</h1><button onclick='window.close()'>Close</button>"),
        ),
    ]);
    let outcome = World::new().run(
        &site,
        r##"Navigate to `/`
Click button "In the shadow"
Assert `button#s` has text "Lit"
Click button "Pay"
Assert button "Framed and clicked" is present
Click button "Inner"
Assert text "Inner clicked" is visible
Click button "Open"
Assert heading "Second" is visible
Assert URL is `/second`
Click button "Close"
Assert heading "Outer" is visible"##,
    );
    passes(&outcome);
}

#[test]
fn a_target_is_waited_for_until_it_is_there_still_enabled_and_uncovered() {
    let site = Site::page(
        r#"<style>@keyframes slide { from { transform: translateX(0) } to { transform: translateX(400px) } }
        #moving { animation: slide 600ms linear forwards }
        #veil { position: fixed; inset: 0; background: #fffa }</style>
        <button id=moving onclick="out.textContent = 'Moved'">Moving</button>
        <button id=slow disabled onclick="out.textContent = 'Enabled'">Slow</button>
        <p id=out></p><div id=veil></div>
        <script>
        setTimeout(() => veil.remove(), 500);
        setTimeout(() => slow.disabled = false, 900);
        setTimeout(() => out.insertAdjacentHTML('afterend', '<button id=late onclick="out.textContent = \'Late\'">Late</button>'), 1200);
        </script>"#,
    );
    let outcome = World::new().run(
        &site,
        r##"Navigate to `/`
Click button "Moving"
Assert `#out` has text "Moved"
Click button "Slow"
Assert `#out` has text "Enabled"
Click button "Late"
Assert `#out` has text "Late""##,
    );
    passes(&outcome);
}

#[test]
fn a_click_that_leads_on_is_judged_on_the_page_it_leads_to() {
    let site = Site::new(&[
        (
            "/",
            Answer::page(
                "<h1>First</h1><form action=/save method=post><input name=a value=1><button>Send</button></form>",
            ),
        ),
        ("POST /save", Answer::redirect("/done")),
        ("/done", Answer::page("<h1>Done</h1>")),
    ]);
    let outcome = World::new().run(
        &site,
        r##"Navigate to `/`
Click button "Send"
Assert `h1` has text "Done"
Assert URL is `/done`
Assert title is "A page"
Assert network `POST /save` responds `303`
Assert network `POST /save` sends body matching:
   ```json
   {"a": "=1"}
   ```
Assert network `GET /done` responds `200`"##,
    );
    passes(&outcome);
}

#[test]
fn what_has_no_state_is_not_clicked_to_be_checked() {
    let site = Site::page(
        "<button onclick=\"fetch('/pay')\">Pay</button><div role=switch aria-checked=false tabindex=0 onclick=\"this.ariaChecked = 'true'\">Dark</div>",
    );
    let outcome = World::new().run(
        &site,
        "Navigate to `/`\nCheck switch \"Dark\"\nCheck button \"Pay\"",
    );
    let why = "`button \"Pay\"` is no checkbox, radio button or switch";
    assert_eq!(failure(&outcome), (3, why));
    assert!(!site.was_asked("/pay"));
}

#[test]
fn dialogs_are_answered_as_the_plan_says() {
    let site = Site::page(
        r#"<button id=ask onclick="out.textContent = confirm('Delete it?') ? 'Deleted' : 'Kept'">Ask</button><p id=out></p>"#,
    );
    let outcome = World::new().run(
        &site,
        r##"Navigate to `/`
Accept dialog
Click `#ask`
Assert `#out` has text "Deleted"
Dismiss dialog
Click `#ask`
Assert `#out` has text "Kept""##,
    );
    passes(&outcome);
    let note = &flow(&outcome).steps[2].notes[0];
    assert!(note.contains("Delete it?"), "{note}");
}

#[test]
fn a_finger_takes_the_place_of_the_mouse_on_a_phone() {
    let site = Site::page(
        r#"<meta name=viewport content="width=device-width"><button id=tap ontouchstart="out.dataset.touch = 'yes'" onclick="out.textContent = 'Tapped'">Tap</button><p id=out></p>"#,
    );
    let outcome = World::new().run_with(
        &site,
        "- Viewport: 390x844",
        r##"Navigate to `/`
Click `#tap`
Assert `#out` has text "Tapped"
Assert `#out` has attribute `data-touch` "yes"
Assert INP is below 10000 ms"##,
    );
    passes(&outcome);
}

#[test]
fn a_page_is_seen_in_the_colours_that_the_plan_prefers() {
    let site = Site::page(
        "<h1>Home</h1><script>document.querySelector('h1').textContent = matchMedia('(prefers-color-scheme: dark)').matches ? 'Night' : 'Day'</script>",
    );
    for (head, heading) in [("", "Day"), ("- Color scheme: dark", "Night")] {
        let steps = format!("Navigate to `/`\nAssert heading \"{heading}\" is visible");
        passes(&World::new().run_with(&site, head, &steps));
    }
}

#[test]
fn a_secret_is_typed_and_covered_in_pictures() {
    let site = Site::page(
        "<label>Password <input id=password type=password></label><p id=key>sk_live_12345678</p>",
    );
    let mut world = World::new();
    world
        .options
        .secrets
        .insert("LOGIN_PASSWORD".to_owned(), "hunter22".to_owned());
    let outcome = world.run_with(
        &site,
        "- Secrets: `LOGIN_PASSWORD`",
        r##"Navigate to `/`
Fill textbox "Password" with secret `LOGIN_PASSWORD`
Assert `#password` has value "hunter22"
Screenshot `typed`"##,
    );
    passes(&outcome);
    let png = &flow(&outcome).steps[3].screenshot.as_ref().unwrap().png;
    let mut reader = png::Decoder::new(std::io::Cursor::new(&png[..]))
        .read_info()
        .unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    let depth = info.color_type.samples();
    let black = pixels
        .chunks(depth)
        .filter(|pixel| pixel[..3] == [0, 0, 0])
        .count();
    // The field and the line with the key: some hundred pixels wide and twenty high each.
    assert!(black > 4000, "{black} pixels are black");
}

#[test]
fn flows_run_side_by_side_and_know_nothing_of_each_other() {
    let site = Site::page(
        "<p id=seen></p><script>seen.textContent = localStorage.seen ?? 'never'; localStorage.seen = 'before';</script>",
    );
    let mut world = World::new();
    world.options.jobs = 3;
    let one = "Navigate to `/`\nAssert `#seen` has text \"never\"\nAssert LCP is below 60000 ms";
    let flows: Vec<String> = (1..=5)
        .map(|number| format!("## Flow: Number {number}\n\n{}", super::numbered(one)))
        .collect();
    let outcome = world.run_plan(&super::plan(&site, "", &flows.join("\n")));
    assert_eq!(outcome.flows.len(), 5);
    for flow in &outcome.flows {
        for step in &flow.steps {
            assert_eq!(
                step.verdict,
                guild_check::Verdict::Passed,
                "{:?}",
                step.actual
            );
        }
    }
}

#[test]
fn a_download_is_told_of_and_goes_away_with_the_browser() {
    let file = Answer::Raw(
        200,
        "content-type: text/csv\r\ncontent-disposition: attachment; filename=orders.csv\r\n"
            .to_owned(),
        "id,title\n".to_owned(),
    );
    let page = Answer::page("<h1>Orders</h1><a href=/orders.csv>Export</a>");
    let site = Site::new(&[("/", page), ("/orders.csv", file)]);
    let outcome = World::new().run(
        &site,
        "Navigate to `/`\nClick link \"Export\"\nAssert `h1` has text \"Orders\"\nAssert network `GET /orders.csv` responds `200`",
    );
    passes(&outcome);
    let notes = flow(&outcome).steps.iter().flat_map(|step| &step.notes);
    let notes: Vec<&String> = notes.collect();
    assert!(
        notes.iter().any(|note| note.contains("orders.csv")),
        "{notes:?}"
    );
}

/// The browser itself gives such a request up, once the script has what there is of it.
#[test]
fn an_answer_without_a_body_and_one_that_nobody_reads_are_answers() {
    let page = "<button id=one onclick=\"fetch('/api/tasks/7', { method: 'DELETE' }).then((answer) => { out.textContent = answer.status })\">Delete</button>
        <button id=two onclick=\"const stop = new AbortController(); fetch('/api/log', { signal: stop.signal }).then((answer) => { out.textContent = answer.status; stop.abort(); })\">Log</button><p id=out></p>";
    let gone = Answer::Raw(204, "content-type: text/html\r\n".to_owned(), String::new());
    let site = Site::new(&[
        ("/", Answer::page(page)),
        ("/api/tasks/7", gone),
        ("/api/log", Answer::Endless("{".to_owned())),
    ]);
    let outcome = World::new().run(
        &site,
        "Navigate to `/`\nClick button \"Delete\"\nAssert text \"204\" is visible\nAssert network `DELETE /api/tasks/*` responds `204`\nClick button \"Log\"\nAssert text \"200\" is visible\nAssert network `GET /api/log` responds `200`",
    );
    passes(&outcome);
}

#[test]
fn an_address_keeps_what_stands_behind_its_hash_however_it_was_come_to() {
    let site = Site::page("<h1>List</h1><a href='#/more'>More</a><a href='/?next#/far'>Far</a>");
    let outcome = World::new().run(
        &site,
        "Navigate to `/#/list`\nAssert URL is `/#/list`\nClick link \"More\"\nAssert URL is `/#/more`\nClick link \"Far\"\nAssert URL is `/?next#/far`",
    );
    passes(&outcome);
}
