//! `guild check skill` over 1,000 skills, as a whole process.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::ROUNDS;
use super::guild::binary;
use super::peers::Peers;
use super::table::{Row, faster};
use super::turns::time_check;

const SKILLS: usize = 1_000;

/// Asks the reference validator about each folder below the one given, in one process.
const SKILLS_REF: &str = "\
import pathlib, sys
from skills_ref import validate
bad = sum(bool(validate(folder)) for folder in sorted(pathlib.Path(sys.argv[1]).iterdir()))
sys.exit(1 if bad else 0)
";

/// Times the check against skills-ref's Python API and against `adept check`.
pub(super) fn measure(peers: &Peers, scratch: &Path) -> Result<[Row; 3], String> {
    let folder = write_skills(&scratch.join("thousand"))?;
    let (mut same_job, mut all_levels, mut against_adept) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..=ROUNDS {
        let spec_alone = time_check(ours(&folder).args(["--level", "spec"]))?;
        let ours = time_check(&mut ours(&folder))?;
        let theirs = time_check(
            Command::new(&peers.python)
                .args(["-c", SKILLS_REF])
                .arg(&folder),
        )?;
        let ours_again = time_check(&mut self::ours(&folder))?;
        let adepts = time_check(Command::new(&peers.adept).arg("check").arg(&folder))?;
        if round > 0 {
            same_job.push((spec_alone, theirs));
            all_levels.push((ours, theirs));
            against_adept.push((ours_again, adepts));
        }
    }
    let everything = "`guild check skill` over 1,000 skills, all levels";
    let reference = "`skills-ref`, its Python API in one process";
    let twenty = "20 times faster";
    Ok([
        faster(
            "`guild check skill --level spec` over 1,000 skills, the same job",
            reference,
            &same_job,
            20.0,
            twenty,
        ),
        faster(
            everything,
            "`skills-ref`, its Python API in one process, which knows the level `spec` alone",
            &all_levels,
            20.0,
            twenty,
        ),
        faster(
            everything,
            "`adept check`",
            &against_adept,
            5.0,
            "5 times faster",
        ),
    ])
}

fn ours(folder: &Path) -> Command {
    let mut command = Command::new(binary());
    command.args(["check", "skill"]).arg(folder);
    command
}

/// One skill of so many links to files of its own, as 7 of 26 public ones do.
const LINKING: usize = 4;

/// Writes skills of the length and the make that real ones have (a body of about 120 lines: headings, lists, code in
/// lines and blocks), each with a page.
fn write_skills(folder: &Path) -> Result<PathBuf, String> {
    for number in 0..SKILLS {
        let name = format!("release-notes-{number}");
        let skill = folder.join(&name);
        fs::create_dir_all(&skill).map_err(|error| error.to_string())?;
        let write = |name: &str, text: &str| {
            fs::write(skill.join(name), text).map_err(|error| error.to_string())
        };
        write("SKILL.md", &skill_md(&name, number))?;
        write("PAGE.md", &page_md(number))?;
        if number.is_multiple_of(LINKING) {
            write("format.md", "# Format\n\nOne line for each change.\n")?;
        }
    }
    Ok(folder.to_path_buf())
}

fn skill_md(name: &str, number: usize) -> String {
    let mut body = String::new();
    for step in 1..=20 {
        let _ = writeln!(
            body,
            "## Step {step}\n\nRead the change with `git show` and say in one line what a user sees of it.\n\n\
             - Name the **part** that changed.\n- Leave out what nobody sees.\n"
        );
    }
    if number.is_multiple_of(LINKING) {
        body.push_str("The form of a line is in [format](format.md).\n");
    }
    format!(
        "---\nname: {name}\ndescription: 'Use when a release is cut and somebody says \"write the notes of {number}\".'\n---\n\n\
         # Release Notes {number}\n\n{body}\n```sh\ngit log --oneline v1.0..v1.1\n```\n"
    )
}

fn page_md(number: usize) -> String {
    format!(
        "---\npack: Example pack\n---\n\n# Release Notes {number}\n\nWrites the notes of a release.\n\n\
         ## What it does\n\nReads the changes and writes the notes.\n\n## When to use\n\n- A release is cut.\n\n\
         ## When not to use\n\n- Nothing changed.\n\n## Example prompts\n\n\
         - Write the notes of {number}\n- Write the notes of {number}, in short\n"
    )
}
