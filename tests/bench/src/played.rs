//! Random whole matches, move by move.

use std::collections::BTreeMap;

use engine::catalogue::Catalogue;
use engine::matches::{Beginning, Begun, Input};
use engine::table::WireEvent;
use engine::{GameEntry, Match, Seat};
use fairness::vd1::{SeatEntropy, server_commitment};
use protocol::offer;
use serde_json::Map;
use uuid::Uuid;

/// The longest that a seat takes for a decision, in milliseconds of match time.
const MOST_THOUGHT_MS: u64 = 2_000;

/// Returns what the match `number` of a game begins with, with usual options.
pub(crate) fn beginning(game: &GameEntry, number: u64) -> anyhow::Result<Beginning> {
    let secret = [u8::try_from(number % 256)?; 32];
    let room = Uuid::from_u128(u128::from(number));
    let options = game.resolve_options(&Map::new())?;
    let seat = |n: u8| (format!("Player {n}"), SeatEntropy::default());
    Ok(Beginning {
        room,
        attempt: 0,
        secret,
        commitment: server_commitment(room.as_bytes(), &game.rules(), 0, &secret),
        seats: (0..game.seats(&options)?).map(seat).collect(),
        options,
        bots: BTreeMap::new(),
        fork: None,
    })
}

/// Plays a match to its end; `after_each` gets it after every entry, with the entry's events. Returns the
/// rows of its log.
pub(crate) fn play(
    game: &GameEntry,
    catalogue: &Catalogue,
    beginning: &Beginning,
    seed: u64,
    mut after_each: impl FnMut(&Match, &[WireEvent]) -> anyhow::Result<()>,
) -> anyhow::Result<Vec<String>> {
    let Begun { mut live, header, .. } = Match::begin(game, catalogue, beginning)?;
    let mut rows = vec![header];
    let mut below = crate::numbers(seed);
    let mut at = 0;
    while live.outcome().is_none() {
        at += below(MOST_THOUGHT_MS);
        let awaiting: Vec<Seat> = live.awaiting().iter().collect();
        let awaited = awaiting.get(usize::try_from(below(awaiting.len().max(1) as u64))?).copied();
        let offers = awaited.map_or_else(Vec::new, |seat| live.offers(seat));
        let due = live.next_deadline().filter(|due| *due <= at || offers.is_empty());
        let input = if let Some(due) = due {
            at = due;
            Input::Deadline {}
        } else {
            let Some(seat) = awaited else { break };
            let chosen = &offers[usize::try_from(below(offers.len() as u64))?];
            let command = offer::fill(&chosen.command, &mut below);
            Input::Command { seat: seat.0, id: Uuid::from_u128(u128::from(at)), command }
        };
        // A loose offer may be refused.
        let Ok(prepared) = live.prepare(at, input) else { continue };
        rows.push(prepared.bytes().to_owned());
        let events = live.commit(prepared);
        after_each(&live, &events)?;
    }
    Ok(rows)
}
