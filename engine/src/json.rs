//! JSON as text: written once, shared by all who are sent it, put together without values in between.

mod writer;

use std::sync::{Arc, LazyLock};

use serde::ser::Error as _;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

/// Capacity that a text begins with, in bytes: most events and offers fit.
const BYTES_EXPECTED: usize = 512;

/// Capacity of a view that everybody sees, in bytes: most of those of the games of two fit.
pub(crate) const PUBLIC_BYTES: usize = 4096;

/// Capacity of what only one seat sees, in bytes: most private views and lists of offers fit.
pub(crate) const PRIVATE_BYTES: usize = 1024;

/// JSON that was written once and is shared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Json(Arc<str>);

impl Json {
    /// Writes what a game shows.
    ///
    /// # Panics
    /// If the value is no JSON: views, events and offers are plain structs with string keys.
    pub fn of(value: &impl Serialize) -> Self {
        Self::sized(BYTES_EXPECTED, value)
    }

    /// Writes a value of about so many bytes.
    ///
    /// # Panics
    /// As [`Json::of`].
    pub(crate) fn sized(bytes: usize, value: &impl Serialize) -> Self {
        let mut text = String::with_capacity(bytes);
        write(value, &mut text);
        Self(text.into())
    }

    /// Returns the list of nothing.
    pub(crate) fn empty_list() -> Self {
        static EMPTY: LazyLock<Json> = LazyLock::new(|| Json(Arc::from("[]")));
        EMPTY.clone()
    }

    /// Returns the text.
    pub fn get(&self) -> &str {
        &self.0
    }
}

/// Within other JSON it is read once more, to hold that it is some: whoever sends it often puts it into
/// a [`JsonObject`], which copies it.
impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let raw: &RawValue = serde_json::from_str(&self.0).map_err(S::Error::custom)?;
        raw.serialize(serializer)
    }
}

/// A JSON list, written element by element.
#[derive(Debug)]
pub(crate) struct JsonList {
    /// The text before it, and the list so far.
    text: String,
    /// The number of bytes before its elements.
    start: usize,
}

impl JsonList {
    /// Begins a list.
    pub(crate) fn new() -> Self {
        Self::begun(String::with_capacity(PRIVATE_BYTES))
    }

    /// Begins a list behind what is written already.
    fn begun(mut text: String) -> Self {
        text.push('[');
        let start = text.len();
        Self { text, start }
    }

    /// Adds an object, to which `write` adds its fields.
    pub(crate) fn push(&mut self, write: impl FnOnce(JsonObject) -> JsonObject) {
        self.separate();
        let text = std::mem::take(&mut self.text);
        self.text = write(JsonObject::begun(text)).finish();
    }

    /// Adds what was written before.
    pub(crate) fn add(&mut self, json: &Json) {
        self.separate();
        self.text.push_str(json.get());
    }

    fn separate(&mut self) {
        if self.text.len() > self.start {
            self.text.push(',');
        }
    }

    /// Ends the list.
    pub(crate) fn finish(self) -> Json {
        Json(self.closed().into())
    }

    fn closed(mut self) -> String {
        self.text.push(']');
        self.text
    }
}

/// A JSON object, written field by field.
///
/// # Examples
/// ```
/// use engine::json::{Json, JsonObject};
///
/// let board = Json::of(&["italy", "france"]);
/// let object = JsonObject::with_capacity(64).field("turn", &3).json("board", &board);
/// assert_eq!(object.finish(), r#"{"turn":3,"board":["italy","france"]}"#);
/// ```
#[derive(Debug)]
pub struct JsonObject {
    /// The text before it, and the object so far.
    text: String,
    /// The number of bytes before its fields.
    start: usize,
}

impl JsonObject {
    /// Begins an object of a common size.
    pub(crate) fn new() -> Self {
        Self::with_capacity(BYTES_EXPECTED)
    }

    /// Begins an object of about so many bytes.
    pub fn with_capacity(bytes: usize) -> Self {
        Self::begun(String::with_capacity(bytes))
    }

    /// Begins an object behind what is written already.
    fn begun(mut text: String) -> Self {
        text.push('{');
        let start = text.len();
        Self { text, start }
    }

