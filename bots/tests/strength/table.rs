//! A table at which bots and blind players sit, with match time as the server would have it.

use bots::{Assignment, Bot, Choice};
use engine::Json;
use engine::matches::{Begun, Input};
use engine::{Match, MatchMillis, Seat};
use laws::Rng;
use laws::wire_match::{beginning, entry};
use protocol::room::BotLevel;
use protocol::{Outcome, Update, offer};
use rand::SeedableRng;
use rand::rngs::StdRng;
use serde_json::Value;
use uuid::Uuid;

/// Time between two commands of a seat, in milliseconds, and the most that is added at random.
const PACE_MS: (MatchMillis, u64) = (400, 400);

/// Time for which a bot that waits does nothing, in milliseconds.
const RETHINK_MS: MatchMillis = 1_000;

/// Most refusals of a bot before it finds a command that the game accepts.
const TRIES_MOST: u32 = 8;

/// Most entries of a match.
const ENTRIES_MOST: u32 = 20_000;

/// The kind of player on a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A bot.
    Bot,
    /// A player that takes any offer, each as likely as any other.
    Blind,
}

struct Player {
    bot: Option<Bot>,
    next_at: MatchMillis,
    refused: u32,
}

/// Plays a match to its end.
pub(crate) fn play(game: &str, options: &Value, seed: u64, kinds: &[Kind]) -> Outcome {
    let entry = entry(game);
    let catalogue = entry.catalogue(&std::collections::BTreeMap::new()).expect("shipped data");
    let data: Value = serde_json::from_str(catalogue.canonical()).expect("JSON");
    let mut rng = Rng::new(seed);
    let beginning = beginning(entry, options, &mut rng);
    let Begun { mut live, .. } = Match::begin(entry, &catalogue, &beginning).expect("set up");
    let player = |(seat, kind): (u8, &Kind)| Player {
        bot: (*kind == Kind::Bot).then(|| {
            let coins = StdRng::seed_from_u64(seed ^ u64::from(seat) << 32);
            let level = BotLevel::Normal;
            let pace_ms = 600;
            Bot::new(&Assignment { game, seat, data: &data, options, level, pace_ms }, coins)
        }),
        next_at: 0,
        refused: 0,
    };
    let mut players: Vec<Player> = (0..).zip(kinds).map(player).collect();
    let mut at: MatchMillis = 0;
    for _ in 0..ENTRIES_MOST {
        if let Some(outcome) = live.outcome() {
            return outcome;
        }
        let (then, input) = next_input(&live, at, &mut players, &mut rng);
        at = then;
        let Some(input) = input else { continue };
        match live.prepare(at, input.clone()) {
            Ok(prepared) => {
                live.commit(prepared);
                for player in &mut players {
                    player.refused = 0;
                }
            }
            Err(why) => refused(&mut players, &input, &why.detail, seed),
        }
    }
    panic!("{game}, seed {seed}: the match does not end");
}

fn refused(players: &mut [Player], input: &Input, why: &str, seed: u64) {
    let Input::Command { seat, command, .. } = input else { panic!("seed {seed}: {why}") };
    let player = &mut players[usize::from(*seat)];
    if let Some(bot) = &mut player.bot {
        player.refused += 1;
        assert!(player.refused <= TRIES_MOST, "seed {seed}: {command}: {why}");
        bot.refused(command.clone());
    }
}

/// Returns the next input and its time: a deadline, or a command of the seat whose turn it is to
/// think.
fn next_input(
    live: &Match,
    at: MatchMillis,
    players: &mut [Player],
    rng: &mut Rng,
) -> (MatchMillis, Option<Input>) {
    let asked = live.awaiting().iter().filter(|seat| !live.offers(*seat).is_empty());
    let next = asked.min_by_key(|seat| players[seat.index()].next_at);
    let then = next.map(|seat| players[seat.index()].next_at.max(at));
    if let Some(due) = live.next_deadline().filter(|due| then.is_none_or(|then| *due <= then)) {
        return (due, Some(Input::Deadline {}));
    }
    let (seat, at) = (next.expect("somebody is asked"), then.expect("as well"));
    let player = &mut players[seat.index()];
    let command = match &mut player.bot {
        None => {
            let offers = live.offers(seat);
            let chosen = &offers[rng.below(offers.len() as u64) as usize];
            Some(offer::fill(&chosen.command, &mut |n| rng.below(n)))
        }
        Some(bot) => match bot.choose(&shown(live, seat, at), at) {
            Choice::Act(command) => Some(command),
            Choice::Wait => None,
        },
    };
    let rest = if command.is_some() { PACE_MS.0 + rng.below(PACE_MS.1) } else { RETHINK_MS };
    player.next_at = at + rest;
    let id = Uuid::from_u128(u128::from(rng.next()));
    (at, command.map(|command| Input::Command { seat: seat.0, id, command }))
}

/// Builds the update that a seat would be sent.
fn shown(live: &Match, seat: Seat, now: MatchMillis) -> Update {
    let value = |json: &Json| serde_json::from_str(json.get()).expect("JSON");
    Update {
        seq: live.position().seq,
        head: String::new(),
        events: Vec::new(),
        events_from: None,
        public: value(&live.public()),
        private: Some(value(&live.private(seat))),
        decision: live.decision(seat),
        standing: live.standing(seat),
        offers: Some(live.offers(seat)),
        undo: None,
        awaiting: live.awaiting().iter().map(|seat| seat.0).collect(),
        now_ms: now,
        deadline_ms: live.next_deadline(),
        paused: false,
        outcome: live.outcome(),
    }
}
