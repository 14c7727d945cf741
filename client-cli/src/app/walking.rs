//! The choices within one offer, pointed at or typed.
//!
//! The walk knows the question and the possible answers; here is only what is marked and half chosen.
//! Pure. It must not know a session.

use std::collections::{BTreeMap, BTreeSet};

use crossterm::event::{KeyCode, KeyEvent};
use protocol::Placeholder;
use protocol::offer::Item;
use serde_json::{Value, json};

use super::editor::Finder;
use super::walk::{Adjustment, Walk, number_range, numbers, text_of};
use crate::render::text::name;

/// One offer on its way to a command.
#[derive(Clone, Debug)]
pub struct Walking {
    /// The offer's number.
    pub number: usize,
    /// The offer's text.
    pub text: String,
    /// The questions and answers.
    pub walk: Walk,
    /// The typed text and the cursor.
    pub finder: Finder,
    /// The places of the items picked so far.
    picked: BTreeSet<usize>,
    /// The counts chosen so far.
    counts: BTreeMap<String, u64>,
}

/// One row of what can be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChoiceRow {
    /// Its index among all.
    pub at: usize,
    /// Its text.
    pub text: String,
}

impl Walking {
    /// Begins at the first question.
    pub fn new(number: usize, text: String, walk: Walk) -> Self {
        let (picked, counts) = Default::default();
        Self { number, text, walk, finder: Finder::default(), picked, counts }
    }

    /// Takes another walk through the same offer; marks are kept.
    pub fn renew(&mut self, walk: Walk) {
        let asked = walk.asked().map(|(name, _)| name);
        let same = asked == self.walk.asked().map(|(name, _)| name);
        self.walk = walk;
        if !same {
            self.begin();
        }
        let items = self.rows().len();
        self.picked.retain(|at| *at < items);
    }

    /// Clears all marks for another question.
    fn begin(&mut self) {
        self.finder = Finder::default();
        self.picked.clear();
        self.counts.clear();
    }

    /// Returns the offer with the answers so far.
    pub fn title(&self) -> String {
        format!("{} {}{}", self.number, self.text, self.walk.summary())
    }

    /// Returns the question and how it is answered, in lines.
    pub fn question(&self) -> Vec<String> {
        let Some((name, placeholder)) = self.walk.asked() else { return self.walk.sheet_hint() };
        // What is asked alone needs no name beside the offer's.
        let alone = self.walk.asks_once();
        vec![match placeholder {
            Placeholder::Int { min, max } if min == max => format!("{name}: {min}; Enter takes it"),
            Placeholder::Int { min, max } => {
                format!("{name}: {min} to {max}; type it, or Left and Right, Home and End")
            }
            Placeholder::One { .. } if alone => "Choose one".to_owned(),
            Placeholder::One { .. } => format!("{name}: choose one"),
            Placeholder::Pick { min, max, .. } => {
                let name = if alone { String::new() } else { format!("{name}: ") };
                let (count, marked) = (number_range(*min as u64, *max as u64), self.picked.len());
                let how = if marked < *max {
                    "Space marks, Enter is done"
                } else {
                    "Enter is done, Space takes a mark away"
                };
                format!("{name}{count} of these, {marked} marked; {how}")
            }
            Placeholder::Bag { min_total, max_total, .. } => format!(
                "{name}: {} in all, {} chosen; Left and Right, a number, or End for the rest",
                number_range(*min_total, *max_total),
                self.counts.values().sum::<u64>(),
            ),
        }]
    }

    /// Returns the rows that the typed text lets through.
    pub fn rows(&self) -> Vec<ChoiceRow> {
        let rows: Vec<ChoiceRow> = match self.walk.asked() {
            Some((_, Placeholder::One { from })) => {
                let row = |(number, item): (u64, &Item)| format!("{number:>3}  {}", text_of(item));
                numbers(from).into_iter().zip(from).map(row).collect::<Vec<_>>()
            }
            Some((_, Placeholder::Pick { from, .. })) => {
                let row = |(at, (number, item)): (usize, (u64, &Item))| {
                    let mark = if self.picked.contains(&at) { "[x]" } else { "[ ]" };
                    format!("{mark} {number:>3}  {}", text_of(item))
                };
                numbers(from).into_iter().zip(from).enumerate().map(row).collect()
            }
            Some((_, Placeholder::Bag { max, .. })) => {
                let row = |(key, most): (&String, &u64)| {
                    let count = self.counts.get(key).copied().unwrap_or_default();
                    format!("{count:>3}  {} (of {most})", name(key))
                };
                max.iter().map(row).collect()
            }
            Some((_, Placeholder::Int { .. })) => Vec::new(),
            None => self.walk.sheet_rows(),
        }
        .into_iter()
        .enumerate()
        .map(|(at, text)| ChoiceRow { at, text })
        .collect();
        if !matches!(self.walk.asked(), Some((_, Placeholder::One { .. }))) {
            return rows;
        }
        rows.into_iter().filter(|row| self.finder.admits(&row.text)).collect()
    }

