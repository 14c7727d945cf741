//! Typed texts as numbers and as choices among items.
//!
//! Here, apart from the walk, because the readings are pure and each has its own errors. It must not
//! know a template.

use protocol::offer::Item;
use serde_json::{Value, json};

use crate::render::text::short;

/// Number of matching items that an error names.
const NAMED: usize = 8;

/// Typed where nothing is chosen, among other answers.
pub(super) const NOTHING: &str = "-";

/// The reason why a text is no answer.
#[derive(Debug)]
pub(super) enum Misread {
    /// It does not look like an answer to this kind of question.
    Form(String),
    /// It does, and is not possible.
    Wrong(String),
}

impl Misread {
    pub(super) fn into_text(self) -> String {
        match self {
            Self::Form(text) | Self::Wrong(text) => text,
        }
    }
}

/// Returns the numbers of items: their values where all are whole numbers, such as those of trades,
/// for such a number means the same when other items come and go; else their places, from 1.
pub fn numbers(from: &[Item]) -> Vec<u64> {
    let values: Option<Vec<u64>> = from.iter().map(|item| item.value.as_u64()).collect();
    values.unwrap_or_else(|| (1..).take(from.len()).collect())
}

pub(super) fn numbered(from: &[Item]) -> impl Iterator<Item = String> + '_ {
    let numbers = numbers(from).into_iter();
    numbers.zip(from).map(|(number, item)| format!("{number:>4}  {}", text_of(item)))
}

/// Returns the text of an item, or its value in words.
pub fn text_of(item: &Item) -> String {
    if item.text.is_empty() { short(&item.value) } else { item.text.clone() }
}

/// Formats one number, or a range of them.
pub fn number_range(min: u64, max: u64) -> String {
    if min == max { min.to_string() } else { format!("{min} to {max}") }
}

pub(super) fn read_int(text: &str, min: i64, max: i64) -> Result<Value, Misread> {
    let why = || {
        if min == max {
            return format!("only {min} is possible");
        }
        format!("type a number from {min} to {max}")
    };
    match text.parse::<i64>() {
        Ok(n) if (min..=max).contains(&n) => Ok(json!(n)),
        Ok(_) => Err(Misread::Wrong(why())),
        Err(_) => Err(Misread::Form(why())),
    }
}

/// Returns the item with this number, or the only one whose text contains these words.
pub(super) fn one<'a>(from: &'a [Item], text: &str) -> Result<&'a Item, Misread> {
    let numbers = numbers(from);
    let range = match (numbers.first(), numbers.last()) {
        (Some(first), Some(last)) if last.checked_sub(*first) == Some(from.len() as u64 - 1) => {
            number_range(*first, *last)
        }
        _ => numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(", "),
    };
    if let Ok(number) = text.trim_start_matches('#').parse::<u64>() {
        let at = numbers.iter().position(|one| *one == number);
        return at
            .map(|at| &from[at])
            .ok_or_else(|| Misread::Wrong(format!("there is no number {number}; type {range}")));
    }
    if text.is_empty() {
        return Err(Misread::Form(format!("type a number ({range})")));
    }
    let wanted = text.to_lowercase();
    let fitting: Vec<(u64, &Item)> = numbers
        .into_iter()
        .zip(from)
        .filter(|(_, item)| text_of(item).to_lowercase().contains(&wanted))
        .collect();
    match fitting.as_slice() {
        [(_, item)] => Ok(item),
        [] => {
            let why = format!("nothing contains {text:?}; type a number");
            Err(Misread::Form(why))
        }
        many => {
            let numbers: Vec<String> = many
                .iter()
                .take(NAMED)
                .map(|(number, item)| format!("{number} {}", text_of(item)))
                .collect();
            let more = if many.len() > NAMED { ", ..." } else { "" };
            Err(Misread::Wrong(format!("which one: {}{more}?", numbers.join(", "))))
        }
    }
}

/// Numbers with spaces or commas between them, texts with commas, `all`, or `-` for nothing.
pub(super) fn read_pick(
    text: &str,
    from: &[Item],
    min: usize,
    max: usize,
) -> Result<Value, Misread> {
    if text.eq_ignore_ascii_case("all") && from.len() <= max {
        return Ok(from.iter().map(|item| item.value.clone()).collect());
    }
    let numbers = |part: &str| part.chars().all(|c| c.is_ascii_digit());
    let parts: Vec<&str> = if text == NOTHING {
        Vec::new()
    } else if text.split([',', ' ', '\t']).all(numbers) {
        text.split([',', ' ', '\t']).filter(|part| !part.is_empty()).collect()
    } else {
        text.split(',').map(str::trim).filter(|part| !part.is_empty()).collect()
    };
    let mut picked: Vec<Value> = Vec::new();
    for part in parts {
        let item = one(from, part)?;
        if picked.contains(&item.value) {
            return Err(Misread::Wrong(format!("{} is given twice", text_of(item))));
        }
        picked.push(item.value.clone());
    }
    if (min..=max).contains(&picked.len()) {
        Ok(Value::Array(picked))
    } else {
        let count = number_range(min as u64, max as u64);
        Err(Misread::Wrong(format!("choose {count}, not {}", picked.len())))
    }
}
