//! The page of requests, from the OpenAPI document.

use serde_json::Value;

use super::codes::{PROBLEM, codes_of};
use super::{ReferencePages, example, fields, items, text};
use crate::body::PageBody;
use crate::html::{code, escape, link, table};
use crate::markdown::inline;

impl ReferencePages<'_> {
    /// Renders the page of requests.
    pub(crate) fn requests(&self) -> PageBody {
        let openapi = &self.specification.openapi;
        let mut body = PageBody::default();
        let id = body.anchor("Requests");
        body.section(1, id, "Requests");
        body.push(&format!(
            "<p>{} The same for programs: <code>GET /api/v1/openapi.json</code>. What they mean together is \
             on the page of the <a href=\"protocol.html#http\">protocol</a>.</p>\n",
            inline(text(&openapi["info"]["description"]))
        ));
        for tag in items(&openapi["tags"]) {
            let said = text(&tag["description"]);
            let id = body.anchor(said);
            body.section(2, id, said);
            let own: Vec<(String, &Value)> = self.operations(text(&tag["name"])).collect();
            let rows = own.iter().map(|(title, one)| {
                let address = format!("#{}", text(&one["operationId"]));
                vec![link(&address, &code(title)), inline(text(&one["summary"]))]
            });
            body.push(&table(&["request", "what it does"], rows));
            for (title, operation) in &own {
                self.request(&mut body, title, operation);
            }
        }
        body
    }

    /// Returns the requests of a group, each with its method and path.
    fn operations(&self, tag: &str) -> impl Iterator<Item = (String, &Value)> {
        let paths = fields(&self.specification.openapi["paths"]);
        let all = paths.flat_map(|(path, methods)| {
            fields(methods)
                .map(move |(method, it)| (format!("{} {path}", method.to_uppercase()), it))
        });
        all.filter(move |(_, it)| items(&it["tags"]).iter().any(|own| text(own) == tag))
    }

    fn request(&self, body: &mut PageBody, title: &str, operation: &Value) {
        let id = text(&operation["operationId"]);
        body.code_section(3, id.to_owned(), title);
        let summary = text(&operation["summary"]);
        body.words(&format!("{id} {summary}"));
        body.push(&format!("<p>{}. {}</p>\n", inline(summary), security(operation)));
        let rows: Vec<Vec<String>> = items(&operation["parameters"])
            .iter()
            .map(|one| {
                let name = format!(
                    "{} <small>{}</small>",
                    code(text(&one["name"])),
                    escape(text(&one["in"]))
                );
                let shown = one["example"]
                    .as_str()
                    .map_or_else(|| one["example"].to_string(), str::to_owned);
                vec![
                    name,
                    self.shape(&one["schema"]),
                    inline(text(&one["description"])),
                    code(&shown),
                ]
            })
            .collect();
        if !rows.is_empty() {
            body.push(&table(&["parameter", "value", "meaning", "example"], rows));
        }
        for (media, content) in fields(&operation["requestBody"]["content"]) {
            let shape = self.shape(&content["schema"]);
            body.push(&format!("<p>Body ({}): {shape}</p>\n", code(media)));
            body.push(&example(&content["example"]));
        }
        let rows = fields(&operation["responses"])
            .map(|(status, response)| vec![code(status), self.answer(response)]);
        body.push(&table(&["status", "answer"], rows));
    }

    fn answer(&self, response: &Value) -> String {
        let codes: Vec<String> =
            codes_of(response).map(|one| link(&format!("codes.html#{one}"), &code(one))).collect();
        if !codes.is_empty() {
            return codes.join(", ");
        }
        let contents: Vec<String> = fields(&response["content"])
            .filter(|(media, _)| *media != PROBLEM)
            .map(|(media, content)| match content["schema"].get("$ref") {
                Some(_) => self.shape(&content["schema"]),
                None => code(media),
            })
            .collect();
        let said = inline(text(&response["description"]));
        if contents.is_empty() { said } else { format!("{said}: {}", contents.join(" or ")) }
    }
}

/// Says whether a request needs a seat's token.
fn security(operation: &Value) -> &'static str {
    let ways = items(&operation["security"]);
    let open = ways.iter().any(|way| fields(way).next().is_none());
    match (ways.is_empty(), open) {
        (true, _) => "No token is read.",
        (false, true) => "A seat's token may be sent along.",
        (false, false) => "It needs a seat's token: <code>Authorization: Bearer TOKEN</code>.",
    }
}
