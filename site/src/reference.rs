//! The reference: pages made of the specification, so that they say what the server says.

mod codes;
mod messages;
mod requests;
mod shape;
mod types;

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::WireDocuments;
use crate::contents::{PageSource, entries};
use crate::html;

/// The specification, and where its definitions are shown.
pub(crate) struct ReferencePages<'a> {
    specification: &'a WireDocuments,
    definitions: BTreeMap<&'a str, &'a Value>,
}

impl<'a> ReferencePages<'a> {
    pub(crate) fn new(specification: &'a WireDocuments) -> Self {
        let definitions = specification.schema["$defs"].as_object();
        let definitions = definitions.into_iter().flatten();
        Self {
            definitions: definitions.map(|(name, schema)| (name.as_str(), schema)).collect(),
            specification,
        }
    }

    /// Returns the address of a definition; `None` if there is none of this name.
    fn address(&self, name: &str) -> Option<String> {
        self.definitions.contains_key(name).then(|| format!("{}#{name}", page_of(name)))
    }
}

/// Returns the name of the page that has the definition: that of the longest beginning that a page is for.
fn page_of(definition: &str) -> &'static str {
    // What is open has its members under another name: they belong together.
    let definition = definition.strip_prefix("Known").unwrap_or(definition);
    let pages = entries().filter_map(|entry| match entry.source {
        PageSource::Types(prefix) if definition.starts_with(prefix) => {
            Some((prefix.len(), entry.name))
        }
        PageSource::Document { .. }
        | PageSource::Requests
        | PageSource::Messages
        | PageSource::Codes
        | PageSource::Types(_) => None,
    });
    pages.max().map_or("types.html", |(_, name)| name)
}

/// Returns the name that a link leads to, in the schema or in a document of the specification.
fn linked(schema: &Value) -> Option<&str> {
    schema["$ref"].as_str()?.rsplit_once('/').map(|(_, name)| name)
}

/// Returns the fields of an object, none for anything else.
fn fields(value: &Value) -> impl Iterator<Item = (&String, &Value)> + Clone {
    value.as_object().into_iter().flat_map(Map::iter)
}

/// Returns the items of a list, none for anything else.
fn items(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Returns a text, empty for anything else.
fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Builds an example of a value.
fn example(value: &Value) -> String {
    html::example(&serde_json::to_string_pretty(value).unwrap_or_default())
}
