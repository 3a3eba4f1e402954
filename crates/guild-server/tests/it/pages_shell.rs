//! The shell block of a page, pasted into a shell.

use std::process::Command;

use crate::page::text_of;
use crate::world::World;

#[test]
fn the_shell_block_of_a_page_installs_the_skill_as_it_stands() {
    let world = World::of_developer_pack();
    let skill = world.get("/api/skills/adr-writer").json();
    let version = skill["latestRelease"]["version"].as_str().unwrap();
    let of_release = format!("/skills/adr-writer/releases/{version}");
    for path in ["/skills/adr-writer", &of_release] {
        let page = world.page(&format!("{path}?assistant=claude-code&level=user"));
        let home = tempfile::tempdir().unwrap();
        let ran = Command::new("sh")
            .args(["-e", "-c", &shell_block(&page.html)])
            .current_dir(home.path())
            .env("HOME", home.path())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&ran.stderr);
        assert!(
            ran.status.success(),
            "{path} (it takes curl and unzip): {said}"
        );

        let files = world.get(&format!("/api{of_release}/files")).json();
        for file in files["items"].as_array().unwrap() {
            let name = file["path"].as_str().unwrap();
            let installed = home.path().join(".claude/skills/adr-writer").join(name);
            let published = world.get(&format!("/api{of_release}/files/{name}")).body;
            assert_eq!(std::fs::read(&installed).unwrap(), published, "{name}");
        }
    }
}

/// Gives the block as a person copies it, line by line.
fn shell_block(html: &str) -> String {
    let start = html.find("id=\"install-shell\"><code>").unwrap();
    let block = &html[start + "id=\"install-shell\"><code>".len()..];
    let block = &block[..block.find("</code>").unwrap()];
    let lines = block.lines().map(text_of).collect::<Vec<_>>();
    assert_eq!(lines.iter().filter(|line| !line.is_empty()).count(), 3);
    lines.join("\n")
}
