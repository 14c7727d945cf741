//! The documents as pages for browsers: what stands in `docs/` and beside it, and the reference, which is
//! made of the schema and of the two documents of the specification.
//!
//! Pages are complete without a script and refer to each other by relative addresses, so that they can be
//! served under any path, or lie in a folder. This crate does no I/O and knows nothing of the server: the
//! texts are part of it, the specification is handed in.

mod body;
mod contents;
mod html;
mod layout;
mod links;
mod markdown;
mod reference;
mod search;

use serde_json::Value;

use self::body::PageBody;
use self::contents::{ATTACHED, GROUPS, PageEntry, PageSource};
use self::reference::ReferencePages;

/// Name of the file with the search's index.
pub const INDEX: &str = "search.json";

/// The specification of a server, as it hands it out.
#[derive(Clone, Debug)]
pub struct WireDocuments {
    /// The JSON Schema of all messages.
    pub schema: Value,
    /// The OpenAPI document.
    pub openapi: Value,
    /// The AsyncAPI document.
    pub asyncapi: Value,
}

/// Places of what pages refer to and is not one of them, as addresses relative to a page.
#[derive(Clone, Copy, Debug)]
pub struct Places<'a> {
    /// The folder with the browser client's files.
    pub files: &'a str,
    /// The first page of the server; `None` if the pages are in a folder of their own.
    pub home: Option<&'a str>,
}

/// A file of the site.
#[derive(Clone, Debug)]
pub struct SiteFile {
    /// Its name; the site has no folders.
    pub name: &'static str,
    /// Its content.
    pub text: String,
}

/// Builds the whole site: every page, the files that they refer to, and the search's index.
pub fn build(specification: &WireDocuments, places: Places<'_>) -> Vec<SiteFile> {
    let reference = ReferencePages::new(specification);
    let entries: Vec<(&PageEntry, PageBody)> =
        contents::entries().map(|entry| (entry, body(entry, &reference))).collect();
    let index = SiteFile { name: INDEX, text: search::index(&entries) };
    let attached =
        ATTACHED.iter().map(|file| SiteFile { name: file.name, text: file.text.to_owned() });
    let pages = entries.iter().enumerate().map(|(at, (entry, _))| SiteFile {
        name: entry.name,
        text: layout::page(&entries, at, places),
    });
    pages.chain(attached).chain([index]).collect()
}

/// Renders the content of a page.
fn body(entry: &PageEntry, reference: &ReferencePages<'_>) -> PageBody {
    match entry.source {
        PageSource::Document { path, text } => markdown::render(path, text),
        PageSource::Requests => reference.requests(),
        PageSource::Messages => reference.messages(),
        PageSource::Codes => reference.codes(),
        PageSource::Types(prefix) => reference.types(prefix),
    }
}

/// Returns the paths, in the repository, of all files that the site is made of.
pub fn sources() -> Vec<&'static str> {
    let documents =
        GROUPS.iter().flat_map(|group| group.entries).filter_map(|entry| match entry.source {
            PageSource::Document { path, .. } => Some(path),
            PageSource::Requests
            | PageSource::Messages
            | PageSource::Codes
            | PageSource::Types(_) => None,
        });
    documents.chain(ATTACHED.iter().map(|file| file.path)).collect()
}
