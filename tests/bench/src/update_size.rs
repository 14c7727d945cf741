//! The size of an update: whole random matches, every update as the server would serialise it.

use std::collections::BTreeMap;

use engine::matches::{Beginning, Input};
use engine::{Match, REGISTRY, Seat, Viewer};
use fairness::hex;
use fairness::vd1::{SeatEntropy, server_commitment};
use protocol::{ServerMessage, Update, offer};
use serde_json::Map;
use uuid::Uuid;

/// Matches played.
const MATCHES: u64 = 20;

/// The longest that a seat takes for a decision, in milliseconds of match time.
const MOST_THOUGHT_MS: u64 = 2_000;

/// Prints mean, median and 95th percentile of the bytes of an update, to a seat and to a spectator.
pub(crate) fn run(seed: u64) -> anyhow::Result<()> {
    for entry in REGISTRY {
        let catalogue = entry.catalogue(&BTreeMap::new())?;
        let (mut to_seats, mut to_spectators) = (Vec::new(), Vec::new());
        for number in 0..MATCHES {
            let secret = [u8::try_from((seed + number) % 256)?; 32];
            let room = Uuid::from_u128(u128::from(number));
            let commitment = server_commitment(room.as_bytes(), &entry.rules(), 0, &secret);
            let seat = |n: u8| (format!("Player {n}"), SeatEntropy::default());
            let options = entry.resolve_options(&Map::new())?;
            let count = entry.seats(&options)?;
            let seats = (0..count).map(seat).collect();
            let beginning = Beginning {
                room,
                attempt: 0,
                secret,
                commitment,
                options,
                seats,
                bots: BTreeMap::new(),
                fork: None,
            };
            let live = Match::begin(entry, &catalogue, &beginning)?.live;
            play(live, count, seed + number, &mut to_seats, &mut to_spectators)?;
        }
        print(entry.id, "seat", to_seats);
        print(entry.id, "spectator", to_spectators);
    }
    Ok(())
}

fn play(
    mut live: Match,
    seats: u8,
    seed: u64,
    to_seats: &mut Vec<usize>,
    to_spectators: &mut Vec<usize>,
) -> anyhow::Result<()> {
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
        let events = live.commit(prepared);
        for viewer in (0..seats).map(|n| Viewer::Seat(Seat(n))).chain([Viewer::Public]) {
            let visible = events.iter().filter(|event| event.audience.includes(viewer));
            let seat = match viewer {
                Viewer::Seat(seat) => Some(seat),
                Viewer::Public => None,
            };
            let position = live.position(viewer);
            let update = ServerMessage::Update(Update {
                seq: position.seq,
                head: hex::encode(&position.head),
                events: visible.map(|event| event.json.clone()).collect::<Vec<_>>(),
                events_from: None,
                public: live.public(),
                private: seat.map(|seat| live.private(seat)),
                decision: seat.and_then(|seat| live.decision(seat)),
                standing: seat.is_some_and(|seat| live.standing(seat)),
                offers: seat.map(|seat| live.written_offers(seat)),
                undo: seat.and_then(|seat| live.undoable(seat)),
                awaiting: live.awaiting().iter().map(|seat| seat.0).collect(),
                now_ms: 81_234,
                deadline_ms: None,
                paused: false,
                outcome: live.outcome(),
            });
            let bytes = serde_json::to_string(&update)?.len();
            if seat.is_some() { to_seats.push(bytes) } else { to_spectators.push(bytes) }
        }
    }
    Ok(())
}

fn print(game: &str, to: &str, mut bytes: Vec<usize>) {
    bytes.sort_unstable();
    let mean = bytes.iter().sum::<usize>() / bytes.len().max(1);
    let at = |percent: usize| bytes[(bytes.len() - 1) * percent / 100];
    println!(
        "{game}: an update to a {to} is {mean} bytes in the mean, {} in the median, {} at p95 ({} \
         updates)",
        at(50),
        at(95),
        bytes.len()
    );
}
