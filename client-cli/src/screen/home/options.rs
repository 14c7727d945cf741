//! The options of a game, read from their JSON Schema, as settings that one turns.
//!
//! Lenient: what is not understood keeps its default and is left out. It must not know any game.

use serde_json::Value;

use crate::lists::resolve;
use crate::render::generic::short;

/// The most values of a range that are turned through one by one.
const MOST: i64 = 10_000;

/// One option with the values it may have.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Setting {
    key: String,
    title: String,
    description: String,
    default: Value,
    /// The values, each with what it means.
    values: Vec<(Value, String)>,
    at: Option<usize>,
}

impl Setting {
    /// On to another value; behind the last comes the first.
    pub(super) fn turn(&mut self, by: isize) {
        let count = self.values.len();
        if count == 0 {
            return;
        }
        let now = self.at.unwrap_or_default();
        self.at = Some((now + count).saturating_add_signed(by) % count);
    }

    /// The option, if it is not left to its default.
    pub(super) fn chosen(&self) -> Option<(String, Value)> {
        let value = &self.values.get(self.at?)?.0;
        (*value != self.default).then(|| (self.key.clone(), value.clone()))
    }

    /// Name and value.
    pub(super) fn words(&self) -> String {
        let value = self.at.and_then(|at| self.values.get(at)).map(|(value, _)| value);
        let value = value.unwrap_or(&self.default);
        let default = if *value == self.default { " (default)" } else { "" };
        format!("{}: {}{default}", self.title, short(value))
    }

    /// What the option is, and what its value means.
    pub(super) fn explanation(&self) -> String {
        let value = self.at.and_then(|at| self.values.get(at)).map(|(_, text)| text.as_str());
        match value.filter(|text| !text.is_empty()) {
            Some(text) => format!("{} {text}", self.description),
            None => self.description.clone(),
        }
    }
}

/// The options of a schema.
pub(super) fn settings(schema: &Value) -> Vec<Setting> {
    let properties = schema.get("properties").and_then(Value::as_object);
    properties.into_iter().flatten().map(|(key, part)| setting(schema, key, part)).collect()
}

fn setting(schema: &Value, key: &str, part: &Value) -> Setting {
    let target = resolve(schema, part);
    let own = |name: &str| part.get(name).or_else(|| target.get(name));
    let text =
        |name: &str| own(name).and_then(Value::as_str).unwrap_or_default().replace('\n', " ");
    let values = values(target);
    let default = own("default").cloned().unwrap_or(Value::Null);
    let at = values.iter().position(|(value, _)| *value == default);
    let title = if text("title").is_empty() { key.to_owned() } else { text("title") };
    Setting { key: key.to_owned(), title, description: text("description"), default, values, at }
}

/// The values that a part of a schema admits, where they can be counted.
fn values(part: &Value) -> Vec<(Value, String)> {
    let plain = |value: &Value| (value.clone(), String::new());
    if let Some(all) = part.get("enum").and_then(Value::as_array) {
        return all.iter().map(plain).collect();
    }
    if let Some(all) = part.get("oneOf").and_then(Value::as_array) {
        let one = |one: &Value| {
            let text = one.get("description").and_then(Value::as_str).unwrap_or_default();
            Some((one.get("const")?.clone(), text.to_owned()))
        };
        return all.iter().filter_map(one).collect();
    }
    let bound = |name: &str| part.get(name).and_then(Value::as_i64);
    match (bound("minimum"), bound("maximum")) {
        (Some(min), Some(max)) if max.saturating_sub(min) < MOST => {
            (min..=max).map(|n| plain(&Value::from(n))).collect()
        }
        _ if part.get("type").and_then(Value::as_str) == Some("boolean") => {
            vec![plain(&Value::from(false)), plain(&Value::from(true))]
        }
        _ => Vec::new(),
    }
}
