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
