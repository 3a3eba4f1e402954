//! A page with random delays never leads to a wrong verdict.

use super::{Answer, Site, World};
use guild_check::Verdict;

/// Every change comes after a time of its own, from none to `longest` milliseconds.
fn delayed(longest: u32) -> Site {
    let page = r#"<h1>Orders</h1><div id=app></div>
    <script>
    const later = () => new Promise((resolve) => setTimeout(resolve, Math.random() * LONGEST));
    (async () => {
      await later();
      app.innerHTML = '<form id=form><label>Item <input name=item disabled></label> <button disabled>Order</button></form><p id=state>Loading</p>';
      await later();
      form.item.disabled = false;
      state.textContent = 'Ready';
      const [item, button] = form.elements;
      item.oninput = async () => { await later(); button.disabled = !item.value; };
      const whole = form;
      form.onsubmit = async (event) => {
        event.preventDefault();
        state.textContent = 'Sending';
        await later();
        const answer = await fetch('/api/orders', { method: 'POST', body: JSON.stringify({ item: item.value }) });
        const order = await answer.json();
        await later();
        state.textContent = 'Ordered ' + order.id;
        await later();
        app.insertAdjacentHTML('beforeend', '<ul><li>One<li>Two<li>Three</ul>');
        whole.remove();
      };
    })();
    </script>"#;
    Site::new(&[
        (
            "/",
            Answer::page(&page.replace("LONGEST", &longest.to_string())),
        ),
        ("/api/orders", Answer::json(201, r#"{"id": 12}"#)),
    ])
}

const STEPS: &str = r##"Navigate to `/`
Fill textbox "Item" with "Tea"
Assert `#state` has text "Ready"
Click button "Order"
Assert `#state` has text "Ordered 12"
Assert network `POST /api/orders` responds `201` and body matches:
   ```json
   {"id": "integer"}
   ```
Assert `li` has count 3
Assert textbox "Item" is absent
Assert console has no errors
Screenshot `ordered`"##;

/// The same flow with one assertion that is wrong, whatever the delays are.
const WRONG: &str = "Assert `li` has count 3\nAssert `li` has count 4";

#[test]
fn random_delays_give_no_wrong_verdict() {
    let runs = std::env::var("GUILD_RUNS")
        .ok()
        .and_then(|runs| runs.parse().ok())
        .unwrap_or(6);
    let longest = std::env::var("GUILD_LONGEST_MS")
        .ok()
        .and_then(|ms| ms.parse().ok())
        .unwrap_or(400);
    let site = delayed(longest);
    let mut world = World::new();
    world.options.jobs = 3;
    let flow = |number: u32| {
        let wrong = number.is_multiple_of(3);
        let steps = if wrong {
            STEPS.replace("Assert `li` has count 3", WRONG)
        } else {
            STEPS.to_owned()
        };
        format!("## Flow: Number {number}\n\n{}", super::numbered(&steps))
    };
    let flows: Vec<String> = (1..=runs).map(flow).collect();
    let text = super::plan(&site, "", &flows.join("\n")).replace("timeout: 2s", "timeout: 15s");
    // A wrong assertion is told after its time: that one has less.
    let text = if longest <= 400 {
        text.replace("timeout: 15s", "timeout: 5s")
    } else {
        text
    };
    let outcome = world.run_plan(&text);
    for (number, flow) in (1..=runs).zip(&outcome.flows) {
        let failed: Vec<_> = flow
            .steps
            .iter()
            .filter(|step| step.verdict != Verdict::Passed)
            .map(|step| step.actual.as_deref().unwrap_or_default())
            .collect();
        let expected: &[&str] = if number.is_multiple_of(3) {
            &["found 3"]
        } else {
            &[]
        };
        assert_eq!(failed, expected, "flow {number}: {:?}", flow.failure);
    }
}
