//! Sources of the component data, and changes by an operator's files: `entente-server check`.
//!
//! It reads the same values as a match does, and knows no game: a cell is whatever says its source.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::Path;

use engine::GameEntry;
use engine::catalogue::Catalogue;
use fairness::hex;
use serde_json::{Map, Value};

use crate::component_data::{DataError, load_catalogues};

/// The sources that a cell may have, the most certain first.
const SOURCES: [&str; 3] = ["printed", "derived", "reconstructed"];

/// Fields that name a row among its like: the first of these that it has, or the two ends of an edge.
const NAMES: [&str; 5] = ["id", "resource", "turn", "troops", "stars"];

/// The component data of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provenance {
    /// The game's id.
    pub game: &'static str,
    /// The digest that rooms and records name the data by.
    pub digest: String,
    /// Number of cells from each of the three sources: printed, derived, reconstructed.
    pub cells: [usize; 3],
    /// Differences from the data shipped, a line each.
    pub changes: Vec<String>,
}

/// The data that a server with this folder would play with, for each game.
pub fn check(
    games: &'static [GameEntry],
    folder: Option<&Path>,
) -> Result<Vec<Provenance>, DataError> {
    let shipped = load_catalogues(games, None)?;
    let used = load_catalogues(games, folder)?;
    Ok(games.iter().map(|game| provenance(game.id, &shipped, &used)).collect())
}

fn provenance(
    game: &'static str,
    shipped: &BTreeMap<&'static str, Catalogue>,
    used: &BTreeMap<&'static str, Catalogue>,
) -> Provenance {
    let (before, after) = (tree(shipped.get(game)), tree(used.get(game)));
    let mut cells = [0; 3];
    count(&after, false, &mut cells);
    let mut changes = Vec::new();
    compare("", Some(&before), Some(&after), &mut changes);
    let digest = used.get(game).map(|data| hex::encode(&data.digest())).unwrap_or_default();
    Provenance { game, digest, cells, changes }
}

fn tree(data: Option<&Catalogue>) -> Value {
    data.and_then(|data| serde_json::from_str(data.canonical()).ok()).unwrap_or_default()
}

fn count(value: &Value, source: bool, cells: &mut [usize; 3]) {
    match value {
        Value::String(text) if source => {
            if let Some(at) = SOURCES.iter().position(|source| source == text) {
                cells[at] += 1;
            }
        }
        Value::Array(all) => all.iter().for_each(|one| count(one, source, cells)),
        Value::Object(all) => {
            for (key, one) in all {
                count(one, key == "source" || key.ends_with("_source"), cells);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Collects the paths at which two values differ.
fn compare(path: &str, before: Option<&Value>, after: Option<&Value>, changes: &mut Vec<String>) {
    if before == after {
        return;
    }
    match (before.and_then(rows), after.and_then(rows)) {
        (Some(before), Some(after)) => {
            let keys: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
            for key in keys {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                compare(&path, before.get(key), after.get(key), changes);
            }
        }
        _ => changes.push(format!("{path}: {} becomes {}", shown(before), shown(after))),
    }
}

fn shown(value: Option<&Value>) -> String {
    value.map_or_else(|| "nothing".to_owned(), ToString::to_string)
}

/// The parts of a value by name; rows by what names them, or by their position.
fn rows(value: &Value) -> Option<Map<String, Value>> {
    match value {
        Value::Object(parts) => Some(parts.clone()),
        Value::Array(rows) => {
            let named: Map<String, Value> =
                rows.iter().map(|row| (row_name(row).unwrap_or_default(), row.clone())).collect();
            // A name that two rows have names neither.
            let numbered = || (1..).map(|at: usize| at.to_string()).zip(rows.iter().cloned());
            Some(if named.len() == rows.len() { named } else { numbered().collect() })
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    }
}

fn row_name(row: &Value) -> Option<String> {
    let text = |key: &str| {
        let value = row.get(key)?;
        Some(value.as_str().map_or_else(|| value.to_string(), str::to_owned))
    };
    if let (Some(a), Some(b)) = (text("a"), text("b")) {
        return Some(format!("{a}-{b}"));
    }
    NAMES.iter().find_map(|key| text(key))
}

impl fmt::Display for Provenance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [printed, derived, reconstructed] = self.cells;
        writeln!(
            f,
            "{}: {printed} cells printed, {derived} derived, {reconstructed} reconstructed",
            self.game
        )?;
        writeln!(f, "  digest {}", self.digest)?;
        for change in &self.changes {
            writeln!(f, "  {change}")?;
        }
        Ok(())
    }
}
