//! A schema as a line of markup: `string`, `list of Seat`, `integer, 0 to 255`.

use serde_json::Value;

use super::{ReferencePages, fields, items, linked, text};
use crate::html::{code, escape, link};

impl ReferencePages<'_> {
    /// Describes the values that a schema admits.
    pub(super) fn shape(&self, schema: &Value) -> String {
        if let Some(name) = linked(schema) {
            let shown = code(name);
            return self.address(name).map_or(shown.clone(), |address| link(&address, &shown));
        }
        for alternatives in ["oneOf", "anyOf"] {
            let all = items(&schema[alternatives]);
            if !all.is_empty() {
                return joined(all.iter().map(|one| self.shape(one)));
            }
        }
        if let [only] = items(&schema["allOf"]) {
            return self.shape(only);
        }
        if let Some(value) = schema.get("const") {
            return code(&value.to_string());
        }
        let words = items(&schema["enum"]);
        if !words.is_empty() {
            return joined(words.iter().map(|word| code(&word.to_string())));
        }
        match schema["type"].as_array() {
            Some(kinds) => joined(kinds.iter().map(|kind| self.of_kind(text(kind), schema))),
            None => self.of_kind(text(&schema["type"]), schema),
        }
    }

    fn of_kind(&self, kind: &str, schema: &Value) -> String {
        let bounds = |least: &str, most: &str| bounds(&schema[least], &schema[most]);
        match kind {
            "array" if schema.get("prefixItems").is_some() => {
                let parts = items(&schema["prefixItems"]).iter().map(|part| self.shape(part));
                format!("[{}]", parts.collect::<Vec<_>>().join(", "))
            }
            "array" => format!(
                "list of {}{}",
                self.shape(&schema["items"]),
                bounds("minItems", "maxItems")
            ),
            "object" if schema.get("properties").is_some() => {
                let parts = fields(&schema["properties"])
                    .map(|(name, part)| format!("{}: {}", code(name), self.shape(part)));
                format!("{{{}}}", parts.collect::<Vec<_>>().join(", "))
            }
            "object" if schema["additionalProperties"].is_object() => {
                let names = match schema.get("propertyNames") {
                    Some(names) => self.shape(names),
                    None => "a text".to_owned(),
                };
                format!("for each {names}: {}", self.shape(&schema["additionalProperties"]))
            }
            "integer" | "number" => format!("{kind}{}", bounds("minimum", "maximum")),
            "string" => match text(&schema["pattern"]) {
                "" => format!("string{}", bounds("minLength", "maxLength")),
                pattern => format!("string like {}", code(pattern)),
            },
            "" => "any JSON".to_owned(),
            kind => escape(kind),
        }
    }
}

/// Returns alternatives, each once.
fn joined(all: impl Iterator<Item = String>) -> String {
    let mut shown: Vec<String> = Vec::new();
    for one in all {
        if !shown.contains(&one) {
            shown.push(one);
        }
    }
    shown.join(" or ")
}

fn bounds(least: &Value, most: &Value) -> String {
    match (least, most) {
        (Value::Null, Value::Null) => String::new(),
        (least, Value::Null) => format!(", at least {least}"),
        (Value::Null, most) => format!(", at most {most}"),
        (least, most) if least == most => format!(", {least}"),
        (least, most) => format!(", {least} to {most}"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::WireDocuments;

    #[test]
    fn a_schema_is_a_line() {
        let specification = WireDocuments {
            schema: json!({"$defs": {"Seat": {}, "EuropeGood": {}, "KnownEuropeGood": {}}}),
            openapi: Value::Null,
            asyncapi: Value::Null,
        };
        let reference = ReferencePages::new(&specification);
        for (schema, shown) in [
            (json!({"$ref": "#/$defs/Seat"}), "<a href=\"types.html#Seat\"><code>Seat</code></a>"),
            (json!({"$ref": "#/components/schemas/Other"}), "<code>Other</code>"),
            (
                json!({"$ref": "#/$defs/KnownEuropeGood"}),
                "<a href=\"types-europe.html#KnownEuropeGood\"><code>KnownEuropeGood</code></a>",
            ),
            (
                json!({"allOf": [{"$ref": "#/$defs/EuropeGood"}]}),
                "<a href=\"types-europe.html#EuropeGood\"><code>EuropeGood</code></a>",
            ),
            (json!({"type": ["string", "null"], "maxLength": 32}), "string, at most 32 or null"),
            (json!({"type": "array", "items": {"type": "boolean"}}), "list of boolean"),
            (json!({"type": "integer", "minimum": 0, "maximum": 3}), "integer, 0 to 3"),
            (json!({"enum": ["a", 1]}), "<code>&quot;a&quot;</code> or <code>1</code>"),
            (
                json!({"type": "object", "additionalProperties": {"type": "integer"}}),
                "for each a text: integer",
            ),
            (json!(true), "any JSON"),
        ] {
            assert_eq!(reference.shape(&schema), shown, "{schema}");
        }
    }
}