    /// Goes one step back; returns `false` when there is none. A sheet is left as a whole.
    pub fn back(&mut self) -> bool {
        if !self.finder.line.is_empty() {
            self.finder.line.clear();
            return true;
        }
        if self.walk.is_sheet() {
            return false;
        }
        let stepped = self.walk.back();
        self.begin();
        stepped
    }

    /// Points at a row; returns whether the person had pointed at the same one before. A number that was
    /// typed goes to the row that is left. An error says why it cannot.
    pub fn point(&mut self, row: usize) -> Result<bool, String> {
        if row != self.finder.cursor {
            self.settle()?;
        }
        Ok(self.finder.point(row))
    }

    /// Moves the cursor by a wheel. A number that was typed goes to the row that is left. An error says why
    /// it cannot.
    pub fn roll(&mut self, by: isize) -> Result<(), String> {
        self.settle()?;
        let rows = self.rows().len();
        self.finder.roll(by, rows);
        Ok(())
    }

    /// Takes a key that chooses or types. An error says why it does nothing.
    pub fn key(&mut self, key: KeyEvent) -> Result<(), String> {
        if matches!(key.code, KeyCode::Up | KeyCode::Down) {
            self.settle()?;
            let rows = self.rows().len();
            self.finder.step(if key.code == KeyCode::Up { -1 } else { 1 }, rows);
            return Ok(());
        }
        let typed = !self.finder.line.is_empty();
        match (self.walk.asked().map(|(_, placeholder)| placeholder.clone()), key.code) {
            (Some(Placeholder::Pick { .. }), KeyCode::Char(' ')) if !typed => self.mark(),
            (Some(Placeholder::Bag { max, .. }), KeyCode::Left | KeyCode::Char('-')) if !typed => {
                self.count(&max, -1);
            }
            (Some(Placeholder::Bag { max, max_total, .. }), KeyCode::End) if !typed => {
                let left = max_total.saturating_sub(self.counts.values().sum());
                self.count(&max, i64::try_from(left).unwrap_or(i64::MAX));
            }
            (Some(Placeholder::Bag { max, .. }), KeyCode::Right | KeyCode::Char('+')) if !typed => {
                self.count(&max, 1);
            }
            (Some(Placeholder::Int { min, max }), _) => self.number(min, max, key),
            (Some(Placeholder::One { .. }), _) => {
                self.finder.key(key);
            }
            (None, KeyCode::Char(' ')) if !typed => {
                self.turn(Adjustment::Value(1));
            }
            (None, KeyCode::Left | KeyCode::Char('-')) if !typed => {
                self.turn(Adjustment::Number(-1));
            }
            (None, KeyCode::Right | KeyCode::Char('+')) if !typed => {
                self.turn(Adjustment::Number(1));
            }
            // Only where the line narrows the list does typing move the cursor.
            _ => {
                self.finder.line.key(key);
            }
        }
        Ok(())
    }

    /// Gives a number that was typed alone to the row under the cursor, where rows take numbers; returns
    /// whether it did. An error says why the row does not take it.
    fn settle(&mut self) -> Result<bool, String> {
        let line = self.finder.line.text();
        match self.walk.asked() {
            Some((_, Placeholder::Bag { max, .. })) => {
                let row = max.iter().nth(self.finder.cursor);
                let Some((row, number)) = row.zip(line.trim().parse::<u64>().ok()) else {
                    return Ok(false);
                };
                let (key, most) = row;
                if number > *most {
                    return Err(format!("{}: at most {most}", name(key)));
                }
                self.counts.insert(key.clone(), number);
            }
            None if self.walk.is_sheet() => {
                let Ok(number) = line.trim().parse() else { return Ok(false) };
                if !self.turn(Adjustment::Set(number)) {
                    return Err(format!("there cannot be {number} here"));
                }
            }
            Some((
                _,
                Placeholder::One { .. } | Placeholder::Pick { .. } | Placeholder::Int { .. },
            ))
            | None => return Ok(false),
        }
        self.finder.line.clear();
        Ok(true)
    }

    /// Checks whether several items are to be marked.
    pub fn marks(&self) -> bool {
        matches!(self.walk.asked(), Some((_, Placeholder::Pick { .. })))
    }

    /// Marks the row under the cursor, or no longer. Where all marks are given away nothing happens,
    /// but that the only one goes along.
    pub fn mark(&mut self) {
        let Some((_, Placeholder::Pick { max, .. })) = self.walk.asked() else { return };
        let (at, max) = (self.finder.cursor, *max);
        if self.picked.remove(&at) || at >= self.rows().len() {
            return;
        }
        if max == 1 {
            self.picked.clear();
        }
        if self.picked.len() < max {
            self.picked.insert(at);
        }
    }

