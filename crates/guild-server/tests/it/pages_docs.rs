//! The guide and the documents of the API, as pages.

use serde_json::Value;

use crate::world::World;

#[test]
fn every_operation_of_the_contract_has_a_page_that_the_list_links() {
    let world = World::of_developer_pack();
    let list = world.page("/docs");
    let links = list.values("href");
    let contract = world.get("/openapi.json").json();
    for (path, methods) in contract["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let page = format!("/docs/api/{}", kebab(&operation["operationId"]));
            assert!(links.contains(&page), "{page}");
            let page = world.page(&page);
            assert_eq!(page.status, 200);
            page.part("<article", "</article>").holds_in_order(&[
                &format!("{} {path}", method.to_uppercase()),
                "What it does",
                "Request / parameters",
                "Response (success)",
                "Errors",
                "Examples",
                "Related",
            ]);
        }
    }
}

fn kebab(id: &Value) -> String {
    let mut kebab = String::new();
    for letter in id.as_str().unwrap().chars() {
        if letter.is_ascii_uppercase() {
            kebab.push('-');
        }
        kebab.push(letter.to_ascii_lowercase());
    }
    kebab
}

#[test]
fn a_guide_reads_as_a_page_and_is_in_the_navigation() {
    let world = World::of_developer_pack();
    let home = world.page("/");
    assert!(home.values("href").contains(&"/docs".to_owned()));
    let page = world.page("/docs/guide/running-a-catalog");
    page.part("<article", "</article>").holds_in_order(&[
        "Docs",
        "Running a catalog",
        "guild serve",
    ]);
    let current = "<a href=\"/docs\" aria-current=\"page\">Docs</a>";
    assert!(page.html.contains(current), "{}", page.html);
}

#[test]
fn an_operation_links_those_that_it_mentions() {
    let world = World::of_developer_pack();
    let page = world.page("/docs/api/show-skill");
    let links = page.values("href");
    assert!(links.contains(&"/docs/api/list-skills".to_owned()));
    assert!(
        !page
            .part("<article", "</article>")
            .html
            .contains("href=\"/docs/api/show-skill\"")
    );
}

#[test]
fn a_document_that_is_not_there_is_named() {
    let world = World::of_developer_pack();
    for path in [
        "/docs/api/no-such",
        "/docs/plans/list-skills",
        "/docs/api/%3Cb%3E",
    ] {
        let page = world.page(path);
        assert_eq!(page.status, 404, "{path}");
        assert!(page.text().contains("There is no document"), "{path}");
    }
}
