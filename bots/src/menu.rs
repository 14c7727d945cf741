//! The single commands that an offer covers.

use protocol::{Offer, Placeholder};
use serde_json::{Map, Value, json};

/// Most commands that one offer is expanded into.
const MOST: usize = 256;

/// Lists all commands that fit an offer, as long as it asks for single values and small numbers;
/// the first of them if there are very many. For an offer with other choices the list is empty.
pub(crate) fn commands(offer: &Offer) -> Vec<Value> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::offer::{Item, admits};

    #[test]
    fn an_offer_is_taken_apart_into_what_fits_it() {
        let from = vec![Item::new("a", ""), Item::new("b", "")];
        let template = json!({
            "type": "move", "to": Placeholder::One { from }.to_value(),
            "n": Placeholder::Int { min: 2, max: 4 }.to_value(),
        });
        let text = String::new();
        let offer =
            Offer { command: template, rule: text.clone(), text, loose: false, is_final: false };
        let commands = commands(&offer);
        assert_eq!(commands.len(), 6);
        assert!(commands.iter().all(|command| admits(&offer.command, command)));
    }

    #[test]
    fn what_is_endless_is_cut_short() {
        let int = Placeholder::Int { min: 0, max: i64::MAX }.to_value();
        assert_eq!(expand(&json!({"a": int, "b": int})).len(), MOST);
        let pick = Placeholder::Pick { from: Vec::new(), min: 0, max: 0 }.to_value();
        assert!(expand(&json!({"a": pick})).is_empty());
    }
}
