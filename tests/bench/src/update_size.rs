//! The size of an update: whole random matches, every update as the server would serialise it.

use std::collections::BTreeMap;

use engine::table::WireEvent;
use engine::{Match, REGISTRY, Seat, Viewer};
use fairness::hex;
use protocol::{ServerMessage, Update};

use crate::played;

/// Matches played.
const MATCHES: u64 = 20;

/// Bytes of updates.
#[derive(Default)]
struct Sizes {
    to_seats: Vec<usize>,
    to_spectators: Vec<usize>,
}

/// Prints mean, median and 95th percentile of the bytes of an update, to a seat and to a spectator.
pub(crate) fn run(seed: u64) -> anyhow::Result<()> {
    for game in REGISTRY {
        let catalogue = game.catalogue(&BTreeMap::new())?;
        let mut sizes = Sizes::default();
        for number in seed..seed + MATCHES {
            let beginning = played::beginning(game, number)?;
            let seats = u8::try_from(beginning.seats.len())?;
            played::play(game, &catalogue, &beginning, number, |live, events| {
                sizes.add(live, events, seats)
            })?;
        }
        print(game.id, "seat", sizes.to_seats);
        print(game.id, "spectator", sizes.to_spectators);
    }
    Ok(())
}

impl Sizes {
    /// Adds the updates after an entry with these events.
    fn add(&mut self, live: &Match, events: &[WireEvent], seats: u8) -> anyhow::Result<()> {
        for viewer in (0..seats).map(|n| Viewer::Seat(Seat(n))).chain([Viewer::Public]) {
            let visible = events.iter().filter(|event| event.audience.includes(viewer));
            let seat = match viewer {
                Viewer::Seat(seat) => Some(seat),
                Viewer::Public => None,
            };
            let position = live.position();
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
            if seat.is_some() { self.to_seats.push(bytes) } else { self.to_spectators.push(bytes) }
        }
        Ok(())
    }
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
