//! From an offer to a command: one question for each placeholder, in the order of the template.
//!
//! A template with many placeholders is a sheet instead, filled in any order.
//! A pure state machine: text in, question or error out, so that it can be tested without a
//! terminal and used by other presentations. What has only one possible value is never asked. It
//! must not know a session.

use protocol::Placeholder;
use serde_json::Value;

use self::read::{Misread, numbered};
pub use self::read::{number_range, numbers, text_of};
pub use self::sheet::Adjustment;
use self::sheet::SlotSheet;
use self::slot::{PathStep, TemplateSlot, find, is_forced, slots};

mod bag;
mod read;
mod sheet;
mod slot;

/// The walk through the placeholders of one offer.
#[derive(Clone, Debug)]
pub struct Walk {
    template: Value,
    slots: Vec<TemplateSlot>,
    /// The slots asked so far, the last one being asked now or complete.
    asked: Vec<usize>,
    /// The sheet, where everything is asked at once.
    sheet: Option<SlotSheet>,
}

impl Walk {
    /// Begins at the first question of a template.
    pub fn new(template: &Value) -> Self {
        Self::over(template, is_forced)
    }

    /// Begins a walk for a match in which others act at any time: even the only value left of several
    /// is asked for, since it may differ from the one the person last saw. Only a pick of everything
    /// is not asked, such as of the only other seat.
    pub fn wary(template: &Value) -> Self {
        Self::over(template, |placeholder| match placeholder {
            Placeholder::Int { .. } | Placeholder::One { .. } => false,
            Placeholder::Bag { max_total, .. } => *max_total == 0,
            Placeholder::Pick { .. } => is_forced(placeholder),
        })
    }

    fn over(template: &Value, forced: impl Fn(&Placeholder) -> bool) -> Self {
        let slots = slots(template, &forced);
        let sheet = SlotSheet::of(template, &slots);
        let mut walk = Self { template: template.clone(), slots, asked: Vec::new(), sheet };
        walk.advance();
        walk
    }

    /// Returns the template it walks through.
    pub fn template(&self) -> &Value {
        &self.template
    }

    /// Checks whether every placeholder has its value.
    pub fn is_complete(&self) -> bool {
        self.slots.iter().all(|slot| slot.answer.is_some())
            && self.sheet.as_ref().is_none_or(SlotSheet::is_sent)
    }

    /// Returns the command, once complete.
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

    /// Checks whether everything is asked at once. What was typed then is worth keeping.
    pub fn is_sheet(&self) -> bool {
        self.sheet.is_some()
    }

    /// Returns the rows of a sheet with their present values.
    pub fn sheet_rows(&self) -> Vec<String> {
        self.sheet.as_ref().map(|sheet| sheet.shown(&self.slots)).unwrap_or_default()
    }

    /// Returns how a sheet is filled by pointing, and how much is still open.
    pub fn sheet_hint(&self) -> Vec<String> {
        self.sheet.as_ref().map(|sheet| sheet.hint(&self.slots)).unwrap_or_default()
    }

    /// Returns the first row of a sheet from this one on, and around, in which something is open.
    pub fn sheet_open(&self, from: usize) -> Option<usize> {
        self.sheet.as_ref()?.open_from(from, &self.slots)
    }

    /// Changes the values in a row of a sheet.
    pub fn sheet_turn(&mut self, row: usize, turn: Adjustment) -> bool {
        self.sheet.as_ref().is_some_and(|sheet| sheet.turn(row, turn, &mut self.slots))
    }

    /// Opens it again, to be corrected and sent once more.
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

    /// Returns the command so far; open choices are null.
    pub fn draft(&self) -> Value {
        let mut draft = self.template.clone();
        for slot in &self.slots {
            if let Some(part) = find(&mut draft, &slot.path) {
                *part = slot.answer.clone().unwrap_or(Value::Null);
            }
        }
        draft
    }

