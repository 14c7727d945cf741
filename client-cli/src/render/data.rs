//! Component data of any game, read leniently.
//!
//! Names, values and texts stand in the data of the match, each with its source. Whatever is missing
//! or of another shape is simply not there: a view must stay readable with data that this client has
//! never seen. It must not know any game.

use serde_json::Value;

use super::generic::words;

/// Put behind a value that no printed source has.
pub(super) const MARK: char = '~';

/// The explanation of [`MARK`].
pub(super) const LEGEND: &str = "~ reconstructed, not read from the printed game";

/// A look into the component data.
#[derive(Clone, Copy, Debug)]
pub(super) struct Data<'a>(Option<&'a Value>);

impl<'a> Data<'a> {
    pub(super) fn new(data: Option<&'a Value>) -> Self {
        Self(data)
    }

    /// All rows of a table.
    pub(super) fn rows(self, file: &str, table: &str) -> impl Iterator<Item = Row<'a>> + use<'a> {
        let rows = self.0.and_then(|data| data.get(file)?.get(table)?.as_array());
        rows.into_iter().flatten().map(Row::of)
    }

    /// A row of a table by its id.
    pub(super) fn row(self, file: &str, table: &str, id: &str) -> Row<'a> {
        self.find(file, table, |row| row.text("id") == Some(id))
    }

    /// The row of a table whose value at `key` is this number.
    pub(super) fn numbered(self, file: &str, table: &str, key: &str, number: i64) -> Row<'a> {
        self.find(file, table, |row| row.number(key) == Some(number))
    }

    fn find(self, file: &str, table: &str, fits: impl Fn(Row<'a>) -> bool) -> Row<'a> {
        self.rows(file, table).find(|row| fits(*row)).unwrap_or(Row(None))
    }
}

/// A row of a table, or nothing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<'a>(Option<&'a Value>);

impl<'a> Row<'a> {
    pub(super) fn of(value: &'a Value) -> Self {
        Self(Some(value))
    }

    pub(super) fn get(self, key: &str) -> Option<&'a Value> {
        self.0?.get(key)
    }

    pub(super) fn text(self, key: &str) -> Option<&'a str> {
        self.get(key)?.as_str()
    }

    pub(super) fn number(self, key: &str) -> Option<i64> {
        self.get(key)?.as_i64()
    }

    pub(super) fn list(self, key: &str) -> &'a [Value] {
        self.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }

    pub(super) fn texts(self, key: &str) -> Vec<&'a str> {
        self.list(key).iter().filter_map(Value::as_str).collect()
    }

    /// [`MARK`] if the value whose source stands at `key` is reconstructed, else nothing.
    pub(super) fn mark(self, key: &str) -> &'static str {
        mark_of(self.text(key))
    }

    /// The same where the sources of a row stand together in `source`.
    pub(super) fn deep_mark(self, key: &str) -> &'static str {
        mark_of(self.get("source").and_then(|source| source.get(key)).and_then(Value::as_str))
    }
}

/// [`MARK`] for a reconstructed value.
pub(super) fn mark_of(source: Option<&str>) -> &'static str {
    if source == Some("reconstructed") { "~" } else { "" }
}

/// An identifier as a name.
pub(super) fn title(id: &str) -> String {
    let words = words(id);
    let mut letters = words.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => words,
    }
}

/// Text in the making.
#[derive(Default)]
pub(super) struct Text(pub(super) String);

impl Text {
    pub(super) fn line(&mut self, text: impl AsRef<str>) {
        self.0.push_str(text.as_ref().trim_end());
        self.0.push('\n');
    }

    pub(super) fn gap(&mut self) {
        self.0.push('\n');
    }

    /// Explains [`MARK`] where it was used.
    pub(super) fn legend(&mut self) {
        if self.0.contains(MARK) {
            self.gap();
            self.line(LEGEND);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn rows_are_found_and_marked_and_what_is_missing_is_nothing() {
        let data = json!({"cards": {"card": [
            {"id": "a", "n": 2, "n_source": "reconstructed", "source": {"x": "reconstructed"}},
            {"id": "b", "n": 3, "n_source": "printed", "tags": ["p", 1, "q"]}]}});
        let data = Data::new(Some(&data));
        assert_eq!(data.row("cards", "card", "a").mark("n_source"), "~");
        assert_eq!(data.row("cards", "card", "a").deep_mark("x"), "~");
        assert_eq!(data.numbered("cards", "card", "n", 3).mark("n_source"), "");
        assert_eq!(data.row("cards", "card", "b").texts("tags"), ["p", "q"]);
        assert_eq!(data.rows("cards", "card").count(), 2);
        assert!(data.row("cards", "card", "c").get("id").is_none());
        assert!(data.row("map", "card", "a").number("n").is_none());
        assert_eq!(Data::new(None).rows("cards", "card").count(), 0);
    }

    #[test]
    fn an_identifier_becomes_a_name() {
        assert_eq!(title("northern_france"), "Northern france");
        assert_eq!(title(""), "");
    }
}
