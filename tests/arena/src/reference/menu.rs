//! The single commands that an offer covers.

use protocol::{Offer, Placeholder};
use serde_json::{Map, Value, json};

/// Most commands that one offer is expanded into.
const MOST: usize = 256;

/// Lists all commands that fit an offer, as long as it asks for single values and small numbers;
/// the first of them if there are very many. For an offer with other choices the list is empty.
pub(super) fn commands(offer: &Offer) -> Vec<Value> {
    expand(&offer.command)
}

fn expand(template: &Value) -> Vec<Value> {
    if let Some(placeholder) = Placeholder::read(template) {
        return match placeholder {
            Placeholder::Int { min, max } => (min..=max).take(MOST).map(|n| json!(n)).collect(),
            Placeholder::One { from } => from.into_iter().map(|item| item.value).collect(),
            Placeholder::Pick { .. } | Placeholder::Bag { .. } => Vec::new(),
        };
    }
    let Some(parts) = template.as_object() else { return vec![template.clone()] };
    let mut commands = vec![Map::new()];
    for (key, part) in parts {
        let values = expand(part);
        let longer = commands.iter().flat_map(|command| {
            values.iter().map(|value| {
                let mut command = command.clone();
                command.insert(key.clone(), value.clone());
                command
            })
        });
        commands = longer.take(MOST).collect();
    }
    commands.into_iter().map(Value::Object).collect()
}
