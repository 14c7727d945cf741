//! The index that the page's script searches: every section of every page, with its words.

use serde_json::{Value, json};

use crate::body::PageBody;
use crate::contents::PageEntry;

/// Builds the index: a list of `[page, address, section, words]`.
pub(crate) fn index(entries: &[(&PageEntry, PageBody)]) -> String {
    let sections: Vec<Value> = entries
        .iter()
        .flat_map(|(entry, body)| body.headings.iter().map(move |heading| (*entry, heading)))
        .map(|(entry, heading)| {
            let address = match heading.level {
                1 => entry.name.to_owned(),
                _ => format!("{}#{}", entry.name, heading.id),
            };
            let words: Vec<&str> = heading.words.split_whitespace().collect();
            json!([entry.title, address, heading.title, words.join(" ")])
        })
        .collect();
    Value::from(sections).to_string()
}
