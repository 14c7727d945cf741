//! From an offer to a command: one question for each placeholder, in the order of the template.
//!
//! A template with many placeholders is a [`sheet`], filled in any order, instead.
//! A pure state machine: text in, question or error out, so that it can be tested without a
//! terminal and used by other presentations. What has only one possible value is never asked. It
//! must not know a session.

use std::collections::BTreeMap;

use protocol::Placeholder;
use protocol::offer::Item;
use serde_json::{Map, Value, json};

use self::sheet::Sheet;
use crate::render::generic::{short, words};

mod sheet;

/// How many matching items an error names.
const NAMED: usize = 8;

/// One step of the way to a placeholder within a template.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    Key(String),
    At(usize),
}

/// A choice to be made.
#[derive(Clone, Debug)]
struct Slot {
    path: Vec<Step>,
    placeholder: Placeholder,
    answer: Option<Value>,
    /// Only one value is possible, so it is never asked for.
    forced: bool,
}

/// The walk through the placeholders of one offer.
#[derive(Clone, Debug)]
pub struct Walk {
    template: Value,
    slots: Vec<Slot>,
    /// The slots asked so far, the last one being asked now or complete.
    asked: Vec<usize>,
    /// Where everything is asked at once.
    sheet: Option<Sheet>,
}

impl Walk {
    /// At the first question of a template.
    pub fn new(template: &Value) -> Self {
        let mut slots = Vec::new();
        collect(template, &mut Vec::new(), &mut slots);
        let sheet = Sheet::of(template, &slots);
        let mut walk = Self { template: template.clone(), slots, asked: Vec::new(), sheet };
        walk.advance();
        walk
    }

    /// The template it walks through.
    pub fn template(&self) -> &Value {
        &self.template
    }

    /// Whether every placeholder has its value.
    pub fn is_complete(&self) -> bool {
        self.slots.iter().all(|slot| slot.answer.is_some())
            && self.sheet.as_ref().is_none_or(Sheet::is_sent)
    }

    /// The command, once complete.
    pub fn command(&self) -> Option<Value> {
        if !self.is_complete() {
            return None;
        }
        let mut command = self.template.clone();
        for slot in &self.slots {
            *find(&mut command, &slot.path)? = slot.answer.clone()?;
        }
        Some(command)
    }

    /// Whether everything is asked at once. What was typed then is worth keeping.
    pub fn is_sheet(&self) -> bool {
        self.sheet.is_some()
    }

    /// To be corrected and sent again.
    pub fn reopen(&mut self) {
        if let Some(sheet) = &mut self.sheet {
            sheet.reopen();
        }
    }

    /// Shows everything with the next question.
    pub fn show_whole(&mut self) {
        if let Some(sheet) = &mut self.sheet {
            sheet.show_whole();
        }
    }

    /// The command as far as it goes; what is not yet chosen is null.
    pub fn draft(&self) -> Value {
        let mut draft = self.template.clone();
        for slot in &self.slots {
            if let Some(place) = find(&mut draft, &slot.path) {
                *place = slot.answer.clone().unwrap_or(Value::Null);
            }
        }
        draft
    }

    /// The lines that ask the current question.
    pub fn question(&self) -> Vec<String> {
        if let Some(sheet) = &self.sheet {
            return sheet.lines(&self.slots);
        }
        let Some(slot) = self.current() else { return Vec::new() };
        let name = slot.name();
        match &slot.placeholder {
            Placeholder::Int { min, max } => vec![format!("{name}: a number from {min} to {max}")],
            Placeholder::One { from } => {
                let mut lines = vec![format!("{name}: choose one")];
                lines.extend(numbered(from));
                lines
            }
            Placeholder::Pick { from, min, max } => {
                let count = span(*min as u64, *max as u64);
                let mut lines =
                    vec![format!("{name}: choose {count}, numbers with spaces between them")];
                lines.extend(numbered(from));
                lines
            }
            Placeholder::Bag { max, min_total, max_total } => {
                let total = span(*min_total, *max_total);
                let example = max.keys().next().map_or("1", String::as_str);
                let mut lines = vec![format!("{name}: {total} in all, for example {example}=1")];
                lines.extend(max.iter().enumerate().map(|(at, (key, most))| {
                    format!("{:>4}  {}: at most {most}", at + 1, words(key))
                }));
                lines
            }
        }
    }

