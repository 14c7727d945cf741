//! Component data of any game, read leniently, and text in the making.
//!
//! Here because every rendering looks up rows by their id and marks what no printed source has. A
//! row that is missing is an empty row. It must not know any game.

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

    /// A row of a table by its id.
    pub(super) fn row(self, file: &str, table: &str, id: &str) -> Row<'a> {
        self.find(file, table, |row| row.get("id").and_then(Value::as_str) == Some(id))
    }

    /// All rows of a table.
    pub(super) fn rows(self, file: &str, table: &str) -> impl Iterator<Item = Row<'a>> + use<'a> {
        let rows = self.0.and_then(|data| data.get(file)?.get(table)?.as_array());
        rows.into_iter().flatten().map(Row::of)
    }

    /// The first row of a table that fits.
    pub(super) fn find(self, file: &str, table: &str, fits: impl Fn(&Value) -> bool) -> Row<'a> {
        let rows = self.0.and_then(|data| data.get(file)?.get(table)?.as_array());
        Row(rows.and_then(|rows| rows.iter().find(|row| fits(row))))
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
    sentence(&words(id))
}

/// A text as the beginning of a line.
pub(super) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// Text in the making.
#[derive(Default)]
pub(super) struct Text(String);

impl Text {
    pub(super) fn line(&mut self, text: impl AsRef<str>) {
        self.0.push_str(text.as_ref().trim_end());
        self.0.push('\n');
    }

    pub(super) fn gap(&mut self) {
        self.0.push('\n');
    }

    /// How long it is so far, in bytes.
    pub(super) fn length(&self) -> usize {
        self.0.len()
    }

    /// The text, with the legend if anything in it is marked.
    pub(super) fn finish(mut self) -> String {
        if self.0.contains(MARK) {
            self.gap();
            self.line(LEGEND);
        }
        self.0
    }
}
