//! Names for the variants of unions.
//!
//! A derived schema has the variants of an enum without names, and generators of clients number them.
//! Here each becomes a definition: `EuropeDividedCommandPlay` for `{"type": "play"}` of
//! `EuropeDividedCommand`. A variant that is a type of its own, such as `Update`, keeps its name and
//! gets the tag among its fields. This module must not know any type.

use serde_json::{Map, Value, json};

use super::{DEFINITIONS, link, linked_name};

/// Gives every variant of every union among the definitions a definition.
pub(super) fn name_all(definitions: &mut Map<String, Value>) {
    let unions: Vec<String> = definitions
        .iter()
        .filter(|(_, definition)| {
            alternatives(definition).is_some_and(|all| all.iter().all(fields))
        })
        .map(|(name, _)| name.clone())
        .collect();
    for union in unions {
        let Some(mut all) = definitions[&union].get("oneOf").and_then(Value::as_array).cloned()
        else {
            continue;
        };
        let tag = tag(&all);
        for variant in &mut all {
            let Some(word) = word(variant, tag.as_deref()) else { continue };
            *variant = json!({"$ref": link(&named(definitions, &union, &word, variant))});
        }
        definitions[&union]["oneOf"] = all.into();
    }
}

/// Returns the property that has a constant in each of these variants of a union; `None` if none has.
pub fn tag(variants: &[Value]) -> Option<String> {
    let constant = |variant: &Value, key: &str| variant["properties"][key]["const"].is_string();
    let (first, _) = variants.split_first()?;
    let mut keys = first["properties"].as_object()?.keys();
    keys.find(|key| variants.iter().all(|one| constant(one, key))).cloned()
}

/// Puts a variant among the definitions; returns the name it has there.
fn named(
    definitions: &mut Map<String, Value>,
    union: &str,
    word: &str,
    variant: &mut Value,
) -> String {
    let own = variant.get("$ref").and_then(Value::as_str).and_then(linked_name);
    let Some((own, definition)) = own.and_then(|own| definitions.get_mut(own).map(|it| (own, it)))
    else {
        let name = format!("{union}{}", pascal(word));
        definitions.insert(name.clone(), variant.take());
        return name;
    };
    // What the variant adds to its type is the tag.
    if let Some(Value::Object(more)) = variant.get("properties").cloned()
        && let Some(fields) = definition["properties"].as_object_mut()
    {
        let required = definition_required(&more);
        fields.extend(more);
        if let Some(known) = definition["required"].as_array_mut() {
            known.splice(0..0, required);
        } else {
            definition["required"] = required.into();
        }
    }
    own.to_owned()
}

fn definition_required(fields: &Map<String, Value>) -> Vec<Value> {
    fields.keys().map(|key| json!(key)).collect()
}

fn alternatives(definition: &Value) -> Option<&Vec<Value>> {
    definition.get("oneOf").and_then(Value::as_array)
}

/// Checks whether a variant is an object with fields.
fn fields(variant: &Value) -> bool {
    variant["properties"].is_object()
}

/// Returns the word that tells a variant from the others: its tag's, or its only field's name.
fn word(variant: &Value, tag: Option<&str>) -> Option<String> {
    let fields = variant["properties"].as_object()?;
    match tag {
        Some(tag) => fields[tag]["const"].as_str().map(str::to_owned),
        None => fields.keys().next().cloned(),
    }
}

/// Returns a word of the wire as part of a type's name.
fn pascal(word: &str) -> String {
    word.split(['_', '-']).map(super::capitalised).collect()
}

/// Writes a choice among one word within a schema as that word.
pub(super) fn collapse(schema: &mut Value) {
    match schema {
        Value::Object(parts) => {
            let only = parts.get("oneOf").and_then(Value::as_array).filter(|all| all.len() == 1);
            if let Some(Value::Object(only)) = only.and_then(|all| all.first()).cloned() {
                parts.remove("oneOf");
                parts.extend(only);
            }
            parts.values_mut().for_each(collapse);
        }
        Value::Array(items) => items.iter_mut().for_each(collapse),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Removes the definitions that nothing leads to any more.
pub(super) fn prune(roots: &Map<String, Value>, definitions: &mut Map<String, Value>) {
    let mut left: Vec<String> = Vec::new();
    roots.values().for_each(|root| links(root, &mut left));
    let mut kept = Map::new();
    while let Some(name) = left.pop() {
        if let Some(definition) = definitions.remove(&name) {
            links(&definition, &mut left);
            kept.insert(name, definition);
        }
    }
    *definitions = kept;
}

/// Collects the names of the definitions that a schema leads to.
fn links(schema: &Value, found: &mut Vec<String>) {
    match schema {
        Value::Object(parts) => {
            let link = parts.get("$ref").and_then(Value::as_str);
            found.extend(link.and_then(|link| link.strip_prefix(DEFINITIONS)).map(str::to_owned));
            parts.values().for_each(|part| links(part, found));
        }
        Value::Array(items) => items.iter().for_each(|item| links(item, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
