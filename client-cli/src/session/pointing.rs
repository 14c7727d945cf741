//! A coach points at what a command names.

use protocol::point::{POINTED_BYTES, POINTED_MOST, is_identifier};
use serde_json::Value;

/// Returns the things that a command names, as far as a coach may point at them.
pub(super) fn named(command: &Value) -> Vec<String> {
    let mut found = Vec::new();
    walk(command, &mut found);
    found.truncate(POINTED_MOST);
    found
}

fn walk(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(id) if is_pointed(id) && !found.contains(id) => found.push(id.clone()),
        Value::Array(all) => all.iter().for_each(|one| walk(one, found)),
        Value::Object(fields) => {
            let named = fields.iter().filter(|(key, _)| *key != "type");
            named.for_each(|(_, one)| walk(one, found));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Checks whether a text has the form of an identifier at which the server lets a coach point.
fn is_pointed(id: &str) -> bool {
    (1..=POINTED_BYTES).contains(&id.len()) && is_identifier(id)
}
