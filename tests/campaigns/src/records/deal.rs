//! The deal of a match: seats with and without entropy, attempts that were given up before.

use std::collections::BTreeMap;

use engine::matches::Beginning;
use engine::{GameEntry, REGISTRY};
use fairness::hex;
use fairness::record::{Voided, VoidedSeat};
use fairness::vd1::{SeatEntropy, seat_commitment, server_commitment};
use rand::Rng as _;
use rand::rngs::StdRng;
use uuid::Uuid;

/// Draws game, beginning and voided attempts of match `number`.
pub(super) fn dealt(
    number: usize,
    rng: &mut StdRng,
) -> anyhow::Result<(&'static GameEntry, Beginning, Vec<Voided>)> {
    let game = &REGISTRY[number % REGISTRY.len()];
    let trials = game.trials();
    let chosen = &trials[number / REGISTRY.len() % trials.len()];
    let chosen = chosen.as_object().cloned().unwrap_or_default();
    let options = game.resolve_options(&chosen)?;
    let count = game.seats(&options)?;
    let room = Uuid::from_u128(rng.random());
    let attempt = rng.random_range(0..6_u32).saturating_sub(3);
    let voided = (0..attempt).map(|attempt| given_up(game, room, attempt, count, rng)).collect();
    let secret = rng.random();
    let brings = rng.random_range(0..3);
    let mut names = 0..;
    let parts = (0..count).map(|seat| {
        let brought = brings == 2 || (brings == 1 && rng.random_bool(0.5));
        (name(names.next().unwrap_or(0)), bound(room, attempt, seat, brought, rng))
    });
    let seats = parts.collect();
    let commitment = server_commitment(room.as_bytes(), &game.rules(), attempt, &secret);
    let bots = BTreeMap::new();
    let beginning =
        Beginning { room, attempt, secret, commitment, options, seats, bots, fork: None };
    Ok((game, beginning, voided))
}

/// Returns a name as people have them, or worse.
fn name(seat: usize) -> String {
    ["Ada", "Zoë \"é\u{7}", "李 \u{1f600}", "\u{202e}evil\\"][seat % 4].to_owned()
}

fn bound(room: Uuid, attempt: u32, seat: u8, brought: bool, rng: &mut StdRng) -> SeatEntropy {
    if !brought {
        return SeatEntropy::default();
    }
    let entropy = rng.random();
    let commitment = seat_commitment(room.as_bytes(), attempt, seat, &entropy);
    SeatEntropy { commitment: Some(commitment), entropy: Some(entropy) }
}

/// Draws an attempt in which at least one seat did not reveal.
fn given_up(game: &GameEntry, room: Uuid, attempt: u32, seats: u8, rng: &mut StdRng) -> Voided {
    let silent = rng.random_range(0..seats);
    let mut missing = Vec::new();
    let mut part = |seat| {
        let brought = seat == silent || rng.random_bool(0.5);
        let part = bound(room, attempt, seat, brought, rng);
        let reveals = seat != silent && rng.random_bool(0.7);
        if brought && !reveals {
            missing.push(seat);
        }
        VoidedSeat {
            commitment: part.commitment.map(|hash| hex::encode(&hash)),
            entropy: part.entropy.filter(|_| reveals).map(|bytes| hex::encode(&bytes)),
        }
    };
    let parts = (0..seats).map(&mut part).collect();
    let secret: [u8; 32] = rng.random();
    let commitment = server_commitment(room.as_bytes(), &game.rules(), attempt, &secret);
    Voided {
        attempt,
        commitment: hex::encode(&commitment),
        server_secret: hex::encode(&secret),
        seats: parts,
        missing,
    }
}
