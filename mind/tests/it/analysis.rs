//! The analysis of a match that is over: complete, repeatable, and refused while the match goes on.

use std::collections::BTreeMap;

use engine::matches::{Beginning, Begun, Input};
use engine::record::{Hindsight, RecordError};
use engine::{Match, REGISTRY};
use fairness::vd1::{SeatEntropy, server_commitment};
use laws::Rng;
use mind::Analyst;
use protocol::hint::Analysis;
use serde_json::{Value, json};
use uuid::Uuid;

/// Commands of a match before somebody gives up.
const COMMANDS: u64 = 14;

/// The log of a match: so many commands at random, and perhaps its end.
fn played(
    (game, options): (&str, Value),
    seed: u64,
    commands: u64,
    end: Option<Input>,
) -> Result<Hindsight, RecordError> {
    let game = REGISTRY.iter().find(|entry| entry.id == game).expect("registered");
    let catalogue = game.catalogue(&BTreeMap::new()).expect("the shipped data are valid");
    let Value::Object(options) = options else { panic!("options are an object") };
    let options = game.resolve_options(&options).expect("valid options");
    let (room, secret) = (Uuid::from_u128(seed.into()), Rng::new(seed).key());
    let seats = 0..game.seats(&options).expect("valid options");
    let beginning = Beginning {
        room,
        attempt: 0,
        secret,
        commitment: server_commitment(room.as_bytes(), &game.rules(), 0, &secret),
        seats: seats.map(|seat| (format!("Player {seat}"), SeatEntropy::default())).collect(),
        options,
        bots: BTreeMap::new(),
        fork: None,
    };
    let Begun { mut live, header, .. } = Match::begin(game, &catalogue, &beginning).expect("valid");
    let mut rows = vec![header];
    let mut rng = Rng::new(seed);
    for number in 0..commands {
        let seat = live.awaiting().iter().next().expect("it goes on");
        let offers: Vec<_> = live.offers(seat).into_iter().filter(|offer| !offer.loose).collect();
        let offer = &offers[rng.below(offers.len() as u64) as usize];
        let command = protocol::offer::fill(&offer.command, &mut |n| rng.below(n));
        let id = Uuid::from_u128(number.into());
        let input = Input::Command { seat: seat.0, id, command };
        let prepared = live.prepare(number, input).expect("offered");
        rows.push(prepared.bytes().to_owned());
        live.commit(prepared);
    }
    if let Some(end) = end {
        rows.push(live.prepare(commands, end).expect("possible").bytes().to_owned());
    }
    Hindsight::begin(game, &catalogue, &beginning, &rows)
}

fn analysed(game: &str, options: Value, seed: u64) -> Analysis {
    let end = Input::Resign { seat: 1, id: Uuid::from_u128(COMMANDS.into()) };
    let past = played((game, options), seed, COMMANDS, Some(end)).expect("a match that is over");
    let mut analyst = Analyst::new(past).expect("a game that the mind knows");
    while analyst.step().expect("its own log") {}
    assert_eq!(analyst.progress(), (COMMANDS + 1, COMMANDS + 1));
    analyst.finish()
}

fn is_complete(game: &str, options: &Value) {
    for seed in laws::rng::seeds(1) {
        let analysis = analysed(game, options.clone(), seed);
        assert_eq!(analysis, analysed(game, options.clone(), seed), "seed {seed}");
        let numbers: Vec<u64> = analysis.entries.iter().map(|entry| entry.seq).collect();
        assert_eq!(numbers, (0..=COMMANDS + 1).collect::<Vec<_>>(), "seed {seed}");
        let end = &analysis.entries[numbers.len() - 1];
        assert_eq!((end.chance, &end.choice), (10_000, &None), "seat 1 gave up, seed {seed}");
        let judged: Vec<_> =
            analysis.entries.iter().filter_map(|entry| entry.choice.as_ref()).collect();
        assert_eq!(judged.len() as u64, COMMANDS, "every command is one, seed {seed}");
        for one in &judged {
            assert!(one.after <= one.before, "seed {seed}: {one:?}");
            assert!(one.best.is_some() || one.after == one.before, "{one:?}");
            assert!(!one.text.is_empty(), "seed {seed}: {one:?}");
        }
        for (seat, sum) in (0..).zip(&analysis.seats) {
            let own = || judged.iter().filter(|choice| choice.seat == seat);
            let lost: u32 = own().map(|choice| u32::from(choice.before - choice.after)).sum();
            let luck: i32 = own().map(|choice| choice.luck).sum();
            assert_eq!((sum.lost, sum.luck), (lost, luck), "seat {seat}, seed {seed}");
            assert!(sum.best <= sum.choices, "seat {seat}, seed {seed}");
        }
        let lost = analysis.seats.iter().any(|sum| sum.lost > 0);
        assert!(lost, "random play loses, seed {seed}");
    }
}

#[test]
fn every_choice_of_europe_divided_is_judged() {
    is_complete("europe-divided", &json!({}));
}

#[test]
fn every_choice_of_balance_of_power_is_judged() {
    is_complete("balance-of-power", &json!({"setup": 3}));
    is_complete("balance-of-power", &json!({"version": "command_room"}));
}

#[test]
fn a_match_that_goes_on_is_not_looked_back_on() {
    let past = played(("europe-divided", json!({})), 7, COMMANDS, None);
    assert!(matches!(past, Err(RecordError::NotOver { seq: COMMANDS })), "{past:?}");
}

#[test]
fn a_game_that_no_mind_knows_is_not_analysed() {
    let game = REGISTRY.iter().find(|entry| !mind::knows(entry.id)).expect("Europe");
    let past = played((game.id, json!({})), 7, 0, Some(Input::Abandon {})).expect("it is over");
    assert!(Analyst::new(past).is_none());
}
