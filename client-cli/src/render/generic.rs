//! Any JSON view as indented `key: value` lines.
//!
//! Here because a game must be playable before anyone has drawn it. It must not know any game.

use serde_json::Value;

use super::page::PageBuilder;
use super::text::{short, words};
use super::{Render, Scene};
use crate::paper::WIDTH;

/// Depth to which a view is followed.
const MAX_DEPTH: usize = 16;

/// Spaces for each level.
const INDENT: usize = 2;

/// The rendering of games without one of their own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Generic;

impl Render for Generic {
    fn wants_catalogue(&self) -> bool {
        false
    }
}

/// Writes the views.
pub(super) fn views(scene: &Scene<'_>, text: &mut PageBuilder) {
    let mut part = |title: &str, value: &Value| {
        text.line(title);
        for line in lines(value) {
            text.line(line);
        }
        // The next part begins after an empty line.
        text.line("");
    };
    part("Situation", scene.public);
    if let Some(private) = scene.private {
        part("Only you see", private);
    }
}

/// Returns the value as indented lines.
pub(crate) fn lines(value: &Value) -> Vec<String> {
    let mut out = Vec::new();
    write(value, 1, &mut out);
    out
}

fn write(value: &Value, depth: usize, out: &mut Vec<String>) {
    let deep = depth >= MAX_DEPTH;
    if let (Value::Object(parts), false) = (value, deep) {
        for (key, part) in parts {
            entry(&words(key), part, depth, out);
        }
    } else if let (Value::Array(parts), false) = (value, deep) {
        for (at, part) in parts.iter().enumerate() {
            entry(&at.to_string(), part, depth, out);
        }
    } else {
        line(depth, &short(value), out);
    }
}

/// Writes one key with its value: beside it where it is short, else below it.
fn entry(key: &str, value: &Value, depth: usize, out: &mut Vec<String>) {
    let flat = short(value);
    let room = WIDTH.saturating_sub(depth * INDENT + key.chars().count() + 2);
    let beside = match value {
        Value::Object(parts) => flat_parts(parts.values()) && flat.chars().count() <= room,
        // A long list of plain values is wrapped like any other line.
        Value::Array(parts) => flat_parts(parts.iter()),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => true,
    };
    if beside || depth >= MAX_DEPTH {
        line(depth, &format!("{key}: {flat}"), out);
    } else {
        line(depth, &format!("{key}:"), out);
        write(value, depth + 1, out);
    }
}

fn flat_parts<'a>(mut parts: impl Iterator<Item = &'a Value>) -> bool {
    parts.all(|part| !part.is_object() && !part.is_array())
}

fn line(depth: usize, text: &str, out: &mut Vec<String>) {
    out.push(" ".repeat(depth.saturating_sub(1) * INDENT + INDENT) + text);
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_view_becomes_indented_lines() {
        let view = json!({
            "turn": 3,
            "over": false,
            "deadline": null,
            "hand_cards": ["a", "b"],
            "removed": [],
            "stock": {"grain": 2, "fuel": 0},
            "players": [{"name": "Ada", "armies": [{"at": "paris", "n": 2}]}],
        });
        let expected = [
            "  deadline: -",
            "  hand cards: a, b",
            "  over: no",
            "  players:",
            "    0:",
            "      armies:",
            "        0: at paris, n 2",
            "      name: Ada",
            "  removed: none",
            "  stock: fuel 0, grain 2",
            "  turn: 3",
        ];
        assert_eq!(lines(&view), expected);
    }

    #[test]
    fn a_private_view_has_its_own_heading() {
        let (public, private) = (json!({"turn": 1}), json!({"hand": ["x"]}));
        let scene = Scene { private: Some(&private), ..Scene::new(&public) };
        let text = crate::testing::shown(&Generic, &scene);
        assert_eq!(text, "Situation\n  turn: 1\n\nOnly you see\n  hand: x\n");
    }

    #[test]
    fn depth_has_an_end() {
        let mut value = json!(1);
        for _ in 0..100 {
            value = json!([[value]]);
        }
        assert!(lines(&value).len() <= MAX_DEPTH + 1);
    }
}
