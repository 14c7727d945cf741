//! Changes to a record, and what a forger computes again after one.

use std::collections::BTreeMap;

use fairness::canonical;
use fairness::chain::Chain;
use fairness::hex;
use fairness::vd1::{MatchKey, SeatEntropy};
use rand::Rng as _;
use rand::rngs::StdRng;
use serde_json::{Value, json};

pub(super) fn one<'a, T>(items: &'a [T], rng: &mut StdRng) -> Option<&'a T> {
    items.get(rng.random_range(0..items.len().max(1)))
}

/// Replaces a value by another one of the same type.
pub(super) fn change(value: &mut Value, rng: &mut StdRng) -> Option<()> {
    *value = match &*value {
        Value::Bool(own) => json!(!own),
        Value::Number(own) => json!(own.as_i64()? + 1),
        Value::String(own) if own.is_empty() => json!("x"),
        Value::String(own) => {
            let mut signs: Vec<char> = own.chars().collect();
            let at = rng.random_range(0..signs.len());
            signs[at] = if signs[at] == 'a' { 'b' } else { 'a' };
            json!(signs.into_iter().collect::<String>())
        }
        Value::Array(_) | Value::Object(_) => {
            change(member(value, rng)?, rng)?;
            return Some(());
        }
        Value::Null => return None,
    };
    Some(())
}

/// Picks anything inside a value.
pub(super) fn member<'a>(value: &'a mut Value, rng: &mut StdRng) -> Option<&'a mut Value> {
    match value {
        Value::Array(items) => {
            let at = rng.random_range(0..items.len().max(1));
            items.get_mut(at)
        }
        Value::Object(fields) => {
            let at = rng.random_range(0..fields.len().max(1));
            fields.values_mut().nth(at)
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    }
}

pub(super) fn leave_out(value: &mut Value, rng: &mut StdRng) -> Option<()> {
    let fields = value.as_object_mut()?;
    let names: Vec<String> = fields.keys().cloned().collect();
    fields.remove(one(&names, rng)?).map(drop)
}

pub(super) fn take_out(value: &mut Value, rng: &mut StdRng) -> Option<()> {
    let items = value.as_array_mut()?;
    let at = rng.random_range(0..items.len().max(1));
    (at < items.len()).then(|| drop(items.remove(at)))
}

pub(super) fn double(value: &mut Value, rng: &mut StdRng) -> Option<()> {
    let items = value.as_array_mut()?;
    let at = rng.random_range(0..items.len().max(1));
    let copy = items.get(at)?.clone();
    items.insert(at, copy);
    Some(())
}

pub(super) fn exchange(value: &mut Value, rng: &mut StdRng) -> Option<()> {
    let items = value.as_array_mut()?;
    let at = rng.random_range(0..items.len().checked_sub(1).filter(|last| *last > 0)?);
    items.swap(at, at + 1);
    Some(())
}

pub(super) fn insert_entry(record: &mut Value, rng: &mut StdRng) -> Option<()> {
    let entries = record["entries"].as_array_mut()?;
    let at = rng.random_range(0..=entries.len());
    let time = at.checked_sub(1).map_or(json!(0), |before| entries[before]["at"].clone());
    entries.insert(at, json!({"at": time, "input": {"type": "pause"}, "seq": at + 1}));
    Some(())
}

pub(super) fn seat<'a>(record: &'a mut Value, rng: &mut StdRng) -> Option<&'a mut Value> {
    member(record.pointer_mut("/header/seats")?, rng)
}

pub(super) fn voided<'a>(record: &'a mut Value, rng: &mut StdRng) -> Option<&'a mut Value> {
    member(record.get_mut("voided")?, rng)
}

pub(super) fn entry<'a>(record: &'a mut Value, rng: &mut StdRng) -> Option<&'a mut Value> {
    member(record.get_mut("entries")?, rng)
}

/// Picks a draw of this kind.
pub(super) fn draw<'a>(
    record: &'a mut Value,
    rng: &mut StdRng,
    fits: impl Fn(&Value) -> bool,
) -> Option<&'a mut Value> {
    let draws = record["draws"].as_array_mut()?;
    let fitting: Vec<usize> = (0..draws.len()).filter(|at| fits(&draws[*at])).collect();
    draws.get_mut(*one(&fitting, rng)?)
}

/// Returns the deck that a draw shuffles.
pub(super) fn deck(draw: &Value) -> Option<&str> {
    let label = draw["label"].as_str().filter(|_| draw["kind"] == "shuffle")?;
    label.rsplit_once('/').map(|(deck, _)| deck)
}

/// Returns the entries that are commands.
pub(super) fn commands(record: &Value) -> Vec<usize> {
    let entries = record["entries"].as_array().map_or(&[][..], Vec::as_slice);
    let is_command = |at: &usize| entries[*at]["input"]["type"] == "command";
    (0..entries.len()).filter(is_command).collect()
}

/// Derives the key from the record's own parts.
fn key(record: &Value) -> Option<MatchKey> {
    let bytes = |value: &Value| value.as_str().and_then(hex::decode_32);
    let seats: Vec<SeatEntropy> = record["header"]["seats"]
        .as_array()?
        .iter()
        .map(|seat| SeatEntropy {
            commitment: bytes(&seat["commitment"]),
            entropy: bytes(&seat["entropy"]),
        })
        .collect();
    let commitment = bytes(&record["header"]["commitment"])?;
    Some(MatchKey::derive(&bytes(&record["server_secret"])?, &commitment, &seats))
}

/// Gives the log a head that fits.
pub(super) fn rechain(record: &mut Value) -> Option<()> {
    let salts = key(record)?.salts();
    let mut chain = Chain::begin(canonical::to_string(&record["header"]).ok()?.as_bytes());
    for entry in record["entries"].as_array()? {
        chain = chain.append(&salts, canonical::to_string(entry).ok()?.as_bytes());
    }
    record["head"] = json!(hex::encode(&chain.head()));
    Some(())
}

/// Gives each draw the result that the key gives for its label.
pub(super) fn redraw(record: &mut Value) -> Option<()> {
    let key = key(record)?;
    let undone: Vec<Option<u64>> = record["entries"].as_array()?.iter().map(undone_to).collect();
    let mut draws = record["draws"].as_array_mut()?.iter_mut().peekable();
    let mut positions = BTreeMap::<String, u64>::new();
    let mut after: Vec<BTreeMap<String, u64>> = Vec::new();
    for (seq, undone) in (0_u64..).zip([None].into_iter().chain(undone)) {
        if let Some(to) = undone {
            positions = after.get(to as usize)?.clone();
        }
        while let Some(draw) = draws.next_if(|draw| draw["seq"] == seq) {
            let label = draw["label"].as_str()?.to_owned();
            if draw["kind"] == "shuffle" {
                let mut order: Vec<u64> = (0..draw["n"].as_u64()?).collect();
                key.stream(&label).shuffle(&mut order);
                draw["result"] = json!(order);
            } else {
                let position = positions.entry(label.clone()).or_default();
                let mut stream = key.at(&label, *position);
                draw["result"] = json!(stream.below(draw["m"].as_u64()?));
                *position = stream.position();
            }
        }
        after.push(positions.clone());
    }
    Some(())
}

/// Returns the entry that an undo leads back to.
pub(super) fn undone_to(entry: &Value) -> Option<u64> {
    entry["input"]["to"].as_u64()
}

/// Checks that nothing was taken back: draws are listed once then, and no entry names another.
pub(super) fn never_undone(record: &Value) -> Option<()> {
    let entries = record["entries"].as_array()?;
    entries.iter().all(|entry| undone_to(entry).is_none()).then_some(())
}
