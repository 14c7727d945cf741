//! Matches played in this process, as the server plays them: offers in, rows of the log out.

use std::collections::BTreeMap;

use anyhow::{Context as _, ensure};
use engine::catalogue::Catalogue;
use engine::matches::{Beginning, Begun, Input};
use engine::{GameEntry, Match, MatchMillis, Seat};
use fairness::record::{Record, Voided};
use fairness::{Hash, hex};
use protocol::envelope::ClaimOutcome;
use rand::Rng as _;
use rand::rngs::StdRng;
use serde_json::Value;
use uuid::Uuid;

use super::deal;

/// The most entries of a match.
const MOST_ENTRIES: usize = 20_000;
/// The longest that a seat takes for a decision, in milliseconds of match time.
const MOST_THOUGHT_MS: MatchMillis = 4_000;
/// The number of entries within which somebody ends a match, in one of two.
const ENDED_WITHIN: u32 = 120;

/// A record and what a client of its match kept.
#[derive(Clone, Debug)]
pub(super) struct Made {
    pub(super) record: Record,
    pub(super) json: Value,
    /// The kept heads, as `entente` writes them; empty if nothing was kept.
    pub(super) kept: String,
    pub(super) catalogue: Catalogue,
}

impl Made {
    /// Returns the record for somebody who kept nothing.
    pub(super) fn without_heads(self) -> Self {
        Self { kept: String::new(), ..self }
    }
}

/// Plays a match to one end or another, and returns its record.
pub(super) fn made(number: usize, rng: &mut StdRng) -> anyhow::Result<Made> {
    let (game, beginning, voided) = deal::dealt(number, rng)?;
    let catalogue = game.catalogue(&BTreeMap::new())?;
    let Begun { mut live, header, .. } = Match::begin(game, &catalogue, &beginning)?;
    let mut rows = vec![header];
    let mut heads = vec![live.head()];
    let ended_at = rng.random_bool(0.5).then(|| rng.random_range(0..ENDED_WITHIN) as usize);
    let mut at = 0;
    while live.outcome().is_none() {
        ensure!(rows.len() < MOST_ENTRIES, "match {number} does not end");
        at += rng.random_range(0..MOST_THOUGHT_MS);
        let next = if ended_at.is_some_and(|end| rows.len() > end) {
            // Among three, a match goes on when one resigns, who then cannot resign again.
            let input = ending(&beginning, rng);
            live.prepare(at, input.clone()).is_ok().then_some((at, input))
        } else {
            next_input(&live, at, rng)
        };
        let Some((then, input)) = next else { continue };
        at = then;
        let prepared = live.prepare(at, input)?;
        rows.push(prepared.bytes().to_owned());
        live.commit(prepared);
        heads.push(live.head());
    }
    finished(game, catalogue, &beginning, voided, &rows, &heads)
}

/// Makes the record of these rows, with what a client kept of it.
pub(super) fn finished(
    game: &GameEntry,
    catalogue: Catalogue,
    beginning: &Beginning,
    voided: Vec<Voided>,
    rows: &[String],
    heads: &[Hash],
) -> anyhow::Result<Made> {
    let rows = rows.iter().map(String::as_str);
    let record = engine::record::record(game, &catalogue, beginning, voided, rows)?;
    let kept = kept(&record, heads);
    // As it is published: text, read again by whoever checks it.
    let json = serde_json::to_value(&record).context("a record is JSON")?;
    Ok(Made { record, json, kept, catalogue })
}

/// Draws an input by which somebody ends the match.
fn ending(beginning: &Beginning, rng: &mut StdRng) -> Input {
    let seat = rng.random_range(0..beginning.seats.len()) as u8;
    let id = Uuid::from_u128(rng.random());
    match rng.random_range(0..4) {
        0 => Input::Claim { seat, id, outcome: ClaimOutcome::Win },
        1 => Input::Claim { seat, id, outcome: ClaimOutcome::Abandoned },
        2 => Input::Abandon {},
        _ => Input::Resign { seat, id },
    }
}

/// Chooses what happens next and when: what is due, a command that fits an offer, or a pause.
pub(crate) fn next_input(
    live: &Match,
    at: MatchMillis,
    rng: &mut StdRng,
) -> Option<(MatchMillis, Input)> {
    if live.paused() {
        return Some((live.at(), Input::resume()));
    }
    let awaiting: Vec<Seat> = live.awaiting().iter().collect();
    let seat = awaiting.get(rng.random_range(0..awaiting.len().max(1))).copied();
    let offers = seat.map_or_else(Vec::new, |seat| live.offers(seat));
    if let Some(due) = live.next_deadline().filter(|due| *due <= at || offers.is_empty()) {
        return Some((due, Input::Deadline {}));
    }
    if live.next_deadline().is_some() && rng.random_range(0..50) == 0 {
        return Some((at, Input::pause()));
    }
    if let Some(undo) =
        seat.filter(|_| rng.random_range(0..20) == 0).and_then(|seat| undo(live, seat, rng))
    {
        return Some((at, undo));
    }
    let chosen = offers.get(rng.random_range(0..offers.len().max(1)))?;
    let command = protocol::offer::fill(&chosen.command, &mut |n| rng.random_range(0..n.max(1)));
    let input = Input::Command { seat: seat?.0, id: Uuid::from_u128(rng.random()), command };
    let refused = chosen.loose && live.prepare(at, input.clone()).is_err();
    (!refused).then_some((at, input))
}

/// Takes a seat's newest move back, with everybody's agreement where it is needed.
fn undo(live: &Match, seat: Seat, rng: &mut StdRng) -> Option<Input> {
    let to = live.undoable(seat)?.to;
    let agreed = live.undoing(seat, to).ok()?.needs;
    Some(Input::Undo { seat: seat.0, id: Uuid::from_u128(rng.random()), to, agreed })
}

/// Returns everything that a client can have seen, in the lines of its file.
fn kept(record: &Record, heads: &[Hash]) -> String {
    let header = &record.header;
    let mut lines: Vec<String> = heads
        .iter()
        .enumerate()
        .map(|(seq, head)| format!("{seq} {}", hex::encode(head)))
        .collect();
    let digest = fairness::canonical::digest(&header.options).map(|digest| hex::encode(&digest));
    lines.push(format!("# data {}", header.data));
    lines.extend(digest.iter().map(|digest| format!("# options {digest}")));
    for voided in &record.voided {
        lines.push(format!("# commitment {} {}", voided.attempt, voided.commitment));
        let seats = voided.seats.iter().map(|seat| (&seat.commitment, &seat.entropy));
        lines.extend(sealed(voided.attempt, seats.collect()));
        lines.push(format!("# void {} {}", voided.attempt, voided.server_secret));
    }
    lines.push(format!("# commitment {} {}", header.attempt, header.commitment));
    let seats = header.seats.iter().map(|seat| (&seat.commitment, &seat.entropy));
    lines.extend(sealed(header.attempt, seats.collect()));
    lines.push(format!("# dealt {}", header.attempt));
    lines.join("\n")
}

/// Returns the lines on what every seat is bound to in an attempt, and what it revealed.
fn sealed(attempt: u32, seats: Vec<(&Option<String>, &Option<String>)>) -> Vec<String> {
    let mut lines = vec![format!("# sealed {attempt} {}", seats.len())];
    for (seat, (commitment, entropy)) in seats.into_iter().enumerate() {
        let bound = commitment.as_deref().unwrap_or("none");
        lines.push(format!("# seat {attempt} {seat} {bound}"));
        lines.extend(entropy.iter().map(|e| format!("# entropy {attempt} {seat} {e}")));
    }
    lines
}
