//! `backup --keep`: which copies are removed, and which never are.

use std::fs;
use std::path::Path;

use crate::binary::ended;
use crate::binary::kept::{Kept, RUNNING};

/// A database that a server had open once.
fn served() -> Kept {
    let kept = Kept::new();
    let (child, _) = kept.serving();
    assert_eq!(ended(child, "-TERM").0, Some(0));
    kept
}

/// The names of the files in a folder, in their order.
fn names(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_damaged_copy_costs_no_good_one_its_place() {
    let kept = served();
    let folder = kept.at("copies");
    fs::create_dir(&folder).unwrap();
    let backup = || kept.output(&["backup", "--keep", "2", "copies"]);
    for _ in 0..2 {
        assert_eq!(backup().0, Some(0));
    }
    let good = names(&folder);
    kept.damage("entente.db", RUNNING);
    for _ in 0..2 {
        let (code, said) = backup();
        assert_eq!(code, Some(1), "{said}");
        assert!(said.contains(".db.damaged\n"), "{said}");
    }
    kept.done(&["rooms", "delete", RUNNING]);
    let (code, said) = backup();
    assert_eq!(code, Some(0), "{said}");
    let (damaged, sound): (Vec<_>, Vec<_>) =
        names(&folder).into_iter().partition(|name| name.ends_with(".damaged"));
    assert_eq!((damaged.len(), sound.len()), (2, 2), "{said}");
    assert_eq!(sound[0], good[1], "the oldest went: {said}");
    for name in sound {
        kept.done(&["--database", &format!("sqlite:copies/{name}"), "check"]);
    }
}

#[test]
fn only_copies_that_are_surely_of_this_database_are_removed() {
    let folder = tempfile::tempdir().unwrap();
    let of_nobody = "entente-20200101T000000.000Z.db";
    fs::copy(Kept::new().at("entente.db"), folder.path().join(of_nobody)).unwrap();
    let place = folder.path().to_str().unwrap();
    let backup = |kept: &Kept| kept.done(&["backup", "--keep", "1", place]);
    let (one, two) = (served(), served());
    for (kept, copies) in [(&one, 1), (&two, 2)] {
        let said = backup(kept);
        assert!(!said.contains("removed "), "{said}");
        assert!(said.contains(of_nobody), "it stays, and that is said: {said}");
        assert_eq!(names(folder.path()).len(), 1 + copies, "{said}");
    }
    let before = names(folder.path());
    let said = backup(&one);
    let now = names(folder.path());
    assert_eq!(now.len(), 3, "{said}");
    assert!(said.contains(&format!("removed {place}/{}", before[1])), "{said}");
    assert_eq!((&now[0], &now[1]), (&before[0], &before[2]), "{said}");
    // No server has ever had it open, so nothing says which copies are its own.
    let unknown = Kept::new();
    for made in 1..=2 {
        let said = backup(&unknown);
        assert!(!said.contains("removed "), "{said}");
        assert_eq!(names(folder.path()).len(), 3 + made, "{said}");
    }
}

#[test]
fn a_database_is_known_by_its_key_whether_or_not_it_sends_web_push() {
    let kept = Kept::new();
    let (child, _) = crate::binary::started(kept.server().env("ENTENTE_PUSH", "off"));
    assert_eq!(ended(child, "-TERM").0, Some(0));
    fs::create_dir(kept.at("copies")).unwrap();
    for made in 1..=2 {
        let said = kept.done(&["backup", "--keep", "1", "copies"]);
        assert_eq!(said.contains("removed "), made > 1, "{said}");
    }
}

#[test]
fn backups_at_once_do_not_disturb_each_other() {
    let kept = served();
    let run = || {
        let mut command = kept.server();
        command.args(["backup", "copy.db", "--replace"]);
        command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
        command.spawn().unwrap()
    };
    let all: Vec<_> = (0..8).map(|_| run()).collect();
    for child in all {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{output:?}");
    }
    kept.done(&["--database", "sqlite:copy.db", "check"]);
    assert_eq!(kept.names("copy.db"), ["copy.db"]);
}

#[test]
fn what_a_killed_backup_left_behind_goes_with_the_next_one() {
    let kept = served();
    let left = kept.at("copies/.entente-0123456789abcdef0123456789abcdef");
    fs::create_dir_all(&left).unwrap();
    fs::write(left.join("copy.db"), "hands").unwrap();
    kept.done(&["backup", "--keep", "2", "copies"]);
    let there = names(&kept.at("copies"));
    assert!(there.len() == 1 && !there[0].ends_with(".damaged"), "{there:?}");
}