    /// Answers the current question. An error says what is wrong; nothing changed then.
    pub fn answer(&mut self, text: &str) -> Result<(), String> {
        if let Some(sheet) = &mut self.sheet {
            return sheet.answer(text, &mut self.slots);
        }
        let Some(at) = self.asked.last().copied() else {
            return Err("nothing is asked".to_owned());
        };
        let text = text.trim();
        let value = match &self.slots[at].placeholder {
            Placeholder::Int { min, max } => read_int(text, *min, *max)?,
            Placeholder::One { from } => one(from, text)?.value.clone(),
            Placeholder::Pick { from, min, max } => read_pick(text, from, *min, *max)?,
            Placeholder::Bag { max, min_total, max_total } => {
                read_bag(text, max, *min_total, *max_total)?
            }
        };
        // The last word is the protocol's own.
        if !self.slots[at].placeholder.admits(&value) {
            return Err("this is not possible here".to_owned());
        }
        self.slots[at].answer = Some(value);
        self.advance();
        Ok(())
    }

    /// One question or line back; `false` when there is none before this one.
    pub fn back(&mut self) -> bool {
        if let Some(sheet) = &mut self.sheet {
            return sheet.back(&mut self.slots);
        }
        if self.asked.len() < 2 {
            return false;
        }
        if let Some(now) = self.asked.pop() {
            self.slots[now].answer = None;
        }
        if let Some(before) = self.asked.last() {
            self.slots[*before].answer = None;
        }
        true
    }

    fn current(&self) -> Option<&Slot> {
        let slot = self.slots.get(*self.asked.last()?)?;
        slot.answer.is_none().then_some(slot)
    }

    /// Goes on to the next slot without a value, filling those without a choice.
    fn advance(&mut self) {
        for (at, slot) in self.slots.iter_mut().enumerate() {
            if slot.answer.is_some() {
                continue;
            }
            if slot.forced {
                slot.answer = Some(slot.placeholder.fill(&mut |_| 0));
            } else if self.sheet.is_none() {
                self.asked.push(at);
                return;
            }
        }
    }
}

impl Slot {
    /// The nearest key above the placeholder, as words.
    fn name(&self) -> String {
        let key = self.path.iter().rev().find_map(|step| match step {
            Step::Key(key) => Some(words(key)),
            Step::At(_) => None,
        });
        let number = match self.path.last() {
            Some(Step::At(at)) => format!(" {}", at + 1),
            Some(Step::Key(_)) | None => String::new(),
        };
        format!("{}{number}", key.unwrap_or_else(|| "Your choice".to_owned()))
    }
}

