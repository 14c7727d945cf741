//! Many choices at once: a template filled line by line, in any order, until it is sent.
//!
//! Here because a question for each of sixty slots is a torment. Slots that belong together in the
//! template are a row, such as `germany` with `owner` and `troops`; a line names rows and gives
//! values, and a value fills the one slot of the row that admits it. Pure, like the walk. It must not
//! know any game.

use protocol::Placeholder;
use protocol::offer::Item;
use serde_json::Value;

use self::row::{SlotRow, fixed, item_words, name, same};
use super::{TemplateSlot, text_of};
use crate::render::text::words;

mod point;
mod row;

pub use self::point::Adjustment;

/// A template with more open places than this is filled as a sheet.
pub(super) const MANY: usize = 8;

/// Places in one object up to this many are a row; of more, each is a row of its own.
const ROW: usize = 4;

/// Number of rows that a message names.
const NAMED: usize = 12;

/// Width of one of the two columns of rows, in characters.
const COLUMN: usize = 38;

/// The progress of a sheet.
#[derive(Clone, Debug, Default)]
pub(super) struct SlotSheet {
    rows: Vec<SlotRow>,
    /// The answers before each line that was taken.
    before: Vec<Vec<Option<Value>>>,
    /// `true` if everything is shown next, `false` if only the progress.
    whole: bool,
    sent: bool,
}

/// The rows that a part of a line is about.
enum RowTarget {
    SlotRow(usize),
    /// Every row that is not yet filled.
    Rest,
}

impl SlotSheet {
    /// Creates an empty sheet, if there are enough slots for one and each takes a single value.
    pub(super) fn of(template: &Value, slots: &[TemplateSlot]) -> Option<Self> {
        let open: Vec<usize> = (0..slots.len()).filter(|at| !slots[*at].forced).collect();
        let single = |at: &usize| match slots[*at].placeholder {
            Placeholder::Int { .. } | Placeholder::One { .. } => true,
            Placeholder::Pick { .. } | Placeholder::Bag { .. } => false,
        };
        if open.len() <= MANY || !open.iter().all(single) {
            return None;
        }
        let parent = |at: usize| slots[at].path.split_last().map_or(&[][..], |(_, up)| up);
        let mut rows: Vec<SlotRow> = Vec::new();
        for at in &open {
            let together: Vec<usize> =
                open.iter().copied().filter(|one| parent(*one) == parent(*at)).collect();
            if parent(*at).is_empty() || together.len() > ROW {
                let path = &slots[*at].path;
                rows.push(SlotRow { name: name(path), indices: vec![*at], fixed: Vec::new() });
            } else if together.first() == Some(at) {
                let fixed = fixed(template, parent(*at));
                rows.push(SlotRow { name: name(parent(*at)), indices: together, fixed });
            }
        }
        Some(Self { rows, whole: true, ..Self::default() })
    }

    pub(super) fn is_sent(&self) -> bool {
        self.sent
    }

    /// Opens it again, to be corrected and sent once more.
    pub(super) fn reopen(&mut self) {
        self.sent = false;
        self.whole = false;
    }

    pub(super) fn show_whole(&mut self) {
        self.whole = true;
    }

    /// Returns the rows with their values, and what may be typed.
    pub(super) fn lines(&self, slots: &[TemplateSlot]) -> Vec<String> {
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

    /// Handles a line. An error says what is wrong; nothing has changed then.
    pub(super) fn answer(&mut self, text: &str, slots: &mut [TemplateSlot]) -> Result<(), String> {
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
    pub(super) fn back(&mut self, slots: &mut [TemplateSlot]) -> bool {
        let Some(answers) = self.before.pop() else { return false };
        for (slot, answer) in slots.iter_mut().zip(answers) {
            slot.answer = answer;
        }
        true
    }

    /// Reads parts with commas between them; values before the first row count for all of them.
    fn section(
        &self,
        section: &str,
        slots: &[TemplateSlot],
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
                RowTarget::SlotRow(row) => self.rows[row].fill(&values, slots, filled)?,
                RowTarget::Rest => self.fill_rest(&values, slots, filled)?,
            }
        }
        Ok(())
    }

    /// Returns the row that these words name, and which of the words.
    fn target(&self, said: &[String]) -> Result<(RowTarget, usize, usize), String> {
        if let Some(at) = said.iter().position(|word| word == "rest") {
            return Ok((RowTarget::Rest, at, at + 1));
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
                    [row] => return Ok((RowTarget::SlotRow(*row), from, to)),
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
        slots: &[TemplateSlot],
        filled: &mut [Option<Value>],
    ) -> Result<(), String> {
        let mut any = false;
        for row in &self.rows {
            let mut tried = filled.to_vec();
            let open = row.indices.iter().any(|at| filled[*at].is_none());
            if open && row.fill(values, slots, &mut tried).is_ok() {
                for at in &row.indices {
                    let before = filled[*at].take();
                    filled[*at] = before.or_else(|| tried[*at].take());
                }
                any = true;
            }
        }
        if any { Ok(()) } else { Err("nothing that is open admits this".to_owned()) }
    }

    /// Returns all rows with their values, two beside each other.
    fn table(&self, slots: &[TemplateSlot]) -> Vec<String> {
        let cells: Vec<String> = self.rows.iter().map(|row| row.shown(slots)).collect();
        let half = cells.len().div_ceil(2);
        (0..half)
            .map(|at| {
                let right = cells.get(half + at).map_or("", String::as_str);
                format!("  {:COLUMN$} {right}", cells[at]).trim_end().to_owned()
            })
            .collect()
    }

    /// Returns a line as one may type it, from this template.
    fn example(&self, slots: &[TemplateSlot]) -> String {
        let kinds = |row: &SlotRow| (row.ones(slots).count(), row.indices.len());
        let alike = |row: &SlotRow| self.rows.iter().filter(|one| kinds(one) == kinds(row)).count();
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
        for at in &first.indices {
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

/// Returns the possible values of each kind of slot.
fn legend(slots: &[TemplateSlot]) -> Vec<String> {
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
