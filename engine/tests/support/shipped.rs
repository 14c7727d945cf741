//! Component data as an owner of a game might edit them: each edit is read as the server would read
//! it, and the fault is compared.

// Each test binary uses its own part of this.
#![allow(dead_code)]

use std::collections::BTreeMap;

use engine::catalogue::{Catalogue, DataFault};
use engine::{GameEntry, REGISTRY};
use serde_json::Value;

/// An edit: after the first text, which occurs once in the file, the first second one becomes the
/// third.
pub(crate) type Edit<'a> = (&'a str, &'a str, &'a str);

/// The shipped data of one game.
#[derive(Clone, Copy)]
pub(crate) struct Shipped(&'static GameEntry);

impl Shipped {
    pub(crate) fn of(game: &str) -> Self {
        Self(REGISTRY.iter().find(|entry| entry.id == game).expect("registered"))
    }

    /// Returns the text of a file.
    pub(crate) fn text(self, file: &str) -> &'static str {
        let found = self.0.files().iter().find(|(name, _)| *name == file);
        found.expect("a data file").1
    }

    /// Reads the data with this text instead of the file.
    pub(crate) fn load(self, file: &str, text: String) -> Result<(), DataFault> {
        self.0.catalogue(&BTreeMap::from([(file.to_owned(), text)])).map(drop)
    }

    /// Returns the text of a file with edits.
    pub(crate) fn edited(self, file: &str, edits: &[Edit<'_>]) -> String {
        let shipped = self.text(file);
        let mut text = shipped.to_owned();
        for (row, old, new) in edits {
            assert_eq!(shipped.matches(row).count(), 1, "{row:?} stands once in {file}.toml");
            let from = text.find(row).expect("the row");
            let found = text[from..].find(old);
            let at = from + found.unwrap_or_else(|| panic!("no {old:?} in {row:?}"));
            text.replace_range(at..at + old.len(), new);
        }
        text
    }

    /// Asserts that the edited file is refused at this row for this reason.
    #[track_caller]
    pub(crate) fn refused(self, file: &str, edits: &[Edit<'_>], row: &str, reason: &str) {
        let fault = self.load(file, self.edited(file, edits)).expect_err("a fault");
        assert_eq!(fault.file, format!("{file}.toml"), "{fault}");
        assert_eq!(fault.row, row, "{fault}");
        assert!(fault.reason.contains(reason), "{fault}");
    }

    /// Asserts that every file is accepted as it is shipped.
    pub(crate) fn holds_together(self) {
        for (file, text) in self.0.files() {
            assert_eq!(self.load(file, (*text).to_owned()), Ok(()), "{file}");
        }
    }

    /// Returns the text of a row, from its first line to the next blank one.
    pub(crate) fn row_of(self, file: &str, line: &str) -> String {
        let text = self.text(file);
        let at = text.find(line).expect("the line");
        let from = text[..at].rfind("[[").expect("a row");
        let to = text[at..].find("\n\n").map_or(text.len(), |end| at + end + 2);
        text[from..to].to_owned()
    }

    /// Asserts that every value names its source: without any one of the sources, of which there
    /// are at least this many, the data are refused.
    pub(crate) fn no_source_can_be_left_out(self, least: usize) {
        let catalogue = self.0.catalogue(&BTreeMap::new()).expect("the shipped data hold together");
        let files: Value = serde_json::from_str(catalogue.canonical()).expect("canonical JSON");
        let mut found = Vec::new();
        sources(&files, "", &mut found);
        assert!(found.len() > least, "{} sources", found.len());
        for path in found {
            let mut broken = files.clone();
            let (row, key) = path.rsplit_once('/').expect("a path");
            let object = broken.pointer_mut(row).and_then(Value::as_object_mut).expect("an object");
            object.remove(key);
            let fault = Catalogue::from_canonical(self.0, &broken.to_string());
            let fault = fault.err().unwrap_or_else(|| panic!("without {path}"));
            let file = path[1..].split('/').next().expect("a file");
            assert_eq!(fault.file, format!("{file}.toml"), "{path}: {fault}");
            let named = fault.reason.contains("source") || fault.reason.contains(key);
            assert!(named, "{path}: {fault}");
        }
    }
}

/// Collects the path of every value that names the source of another value.
fn sources(value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(object) => {
            for (key, inner) in object {
                let path = format!("{at}/{key}");
                if key == "source" || key.ends_with("_source") {
                    found.push(path.clone());
                    if let Value::Object(each) = inner {
                        found.extend(each.keys().map(|key| format!("{path}/{key}")));
                    }
                } else {
                    sources(inner, &path, found);
                }
            }
        }
        Value::Array(rows) => {
            for (index, row) in rows.iter().enumerate() {
                sources(row, &format!("{at}/{index}"), found);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
