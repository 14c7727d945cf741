//! A sheet as a list that one points at: its rows, and what turning one of them does.
//!
//! Here, apart from the typed lines, because a full screen has keys for it. It must not know a key.

use protocol::Placeholder;
use serde_json::{Value, json};

use super::row::{SlotRow, name};
use super::{SlotSheet, TemplateSlot};

/// A change to the values of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Adjustment {
    /// Raise or lower its number by this much.
    Number(i64),
    /// Its number is this one.
    Set(i64),
    /// On to another one of its values.
    Value(isize),
}

impl SlotSheet {
    /// Returns the rows; one that asks for several values of a list is one for each of them.
    fn entries(&self, slots: &[TemplateSlot]) -> Vec<SlotRow> {
        let split = |row: &SlotRow| -> Vec<SlotRow> {
            if row.ones(slots).count() < 2 {
                return vec![row.clone()];
            }
            let one = |at: &usize| {
                let mut words = row.name.clone();
                words.extend(name(&slots[*at].path));
                SlotRow { name: words, indices: vec![*at], fixed: Vec::new() }
            };
            row.indices.iter().map(one).collect()
        };
        self.rows.iter().flat_map(split).collect()
    }

    /// Returns each row with its present values.
    pub(in crate::app::walk) fn shown(&self, slots: &[TemplateSlot]) -> Vec<String> {
        self.entries(slots).iter().map(|row| row.shown(slots)).collect()
    }

    /// Returns the first row from this one on, and around, in which something is open.
    pub(in crate::app::walk) fn open_from(
        &self,
        from: usize,
        slots: &[TemplateSlot],
    ) -> Option<usize> {
        let rows = self.entries(slots);
        let count = rows.len();
        (from..from + count).map(|at| at % count.max(1)).find(|at| rows[*at].is_open(slots))
    }

    /// Returns how it is filled, and how much is still open.
    pub(in crate::app::walk) fn hint(&self, slots: &[TemplateSlot]) -> Vec<String> {
        let open = self.entries(slots).iter().filter(|row| row.is_open(slots)).count();
        let state = match open {
            0 => "all is filled: Enter sends it".to_owned(),
            open => format!("{open} open: Enter on"),
        };
        vec![
            format!("Space who or what; Left Right, 12: how many; {state}; Esc keeps it"),
            self.example(slots),
        ]
    }

    /// Changes the values in a row; returns whether one takes the change.
    pub(in crate::app::walk) fn turn(
        &self,
        at: usize,
        turn: Adjustment,
        slots: &mut [TemplateSlot],
    ) -> bool {
        let Some(row) = self.entries(slots).into_iter().nth(at) else { return false };
        let mut taken = false;
        for index in row.indices {
            let slot = &mut slots[index];
            let value = turned(&slot.placeholder, slot.answer.as_ref(), turn);
            if let Some(value) = value.filter(|value| slot.placeholder.admits(value)) {
                slot.answer = Some(value);
                taken = true;
            }
        }
        taken
    }
}

/// Returns the changed value; `None` if this kind of slot does not change so.
fn turned(placeholder: &Placeholder, now: Option<&Value>, turn: Adjustment) -> Option<Value> {
    match (placeholder, turn) {
        (Placeholder::Int { min, max }, Adjustment::Number(by)) => {
            let next = match now.and_then(Value::as_i64) {
                Some(now) => now.saturating_add(by).clamp(*min, *max),
                None if by > 0 => *min,
                None => *max,
            };
            Some(json!(next))
        }
        (Placeholder::Int { .. }, Adjustment::Set(number)) => Some(json!(number)),
        (Placeholder::One { from }, Adjustment::Value(by)) if !from.is_empty() => {
            let now = now.and_then(|now| from.iter().position(|item| item.value == *now));
            let next = match now {
                Some(now) => (now + from.len()).saturating_add_signed(by) % from.len(),
                None if by > 0 => 0,
                None => from.len() - 1,
            };
            Some(from[next].value.clone())
        }
        _ => None,
    }
}