    /// Adds the fields of a struct that has some, or of a variant with a tag.
    ///
    /// # Panics
    /// As [`Json::of`].
    #[must_use]
    pub(crate) fn fields<T: Serialize + ?Sized>(mut self, value: &T) -> Self {
        // The value brings braces of its own: the first stands where a comma is due, or in the place of this
        // object's.
        let before = self.text.len();
        let behind = before > self.start;
        if !behind {
            self.text.pop();
        }
        write(value, &mut self.text);
        let last = self.text.pop();
        assert_eq!(last, Some('}'), "an object");
        if behind {
            self.text.replace_range(before..=before, ",");
        }
        self
    }

    /// Adds a field, whose name needs no escapes.
    ///
    /// # Panics
    /// As [`Json::of`].
    #[must_use]
    pub fn field<T: Serialize + ?Sized>(mut self, name: &str, value: &T) -> Self {
        self.name(name);
        write(value, &mut self.text);
        self
    }

    /// Adds a field with a list, whose elements `write` adds.
    #[must_use]
    pub(crate) fn objects(mut self, name: &str, write: impl FnOnce(&mut JsonList)) -> Self {
        self.name(name);
        let mut list = JsonList::begun(self.text);
        write(&mut list);
        self.text = list.closed();
        self
    }

    /// Adds a field with an object, to which `write` adds its fields.
    #[must_use]
    pub(crate) fn within(mut self, name: &str, write: impl FnOnce(Self) -> Self) -> Self {
        self.name(name);
        self.text = write(Self::begun(self.text)).finish();
        self
    }

    /// Adds a field that was written before.
    #[must_use]
    pub fn json(mut self, name: &str, json: &Json) -> Self {
        self.name(name);
        self.text.push_str(json.get());
        self
    }

    /// Adds a field with an object.
    #[must_use]
    pub fn object(mut self, name: &str, object: Self) -> Self {
        self.name(name);
        let from = object.start - 1;
        self.text.push_str(&object.finish()[from..]);
        self
    }

    /// Adds a field with a list of what was written before.
    #[must_use]
    pub fn list(self, name: &str, list: &[Json]) -> Self {
        self.objects(name, |written| list.iter().for_each(|json| written.add(json)))
    }

    /// Ends the object and returns its text.
    pub fn finish(mut self) -> String {
        self.text.push('}');
        self.text
    }

    /// Ends the object and returns it as JSON to be shared.
    pub(crate) fn shared(self) -> Json {
        Json(self.finish().into())
    }

    #[inline]
    fn name(&mut self, name: &str) {
        if self.text.len() > self.start {
            self.text.push(',');
        }
        self.text.push('"');
        self.text.push_str(name);
        self.text.push_str("\":");
    }
}

fn write<T: Serialize + ?Sized>(value: &T, into: &mut String) {
    writer::write(value, into).expect("views are plain data");
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn what_is_put_together_is_what_serde_would_write() {
        #[derive(Serialize)]
        struct Named {
            name: &'static str,
        }
        let one = Json::of(&json!({"a": "\"\\\u{1}é"}));
        let object = JsonObject::new()
            .fields(&Named { name: "x" })
            .field("text", "a \"b\"")
            .json("one", &one)
            .object("empty", JsonObject::with_capacity(0))
            .list("none", &[])
            .list("two", &[one.clone(), one.clone()]);
        let whole = json!({
            "name": "x", "text": "a \"b\"", "one": one, "empty": {}, "none": [], "two": [one, one],
        });
        let mut list = JsonList::new();
        list.push(|begun| begun.fields(&Named { name: "y" }).field("n", &1));
        list.push(|begun| begun);
        list.push(|begun| begun.field("n", &2).fields(&Named { name: "z" }).json("one", &one));
        let read: Value = serde_json::from_str(list.finish().get()).expect("JSON");
        let third = json!({"n": 2, "name": "z", "one": one});
        assert_eq!(read, json!([{"name": "y", "n": 1}, {}, third]));
        let read: Value = serde_json::from_str(object.shared().get()).expect("JSON");
        assert_eq!(read, whole);
        let within = JsonObject::new().field("n", &1).within("w", |inner| {
            inner.field("plain", "aé").field("escaped", "a\"\n").objects("none", |_| {}).objects(
                "two",
                |list| {
                    list.push(|begun| begun.field("n", &2));
                    list.add(&Json::of(&json!({})));
                },
            )
        });
        let read: Value = serde_json::from_str(&within.field("last", &()).finish()).expect("JSON");
        let inner = json!({"plain": "aé", "escaped": "a\"\n", "none": [], "two": [{"n": 2}, {}]});
        assert_eq!(read, json!({"n": 1, "w": inner, "last": null}));
    }
}
