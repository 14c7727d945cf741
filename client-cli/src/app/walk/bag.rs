//! Counts of things, as one types them: `2 grain 1 coin`.
//!
//! Here, apart from the other answers, because it has a small grammar of its own. It must not know
//! what the things are.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::read::{Misread, NOTHING, number_range};
use crate::render::text::words;

/// The most of each key.
type Most = BTreeMap<String, u64>;

/// Returns the lines that ask for counts.
pub(super) fn question(name: &str, max: &Most, min_total: u64, max_total: u64) -> Vec<String> {
    let total = number_range(min_total, max_total);
    let mut keys = max.keys().map(|key| words(key));
    let example = match (keys.next(), keys.next()) {
        (Some(one), Some(other)) if max_total > 1 => format!(", like 1 {one} 1 {other}"),
        (Some(one), _) => format!(", like 1 {one}"),
        (None, _) => String::new(),
    };
    let most: Vec<String> =
        max.iter().map(|(key, most)| format!("{most} {}", words(key))).collect();
    vec![format!("{name}: {total} in all{example}"), format!("  at most {}", most.join(", "))]
}

/// Reads counts: `2 grain`, `2g` or `grain=2`, with spaces or commas between them. A key may be cut short
/// as long as it is the only one that begins so, or be given by its number before `=`.
pub(super) fn read(
    text: &str,
    max: &Most,
    min_total: u64,
    max_total: u64,
) -> Result<Value, Misread> {
    let mut bag = Map::new();
    let mut total = 0u64;
    for (count, key) in pairs(text)? {
        let (key, most) = find(max, &key)?;
        if count > most {
            return Err(Misread::Wrong(format!("{}: at most {most}", words(key))));
        }
        if count > 0 && bag.insert(key.to_owned(), json!(count)).is_some() {
            return Err(Misread::Wrong(format!("{} is given twice", words(key))));
        }
        total = total.saturating_add(count);
    }
    if (min_total..=max_total).contains(&total) {
        Ok(Value::Object(bag))
    } else {
        let why = format!("{} in all, not {total}", number_range(min_total, max_total));
        Err(Misread::Wrong(why))
    }
}

/// Returns the counts with their keys as typed.
fn pairs(text: &str) -> Result<Vec<(u64, String)>, Misread> {
    let mut pairs = Vec::new();
    if text == NOTHING {
        return Ok(pairs);
    }
    let mut parts = text.split([',', ' ', '\t']).filter(|part| !part.is_empty()).peekable();
    while let Some(part) = parts.next() {
        let misread =
            || Misread::Form(format!("{part:?} is not understood; type it like 2 this 1 that"));
        if let Some((key, count)) = part.split_once('=') {
            pairs.push((count.parse().map_err(|_| misread())?, key.to_owned()));
            continue;
        }
        let letters = part.trim_start_matches(|c: char| c.is_ascii_digit());
        let count = part[..part.len() - letters.len()].parse().map_err(|_| misread())?;
        let mut key = letters.to_owned();
        // A key may have several words, such as a country.
        while let Some(word) = parts.next_if(|word| !begins_a_pair(word)) {
            key = format!("{key} {word}");
        }
        if key.is_empty() {
            return Err(misread());
        }
        pairs.push((count, key.trim_start().to_owned()));
    }
    Ok(pairs)
}

fn begins_a_pair(word: &str) -> bool {
    word.contains('=') || word.starts_with(|c: char| c.is_ascii_digit())
}

/// Returns the key that is meant, and how many of it there may be.
fn find<'a>(max: &'a Most, typed: &str) -> Result<(&'a str, u64), Misread> {
    if let Ok(number) = typed.parse::<usize>()
        && let Some((key, most)) = number.checked_sub(1).and_then(|at| max.iter().nth(at))
    {
        return Ok((key, *most));
    }
    let typed = typed.to_lowercase();
    if let Some((key, most)) = max.get_key_value(&typed) {
        return Ok((key, *most));
    }
    let begins = |key: &str| key.starts_with(&typed) || words(key).starts_with(&typed);
    let fitting: Vec<(&String, &u64)> = max.iter().filter(|(key, _)| begins(key)).collect();
    let names =
        |keys: Vec<&String>| keys.into_iter().map(|key| words(key)).collect::<Vec<_>>().join(", ");
    match fitting.as_slice() {
        [(key, most)] => Ok((key, **most)),
        [] => {
            let known = names(max.keys().collect());
            Err(Misread::Wrong(format!("there is no {typed:?} here, only {known}")))
        }
        many => {
            let keys = names(many.iter().map(|(key, _)| *key).collect());
            Err(Misread::Wrong(format!("{typed:?} may be {keys}")))
        }
    }
}
