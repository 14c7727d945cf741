//! Habits of a player, counted over its matches: a person would notice them.

use std::collections::BTreeMap;

use engine::Seat;
use serde_json::Value;

/// Counts of a player's commands by their type, and of what it holds when a match is over.
#[derive(Clone, Debug, Default)]
pub struct Habits {
    matches: u32,
    counts: BTreeMap<String, u64>,
    /// Armies that the player has on the board, summed over its decisions.
    armies: u64,
    decisions: u64,
    /// Matches in which an Advantage Card was used or sold.
    with_advantage: u32,
    advantage: bool,
}

impl Habits {
    /// Notes a command of the player, and what everybody sees before it.
    pub fn note(&mut self, command: &Value, public: &Value, own: Seat) {
        self.armies += armies(public, own).unwrap_or_default();
        self.decisions += 1;
        let mut kind = command["type"].as_str().unwrap_or_default().to_owned();
        if let Some(support) = command["kind"].as_str() {
            kind = format!("{kind} {support}");
        }
        let ways = ["use_advantage", "sell_advantage", "council_meeting", "cyber_attack"];
        self.advantage |= ways.contains(&kind.as_str());
        *self.counts.entry(kind).or_default() += 1;
    }

    /// Notes how a match ended for the player, from what everybody sees of it.
    pub fn end(&mut self, public: &Value, own: Seat) {
        self.matches += 1;
        self.with_advantage += u32::from(std::mem::take(&mut self.advantage));
        if let Some(armies) = armies(public, own) {
            *self.counts.entry("armies at the end".to_owned()).or_default() += armies;
        }
    }
}

/// Returns the armies that a player has on the board of Europe Divided, in which seat 0 plays Europe.
fn armies(public: &Value, own: Seat) -> Option<u64> {
    let side = if own.0 == 0 { "europe" } else { "russia" };
    let armies = public["armies"][side].as_object()?;
    Some(armies.values().filter_map(Value::as_u64).sum())
}

#[expect(clippy::cast_precision_loss, reason = "commands are counted to some millions")]
impl std::fmt::Display for Habits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a match:")?;
        for (kind, count) in &self.counts {
            write!(f, " {kind} {:.2},", *count as f64 / f64::from(self.matches.max(1)))?;
        }
        let armies = self.armies as f64 / self.decisions.max(1) as f64;
        let (with, all) = (self.with_advantage, self.matches);
        write!(f, " armies at a decision {armies:.2}, with an Advantage Card {with} of {all}")
    }
}