    /// Changes the values in the row of a sheet under the cursor; returns whether one takes the change.
    fn turn(&mut self, turn: Adjustment) -> bool {
        self.walk.sheet_turn(self.finder.cursor, turn)
    }

    /// Handles Enter on a sheet: a line is for the rows that it names; without one it goes on to the next
    /// open row, and sends when there is none.
    fn fill(&mut self, line: &str) -> Result<(), String> {
        let next = (self.finder.cursor + 1) % self.walk.sheet_rows().len().max(1);
        if !line.trim().is_empty() {
            self.walk.answer(line)?;
        } else if let Some(open) = self.walk.sheet_open(next) {
            self.finder.cursor = open;
            return Ok(());
        } else {
            return self.walk.answer("send");
        }
        self.finder.line.clear();
        Ok(())
    }

    fn count(&mut self, max: &BTreeMap<String, u64>, by: i64) {
        if let Some((key, most)) = max.iter().nth(self.finder.cursor) {
            let count = self.counts.entry(key.clone()).or_default();
            *count = count.saturating_add_signed(by).min(*most);
        }
    }

    fn number(&mut self, min: i64, max: i64, key: KeyEvent) {
        let now: Option<i64> = self.finder.line.text().trim().parse().ok();
        let next = match (key.code, now) {
            (KeyCode::Left, None) | (KeyCode::End, _) => max,
            (KeyCode::Right, None) | (KeyCode::Home, _) => min,
            (KeyCode::Left, Some(now)) => now.saturating_sub(1),
            (KeyCode::Right, Some(now)) => now.saturating_add(1),
            _ => {
                self.finder.key(key);
                return;
            }
        };
        self.finder.line.set(next.clamp(min, max).to_string());
    }

    /// Takes the typed text, else the marks, as the answer. An error says what is wrong.
    pub fn enter(&mut self) -> Result<(), String> {
        if self.settle()? {
            return Ok(());
        }
        let line = self.finder.line.text();
        if self.walk.is_sheet() {
            return self.fill(&line);
        }
        let mut further = self.walk.clone();
        match self.walk.asked().map(|(_, placeholder)| placeholder.clone()) {
            _ if line.contains(';') => further.answers(&line)?,
            Some(Placeholder::Int { min, max }) if line.trim().is_empty() && min == max => {
                further.give(json!(min))?;
            }
            Some(Placeholder::Int { min, max }) if line.trim().is_empty() => {
                return Err(format!("a number from {min} to {max}"));
            }
            Some(Placeholder::One { from })
                if line.trim().trim_start_matches('#').parse::<u64>().is_err() =>
            {
                let row = self.rows().into_iter().nth(self.finder.cursor);
                let item = row.and_then(|row| from.into_iter().nth(row.at));
                further.give(item.ok_or_else(|| format!("nothing contains {line:?}"))?.value)?;
            }
            Some(Placeholder::Pick { from, min, max }) if line.trim().is_empty() => {
                let picks = self.picks(&from, min);
                if !(min..=max).contains(&picks.len()) {
                    let wanted = number_range(min as u64, max as u64);
                    return Err(format!("Space marks: {wanted} of these, not {}", picks.len()));
                }
                further.give(Value::Array(picks))?;
            }
            Some(Placeholder::Bag { min_total, max_total, .. }) if line.trim().is_empty() => {
                let total: u64 = self.counts.values().sum();
                if !(min_total..=max_total).contains(&total) {
                    return Err(format!(
                        "{} in all, not {total}",
                        number_range(min_total, max_total)
                    ));
                }
                let counts = self.counts.iter().filter(|(_, count)| **count > 0);
                further.give(counts.map(|(key, count)| (key.clone(), json!(count))).collect())?;
            }
            _ => further.answer(&line)?,
        }
        self.walk = further;
        self.begin();
        Ok(())
    }

    /// Returns the whole command that Enter would make of what is marked and typed.
    pub fn pointed(&self) -> Option<Value> {
        let mut further = self.clone();
        further.enter().ok()?;
        further.walk.command()
    }

    /// Returns the picked items; if none is and one must be, the item under the cursor.
    fn picks(&self, from: &[Item], min: usize) -> Vec<Value> {
        let under = BTreeSet::from([self.finder.cursor]);
        let alone = self.picked.is_empty() && min == 1;
        let places = if alone { &under } else { &self.picked };
        places.iter().filter_map(|at| from.get(*at)).map(|item| item.value.clone()).collect()
    }
}

#[cfg(test)]
mod tests;
