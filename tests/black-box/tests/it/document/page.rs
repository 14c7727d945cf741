//! A page of the documents: its examples, and the schemas that they must satisfy.

use std::collections::BTreeSet;

use jsonschema::Validator;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// Reads a page under `docs/`.
pub(crate) fn page(name: &str) -> String {
    std::fs::read_to_string(black_box::root().join("docs").join(name)).expect("the page")
}

/// An example: what its block is marked as, and its text.
#[derive(Debug)]
pub(crate) struct Example {
    pub(crate) mark: String,
    pub(crate) text: String,
}

impl Example {
    pub(crate) fn value(&self) -> Value {
        serde_json::from_str(&self.text).expect(&self.text)
    }
}

/// Returns every value of every fenced JSON block.
pub(crate) fn examples(page: &str) -> Vec<Example> {
    let mut examples = Vec::new();
    for block in page.split("\n```json").skip(1) {
        let (mark, rest) = block.split_once('\n').expect("an info string");
        let (text, _) = rest.split_once("\n```").expect("a fence at the end");
        let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
        let mut from = 0;
        while let Some(value) = values.next() {
            value.unwrap_or_else(|error| panic!("{error} in\n{text}"));
            let one = text[from..values.byte_offset()].trim().to_owned();
            examples.push(Example { mark: mark.trim().to_owned(), text: one });
            from = values.byte_offset();
        }
    }
    assert!(examples.len() > 20, "only {} examples were found", examples.len());
    examples
}

/// The schema of everything that is validated here, by its name in the schema document.
pub(crate) struct Schemas(pub(crate) Value);

impl Schemas {
    pub(crate) fn new() -> Self {
        Self(protocol::schema::document())
    }

    pub(crate) fn validator(&self, name: &str) -> Validator {
        let mut schema = self.0["properties"][name].clone();
        assert!(schema.is_object(), "the schema has no {name}");
        schema["$defs"] = self.0["$defs"].clone();
        jsonschema::validator_for(&schema).expect("a schema")
    }

    /// Returns the values that the alternatives of a root or a definition fix, by their `type` or
    /// themselves; of what may grow, those that there are.
    pub(crate) fn alternatives(&self, name: &str) -> BTreeSet<String> {
        let name = linked(&self.0["properties"][name]).unwrap_or(name);
        let known = &self.0["$defs"][format!("Known{name}")];
        let definition = if known.is_object() { known } else { &self.0["$defs"][name] };
        let alternatives = definition["oneOf"].as_array().expect(name);
        let fixed = |one: &Value| {
            let one = linked(one).map_or(one, |name| &self.0["$defs"][name]);
            let known = [&one["const"], &one["properties"]["type"]["const"]];
            known.into_iter().find_map(|value| value.as_str().map(str::to_owned))
        };
        let values: BTreeSet<String> = alternatives.iter().filter_map(fixed).collect();
        assert_eq!(values.len(), alternatives.len(), "{name}");
        values
    }

    /// Returns the prefix of the names of a game's definitions, found by its command's.
    pub(crate) fn prefix(&self, command: &str) -> String {
        let link = self.0["properties"][command]["$ref"].as_str().expect(command);
        let name = link.rsplit('/').next().unwrap_or_default();
        name.strip_suffix("Command").expect(name).to_owned()
    }

    /// Returns the fields of a definition.
    pub(crate) fn fields(&self, definition: &str) -> Vec<String> {
        let fields = self.0["$defs"][definition]["properties"].as_object().expect(definition);
        fields.keys().cloned().collect()
    }
}

/// Returns the name of the definition that a schema is a link to.
fn linked(schema: &Value) -> Option<&str> {
    schema["$ref"].as_str()?.strip_prefix("#/$defs/")
}

/// Checks that the value is of the type, loses nothing in it, and satisfies the schema.
pub(crate) fn holds<T: DeserializeOwned + Serialize>(schemas: &Schemas, name: &str, value: &Value) {
    let read: T = serde_json::from_value(value.clone())
        .unwrap_or_else(|error| panic!("not a {name}: {error}\n{value}"));
    kept(&json!(read), value, name);
    if let Err(error) = schemas.validator(name).validate(value) {
        panic!("not in the schema of {name}: {error}\n{value}");
    }
}

/// Checks that the document's value is in the type's own form of it; the type may add its defaults.
fn kept(own: &Value, value: &Value, path: &str) {
    match (own, value) {
        (Value::Object(own), Value::Object(fields)) => {
            for (key, field) in fields {
                let known = own.get(key).unwrap_or(&Value::Null);
                kept(known, field, &format!("{path}.{key}"));
            }
        }
        (Value::Array(own), Value::Array(items)) if own.len() == items.len() => {
            own.iter().zip(items).for_each(|(own, item)| kept(own, item, path));
        }
        _ => assert_eq!(own, value, "{path}"),
    }
}

/// Checks that every name is shown on the page, in code or as a key of an example.
pub(crate) fn all_explained(page: &str, names: impl IntoIterator<Item = String>) {
    for name in names {
        let said = [format!("`{name}`"), format!("\"{name}\":")];
        assert!(said.iter().any(|said| page.contains(said)), "{name} is not explained");
    }
}

/// Returns the `type`s that the examples with this mark show.
pub(crate) fn shown(examples: &[Example], mark: &str) -> BTreeSet<String> {
    let marked = examples.iter().filter(|example| example.mark == mark);
    marked.map(|one| one.value()["type"].as_str().unwrap_or_default().to_owned()).collect()
}
