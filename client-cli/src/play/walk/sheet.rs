//! Many choices at once: a template filled line by line, in any order, until it is sent.
//!
//! Here because a question for each of sixty places is a torment. Places that stand together in the
//! template are a row, such as `germany` with `owner` and `troops`; a line names rows and gives
//! values, and a value fills the one place of the row that admits it. Pure, like the walk. It must
//! not know any game.

use protocol::Placeholder;
use protocol::offer::Item;
use serde_json::Value;

use self::row::{Row, fixed, item_words, name, same};
use super::{Slot, text_of};
use crate::render::generic::words;

mod point;
mod row;

pub use self::point::Turn;

/// A template with more open places than this is filled as a sheet.
pub(super) const MANY: usize = 8;

/// Places in one object up to this many are a row; of more, each is a row of its own.
const ROW: usize = 4;

/// How many rows a message names.
const NAMED: usize = 12;

/// Two rows of the sheet stand beside each other, so wide, in characters.
const COLUMN: usize = 38;

/// How far a sheet is.
#[derive(Clone, Debug, Default)]
pub(super) struct Sheet {
    rows: Vec<Row>,
    /// The answers before each line that was taken.
    before: Vec<Vec<Option<Value>>>,
    /// Whether everything is shown next, or only how far it is.
    whole: bool,
    sent: bool,
}

/// What a part of a line is about.
enum Target {
    Row(usize),
    /// Every row that is not yet filled.
    Rest,
}

impl Sheet {
    /// An empty sheet, if there are enough places for one and each takes a single value.
    pub(super) fn of(template: &Value, slots: &[Slot]) -> Option<Self> {
        let open: Vec<usize> = (0..slots.len()).filter(|at| !slots[*at].forced).collect();
        let single = |at: &usize| match slots[*at].placeholder {
            Placeholder::Int { .. } | Placeholder::One { .. } => true,
            Placeholder::Pick { .. } | Placeholder::Bag { .. } => false,
        };
        if open.len() <= MANY || !open.iter().all(single) {
            return None;
        }
        let parent = |at: usize| slots[at].path.split_last().map_or(&[][..], |(_, up)| up);
        let mut rows: Vec<Row> = Vec::new();
        for at in &open {
            let together: Vec<usize> =
                open.iter().copied().filter(|one| parent(*one) == parent(*at)).collect();
            if parent(*at).is_empty() || together.len() > ROW {
                let path = &slots[*at].path;
                rows.push(Row { name: name(path), places: vec![*at], fixed: Vec::new() });
            } else if together.first() == Some(at) {
                let fixed = fixed(template, parent(*at));
                rows.push(Row { name: name(parent(*at)), places: together, fixed });
            }
        }
        Some(Self { rows, whole: true, ..Self::default() })
    }

    pub(super) fn is_sent(&self) -> bool {
        self.sent
    }

    /// To be corrected and sent again.
    pub(super) fn reopen(&mut self) {
        self.sent = false;
        self.whole = false;
    }

    pub(super) fn show_whole(&mut self) {
        self.whole = true;
    }

    /// What stands there, and what may be typed.
    pub(super) fn lines(&self, slots: &[Slot]) -> Vec<String> {
        let mut lines = Vec::new();
        if self.whole {
            lines.extend(self.table(slots));
            lines.extend(legend(slots));
            lines.push(self.example(slots));
        }
        let open: Vec<String> = self
            .rows
            .iter()
            .filter(|row| row.is_open(slots))
            .map(|row| row.name.join(" "))
            .collect();
        lines.push(if open.is_empty() {
            "Everything is filled: send sends it; b takes the last line back.".to_owned()
        } else {
            let more = if open.len() > NAMED { ", ..." } else { "" };
            let named: Vec<&str> = open.iter().take(NAMED).map(String::as_str).collect();
            format!(
                "Open: {} ({}{more}). Enter shows everything; b takes the last line back.",
                open.len(),
                named.join(", ")
            )
        });
        lines
    }

    /// Takes a line. An error says what is wrong; nothing changed then.
    pub(super) fn answer(&mut self, text: &str, slots: &mut [Slot]) -> Result<(), String> {
        match text.trim().to_lowercase().as_str() {
            "" | "show" => {
                self.whole = true;
                return Ok(());
            }
            "send" => {
                let open: Vec<String> = self
                    .rows
                    .iter()
                    .filter(|row| row.is_open(slots))
                    .take(NAMED)
                    .map(|row| row.name.join(" "))
                    .collect();
                if !open.is_empty() {
                    return Err(format!("not everything is filled: {}", open.join(", ")));
                }
                self.sent = true;
                return Ok(());
            }
            line => {
                let answers: Vec<Option<Value>> =
                    slots.iter().map(|slot| slot.answer.clone()).collect();
                let mut filled = answers.clone();
                for section in line.split(';') {
                    self.section(section, slots, &mut filled)?;
                }
                for (slot, answer) in slots.iter_mut().zip(filled) {
                    slot.answer = answer;
                }
                self.before.push(answers);
                self.whole = false;
            }
        }
        Ok(())
    }

    /// Takes the last line back; `false` when there is none.
    pub(super) fn back(&mut self, slots: &mut [Slot]) -> bool {
        let Some(answers) = self.before.pop() else { return false };
        for (slot, answer) in slots.iter_mut().zip(answers) {
            slot.answer = answer;
        }
        true
    }

