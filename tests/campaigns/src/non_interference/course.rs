//! The course of a match, sorted by what is worth looking at: most moments of a match are alike, and
//! what is secret happens in the few others.

use std::collections::BTreeMap;

use engine::Game;
use serde_json::Value;

use super::chance::Chance;
use super::play::{Moment, Step};

/// A match, moment by moment.
#[derive(Debug)]
pub(super) struct Course<G> {
    /// In order.
    pub(super) moments: Vec<Moment<G>>,
    /// Those in which a secret choice is open.
    veiled: Vec<usize>,
    /// Those of them in which somebody acts and is awaited as before: nobody else may notice it.
    unnoticed: Vec<usize>,
    /// By the type of the command that came next; deadlines are a type of their own.
    by_type: Vec<Vec<usize>>,
}

impl<G: Game> Course<G> {
    /// Sorts a match.
    pub(super) fn of(moments: Vec<Moment<G>>) -> Self {
        let veiled: Vec<usize> =
            (0..moments.len()).filter(|at| moments[*at].game.veiled()).collect();
        let goes_on = |at: &usize| {
            let next = moments.get(at + 1).map(|next| &next.game).filter(|next| next.veiled());
            next.is_some_and(|next| next.awaiting() == moments[*at].game.awaiting())
        };
        let unnoticed = veiled.iter().copied().filter(goes_on).collect();
        let mut by_type: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (at, moment) in moments.iter().enumerate() {
            let kind = moment.step.command().map(|command| command["type"].to_string());
            by_type.entry(kind.unwrap_or_default()).or_default().push(at);
        }
        let by_type = by_type.into_values().collect();
        Self { moments, veiled, unnoticed, by_type }
    }

    /// Picks a moment to look at; `number` goes through the ways to choose one.
    pub(super) fn pick(&self, number: usize, chance: &mut Chance) -> usize {
        let among = match number % 4 {
            0 => &self.unnoticed,
            1 => &self.veiled,
            _ => self.any_type(chance),
        };
        let picked = among.get(chance.index(among.len())).copied();
        picked.filter(|_| number % 4 < 3).unwrap_or_else(|| chance.index(self.moments.len()))
    }

    /// Returns the moments before commands of one type, each type as likely as any other.
    fn any_type(&self, chance: &mut Chance) -> &[usize] {
        self.by_type.get(chance.index(self.by_type.len())).map_or(&[], Vec::as_slice)
    }

    /// Picks a command that somebody gives in this match: around this moment, or of any type.
    pub(super) fn command(&self, around: usize, chance: &mut Chance) -> Option<Value> {
        const NEAR: usize = 20;
        let near = around.saturating_sub(NEAR) + chance.index(2 * NEAR);
        let among = self.any_type(chance);
        let any = among.get(chance.index(among.len())).copied();
        let at = if chance.once_in(2) { near } else { any? };
        self.moments.get(at).map(|moment| &moment.step).and_then(Step::command).cloned()
    }
}
