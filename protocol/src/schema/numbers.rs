//! Bounds of numbers.
//!
//! A derived schema names the width of an integer as its `format`, which few readers know. What the
//! width means is said in the words of JSON Schema; wider than what every reader of JSON holds exactly
//! nothing is.

use serde_json::{Map, Value, json};

use crate::scan::MAX_INTEGER;

/// Replaces the formats of integers within a schema by their bounds.
pub(super) fn bound(schema: &mut Value) {
    match schema {
        Value::Object(parts) => {
            let format = parts.get("format").and_then(Value::as_str);
            if let Some((least, most)) = format.and_then(bounds) {
                parts.remove("format");
                tighten(parts, least, most);
            }
            parts.values_mut().for_each(bound);
        }
        Value::Array(items) => items.iter_mut().for_each(bound),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Returns the least and the most integer of a format.
fn bounds(format: &str) -> Option<(i64, i64)> {
    let widest = MAX_INTEGER.cast_signed();
    Some(match format {
        "uint8" => (0, u8::MAX.into()),
        "uint16" => (0, u16::MAX.into()),
        "uint32" => (0, u32::MAX.into()),
        "uint64" | "uint" => (0, widest),
        "int8" => (i8::MIN.into(), i8::MAX.into()),
        "int16" => (i16::MIN.into(), i16::MAX.into()),
        "int32" => (i32::MIN.into(), i32::MAX.into()),
        "int64" | "int" => (-widest, widest),
        _ => return None,
    })
}

/// Adds bounds where the schema has none.
fn tighten(parts: &mut Map<String, Value>, least: i64, most: i64) {
    parts.entry("minimum").or_insert(json!(least));
    parts.entry("maximum").or_insert(json!(most));
}
