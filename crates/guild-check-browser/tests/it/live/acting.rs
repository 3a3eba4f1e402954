//! What a user does, done by real input.

use super::{Answer, Site, World, flow, passes};

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
