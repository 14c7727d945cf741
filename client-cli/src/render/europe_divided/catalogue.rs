//! Component data of Europe Divided, read leniently.
//!
//! Names, values and texts stand in the data of the match, each with its source. Whatever is missing
//! or of another shape falls back to the identifier: the board must stay readable with data that
//! this client has never seen. It must not compute anything.

use serde_json::Value;

use crate::render::data::{Data, Row, title};

/// A look into the component data.
#[derive(Clone, Copy, Debug)]
pub(super) struct Catalogue<'a>(Data<'a>);

impl<'a> Catalogue<'a> {
    pub(super) fn new(data: Option<&'a Value>) -> Self {
        Self(Data::new(data))
    }

    /// A row of a table by its id.
    pub(super) fn row(self, file: &str, table: &str, id: &str) -> Row<'a> {
        self.0.row(file, table, id)
    }

    /// A row of the turn track.
    pub(super) fn turn(self, turn: u8) -> Row<'a> {
        self.0.find("turns", "turn", |row| {
            row.get("turn").and_then(Value::as_u64) == Some(turn.into())
        })
    }

    /// The name of a space of the board.
    pub(super) fn space(self, id: &str) -> String {
        self.row("map", "space", id).text("name").map_or_else(|| title(id), str::to_owned)
    }

    /// The names of several spaces.
    pub(super) fn spaces(self, ids: &[&str]) -> String {
        ids.iter().map(|id| self.space(id)).collect::<Vec<_>>().join(", ")
    }

    /// The name of an Action Card, with its side where both have one of that name.
    pub(super) fn action_card(self, id: &str) -> String {
        let row = self.row("cards", "action", id);
        let Some(name) = row.text("name") else { return title(id) };
        let name = format!("{name}{}", row.mark("name_source"));
        match (row.text("group"), row.text("side")) {
            (Some("contested"), Some(side)) => format!("{name} ({})", title(side)),
            _ => name,
        }
    }

    /// The name of an Advantage Card.
    pub(super) fn advantage(self, id: &str) -> String {
        let row = self.row("cards", "advantage", id);
        match row.text("name") {
            Some(name) => format!("{name}{}", row.mark("name_source")),
            None => title(id),
        }
    }

    /// The name of a headline.
    pub(super) fn headline(self, id: &str) -> String {
        let row = self.row("headlines", "headline", id);
        match row.text("name") {
            Some(name) => format!("{name}{}", row.deep_mark("name")),
            None => title(id),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_missing_falls_back_to_the_identifier() {
        for data in [None, Some(json!({})), Some(json!({"cards": 3, "map": {"space": {}}}))] {
            let catalogue = Catalogue::new(data.as_ref());
            assert_eq!(catalogue.space("czechia_slovakia"), "Czechia slovakia");
            assert_eq!(catalogue.action_card("uk-and-ireland"), "Uk and ireland");
            assert_eq!(catalogue.advantage("us-sanctions"), "Us sanctions");
            assert_eq!(catalogue.headline("kosovo-war"), "Kosovo war");
            assert!(catalogue.turn(1).text("source").is_none());
        }
    }

    #[test]
    fn names_carry_side_and_mark() {
        let data = json!({"cards": {
            "action": [{"id": "russia-poland", "name": "Poland", "side": "russia",
                "group": "contested", "name_source": "printed"}],
            "advantage": [{"id": "us-sanctions", "name": "US Sanctions",
                "name_source": "reconstructed"}],
        }});
        let catalogue = Catalogue::new(Some(&data));
        assert_eq!(catalogue.action_card("russia-poland"), "Poland (Russia)");
        assert_eq!(catalogue.advantage("us-sanctions"), "US Sanctions~");
    }
}
