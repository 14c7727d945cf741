//! The log: entries that follow each other, and the chain over them.

use serde_json::Value;

use super::parts::bytes;
use super::refusal::{Fault, RecordRefusal};
use crate::chain::Chain;
use crate::record::Record;
use crate::vd1::MatchKey;
use crate::{Hash, canonical};

/// The types of input that an entry may have.
const INPUTS: [&str; 8] =
    ["command", "deadline", "resign", "claim", "abandon", "undo", "pause", "resume"];
/// The input that returns the match to its state after an earlier entry.
const UNDO: &str = "undo";

/// Checks the log and returns all heads, the first being that of the header.
pub(super) fn check(record: &Record, key: &MatchKey) -> Result<Vec<Hash>, RecordRefusal> {
    let head = bytes(&record.head, "/head")?;
    let written = |error: canonical::CanonicalError, pointer: &str| {
        Fault::Json(error.to_string()).at(pointer)
    };
    let header = record.header.to_canonical().map_err(|error| written(error, "/header"))?;
    let (salts, mut chain) = (key.salts(), Chain::begin(header.as_bytes()));
    let mut heads = vec![chain.head()];
    let mut last_at = 0;
    for (index, entry) in record.entries.iter().enumerate() {
        let pointer = format!("/entries/{index}");
        let at = follows(record, entry, chain.seq() + 1, last_at)
            .map_err(|why| Fault::Entry(why.to_owned()).at(&pointer))?;
        let text = canonical::to_string(entry).map_err(|error| written(error, &pointer))?;
        chain = chain.append(&salts, text.as_bytes());
        heads.push(chain.head());
        last_at = at;
    }
    if chain.head() == head { Ok(heads) } else { Err(Fault::Head.at("/head")) }
}

/// Checks that `entry` can be number `seq` and returns its match time.
fn follows(record: &Record, entry: &Value, seq: u64, last_at: u64) -> Result<u64, &'static str> {
    let fields = entry.as_object().filter(|fields| fields.len() == 3);
    let parts = fields.and_then(|fields| {
        let input = fields.get("input")?.as_object()?;
        let at = fields.get("at")?.as_u64()?;
        Some((at, input, input.get("type")?.as_str()?, fields.get("seq")?.as_u64()?))
    });
    let (at, input, kind, number) = parts.ok_or("an entry has at, input with a type, and seq")?;
    if number != seq {
        return Err("another number comes next");
    }
    if at < last_at {
        return Err("match time runs backwards");
    }
    if !INPUTS.contains(&kind) {
        return Err("no such input");
    }
    let is_seat =
        |seat: &Value| seat.as_u64().is_some_and(|seat| seat < record.header.seats.len() as u64);
    if !input.get("seat").is_none_or(is_seat) {
        return Err("no such seat");
    }
    if kind == UNDO && undone_to(entry).is_none_or(|to| to >= seq) {
        return Err("an undo names an entry before it");
    }
    Ok(at)
}

/// Returns the entry whose state the match returns to, if this one is an undo that names it.
pub(super) fn undone_to(entry: &Value) -> Option<u64> {
    let input = entry.get("input")?;
    input.get("to").filter(|_| input.get("type") == Some(&UNDO.into()))?.as_u64()
}