    /// Parts with commas between them; what stands before the first row counts for all of them.
    fn section(
        &self,
        section: &str,
        slots: &[Slot],
        filled: &mut [Option<Value>],
    ) -> Result<(), String> {
        let mut carried: Vec<String> = Vec::new();
        for part in section.split(',') {
            let said: Vec<String> = part
                .split(|c: char| c.is_whitespace() || matches!(c, '=' | ':' | '.'))
                .filter(|word| !word.is_empty())
                .flat_map(|word| words(word).split(' ').map(str::to_owned).collect::<Vec<_>>())
                .collect();
            if said.is_empty() {
                continue;
            }
            let (target, from, to) = self.target(&said)?;
            if from > 0 {
                carried = said[..from].to_vec();
            }
            let mut values = carried.clone();
            values.extend_from_slice(&said[to..]);
            match target {
                Target::Row(row) => self.rows[row].fill(&values, slots, filled)?,
                Target::Rest => self.fill_rest(&values, slots, filled)?,
            }
        }
        Ok(())
    }

    /// The row that these words name, and which of the words.
    fn target(&self, said: &[String]) -> Result<(Target, usize, usize), String> {
        if let Some(at) = said.iter().position(|word| word == "rest") {
            return Ok((Target::Rest, at, at + 1));
        }
        for from in 0..said.len() {
            for to in (from + 1..=said.len()).rev() {
                let fitting = |exact: bool| -> Vec<usize> {
                    let fits = |row: &usize| same(&self.rows[*row].name, &said[from..to], exact);
                    (0..self.rows.len()).filter(fits).collect()
                };
                let exact = fitting(true);
                let rows = if exact.is_empty() { fitting(false) } else { exact };
                match rows.as_slice() {
                    [] => {}
                    [row] => return Ok((Target::Row(*row), from, to)),
                    many => {
                        let names: Vec<String> =
                            many.iter().map(|row| self.rows[*row].name.join(" ")).collect();
                        let said = said[from..to].join(" ");
                        return Err(format!("{said:?} may be {}", names.join(" or ")));
                    }
                }
            }
        }
        Err(format!("{:?} names nothing that is to be filled; Enter shows it", said.join(" ")))
    }

    /// Fills the open places of every row that admits the values.
    fn fill_rest(
        &self,
        values: &[String],
        slots: &[Slot],
        filled: &mut [Option<Value>],
    ) -> Result<(), String> {
        let mut any = false;
        for row in &self.rows {
            let mut tried = filled.to_vec();
            let open = row.places.iter().any(|at| filled[*at].is_none());
            if open && row.fill(values, slots, &mut tried).is_ok() {
                for at in &row.places {
                    let before = filled[*at].take();
                    filled[*at] = before.or_else(|| tried[*at].take());
                }
                any = true;
            }
        }
        if any { Ok(()) } else { Err("nothing that is open admits this".to_owned()) }
    }

    /// All rows with their values, two beside each other.
    fn table(&self, slots: &[Slot]) -> Vec<String> {
        let cells: Vec<String> = self.rows.iter().map(|row| row.shown(slots)).collect();
        let half = cells.len().div_ceil(2);
        (0..half)
            .map(|at| {
                let right = cells.get(half + at).map_or("", String::as_str);
                format!("  {:COLUMN$} {right}", cells[at]).trim_end().to_owned()
            })
            .collect()
    }

    /// A line as one may type it, from this template.
    fn example(&self, slots: &[Slot]) -> String {
        let kinds = |row: &Row| (row.ones(slots).count(), row.places.len());
        let alike = |row: &Row| self.rows.iter().filter(|one| kinds(one) == kinds(row)).count();
        let Some(first) = self.rows.iter().max_by_key(|row| alike(row)) else {
            return String::new();
        };
        let names: Vec<String> = self
            .rows
            .iter()
            .filter(|row| kinds(row) == kinds(first))
            .take(2)
            .map(|row| row.name.join(" "))
            .collect();
        let (mut lead, mut last, mut number) = (String::new(), String::new(), String::new());
        for at in &first.places {
            match &slots[*at].placeholder {
                Placeholder::One { from } => {
                    let word = |item: Option<&Item>| item.map(item_words).unwrap_or_default() + " ";
                    (lead, last) = (word(from.first()), word(from.last()));
                }
                Placeholder::Int { max, .. } => number = format!(" {}", max.min(&2)),
                Placeholder::Pick { .. } | Placeholder::Bag { .. } => {}
            }
        }
        let names = names.join(&format!("{number}, "));
        let other = self.rows.iter().find(|row| row.ones(slots).count() > 1);
        let other = other.map(|row| format!("; {}", row.sample(slots))).unwrap_or_default();
        format!("Type for example: {lead}{names}{number}; {last}rest{number}{other}")
    }
}

/// What each kind of place may hold.
fn legend(slots: &[Slot]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for slot in slots.iter().filter(|slot| !slot.forced) {
        let holds = match &slot.placeholder {
            Placeholder::Int { min, max } => format!("{min} to {max}"),
            Placeholder::One { from } if from.len() <= NAMED => {
                from.iter().map(text_of).collect::<Vec<_>>().join(", ")
            }
            Placeholder::One { from } => format!("one of {}", from.len()),
            Placeholder::Pick { .. } | Placeholder::Bag { .. } => continue,
        };
        let line = format!("  {}: {holds}", name(&slot.path).join(" "));
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines.truncate(NAMED);
    lines
}

#[cfg(test)]
mod tests;
