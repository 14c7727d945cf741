//! Is a game fair? A player against itself, over many deals, and what became of each side.

#![expect(clippy::cast_precision_loss, reason = "scores and turns are small")]

use std::collections::BTreeMap;
use std::fmt;
use std::hash::Hash;
use std::sync::Arc;

use engine::think::Think;
use engine::{Audience, EventSink, Game, Seat};
use laws::rules::deal;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::ladder::Rung;
use crate::series::wilson;

/// Fields of events that name what was used: such events are counted by them.
const NAMED: [&str; 5] = ["side", "seat", "card", "headline", "objective"];

/// Count of something: times, matches, and who won these.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// Times.
    pub times: u32,
    /// Matches in which it came at all.
    pub matches: u32,
    /// Of these, those that the first side won; a draw is half.
    pub first_won: f64,
}

/// Results of matches of a player against itself.
#[derive(Clone, Debug, Default)]
pub struct Balance {
    /// Matches, each of a deal of its own.
    pub matches: u32,
    /// Won by the first side (Europe, Red); a draw is half.
    pub first_side: f64,
    /// Won by whoever was the first to be asked alone.
    pub first_mover: f64,
    /// Matches by the reason of their end.
    pub endings: BTreeMap<String, u32>,
    /// Sum of the turns.
    pub turns: u64,
    /// Sums of the scores, the first side's first.
    pub scores: [f64; 2],
    /// Events, counted by the names in them.
    pub events: BTreeMap<String, Tally>,
}

/// Counts events by their names.
#[derive(Default)]
struct Counted(BTreeMap<String, u32>);

impl<E: Serialize> EventSink<E> for Counted {
    fn emit(&mut self, _: Audience, event: E) {
        let Ok(Value::Object(fields)) = serde_json::to_value(event) else { return };
        if let Some(name) = name(&fields) {
            *self.0.entry(name).or_default() += 1;
        }
    }
}

/// Returns the words under which an event is counted; `None` if it names no card or the like.
fn name(fields: &Map<String, Value>) -> Option<String> {
    let named = NAMED.iter().filter_map(|field| match fields.get(*field)? {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    });
    let named: Vec<String> = named.collect();
    let kind = fields.get("type")?.as_str()?;
    (!named.is_empty()).then(|| format!("{kind} {}", named.join(" ")))
}

/// Has a player play itself, one match a deal.
///
/// # Panics
/// If it commands what is not legal.
pub fn balance<G: Think>(
    data: &Arc<G::Data>,
    options: &Value,
    rung: Rung,
    matches: u64,
    seed: u64,
) -> Balance
where
    G::Command: Hash,
    G::Event: Hash + Serialize,
{
    let mut found = Balance::default();
    for seed in seed..seed + matches {
        let mut game: G = deal(Arc::clone(data), options, seed);
        let mut players = [0u8, 1].map(|seat| rung.player::<G>(seat, seed * 2 + u64::from(seat)));
        let (mut seq, mut mover, mut counted) = (0, None, Counted::default());
        while let Some(seat) = game.awaiting().iter().next() {
            seq += 1;
            if game.awaiting().len() == 1 {
                mover = mover.or(Some(seat));
            }
            let command = players[seat.index()].choose(&game, seat, seq);
            game.apply(0, seat, &command, &mut counted).expect("players command what is legal");
        }
        found.add(&game, mover, counted);
    }
    found
}

impl Balance {
    fn add<G: Think>(&mut self, game: &G, mover: Option<Seat>, counted: Counted) {
        let Some(outcome) = Game::outcome(game) else { return };
        let won = |seat: u8| match outcome.winners.as_slice() {
            [one] => f64::from(u8::from(*one == seat)),
            _ => 0.5,
        };
        let first = u8::from(!game.is_first_side(Seat(0)));
        self.matches += 1;
        self.first_side += won(first);
        self.first_mover += mover.map_or(0.5, |seat| won(seat.0));
        self.turns += u64::from(game.turn_number());
        for (sum, seat) in self.scores.iter_mut().zip([first, 1 - first]) {
            *sum += outcome.scores.get(usize::from(seat)).map_or(0.0, |score| *score as f64);
        }
        *self.endings.entry(outcome.reason.clone()).or_default() += 1;
        for (name, times) in counted.0 {
            let tally = self.events.entry(name).or_default();
            tally.times += times;
            tally.matches += 1;
            tally.first_won += won(first);
        }
    }

    /// Returns the share of matches that the first side won, and the first mover, each with Wilson's
    /// 95 % interval.
    pub fn shares(&self) -> [(f64, f64, f64); 2] {
        [self.first_side, self.first_mover].map(|won| wilson(won, self.matches))
    }
}

impl fmt::Display for Balance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let matches = f64::from(self.matches.max(1));
        for (what, (share, low, high)) in
            ["first side", "first mover"].into_iter().zip(self.shares())
        {
            let [share, low, high] = [share, low, high].map(|share| 100.0 * share);
            writeln!(f, "  {what} won {share:.1} % ({low:.1} to {high:.1}) of {}", self.matches)?;
        }
        let [own, other] = self.scores.map(|sum| sum / matches);
        let turns = self.turns as f64 / matches;
        writeln!(f, "  {turns:.1} turns, scores {own:.1} to {other:.1}; ends: {:?}", self.endings)?;
        for (name, Tally { times, matches: came, first_won }) in &self.events {
            let times = f64::from(*times) / matches;
            let share = 100.0 * first_won / f64::from(*came);
            writeln!(
                f,
                "  {name}: {times:.2} a match, in {came} of which the first side won {share:.0} %"
            )?;
        }
        Ok(())
    }
}