    /// Returns the items of the only choice of an offer that chooses one thing, with their numbers.
    pub fn items(&self) -> Vec<(u64, String)> {
        match self.slots.as_slice() {
            [TemplateSlot { placeholder: Placeholder::One { from }, .. }] => {
                numbers(from).into_iter().zip(from.iter().map(text_of)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Returns the answers so far, to be put behind the text of the offer.
    pub fn summary(&self) -> String {
        let answers = self.asked.iter().filter_map(|at| {
            let slot = &self.slots[*at];
            Some(format!("{} {}", slot.name(), slot.in_words(slot.answer.as_ref()?)))
        });
        let summary = answers.collect::<Vec<_>>().join("; ");
        if summary.is_empty() { summary } else { format!(" ({summary})") }
    }

    /// Returns the lines that ask the current question.
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
                let count = number_range(*min as u64, *max as u64);
                let mut lines =
                    vec![format!("{name}: choose {count}, numbers with spaces between them")];
                lines.extend(numbered(from));
                lines
            }
            Placeholder::Bag { max, min_total, max_total } => {
                bag::question(&name, max, *min_total, *max_total)
            }
        }
    }

    /// Returns the open question and its name; `None` on a sheet, where everything is asked at once.
    pub fn asked(&self) -> Option<(String, &Placeholder)> {
        let slot = self.current().filter(|_| self.sheet.is_none())?;
        Some((slot.name(), &slot.placeholder))
    }

    /// Checks whether there is only one question in all.
    pub fn asks_once(&self) -> bool {
        self.slots.iter().filter(|slot| !slot.forced).count() == 1
    }

    /// Answers the current question with a value that was pointed at.
    pub fn give(&mut self, value: Value) -> Result<(), String> {
        let Some(at) = self.asked.last().copied().filter(|_| self.sheet.is_none()) else {
            return Err("nothing is asked".to_owned());
        };
        if !self.slots[at].placeholder.admits(&value) {
            return Err("this is not possible here".to_owned());
        }
        self.set(at, value);
        Ok(())
    }

    /// Answers the current question. An error says what is wrong; nothing has changed then.
    pub fn answer(&mut self, text: &str) -> Result<(), String> {
        if let Some(sheet) = &mut self.sheet {
            return sheet.answer(text, &mut self.slots);
        }
        let Some(at) = self.asked.last().copied() else {
            return Err("nothing is asked".to_owned());
        };
        let value = self.slots[at].read(text).map_err(Misread::into_text)?;
        self.set(at, value);
        Ok(())
    }

    /// Gives several answers at once, with `;` between them. An answer that begins with the name of a
    /// question is for it; any other is for the first open question that it can be an answer to, so
    /// that `2 grain; all` and `all; 2 grain` mean the same. After an error the walk is spoilt.
    pub fn answers(&mut self, line: &str) -> Result<(), String> {
        if self.sheet.is_some() {
            return if line.trim().is_empty() { Ok(()) } else { self.answer(line) };
        }
        for text in line.split(';').map(str::trim).filter(|text| !text.is_empty()) {
            let (at, value) = self.locate(text)?;
            self.set(at, value);
        }
        Ok(())
    }

    /// Returns the question that a text answers, and the value it gives.
    fn locate(&self, text: &str) -> Result<(usize, Value), String> {
        let open = || self.slots.iter().enumerate().filter(|(_, slot)| slot.answer.is_none());
        for (at, slot) in open() {
            if let Some(rest) = after_name(text, &slot.name()) {
                return Ok((at, slot.read(rest).map_err(Misread::into_text)?));
            }
        }
        let mut first = None;
        for (at, slot) in open() {
            match slot.read(text) {
                Ok(value) => return Ok((at, value)),
                Err(Misread::Wrong(why)) => return Err(format!("{}: {why}", slot.name())),
                Err(Misread::Form(why)) => first = first.or(Some(why)),
            }
        }
        // What needs no answer may have one.
        let mut forced = self.slots.iter().enumerate().filter(|(_, slot)| slot.forced);
        forced
            .find_map(|(at, slot)| Some((at, slot.read(text).ok()?)))
            .ok_or_else(|| first.unwrap_or_else(|| format!("nothing is left for {text:?}")))
    }

    fn set(&mut self, at: usize, value: Value) {
        self.slots[at].answer = Some(value);
        if self.slots[at].forced {
            return;
        }
        if self.asked.last() != Some(&at) {
            self.asked.pop();
            self.asked.push(at);
        }
        self.advance();
    }

    /// Creates the wary walk through a later form of the same offer, with the answers that still
    /// hold.
    pub fn renewed(&self, template: &Value) -> Self {
        let mut walk = Self::wary(template);
        for at in &self.asked {
            let old = &self.slots[*at];
            let new = walk.slots.iter().position(|slot| slot.path == old.path && !slot.forced);
            if let (Some(at), Some(answer)) = (new, &old.answer)
                && walk.slots[at].placeholder.admits(answer)
            {
                walk.set(at, answer.clone());
            }
        }
        walk
    }

    /// Takes back one question or line; returns `false` when there is none before this one.
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

    fn current(&self) -> Option<&TemplateSlot> {
        let slot = self.slots.get(*self.asked.last()?)?;
        slot.answer.is_none().then_some(slot)
    }

    /// Goes on to the first slot without a value, filling those without a choice.
    fn advance(&mut self) {
        for slot in self.slots.iter_mut().filter(|slot| slot.forced) {
            slot.answer.get_or_insert_with(|| slot.placeholder.fill(&mut |_| 0));
        }
        self.asked.retain(|at| self.slots[*at].answer.is_some());
        if self.sheet.is_none() {
            self.asked.extend(self.slots.iter().position(|slot| slot.answer.is_none()));
        }
    }
}

/// Returns the rest of a text that begins with the name of a question.
fn after_name<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let (head, rest) = text.split_at_checked(name.len())?;
    let apart = rest.starts_with([' ', '=', ':']);
    (apart && head.eq_ignore_ascii_case(name)).then(|| rest[1..].trim())
}

#[cfg(test)]
mod tests;
