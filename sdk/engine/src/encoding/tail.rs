//! The part of an observation that shows an unfinished command: its family, and what was chosen so far.

use engine::factored::{Chosen, Kind};

use super::walk::Open;
use super::{DIGIT, Encoding, Walk, list, names};

/// The divisor of a count or a number.
const SCALE: f32 = 10.0;
/// The entry of a kind whose count is not written to its end.
const COUNTING: f32 = -1.0;

impl Encoding {
    /// Lays out the entries: a mark for each family of more than one choice, what is written of a number, and
    /// an entry for each value of a field that another choice follows.
    pub(super) fn lay_out_entries(&mut self) {
        let mut entries = Vec::new();
        for family in &self.families {
            entries.push(format!("unfinished {}", family.name));
        }
        entries.push("digits so far".to_owned());
        for (family, placed) in self.families.iter().zip(&mut self.placed) {
            let last = family.fields.len().saturating_sub(1);
            for (at, (field, placed)) in family.fields.iter().zip(placed).enumerate() {
                let chosen_at_once =
                    matches!(field.kind, Kind::One(_) | Kind::Maybe(_) | Kind::Number);
                let alone = at + 1 == family.together && at == last;
                if matches!(field.kind, Kind::Given(_)) || (chosen_at_once && (at == last || alone))
                {
                    continue;
                }
                if family.fields.len() == family.together && chosen_at_once {
                    continue;
                }
                placed.entry = Some(entries.len());
                let name = format!("unfinished {} {}", family.name, field.path);
                match list(&field.kind) {
                    None => entries.push(name),
                    Some(domain) => {
                        entries.extend(names(domain).iter().map(|value| format!("{name}={value}")));
                        if matches!(field.kind, Kind::Maybe(_)) {
                            entries.push(format!("{name}=none"));
                        }
                    }
                }
            }
        }
        self.entries = entries;
    }

    /// Returns the names of the entries.
    pub(crate) fn entries(&self) -> &[String] {
        &self.entries
    }
}

impl Walk<'_> {
    /// Writes the entries of an unfinished command into zeros.
    pub(crate) fn observe(&self, encoding: &Encoding, out: &mut [f32]) {
        let form = self.form();
        out[form.family] = 1.0;
        let (values, open) = self.chosen();
        let placed = &encoding.placed[form.family];
        for (placed, value) in placed.iter().zip(values) {
            let Some(entry) = placed.entry else { continue };
            match value {
                Chosen::One(place) => out[entry + place] = 1.0,
                Chosen::Number(number) => out[entry] = *number as f32 / SCALE,
                Chosen::Pick(bits) => marks(&mut out[entry..], *bits),
                Chosen::Bag(counts) => counted(&mut out[entry..], counts),
            }
        }
        let entry = placed.get(values.len()).and_then(|placed| placed.entry);
        let digits = &mut out[encoding.families.len()..];
        match open {
            Open::Nothing => {}
            Open::Digits(_, number) => digits[0] = number as f32 / DIGIT as f32,
            Open::Pick { bits, .. } => {
                if let Some(entry) = entry {
                    marks(&mut out[entry..], bits);
                }
            }
            Open::Bag { counts, counting, .. } => {
                if let Some((_, _, number)) = counting {
                    digits[0] = number as f32 / DIGIT as f32;
                }
                if let Some(entry) = entry {
                    counted(&mut out[entry..], &counts);
                    if let Some((kind, ..)) = counting {
                        out[entry + kind] = COUNTING;
                    }
                }
            }
        }
    }
}

fn marks(out: &mut [f32], bits: u128) {
    let marked = out.iter_mut().enumerate().take(128).filter(|(place, _)| bits & 1 << place != 0);
    marked.for_each(|(_, entry)| *entry = 1.0);
}

fn counted(out: &mut [f32], counts: &[u8]) {
    let counted = out.iter_mut().zip(counts).filter(|(_, count)| **count > 0);
    counted.for_each(|(entry, count)| *entry = f32::from(*count) / SCALE);
}
