//! The page of messages, from the AsyncAPI document.

use serde_json::Value;

use super::{ReferencePages, example, fields, items, linked, text};
use crate::body::PageBody;
use crate::html::{code, list, table};
use crate::markdown::inline;

/// The two directions: the heading, and the beginning of the names of its messages.
const DIRECTIONS: [(&str, &str); 2] =
    [("What a client sends", "client_"), ("What the server sends", "server_")];

impl ReferencePages<'_> {
    /// Renders the page of messages.
    pub(crate) fn messages(&self) -> PageBody {
        let asyncapi = &self.specification.asyncapi;
        let mut body = PageBody::default();
        let id = body.anchor("Messages");
        body.section(1, id, "Messages");
        body.push(&format!(
            "<p>{} The same for programs: <code>GET /api/v1/asyncapi.json</code>. How they follow each other \
             is on the page of the <a href=\"protocol.html#the-socket\">protocol</a>.</p>\n",
            inline(text(&asyncapi["info"]["description"]))
        ));
        for (title, prefix) in DIRECTIONS {
            let id = body.anchor(title);
            body.section(2, id, title);
            let own = fields(&asyncapi["components"]["messages"])
                .filter(|(name, _)| name.starts_with(prefix));
            let names = own.clone().map(|(id, one)| (id.as_str(), code(text(&one["name"]))));
            body.push(&list(names));
            for (name, message) in own {
                self.message(&mut body, name, message);
            }
        }
        let title = "How the server closes a socket";
        let id = body.anchor(title);
        body.section(2, id, title);
        let rows = items(&asyncapi["channels"]["room"]["x-close-codes"]).iter().map(|close| {
            let said = [&close["meaning"], &close["come_back"]].map(|said| inline(text(said)));
            [vec![close["code"].to_string()], said.to_vec()].concat()
        });
        body.push(&table(&["close code", "meaning", "come back?"], rows));
        body
    }

    fn message(&self, body: &mut PageBody, name: &str, message: &Value) {
        body.code_section(3, name.to_owned(), text(&message["name"]));
        let summary = text(&message["summary"]);
        body.words(summary);
        body.push(&format!("<p>{} {}</p>\n", inline(summary), self.shape(&message["payload"])));
        let definition = linked(&message["payload"]).and_then(|name| self.definitions.get(name));
        if let Some(definition) = definition.filter(|one| one.get("properties").is_some()) {
            body.push(&self.fields(definition));
        }
        for shown in items(&message["examples"]) {
            body.push(&example(&shown["payload"]));
        }
    }
}
