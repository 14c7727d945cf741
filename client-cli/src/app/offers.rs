//! Offers as numbered lines.
//!
//! A number once read never means another move: numbers stay with their offers when a filter hides
//! others, and, while one question is open and others act, when offers come and go. It must not know
//! a session.

use std::collections::{BTreeMap, VecDeque};

use protocol::{Offer, Placeholder};
use serde_json::Value;

use super::walk::Walk;
use crate::render::text::words;

/// Number of offers shown at once unless all are asked for.
pub const SHOWN: usize = 40;

/// Number of past offers that are kept.
const MAX_PAST: usize = 1_000;

/// Number of offers shown while the clock runs before types with many of them are cut.
const SHORT: usize = 20;

/// Number of offers of one type that are shown then.
const SHOWN_OF_A_TYPE: usize = 4;

/// Number of items of an offer that are shown with it where the list must be short.
const ITEMS_SHOWN: usize = 6;

/// The types of commands that end a step, or do without what it offers.
const ENDINGS: [&str; 8] =
    ["decline", "done", "end_attack", "end_segment", "keep", "pass", "ready", "skip"];

/// Words that mean any of them, whatever their texts say.
const ENDING_WORDS: [&str; 7] = ["end", "done", "pass", "skip", "stop", "finish", "no more"];

/// Number of letters of such a word that suffice to mean it.
const LEAST_ENDING: usize = 3;

/// Checks whether an offer ends a step, or declines what is offered.
pub fn is_ending(offer: &Offer) -> bool {
    let kind = offer.command.get("type").and_then(Value::as_str);
    kind.is_some_and(|kind| ENDINGS.contains(&kind))
}

/// Checks whether the typed text asks for an end: then such offers come first, whatever else is
/// typed.
pub fn asks_for_end(typed: &str) -> bool {
    let typed = typed.trim().to_lowercase();
    let begun = |word: &&str| {
        let whole =
            typed.strip_prefix(*word).is_some_and(|rest| !rest.starts_with(char::is_alphabetic));
        whole || (typed.len() >= LEAST_ENDING && word.starts_with(&typed))
    };
    ENDING_WORDS.iter().any(begun)
}

/// Returns a question with its way out, in the words of the offer itself.
pub fn with_way_out<'a>(question: &str, offers: impl IntoIterator<Item = &'a Offer>) -> String {
    let mut endings = offers.into_iter().filter(|offer| is_ending(offer));
    match (endings.next(), endings.next()) {
        (Some(Offer { text, .. }), None) => {
            let mut letters = text.chars();
            let first = letters.next().map(|first| first.to_lowercase().to_string());
            format!("{question}, or {}{}", first.unwrap_or_default(), letters.as_str())
        }
        _ => question.to_owned(),
    }
}

/// The offers of one question, by number.
#[derive(Clone, Debug, Default)]
pub struct NumberedOffers {
    open: BTreeMap<usize, Offer>,
    /// Offers that had numbers and may get them back.
    gone: BTreeMap<usize, Offer>,
    /// Offers made earlier in this match, the newest last: someone who searches for one in vain
    /// should learn that it is not possible now, and what it cost.
    past: VecDeque<Offer>,
}

impl NumberedOffers {
    /// Begins another question, with numbers from 1.
    pub fn begin(&mut self, offers: &[Offer]) {
        self.gone.clear();
        self.remember();
        self.open = (1..).zip(offers.iter().cloned()).collect();
    }

    /// Takes the offers as others have changed them: each that was there before has its number again.
    /// Returns lines about what is new and can be had without further questions.
    pub fn follow(&mut self, offers: &[Offer]) -> Vec<String> {
        let before = std::mem::take(&mut self.open);
        let mut free = before.clone();
        free.append(&mut self.gone);
        let mut next = free.keys().last().map_or(1, |last| last + 1);
        let mut lines = Vec::new();
        for offer in offers {
            let same = free.iter().find(|(_, old)| is_same(&old.command, &offer.command));
            let known = same.map(|(number, _)| *number);
            let number = known.unwrap_or(next);
            next = next.max(number + 1);
            if free.remove(&number).is_none() && Walk::wary(&offer.command).is_complete() {
                lines.push(short_line(number, offer).trim_start().to_owned());
            }
            self.open.insert(number, offer.clone());
        }
        self.gone = free;
        lines.extend(self.new_items(&before));
        lines
    }

