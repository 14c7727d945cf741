//! JSON as text: written once, shared by all who are sent it, put together without values in between.

use std::sync::Arc;

use serde::ser::Error as _;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

/// Capacity that a text begins with, in bytes: most events and offers fit, views double it.
const BYTES_EXPECTED: usize = 512;

/// JSON that was written once and is shared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Json(Arc<str>);

impl Json {
    /// Writes what a game shows.
    ///
    /// # Panics
    /// If the value is no JSON: views, events and offers are plain structs with string keys.
    pub fn of(value: &impl Serialize) -> Self {
        let mut bytes = Vec::with_capacity(BYTES_EXPECTED);
        write(value, &mut bytes);
        Self(text(bytes).into())
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
pub(crate) struct JsonList(Vec<u8>);

impl JsonList {
    /// Begins a list.
    pub(crate) fn new() -> Self {
        let mut bytes = Vec::with_capacity(BYTES_EXPECTED);
        bytes.push(b'[');
        Self(bytes)
    }

    /// Adds an object, to which `write` adds its fields.
    pub(crate) fn push(&mut self, write: impl FnOnce(JsonObject) -> JsonObject) {
        let mut bytes = std::mem::take(&mut self.0);
        if bytes.len() > 1 {
            bytes.push(b',');
        }
        self.0 = write(JsonObject::begun(bytes)).closed();
    }

    /// Ends the list.
    pub(crate) fn finish(mut self) -> Json {
        self.0.push(b']');
        Json(text(self.0).into())
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
    bytes: Vec<u8>,
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
        Self::begun(Vec::with_capacity(bytes))
    }

    /// Begins an object behind what is written already.
    fn begun(mut bytes: Vec<u8>) -> Self {
        bytes.push(b'{');
        let start = bytes.len();
        Self { bytes, start }
    }

    /// Adds the fields of a struct that has some, or of a variant with a tag.
    ///
    /// # Panics
    /// As [`Json::of`].
    #[must_use]
    pub(crate) fn fields<T: Serialize + ?Sized>(mut self, value: &T) -> Self {
        let before = self.bytes.len();
        write(value, &mut self.bytes);
        let last = self.bytes.pop();
        assert_eq!(last, Some(b'}'), "an object");
        // The brace that it begins with stands where a comma is due, or where nothing is.
        if before > self.start {
            self.bytes[before] = b',';
        } else {
            self.bytes.remove(before);
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
        write(value, &mut self.bytes);
        self
    }

    /// Adds a field that was written before.
    #[must_use]
    pub fn json(mut self, name: &str, json: &Json) -> Self {
        self.name(name);
        self.bytes.extend_from_slice(json.get().as_bytes());
        self
    }

    /// Adds a field with an object.
    #[must_use]
    pub fn object(mut self, name: &str, object: Self) -> Self {
        self.name(name);
        let from = object.start - 1;
        self.bytes.extend_from_slice(&object.closed()[from..]);
        self
    }

    /// Adds a field with a list of what was written before.
    #[must_use]
    pub fn list(mut self, name: &str, list: &[Json]) -> Self {
        self.name(name);
        self.bytes.push(b'[');
        for (at, json) in list.iter().enumerate() {
            if at > 0 {
                self.bytes.push(b',');
            }
            self.bytes.extend_from_slice(json.get().as_bytes());
        }
        self.bytes.push(b']');
        self
    }

    /// Ends the object and returns its text.
    pub fn finish(self) -> String {
        text(self.closed())
    }

    /// Ends the object and returns it as JSON to be shared.
    pub(crate) fn shared(self) -> Json {
        Json(self.finish().into())
    }

    fn closed(mut self) -> Vec<u8> {
        self.bytes.push(b'}');
        self.bytes
    }

    fn name(&mut self, name: &str) {
        if self.bytes.len() > self.start {
            self.bytes.push(b',');
        }
        self.bytes.push(b'"');
        self.bytes.extend_from_slice(name.as_bytes());
        self.bytes.extend_from_slice(b"\":");
    }
}

fn write<T: Serialize + ?Sized>(value: &T, into: &mut Vec<u8>) {
    sonic_rs::to_writer(into, value).expect("views are plain data");
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("JSON is written in UTF-8")
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
    }
}