fn collect(part: &Value, path: &mut Vec<Step>, slots: &mut Vec<Slot>) {
    if let Some(placeholder) = Placeholder::read(part) {
        let forced = is_forced(&placeholder);
        slots.push(Slot { path: path.clone(), placeholder, answer: None, forced });
        return;
    }
    match part {
        Value::Object(parts) => {
            for (key, part) in parts {
                path.push(Step::Key(key.clone()));
                collect(part, path, slots);
                path.pop();
            }
        }
        Value::Array(parts) => {
            for (at, part) in parts.iter().enumerate() {
                path.push(Step::At(at));
                collect(part, path, slots);
                path.pop();
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn find<'a>(value: &'a mut Value, path: &[Step]) -> Option<&'a mut Value> {
    path.iter().try_fold(value, |value, step| match step {
        Step::Key(key) => value.get_mut(key),
        Step::At(at) => value.get_mut(*at),
    })
}

/// Whether only one value is possible; the order of a pick does not matter.
fn is_forced(placeholder: &Placeholder) -> bool {
    match placeholder {
        Placeholder::Int { min, max } => min == max,
        Placeholder::One { from } => from.len() == 1,
        Placeholder::Pick { from, min, max } => *min == *max && (from.len() == *min || *max == 0),
        Placeholder::Bag { max, min_total, max_total } => {
            *max_total == 0 || max.values().sum::<u64>() == *min_total
        }
    }
}

fn numbered(from: &[Item]) -> impl Iterator<Item = String> + '_ {
    from.iter().enumerate().map(|(at, item)| format!("{:>4}  {}", at + 1, text_of(item)))
}

fn text_of(item: &Item) -> String {
    if item.text.is_empty() { short(&item.value) } else { item.text.clone() }
}

fn span(min: u64, max: u64) -> String {
    if min == max { min.to_string() } else { format!("{min} to {max}") }
}

fn read_int(text: &str, min: i64, max: i64) -> Result<Value, String> {
    match text.parse::<i64>() {
        Ok(n) if (min..=max).contains(&n) => Ok(json!(n)),
        Ok(_) | Err(_) => Err(format!("type a number from {min} to {max}, or b to go back")),
    }
}

/// The item with this number, or the only one whose text contains these words.
fn one<'a>(from: &'a [Item], text: &str) -> Result<&'a Item, String> {
    if let Ok(number) = text.parse::<usize>() {
        return number
            .checked_sub(1)
            .and_then(|at| from.get(at))
            .ok_or_else(|| format!("there is no number {number}; type 1 to {}", from.len()));
    }
    if text.is_empty() {
        return Err(format!("type a number from 1 to {}, or b to go back", from.len()));
    }
    let wanted = text.to_lowercase();
    let fitting: Vec<(usize, &Item)> = from
        .iter()
        .enumerate()
        .filter(|(_, item)| text_of(item).to_lowercase().contains(&wanted))
        .collect();
    match fitting.as_slice() {
        [(_, item)] => Ok(item),
        [] => Err(format!("nothing contains {text:?}; type a number, or b to go back")),
        many => {
            let numbers: Vec<String> = many
                .iter()
                .take(NAMED)
                .map(|(at, item)| format!("{} {}", at + 1, text_of(item)))
                .collect();
            let more = if many.len() > NAMED { ", ..." } else { "" };
            Err(format!("which one: {}{more}?", numbers.join(", ")))
        }
    }
}

/// Numbers or names, with spaces or commas between numbers and commas between names.
fn read_pick(text: &str, from: &[Item], min: usize, max: usize) -> Result<Value, String> {
    let numbers = text.chars().all(|c| c.is_ascii_digit() || c == ',' || c.is_whitespace());
    let parts: Vec<&str> = if numbers {
        text.split([',', ' ', '\t']).filter(|part| !part.is_empty()).collect()
    } else {
        text.split(',').map(str::trim).filter(|part| !part.is_empty()).collect()
    };
    let mut picked: Vec<Value> = Vec::new();
    for part in parts {
        let item = one(from, part)?;
        if picked.contains(&item.value) {
            return Err(format!("{} stands there twice", text_of(item)));
        }
        picked.push(item.value.clone());
    }
    if (min..=max).contains(&picked.len()) {
        Ok(Value::Array(picked))
    } else {
        let count = span(min as u64, max as u64);
        Err(format!("choose {count}, not {}; b goes back", picked.len()))
    }
}

/// `key=count` pairs; a key may be given by its number.
fn read_bag(
    text: &str,
    max: &BTreeMap<String, u64>,
    min_total: u64,
    max_total: u64,
) -> Result<Value, String> {
    let mut bag = Map::new();
    let mut total = 0u64;
    for part in text.split([',', ' ', '\t']).filter(|part| !part.is_empty()) {
        let shape = || format!("{part:?} is not understood; type it like key=2 other=1");
        let (key, count) = part.split_once('=').ok_or_else(shape)?;
        let count: u64 = count.parse().map_err(|_| shape())?;
        let known = match key.parse::<usize>() {
            Ok(number) => number.checked_sub(1).and_then(|at| max.iter().nth(at)),
            Err(_) => max.get_key_value(key),
        };
        let Some((key, most)) = known else { return Err(format!("there is no {key:?} here")) };
        if count > *most {
            return Err(format!("{}: at most {most}", words(key)));
        }
        if count > 0 && bag.insert(key.clone(), json!(count)).is_some() {
            return Err(format!("{} stands there twice", words(key)));
        }
        total = total.saturating_add(count);
    }
    if (min_total..=max_total).contains(&total) {
        Ok(Value::Object(bag))
    } else {
        Err(format!("{} in all, not {total}; b goes back", span(min_total, max_total)))
    }
}

#[cfg(test)]
mod tests;