    /// Returns a line for each item that has become possible in offers of one choice, with all that
    /// may be typed for it.
    fn new_items(&self, before: &BTreeMap<usize, Offer>) -> Vec<String> {
        let items = |offer: &Offer| Walk::wary(&offer.command).items();
        let mut offers: Vec<(&usize, &Offer)> = self.open.iter().collect();
        offers.sort_by_key(|(_, offer)| &offer.text);
        let mut new: Vec<(String, Vec<String>)> = Vec::new();
        for (number, offer) in offers {
            let old = before.get(number).map(items).unwrap_or_default();
            for (item, text) in items(offer) {
                // The place of an item may change without it being new.
                if old.iter().any(|(_, known)| *known == text) {
                    continue;
                }
                let typed = format!("{number} {item} ({})", offer.text);
                match new.iter_mut().find(|(known, _)| *known == text) {
                    Some((_, ways)) => ways.push(typed),
                    None => new.push((text, vec![typed])),
                }
            }
        }
        let line =
            |(text, ways): (String, Vec<String>)| format!("{text}: type {}", ways.join(" or "));
        new.into_iter().map(line).collect()
    }

    /// Returns the offer with a number.
    pub fn get(&self, number: usize) -> Option<&Offer> {
        self.open.get(&number)
    }

    /// Returns the text of the offer that had this number before.
    pub fn gone(&self, number: usize) -> Option<&str> {
        self.gone.get(&number).map(|offer| offer.text.as_str())
    }

    /// Returns the highest number.
    pub fn last(&self) -> usize {
        self.open.keys().last().copied().unwrap_or_default()
    }

    /// Keeps the open offers for looking back, each text once.
    fn remember(&mut self) {
        for offer in self.open.values() {
            self.past.retain(|past| past.text != offer.text);
            self.past.push_back(offer.clone());
        }
        let surplus = self.past.len().saturating_sub(MAX_PAST);
        self.past.drain(..surplus);
    }

    /// Returns an offer's text that contains every word of `filter`, was offered before, and is not
    /// now.
    pub fn earlier(&self, filter: &str) -> Option<&str> {
        let open = |past: &Offer| self.open.values().any(|offer| offer.text == past.text);
        let past = self.past.iter().rev().find(|past| fits(past, filter) && !open(past));
        past.filter(|_| !filter.trim().is_empty()).map(|past| past.text.as_str())
    }

    /// Returns the one offer that some words mean: the only one that begins with them, else the only
    /// one that contains them.
    pub fn only(&self, words: &str) -> Option<usize> {
        let wanted = words.to_lowercase();
        let ends = asks_for_end(words);
        let begins = |offer: &Offer| {
            let said = offer.text.to_lowercase().starts_with(&wanted) || kind(offer) == wanted;
            said || (ends && is_ending(offer))
        };
        let fitting = self.find(words);
        let mut first = fitting.iter().filter(|(_, offer)| begins(offer));
        match (first.next(), first.next(), fitting.as_slice()) {
            (Some((number, _)), None, _) | (None, _, [(number, _)]) => Some(*number),
            _ => None,
        }
    }

    /// Returns the offers whose text, rule or type contain every word of `filter`; what ends a step
    /// first, if that is what it asks for.
    pub fn find(&self, filter: &str) -> Vec<(usize, &Offer)> {
        let ends = asks_for_end(filter);
        let meant = |offer: &Offer| ends && is_ending(offer);
        let fitting = self.open.iter().filter(|(_, offer)| fits(offer, filter) || meant(offer));
        let mut found: Vec<_> = fitting.map(|(number, offer)| (*number, offer)).collect();
        found.sort_by_key(|(_, offer)| !meant(offer));
        found
    }

