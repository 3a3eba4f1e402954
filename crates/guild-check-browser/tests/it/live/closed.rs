//! Closed shadow roots: the page's scripts do not see into them, and a user does.

use super::{Site, World, failure, passes};

#[test]
fn texts_and_selectors_look_into_closed_shadow_roots() {
    // Another one deep in it, and one that the page declares.
    let (open, close) = ("<div>".repeat(50), "</div>".repeat(50));
    let site = Site::page(&format!(
        "<div id=box></div><article><template shadowrootmode=closed><b>Declared</b></template></article>
         <script>
         const root = box.attachShadow({{ mode: 'closed' }});
         root.innerHTML = '<p id=title>In the dark</p>{open}<x-b></x-b>{close}';
         const inner = root.querySelector('x-b').attachShadow({{ mode: 'closed' }});
         inner.innerHTML = '<label>Word <input></label><output></output>';
         inner.querySelector('input').oninput = (event) => {{ inner.querySelector('output').textContent = 'Said ' + event.target.value; }};
         </script>"
    ));
    let outcome = World::new().run(
        &site,
        r##"Navigate to `/`
Assert text "In the dark" is visible
Assert `#title` has text "In the dark"
Fill `input` with "Ada"
Assert `input` is focused
Assert `output` has text "Said Ada"
Assert `article` is present
Assert text "Declared" is visible"##,
    );
    passes(&outcome);
}

#[test]
fn what_is_in_a_closed_shadow_root_is_not_absent() {
    let site = Site::page(
        "<button onclick=\"const root = box.attachShadow({ mode: 'closed' }); root.innerHTML = '<p id=alert>Card refused</p>'\">Pay</button><div id=box></div>",
    );
    for absent in ["`#alert`", "text \"Card refused\""] {
        let steps = format!(
            "Navigate to `/`\nAssert {absent} is absent\nClick button \"Pay\"\nAssert {absent} is absent"
        );
        let outcome = World::new().run(&site, &steps);
        assert_eq!(failure(&outcome), (4, "found `p#alert \"Card refused\"`"));
    }
}

#[test]
fn what_is_in_a_closed_shadow_root_is_clicked_as_a_user_does() {
    let site = Site::page(
        "<x-a></x-a><script>customElements.define('x-a', class extends HTMLElement { constructor() { super(); \
         const root = this.attachShadow({ mode: 'closed' }); root.innerHTML = '<x-b></x-b>'; } }); \
         customElements.define('x-b', class extends HTMLElement { constructor() { super(); \
         this.attachShadow({ mode: 'closed' }).innerHTML = '<button onclick=\"this.textContent = `Done`\">Inner</button>'; } })</script>",
    );
    let steps = "Navigate to `/`\nClick button \"Inner\"\nAssert button \"Done\" is visible";
    passes(&World::new().run(&site, steps));
}
