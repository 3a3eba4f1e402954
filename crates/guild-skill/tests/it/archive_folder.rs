//! Reading a skill's folder from a disk.

use std::fs;
use std::path::Path;

use guild_skill::archive::{self, ArchiveError, EntryError, Layout};
use guild_skill::files::FolderError;
use guild_skill::{ArchiveLimits, Digest, FileSet};

const LIMITS: &ArchiveLimits = &ArchiveLimits::STANDARD;

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let home = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = home.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    home
}

fn read(home: &tempfile::TempDir) -> Result<FileSet, FolderError> {
    FileSet::read_folder(home.path(), LIMITS)
}

fn paths(files: &FileSet) -> Vec<&str> {
    files.iter().map(|file| file.path.as_str()).collect()
}

#[test]
fn files_come_in_the_order_of_their_paths_bytes() {
    let home = folder(&[
        ("b/z.md", "1"),
        ("SKILL.md", "2"),
        ("b.md", "3"),
        ("a/deep/x", "4"),
    ]);
    let files = read(&home).unwrap();
    assert_eq!(paths(&files), ["SKILL.md", "a/deep/x", "b.md", "b/z.md"]);
    assert_eq!(files.total_bytes(), 4);
    assert_eq!(files.get("b.md").unwrap().bytes, b"3");
    assert!(files.get("b").is_none());
}

#[test]
fn version_control_and_the_finder_leave_nothing() {
    let home = folder(&[
        ("SKILL.md", "1"),
        (".git/config", "2"),
        ("a/.DS_Store", "3"),
        ("a/.hg/x", "4"),
        (".gitignore", "5"),
    ]);
    assert_eq!(paths(&read(&home).unwrap()), [".gitignore", "SKILL.md"]);
}

#[test]
fn the_same_folder_gives_the_same_archive() {
    let files = [("SKILL.md", "# Title\n"), ("a/b", "x"), ("c", "")];
    let mut reversed = files;
    reversed.reverse();
    let (one, two) = (
        read(&folder(&files)).unwrap(),
        read(&folder(&reversed)).unwrap(),
    );
    assert_eq!(
        archive::write(&one, Layout::Root),
        archive::write(&two, Layout::Root)
    );
}

#[test]
fn a_folder_that_is_not_there_is_named() {
    let home = folder(&[]);
    let error = FileSet::read_folder(&home.path().join("nowhere"), LIMITS).unwrap_err();
    assert!(error.to_string().contains("nowhere"), "{error}");
}

#[test]
fn a_file_is_not_a_folder() {
    let home = folder(&[("SKILL.md", "x")]);
    let error = FileSet::read_folder(&home.path().join("SKILL.md"), LIMITS).unwrap_err();
    assert!(matches!(error, FolderError::NotAFolder { .. }), "{error}");
}

#[test]
fn an_empty_folder_has_no_files() {
    assert!(read(&folder(&[])).unwrap().is_empty());
}

#[test]
fn settings_of_an_assistant_are_refused_by_name() {
    let error = read(&folder(&[(".claude/settings.json", "{}")])).unwrap_err();
    assert!(
        matches!(error, FolderError::Path { .. }) && error.to_string().contains(".claude"),
        "{error}"
    );
}

#[test]
fn a_file_over_the_limit_is_named() {
    let limits = ArchiveLimits {
        file_bytes: 4,
        ..*LIMITS
    };
    let home = folder(&[("a/large", "12345"), ("small", "1234")]);
    let error = FileSet::read_folder(home.path(), &limits).unwrap_err();
    let FolderError::Files(ArchiveError::Entry { entry, reason }) = error else {
        panic!("{error}");
    };
    assert_eq!(
        (entry.as_str(), reason),
        ("a/large", EntryError::TooLarge { bytes: 5, limit: 4 })
    );
}

#[test]
fn files_over_the_limit_together_are_refused() {
    let limits = ArchiveLimits {
        unpacked_bytes: 7,
        ..*LIMITS
    };
    let home = folder(&[("a", "1234"), ("b", "1234")]);
    let error = FileSet::read_folder(home.path(), &limits).unwrap_err();
    assert!(
        matches!(error, FolderError::Files(ArchiveError::TooMuch { .. })),
        "{error}"
    );
}

#[test]
fn a_skill_of_ten_thousand_files_is_refused() {
    let home = folder(&[]);
    for number in 0..10_000 {
        fs::write(home.path().join(number.to_string()), "").unwrap();
    }
    let error = read(&home).unwrap_err();
    assert!(
        matches!(
            error,
            FolderError::Files(ArchiveError::TooManyEntries { limit: 1_000, .. })
        ),
        "{error}"
    );
}

