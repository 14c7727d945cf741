//! Small damage to a JSON value: what a near miss differs in from something that is right.

use serde_json::{Map, Number, Value, json};

use crate::choices::Choices;

/// The deepest that an edit goes.
const MOST_STEPS: usize = 24;

/// Damages one place of a value.
pub(crate) fn edit(value: &mut Value, choices: &mut Choices<'_>) {
    let donor = value.clone();
    let mut node = value;
    for _ in 0..MOST_STEPS {
        // Of eight, one stops above a leaf.
        let children = children(node);
        if children == 0 || choices.below(8) == 0 {
            break;
        }
        node = child(node, usize::from(choices.byte()) % children);
    }
    damage(node, &donor, choices);
}

fn children(value: &Value) -> usize {
    match value {
        Value::Array(all) => all.len(),
        Value::Object(all) => all.len(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 0,
    }
}

fn child(value: &mut Value, at: usize) -> &mut Value {
    match value {
        Value::Array(all) => &mut all[at],
        Value::Object(all) => all.values_mut().nth(at).expect("below the number of children"),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value,
    }
}

fn damage(node: &mut Value, donor: &Value, choices: &mut Choices<'_>) {
    match choices.below(8) {
        0 => *node = Value::Null,
        1 | 2 => *node = extreme(choices),
        3 => *node = part_of(donor, choices).clone(),
        4 => more(node, choices),
        5 => fewer(node, choices),
        6 => rename(node, choices),
        _ => near(node, choices),
    }
}

/// Chooses a value at the edge of something.
fn extreme(choices: &mut Choices<'_>) -> Value {
    let all = [
        json!(0),
        json!(1),
        json!(-1),
        json!(7),
        json!(255),
        json!(256),
        json!(65_535),
        json!(u32::MAX),
        json!((1_i64 << 53) - 1),
        json!(1_i64 << 53),
        json!(i64::MAX),
        json!(i64::MIN),
        json!(u64::MAX),
        json!(0.5),
        json!(true),
        json!(false),
        json!(""),
        json!("x"),
        json!("printed"),
        json!("\u{1b}[2J\u{202e}\r\u{0}"),
        json!("é👩\u{200d}🚀\u{2028}"),
        json!("a b ".repeat(40)),
        json!([]),
        json!({}),
        json!([[[[[[[[0]]]]]]]]),
    ];
    choices.of(&all).cloned().unwrap_or_default()
}

/// Chooses another part of the same value.
fn part_of<'a>(donor: &'a Value, choices: &mut Choices<'_>) -> &'a Value {
    let mut part = donor;
    for _ in 0..MOST_STEPS {
        let inner = match part {
            Value::Array(all) => choices.of(all),
            Value::Object(all) => all.values().nth(choices.below(all.len() as u64) as usize),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
        };
        let Some(inner) = inner else { break };
        part = inner;
        if choices.below(4) == 0 {
            break;
        }
    }
    part
}

/// Adds one element or key.
fn more(node: &mut Value, choices: &mut Choices<'_>) {
    match node {
        Value::Array(all) => {
            let one = choices.of(all).cloned().unwrap_or_default();
            all.push(one);
        }
        Value::Object(all) => {
            all.insert("seat".to_owned(), extreme(choices));
        }
        Value::String(text) => text.push('x'),
        Value::Number(_) => step(node, 1),
        Value::Null | Value::Bool(_) => {}
    }
}

/// Removes one element or key.
fn fewer(node: &mut Value, choices: &mut Choices<'_>) {
    match node {
        Value::Array(all) if !all.is_empty() => {
            all.remove(choices.below(all.len() as u64) as usize);
        }
        Value::Object(all) => {
            let at = choices.below(all.len() as u64) as usize;
            if let Some(key) = all.keys().nth(at).cloned() {
                all.remove(&key);
            }
        }
        Value::String(text) => {
            text.pop();
        }
        Value::Number(_) => step(node, -1),
        Value::Null | Value::Bool(_) | Value::Array(_) => {}
    }
}

/// Gives a value another key.
fn rename(node: &mut Value, choices: &mut Choices<'_>) {
    let Value::Object(all) = node else { return near(node, choices) };
    let from = choices.below(all.len() as u64) as usize;
    let Some(key) = all.keys().nth(from).cloned() else { return };
    let value = all.remove(&key).unwrap_or_default();
    let new = match choices.below(3) {
        0 => format!("{key}s"),
        1 => key[..key.len() - key.chars().last().map_or(0, char::len_utf8)].to_owned(),
        _ => all.keys().next().cloned().unwrap_or(key),
    };
    all.insert(new, value);
}

/// Replaces a value by a nearby one of the same type.
fn near(node: &mut Value, choices: &mut Choices<'_>) {
    match node {
        Value::Bool(truth) => *truth = !*truth,
        Value::Number(_) => step(node, i64::from(choices.byte()) - 128),
        Value::Array(all) => all.reverse(),
        Value::Object(_) => *node = Value::Object(Map::new()),
        Value::String(text) => *text = text.to_uppercase(),
        Value::Null => *node = json!(0),
    }
}

fn step(node: &mut Value, by: i64) {
    if let Some(n) = node.as_i64() {
        *node = Value::Number(Number::from(n.saturating_add(by)));
    }
}
