//! Finds a short match for each way in which a game can end, and stores it for the tests.
//!
//! A recorded match is the log of a real one: what the rules make of it tomorrow must be what they
//! made of it today. The search plays with the typed rules, which is fast; what it finds is played
//! again through [`engine::Match`], which writes the rows.

mod hunts;
mod search;

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, bail};
use engine::matches::{Beginning, Begun, Input};
use engine::{GameEntry, Match, REGISTRY, Seat};
use fairness::hex;
use fairness::vd1::{MatchKey, SeatEntropy, server_commitment};
use serde_json::{Value, json};
use uuid::Uuid;

use hunts::HUNTS;
use search::Hunt;

/// A step of a match that was found, in the terms of the typed rules.
pub(crate) enum Step {
    /// A seat commanded.
    Command(u64, Seat, Value),
    /// Something fell due.
    Deadline(u64),
    /// A seat gave up.
    Resign(u64, Seat),
}

/// Writes every match that is missing in `folder`.
pub(crate) fn run(folder: &Path) -> anyhow::Result<()> {
    for hunt in HUNTS {
        let path = folder.join(hunt.game).join(format!("{}.jsonl", hunt.name));
        if path.exists() {
            continue;
        }
        let entry = REGISTRY.iter().find(|entry| entry.id == hunt.game).context(hunt.game)?;
        let Some((seed, steps)) = (hunt.search)(hunt)? else {
            bail!("{}/{}: not found in {} matches", hunt.game, hunt.name, search::MOST_MATCHES);
        };
        let catalogue = entry.catalogue(&BTreeMap::new())?;
        let beginning = beginning(entry, hunt, seed)?;
        let recorded = record(entry, &catalogue, &beginning, &steps)?;
        std::fs::create_dir_all(folder.join(hunt.game))?;
        std::fs::write(&path, &recorded)?;
        let data = format!("catalogue-{}.json", hex::encode(&catalogue.digest()));
        std::fs::write(folder.join(hunt.game).join(data), &**catalogue.canonical())?;
        println!("{}: seed {seed}, {} entries", path.display(), steps.len());
    }
    Ok(())
}

/// Returns the beginning of a match with this seed.
pub(crate) fn beginning(entry: &GameEntry, hunt: &Hunt, seed: u64) -> anyhow::Result<Beginning> {
    let mut secret = [0; 32];
    secret[..8].copy_from_slice(&seed.to_be_bytes());
    let room = Uuid::from_u128(u128::from(seed));
    let options = serde_json::from_str(hunt.options).context(hunt.options)?;
    let options = entry.resolve_options(&options)?;
    let seat = |n: u8| (format!("Player {n}"), SeatEntropy::default());
    Ok(Beginning {
        room,
        attempt: 0,
        secret,
        commitment: server_commitment(room.as_bytes(), &entry.rules(), 0, &secret),
        seats: (0..entry.seats(&options)?).map(seat).collect(),
        options,
        bots: BTreeMap::new(),
        fork: None,
    })
}

/// Derives the key that the match is dealt from.
pub(crate) fn key(beginning: &Beginning) -> MatchKey {
    let seats: Vec<SeatEntropy> = beginning.seats.iter().map(|(_, brought)| *brought).collect();
    MatchKey::derive(&beginning.secret, &beginning.commitment, &seats)
}

/// Plays the steps again and returns the lines of a recorded match: what it is, then the rows of
/// its log.
fn record(
    entry: &GameEntry,
    catalogue: &engine::catalogue::Catalogue,
    beginning: &Beginning,
    steps: &[Step],
) -> anyhow::Result<String> {
    let Begun { mut live, header, .. } = Match::begin(entry, catalogue, beginning)?;
    let mut rows = vec![header];
    for step in steps {
        let id = Uuid::from_u128(u128::from(live.seq() + 1));
        let (at, input) = match step {
            Step::Command(at, seat, command) => {
                (*at, Input::Command { seat: seat.0, id, command: command.clone() })
            }
            Step::Deadline(at) => (*at, Input::Deadline {}),
            Step::Resign(at, seat) => (*at, Input::Resign { seat: seat.0, id }),
        };
        let prepared = live.prepare(at, input)?;
        rows.push(prepared.bytes().to_owned());
        live.commit(prepared);
    }
    let outcome = live.outcome().context("the match was over when it was found")?;
    let first = json!({
        "secret": hex::encode(&beginning.secret),
        "outcome": outcome,
        "head": hex::encode(&live.head()),
    });
    Ok(format!("{first}\n{}\n", rows.join("\n")))
}