#[test]
fn a_folder_that_is_too_deep_is_refused() {
    let home = folder(&[(&format!("{}x", "d/".repeat(30)), "")]);
    let error = read(&home).unwrap_err();
    assert!(matches!(error, FolderError::Path { .. }), "{error}");
}

#[test]
fn the_tree_digest_is_what_its_description_says() {
    let home = folder(&[("SKILL.md", "# Title\n"), ("a/b", "x")]);
    let lines = format!(
        "644 {} SKILL.md\n644 {} a/b\n",
        Digest::of(b"# Title\n").hex(),
        Digest::of(b"x").hex()
    );
    assert_eq!(
        read(&home).unwrap().tree_digest(),
        Digest::of(lines.as_bytes())
    );
}

#[cfg(unix)]
mod on_unix {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    use std::os::unix::net::UnixListener;
    use std::process::Command;

    use super::*;

    fn make_executable(path: &Path) {
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    #[test]
    fn a_link_is_refused_by_name_wherever_it_points() {
        for target in ["SKILL.md", "/etc/passwd", "../secret", "nowhere", "."] {
            let home = folder(&[("SKILL.md", "x")]);
            symlink(target, home.path().join("link")).unwrap();
            let error = read(&home).unwrap_err();
            let is_named = matches!(&error, FolderError::Link { path } if path.ends_with("link"));
            assert!(is_named, "{target}: {error}");
        }
    }

    #[test]
    fn the_folder_itself_may_be_a_link() {
        let home = folder(&[("skill/SKILL.md", "x")]);
        symlink("skill", home.path().join("link")).unwrap();
        let files = FileSet::read_folder(&home.path().join("link"), LIMITS).unwrap();
        assert_eq!(paths(&files), ["SKILL.md"]);
    }

    #[test]
    fn a_socket_is_refused_and_not_waited_for() {
        let home = folder(&[("SKILL.md", "x")]);
        let _socket = UnixListener::bind(home.path().join("socket")).unwrap();
        let error = read(&home).unwrap_err();
        assert!(matches!(error, FolderError::Special { .. }), "{error}");
    }

    #[test]
    fn a_pipe_is_refused_and_not_waited_for() {
        let home = folder(&[("SKILL.md", "x")]);
        let made = Command::new("mkfifo")
            .arg(home.path().join("pipe"))
            .status()
            .unwrap();
        assert!(made.success());
        let error = read(&home).unwrap_err();
        assert!(matches!(error, FolderError::Special { .. }), "{error}");
    }

    #[test]
    fn twins_on_a_disk_that_tells_them_apart_are_refused() {
        let home = folder(&[("Notes.md", "1"), ("notes.md", "2")]);
        if fs::read_dir(home.path()).unwrap().count() < 2 {
            println!("note: this disk ignores case, so that it cannot hold twins");
            return;
        }
        let error = read(&home).unwrap_err();
        assert!(error.to_string().contains("Notes.md"), "{error}");
    }

    #[test]
    fn a_name_with_an_escape_is_shown_escaped() {
        let error = read(&folder(&[("a\u{1b}[31m", "x")])).unwrap_err();
        assert!(!error.to_string().contains('\u{1b}'), "{error}");
    }

    #[test]
    fn the_executable_bit_is_kept() {
        let home = folder(&[("SKILL.md", "x"), ("run.sh", "y")]);
        make_executable(&home.path().join("run.sh"));
        let files = read(&home).unwrap();
        assert!(files.get("run.sh").unwrap().is_executable);
        assert!(!files.get("SKILL.md").unwrap().is_executable);
    }

    /// The shell lines in the description of `tree_digest`, run as they stand there.
    #[test]
    fn the_shell_takes_the_same_tree_digest() {
        let home = folder(&[
            ("SKILL.md", "# Title\n"),
            ("a/b", "x"),
            ("a.md", ""),
            ("größe", "ü"),
        ]);
        fs::write(home.path().join("run.sh"), "y").unwrap();
        make_executable(&home.path().join("run.sh"));
        let script = r#"find . -type f | sed 's|^\./||' | LC_ALL=C sort | while IFS= read -r path; do
            mode=644; [ -x "$path" ] && mode=755
            printf '%s %s %s\n' "$mode" "$(sha256sum < "$path" | cut -c 1-64)" "$path"
        done | sha256sum"#;
        let output = Command::new("sh")
            .args(["-c", script])
            .current_dir(home.path())
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(
            read(&home).unwrap().tree_digest().hex(),
            text.split(' ').next().unwrap()
        );
    }
}
