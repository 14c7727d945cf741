//! `entente-server docs`: the documents as files.

use std::fs;

use crate::binary::{server, texts};

#[test]
fn the_documents_are_written_and_written_again() {
    let folder = tempfile::tempdir().unwrap();
    let site = folder.path().join("site");
    for _ in 0..2 {
        let output = server().arg("docs").arg(&site).output().unwrap();
        let (said, complained) = texts(&output);
        assert_eq!((output.status.code(), complained.as_str()), (Some(0), ""));
        assert!(said.contains(" files in "), "{said}");
    }
    let page = fs::read_to_string(site.join("protocol.html")).unwrap();
    assert!(page.contains("href=\"files/styles/docs.css\""), "{page}");
    for file in ["index.html", "search.json", "files/styles/docs.css", "files/docs/main.js"] {
        assert!(site.join(file).is_file(), "{file}");
    }
    // Nothing leads out of the folder.
    assert!(!page.contains("href=\"../"), "{page}");
}

#[test]
fn a_folder_with_other_files_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("thesis.txt"), "ten years").unwrap();
    let output = server().arg("docs").arg(folder.path()).output().unwrap();
    let (_, complained) = texts(&output);
    assert_eq!(output.status.code(), Some(1));
    assert!(complained.contains("has other files in it"), "{complained}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn what_cannot_be_written_to_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("thesis.txt");
    fs::write(&file, "ten years").unwrap();
    let output = server().arg("docs").arg(&file).output().unwrap();
    let (_, complained) = texts(&output);
    assert_eq!(output.status.code(), Some(1));
    assert!(complained.contains(file.to_str().unwrap()), "{complained}");
}