    /// Returns the lines for the offers that `filter` lets through.
    pub fn lines(&self, filter: &str, all: bool) -> Vec<String> {
        let fitting = self.find(filter);
        let limit = if all { fitting.len() } else { SHOWN };
        // The last one is always shown: games put there what ends a step.
        let cut = fitting.len().saturating_sub(limit);
        let (first, rest) = fitting.split_at((fitting.len() - cut).saturating_sub(cut.min(1)));
        let mut above = "";
        let mut lines = Vec::new();
        for (number, offer) in first.iter().chain(rest.last()) {
            lines.push(line(*number, offer, offer.rule != above));
            above = &offer.rule;
        }
        if fitting.is_empty() {
            lines.push(format!("No offer contains {filter:?}; a shows all."));
        } else if fitting.len() > limit {
            let more = fitting.len() - limit;
            lines.push(format!("... and {more} more: type a part of the text, or a for all."));
        } else if fitting.len() < self.open.len() {
            lines.push(format!(
                "{} of {} offers contain {filter:?}; a shows all.",
                fitting.len(),
                self.open.len()
            ));
        }
        lines
    }

    /// Returns the offers by type, without rules, and where they are many only the newest of each
    /// type: for when there is little time to read.
    pub fn short_lines(&self) -> Vec<String> {
        let mut types: Vec<(String, Vec<String>)> = Vec::new();
        for (number, offer) in &self.open {
            let (kind, line) = (kind(offer), full_line(*number, offer));
            match types.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, lines)) => lines.push(line),
                None => types.push((kind, vec![line])),
            }
        }
        let mut lines = Vec::new();
        for (kind, of_type) in types {
            let fits = self.open.len() <= SHORT;
            let more = if fits { 0 } else { of_type.len().saturating_sub(SHOWN_OF_A_TYPE) };
            if more > 0 {
                lines.push(format!("      {more} more like these: type {kind}"));
            }
            lines.extend(of_type.into_iter().skip(more));
        }
        lines
    }
}

/// Formats one offer: its number, its text with the price, what is still to be chosen, and its rule
/// unless it is that of the line above.
fn line(number: usize, offer: &Offer, with_rule: bool) -> String {
    let mut line = short_line(number, offer);
    if with_rule && !offer.rule.is_empty() {
        line = format!("{line} [{}]", offer.rule);
    }
    if offer.loose {
        line.push_str(" (the game may still refuse it)");
    }
    line
}

/// Formats one offer without its rule.
fn short_line(number: usize, offer: &Offer) -> String {
    format!("{number:>4}  {}", marked(offer))
}

/// Returns an offer's text, marked if something is still to be chosen, and if it cannot be taken back.
pub(super) fn marked(offer: &Offer) -> String {
    let more = if Walk::new(&offer.command).is_complete() { "" } else { " ..." };
    let is_final = if offer.is_final { " (final)" } else { "" };
    format!("{}{more}{is_final}", offer.text)
}

/// Formats one offer with its choices, if that is little.
fn full_line(number: usize, offer: &Offer) -> String {
    let items = Walk::wary(&offer.command).items();
    if items.is_empty() || items.len() > ITEMS_SHOWN {
        return short_line(number, offer);
    }
    let items: Vec<String> =
        items.into_iter().map(|(number, text)| format!("({number}) {text}")).collect();
    format!("{number:>4}  {}: {}", offer.text, items.join("; "))
}

/// Returns the type of an offer's command, as words.
pub fn kind(offer: &Offer) -> String {
    offer.command.get("type").and_then(Value::as_str).map(words).unwrap_or_default()
}

fn fits(offer: &Offer, filter: &str) -> bool {
    let text = format!("{} {} {}", offer.text, offer.rule, kind(offer)).to_lowercase();
    filter.to_lowercase().split_whitespace().all(|word| text.contains(word))
}

/// Checks whether two templates are the same offer, although its choices may have become more or
/// fewer.
fn is_same(one: &Value, other: &Value) -> bool {
    let choice = |part: &Value| Placeholder::read(part).is_some();
    match (one, other) {
        _ if choice(one) || choice(other) => choice(one) && choice(other),
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one.iter().all(|(key, part)| other.get(key).is_some_and(|o| is_same(part, o)))
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, o)| is_same(one, o))
        }
        _ => one == other,
    }
}

#[cfg(test)]
mod tests;
