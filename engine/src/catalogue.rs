//! The component data of a game: TOML in, validated tables and a digest out.
//!
//! A match always plays with the data of its header, so the canonical bytes are stored by digest and
//! can be loaded back. Files are handed in as text; reading them is the server's business.

use std::any::Any;
use std::fmt;
use std::hash::{Hash as StdHash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

use fairness::{Hash, canonical, hex};
use protocol::ids::Id;
use serde::de::DeserializeOwned;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::by_id::ById;
use crate::graph::Graph;

/// Inconsistent component data: the file, the row and the reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {row}: {reason}")]
pub struct DataFault {
    /// The file, without its folder.
    pub file: String,
    /// The row, named as a person would look for it.
    pub row: String,
    /// The reason.
    pub reason: String,
}

impl DataFault {
    /// Builds a fault at a row of a file.
    pub fn new(file: &str, row: impl fmt::Display, reason: impl fmt::Display) -> Self {
        Self { file: format!("{file}.toml"), row: row.to_string(), reason: reason.to_string() }
    }
}

/// A row of a file, or a column, whose requirements are checked.
pub(crate) struct RowCheck {
    file: &'static str,
    row: String,
}

impl RowCheck {
    /// Begins the check of whatever a person would look for under this name.
    pub(crate) fn at(file: &'static str, row: impl fmt::Display) -> Self {
        Self { file, row: row.to_string() }
    }

    /// Begins the check of the row of an identifier.
    pub(crate) fn of(file: &'static str, kind: &str, id: impl Id) -> Self {
        Self::at(file, format_args!("{kind} {:?}", id.as_str()))
    }

    /// Checks one requirement; a fault gives the reason.
    pub(crate) fn needs(&self, met: bool, reason: impl fmt::Display) -> Result<(), DataFault> {
        if met { Ok(()) } else { Err(DataFault::new(self.file, &self.row, reason)) }
    }
}

/// Tables as a part of a state: shared, compared by identity, and excluded from the hash.
#[derive(Debug)]
pub(crate) struct Shared<T>(pub(crate) Arc<T>);

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> PartialEq for Shared<T> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl<T> Eq for Shared<T> {}

impl<T> StdHash for Shared<T> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// Reads the rows of one kind from one file; an unknown key or identifier is a fault that names the
/// row.
pub(crate) fn rows<T: DeserializeOwned>(
    files: &Value,
    file: &str,
    kind: &str,
) -> Result<Vec<T>, DataFault> {
    let Some(rows) = files.get(file).and_then(|table| table.get(kind)).and_then(Value::as_array)
    else {
        return Err(DataFault::new(file, format!("[[{kind}]]"), "the row is missing"));
    };
    let mut read = Vec::with_capacity(rows.len());
    for (index, row) in rows.iter().enumerate() {
        let name = match row.get("id").and_then(Value::as_str) {
            Some(id) => format!("{kind} {id:?}"),
            None => format!("{kind} number {}", index + 1),
        };
        let typed = serde_json::from_value(row.clone());
        read.push(typed.map_err(|error| DataFault::new(file, name, error))?);
    }
    Ok(read)
}

/// Builds a total map from rows: each identifier exactly once.
pub(crate) fn total<K: Id, R, V, const N: usize>(
    file: &'static str,
    kind: &str,
    rows: Vec<R>,
    id: impl Fn(&R) -> K,
    value: impl Fn(R) -> V,
) -> Result<ById<K, V, N>, DataFault> {
    let mut found: Vec<Option<V>> = K::ALL.iter().map(|_| None).collect();
    for row in rows {
        let key = id(&row);
        RowCheck::of(file, kind, key).needs(found[key.index()].is_none(), "is listed twice")?;
        found[key.index()] = Some(value(row));
    }
    for key in K::ALL.iter().copied() {
        RowCheck::of(file, kind, key).needs(found[key.index()].is_some(), "is missing")?;
    }
    let mut found = found.into_iter().flatten();
    Ok(ById::from_fn(|_| found.next().expect("each identifier was found")))
}

/// Builds the graph of a map's borders; `a_place` is what the game calls a node, with its article.
pub(crate) fn borders<K: Id>(
    edges: impl Iterator<Item = (K, K)>,
    a_place: &str,
) -> Result<Graph<K>, DataFault> {
    let mut graph = Graph::default();
    for (a, b) in edges {
        let check = RowCheck::at("map", format_args!("edge {} - {}", a.as_str(), b.as_str()));
        check.needs(a != b, format_args!("{a_place} does not border itself"))?;
        check.needs(!graph.neighbours(a).contains(b), "is listed twice")?;
        graph.join(a, b);
    }
    Ok(graph)
}

/// Lists the component data that a game in `games` ships: the name and text of each file.
macro_rules! shipped {
    ($game:literal: $($file:literal),+) => {
        &[$(($file, include_str!(concat!("../../../data/", $game, "/", $file, ".toml")))),+]
    };
}
pub(crate) use shipped;

/// Function that checks component data and erases their type.
pub(crate) type Load = fn(&Value) -> Result<Arc<dyn Any + Send + Sync>, DataFault>;

/// The validated data of one game.
#[derive(Clone)]
pub struct Catalogue {
    game: &'static str,
    digest: Hash,
    canonical: Arc<str>,
    data: Arc<dyn Any + Send + Sync>,
}

impl fmt::Debug for Catalogue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Catalogue({} {})", self.game, hex::encode(&self.digest))
    }
}

impl Catalogue {
    /// Checks these files with the game's loader and builds the catalogue.
    pub(crate) fn check(game: &'static str, load: Load, files: &Value) -> Result<Self, DataFault> {
        let canonical = canonical::to_string(files).map_err(|error| {
            let row = if error.path().is_empty() { "all of it" } else { error.path() };
            DataFault::new("data", row, "integers and texts only")
        })?;
        let data = load(files)?;
        let digest = Sha256::digest(canonical.as_bytes()).into();
        Ok(Self { game, digest, canonical: canonical.into(), data })
    }

    /// Returns the game's id.
    pub fn game(&self) -> &'static str {
        self.game
    }

    /// Returns the SHA-256 of the canonical bytes.
    pub fn digest(&self) -> Hash {
        self.digest
    }

    /// Returns the canonical bytes: one JSON object with a value for each file.
    pub fn canonical(&self) -> &Arc<str> {
        &self.canonical
    }

    /// Returns the tables, if they are of type `D`.
    pub(crate) fn data<D: Send + Sync + 'static>(&self) -> Option<Arc<D>> {
        self.data.clone().downcast().ok()
    }
}

/// Returns the candidate with the fewest edits from `wanted`.
pub fn nearest<'a>(wanted: &str, candidates: impl Iterator<Item = &'a str>) -> &'a str {
    candidates.min_by_key(|candidate| edits(wanted, candidate)).unwrap_or_default()
}

/// Returns the nearest candidate if it is probably what was meant: at most every third character
/// differs.
pub fn near<'a>(wanted: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let meant = nearest(wanted, candidates);
    (!meant.is_empty() && edits(wanted, meant) <= meant.chars().count().div_ceil(3))
        .then_some(meant)
}

/// Computes the Levenshtein distance.
fn edits(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let change = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
