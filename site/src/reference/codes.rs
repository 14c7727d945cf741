//! The page of codes: what each means, and which requests are refused with it.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{ReferencePages, fields, items, text};
use crate::body::PageBody;
use crate::html::{code, link, table};
use crate::markdown::inline;

/// The media type of a refusal.
pub(super) const PROBLEM: &str = "application/problem+json";

/// More requests than this are not listed one by one.
const MANY: usize = 12;

impl ReferencePages<'_> {
    /// Renders the page of codes.
    pub(crate) fn codes(&self) -> PageBody {
        let mut body = PageBody::default();
        let id = body.anchor("Codes");
        body.section(1, id, "Codes");
        body.push(
            "<p>What a <code>rejected</code>, an <code>error</code> or a problem over HTTP has as \
             <code>code</code>. <code>detail</code> beside it is for people. Treat a code that you do not \
             know as a refusal that does not go away by itself.</p>\n",
        );
        let refused = self.refused();
        let known = self.definitions.get("KnownCode").map_or(&[][..], |it| items(&it["oneOf"]));
        let rows = known.iter().map(|one| {
            let word = text(&one["const"]);
            let (statuses, requests) = refused.get(word).cloned().unwrap_or_default();
            let requests = if requests.len() > MANY {
                "most requests".to_owned()
            } else {
                requests.join(", ")
            };
            let anchored = format!("<span id=\"{word}\">{}</span>", code(word));
            vec![anchored, inline(text(&one["description"])), statuses.join(", "), requests]
        });
        let rows: Vec<_> = rows.collect();
        for one in known {
            body.words(&format!("{} {}", text(&one["const"]), text(&one["description"])));
        }
        body.push(&table(&["code", "meaning", "status", "requests"], rows));
        body
    }

    /// Returns, for each code, the statuses and the requests that it comes with.
    fn refused(&self) -> BTreeMap<String, (Vec<String>, Vec<String>)> {
        let mut refused: BTreeMap<String, (Vec<String>, Vec<String>)> = BTreeMap::new();
        for (_, methods) in fields(&self.specification.openapi["paths"]) {
            for (_, operation) in fields(methods) {
                let id = text(&operation["operationId"]);
                for (status, response) in fields(&operation["responses"]) {
                    for code in codes_of(response) {
                        let (statuses, requests) = refused.entry(code.to_owned()).or_default();
                        if !statuses.contains(status) {
                            statuses.push(status.clone());
                        }
                        let request = link(&format!("requests.html#{id}"), id);
                        if !requests.contains(&request) {
                            requests.push(request);
                        }
                    }
                }
            }
        }
        refused
    }
}

/// Returns the codes that a response may have.
pub(super) fn codes_of(response: &Value) -> impl Iterator<Item = &str> {
    let schema = &response["content"][PROBLEM]["schema"];
    items(&schema["properties"]["code"]["enum"]).iter().map(text)
}
