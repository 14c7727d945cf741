//! The pages of types: every definition of the schema, with its fields, its variants or its words.

use serde_json::Value;

use super::{ReferencePages, fields, items, linked, page_of, text};
use crate::body::PageBody;
use crate::contents::{PageSource, entries};
use crate::html::{code, list, table};
use crate::markdown::inline;

impl ReferencePages<'_> {
    /// Renders the definitions of the page for this prefix.
    pub(crate) fn types(&self, prefix: &str) -> PageBody {
        let mut body = PageBody::default();
        let page =
            entries().find(|entry| matches!(entry.source, PageSource::Types(own) if own == prefix));
        let (name, title) = page.map_or(("", ""), |entry| (entry.name, entry.title));
        let id = body.anchor(title);
        body.section(1, id, title);
        body.push(
            "<p>From the <a href=\"protocol.html#versions-and-reading\">JSON Schema</a> that each server \
             hands out as <code>GET /api/v1/schema.json</code>. Fields without a mark are always there. \
             Within version 1 of the protocol fields, variants and words may be added.</p>\n",
        );
        let own = self.definitions.iter().filter(|(definition, _)| page_of(definition) == name);
        body.push(&list(own.clone().map(|(definition, _)| (*definition, code(definition)))));
        for (definition, schema) in own {
            body.code_section(2, (*definition).to_owned(), definition);
            self.definition(&mut body, schema);
        }
        body
    }

    /// Writes a definition without its heading.
    pub(super) fn definition(&self, body: &mut PageBody, schema: &Value) {
        let description = text(&schema["description"]);
        body.words(description);
        if !description.is_empty() {
            body.push(&format!("<p>{}</p>\n", inline(description)));
        }
        let variants = [items(&schema["oneOf"]), items(&schema["anyOf"])].concat();
        let words = variants.iter().all(|one| one.get("const").is_some());
        let plain = variants.iter().all(|one| said_of_word(one).is_empty());
        let markup = if !variants.is_empty() && words && plain {
            let words: Vec<String> =
                variants.iter().map(|one| code(&one["const"].to_string())).collect();
            format!("<p>{}</p>\n", words.join(", "))
        } else if !variants.is_empty() && words {
            let rows = variants
                .iter()
                .map(|one| vec![code(&one["const"].to_string()), inline(said_of_word(one))]);
            table(&["word", "meaning"], rows)
        } else if !variants.is_empty() {
            let rows = variants.iter().map(|one| vec![self.shape(one), self.said_of(one)]);
            table(&["one of", ""], rows)
        } else if schema.get("properties").is_some() {
            self.fields(schema)
        } else {
            format!("<p>{}</p>\n", self.shape(schema))
        };
        body.push(&markup);
    }

    /// Returns the description of a variant: its own, or that of its definition.
    fn said_of(&self, variant: &Value) -> String {
        let definition = linked(variant).and_then(|name| self.definitions.get(name));
        let own = text(&variant["description"]);
        let said =
            if own.is_empty() { definition.map_or("", |it| text(&it["description"])) } else { own };
        inline(said)
    }

    /// Builds the table of an object's fields.
    pub(super) fn fields(&self, schema: &Value) -> String {
        let required: Vec<&str> = items(&schema["required"]).iter().map(text).collect();
        let rows = fields(&schema["properties"]).map(|(name, field)| {
            let mark = if required.contains(&name.as_str()) {
                ""
            } else {
                " <small>may be left out</small>"
            };
            let description = inline(text(&field["description"]));
            vec![format!("{}{mark}", code(name)), self.shape(field), description]
        });
        table(&["field", "value", "meaning"], rows)
    }
}

/// Returns the description of a word, unless it only repeats the word.
fn said_of_word(word: &Value) -> &str {
    let said = text(&word["description"]);
    if said == format!("`{}` on the wire.", text(&word["const"])) { "" } else { said }
}
