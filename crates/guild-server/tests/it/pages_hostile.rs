//! Skills written to harm whoever looks at them.

use crate::page::Page;
use crate::world::World;

const SKILL: &str = include_str!("samples/hostile.md");
const PAGE: &str = include_str!("samples/hostile_page.md");

fn world() -> World {
    let world = World::empty();
    let bidi = "safe \u{202e}elif\u{202c} and \u{200b}hidden\u{e0041}\n";
    world.publish(
        "trap",
        &[
            ("SKILL.md", SKILL.as_bytes()),
            ("PAGE.md", PAGE.as_bytes()),
            ("references/bidi.txt", bidi.as_bytes()),
            ("references/a&amp;b='c'.md", b"# x\n"),
            ("references/long.txt", "line\n".repeat(30_000).as_bytes()),
        ],
    );
    world
}

/// Gives the address of the only release.
fn release(world: &World) -> String {
    let skill = world.get("/api/skills/trap").json();
    let version = skill["latestRelease"]["version"].as_str().unwrap();
    format!("/skills/trap/releases/{version}")
}

/// Holds that nothing on a page came through as an element that acts.
fn is_harmless(page: &Page) {
    for element in [
        "img",
        "iframe",
        "style",
        "svg",
        "form action=\"https",
        "meta http-equiv",
    ] {
        assert!(page.tags(element).is_empty(), "<{element}> came through");
    }
    for script in page.tags("script") {
        assert!(script.contains("src=\"/assets/"), "{script}");
    }
    for link in page.values("href") {
        let lower = link.to_ascii_lowercase();
        assert!(
            !lower.starts_with("javascript:") && !lower.starts_with("data:"),
            "{link}"
        );
        assert!(!lower.starts_with("//"), "{link}");
    }
    for tag in page.bare_tags() {
        let mut attributes = tag.split_whitespace().skip(1);
        assert!(
            !attributes.any(|attribute| attribute.starts_with("on")),
            "<{tag}>"
        );
    }
}

#[test]
fn a_hostile_skill_harms_no_page() {
    let world = world();
    let release = release(&world);
    let mut files = world.page(&release).values("href");
    files.retain(|link| link.contains("/files/") && !link.contains('#'));
    assert_eq!(files.len(), 5);
    let others = [
        "/",
        "/search?query=trap",
        "/skills/trap",
        "/packs/developer-pack",
    ];
    for path in others
        .map(str::to_owned)
        .iter()
        .chain([&release])
        .chain(&files)
    {
        let page = world.page(path);
        assert_eq!(page.status, 200, "{path}");
        is_harmless(&page);
    }
}

#[test]
fn a_link_out_of_a_skill_tells_nobody_where_it_came_from() {
    let world = world();
    let page = world.page("/skills/trap");
    let out: Vec<&str> = page
        .tags("a")
        .into_iter()
        .filter(|tag| tag.contains("evil.example"))
        .collect();
    assert!(!out.is_empty());
    for tag in out {
        assert!(tag.contains("rel=\"nofollow noopener\""), "{tag}");
    }
}

#[test]
fn hidden_characters_are_shown_and_counted() {
    let world = world();
    let release = release(&world);
    let page = world.page(&format!("{release}/files/references/bidi.txt"));
    page.holds_in_order(&[
        "4 hidden characters.",
        "U+202E",
        "U+202C",
        "U+200B",
        "U+E0041",
    ]);
    for character in ['\u{202e}', '\u{200b}', '\u{e0041}'] {
        for path in ["/skills/trap", "/", release.as_str()] {
            assert!(!world.page(path).html.contains(character), "{path}");
        }
        assert!(!page.html.contains(character));
    }
}

#[test]
fn a_long_file_is_cut_with_a_way_to_the_rest() {
    let world = world();
    let release = release(&world);
    let page = world.page(&format!("{release}/files/references/long.txt"));
    page.holds_in_order(&["Only the first 5000 lines are shown.", "Load the raw file"]);
    assert!(page.html.len() < 2_000_000);
}

#[test]
fn strange_addresses_give_pages_and_not_faults() {
    let world = world();
    for path in [
        "/skills/%3Cscript%3Ealert(1)%3C%2Fscript%3E",
        "/skills/..%2F..%2Fetc",
        "/skills/trap/releases/%E2%80%AE",
        "/skills/%ff",
        "/packs/A%20B",
        "/search?query=%ff",
        "/search?page=0",
        "/search?page=99999999999999",
        "/search?page=4000000000",
        "/search?pack=%3Cb%3E&query=trap",
        "/skills/trap?assistant=%3Cb%3E&level=both",
        "/rules/%3Cb%3E/x",
    ] {
        let page = world.page(path);
        assert!(
            matches!(page.status, 200 | 400 | 404 | 422),
            "{path}: {}",
            page.status
        );
        is_harmless(&page);
        assert!(
            !page.html.contains("<b>") && !page.html.contains("<script>"),
            "{path}"
        );
    }
}
