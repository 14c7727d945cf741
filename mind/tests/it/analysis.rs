//! The analysis of a match that is over: complete, repeatable, and refused while the match goes on.

use std::cell::Cell;
use std::collections::BTreeMap;

use engine::matches::{Beginning, Begun, Input};
use engine::record::{Hindsight, RecordError};
use engine::{Match, REGISTRY, Seat};
use fairness::vd1::{SeatEntropy, server_commitment};
use laws::Rng;
use laws::rotation::rotated;
use mind::Analyst;
use protocol::hint::{AnalysedChoice, AnalysedEntry, Analysis};
use protocol::room::BotLevel;
use serde_json::{Value, json};
use uuid::Uuid;

/// Commands of a match before somebody gives up.
const COMMANDS: u64 = 14;
/// Guesses of a mind that plays what is analysed: as many as the analysis searches.
const GUESSES: u32 = 160;

/// The log of a match: the inputs that `next` gives, which is asked with the number of those before.
fn played(
    (game, options): (&str, Value),
    seed: u64,
    next: &mut dyn FnMut(&Match, u64) -> Option<Input>,
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
    while let Some(input) = next(&live, rows.len() as u64 - 1) {
        let prepared = live.prepare(rows.len() as u64, input).expect("possible");
        rows.push(prepared.bytes().to_owned());
        live.commit(prepared);
    }
    Hindsight::begin(game, &catalogue, &beginning, &rows)
}

/// Returns the input of a command.
fn given(seat: Seat, number: u64, command: Value) -> Input {
    Input::Command { seat: seat.0, id: Uuid::from_u128(number.into()), command }
}

/// Returns any command of the seat that is asked.
fn at_random(live: &Match, number: u64, rng: &mut Rng) -> Input {
    let seat = live.awaiting().iter().next().expect("it goes on");
    let offers: Vec<_> = live.offers(seat).into_iter().filter(|offer| !offer.loose).collect();
    let offer = &offers[rng.below(offers.len() as u64) as usize];
    given(seat, number, protocol::offer::fill(&offer.command, &mut |n| rng.below(n)))
}

fn resign(number: u64) -> Input {
    Input::Resign { seat: 1, id: Uuid::from_u128(number.into()) }
}

fn analysis_of(past: Hindsight) -> Analysis {
    let mut analyst = Analyst::new(past).expect("a game that the mind knows");
    while analyst.step().expect("its own log") {}
    let (done, all) = analyst.progress();
    assert_eq!(done, all);
    analyst.finish()
}

fn analysed(game: &str, options: Value, seed: u64) -> Analysis {
    let mut rng = Rng::new(seed);
    let past = played((game, options), seed, &mut |live, number| match number {
        ..COMMANDS => Some(at_random(live, number, &mut rng)),
        COMMANDS => Some(resign(number)),
        _ => None,
    });
    analysis_of(past.expect("a match that is over"))
}

/// The sums are those of the choices that are listed.
fn adds_up(analysis: &Analysis, seed: u64) {
    for (seat, sum) in (0..).zip(&analysis.seats) {
        let own = || analysis.choices().map(|(_, choice)| choice).filter(|one| one.seat == seat);
        let lost: i64 = own().map(AnalysedChoice::lost).sum();
        let luck: i32 = own().map(|choice| choice.luck).sum();
        assert_eq!((i64::from(sum.lost), sum.luck), (lost, luck), "seat {seat}, seed {seed}");
        assert!(sum.best <= sum.choices, "seat {seat}, seed {seed}");
        assert!(sum.choices as usize <= own().count(), "seat {seat}, seed {seed}");
    }
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
            let lost = one.before.checked_sub(one.after).expect("nothing is better than the best");
            assert!(if one.best.is_some() { lost >= 49 } else { lost == 0 }, "{one:?}");
            assert!(!one.text.is_empty(), "seed {seed}: {one:?}");
        }
        adds_up(&analysis, seed);
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

/// Plays at random and takes a command back as soon as one can; the numbers of the entries that do not stand.
fn with_an_undo(game: &str, seed: u64) -> (Analysis, std::ops::Range<u64>) {
    const BEFORE: u64 = 6;
    let mut rng = Rng::new(seed);
    let (mut mover, mut undone) = (Seat(0), 0..0);
    let options = json!({});
    let past = played((game, options), seed, &mut |live, number| {
        let back = live.undoable(mover).filter(|_| number >= BEFORE && undone.is_empty());
        if let Some(back) = back {
            let agreed = live.undoing(mover, back.to).expect("it can").needs;
            undone = back.to + 1..number + 1;
            let id = Uuid::from_u128(number.into());
            return Some(Input::Undo { seat: mover.0, id, to: back.to, agreed });
        }
        mover = live.awaiting().iter().next().unwrap_or(mover);
        match number {
            ..COMMANDS => Some(at_random(live, number, &mut rng)),
            COMMANDS => Some(resign(number)),
            _ => None,
        }
    });
    (analysis_of(past.expect("a match that is over")), undone)
}

#[test]
fn what_was_taken_back_has_cost_nothing() {
    for game in ["europe-divided", "balance-of-power"] {
        for seed in laws::rng::seeds(3) {
            let (analysis, undone) = with_an_undo(game, seed);
            assert!(!undone.is_empty());
            for AnalysedEntry { seq, choice, .. } in &analysis.entries {
                let is_choice = (1..=COMMANDS).contains(seq) && *seq != undone.end;
                let stands = is_choice && !undone.contains(seq);
                assert_eq!(choice.is_some(), stands, "{game}, seed {seed}, entry {seq}");
            }
            adds_up(&analysis, seed);
        }
    }
}

/// Plays a match of a level that thinks no longer than so many guesses, and has it analysed: the chance
/// that its choices lost, and their number.
fn lost(game: &str, options: &Value, seed: u64, level: BotLevel) -> [u32; 2] {
    let past = played((game, options.clone()), seed, &mut |live, number| {
        let seat = live.awaiting().iter().next()?;
        let looks = Cell::new(0);
        let late = || {
            looks.set(looks.get() + 1);
            looks.get() >= GUESSES / 8
        };
        let command = mind::choose(&live.guesses(seat), level, &late).expect("something is asked");
        Some(given(seat, number, command))
    });
    let analysis = analysis_of(past.expect("a match that is over"));
    adds_up(&analysis, seed);
    let seats = || analysis.seats.iter();
    [seats().map(|seat| seat.lost).sum(), seats().map(|seat| seat.choices).sum()]
}

/// A choice of the same mind with other coins is hardly ever said to have lost anything; that of a weak level
/// is.
fn only_errors_cost(game: &str, options: &Value) {
    let mean = |level| {
        let each = laws::rng::seeds(1).map(|seed| lost(game, options, seed, level));
        let [lost, choices] = each.fold([0; 2], |sum, one| [sum[0] + one[0], sum[1] + one[1]]);
        f64::from(lost) / 100.0 / f64::from(choices)
    };
    let [own, easy] = [BotLevel::Expert, BotLevel::Easy].map(mean);
    println!("{game} {options}: the mind itself loses {own:.2} % a choice, easy {easy:.2} %");
    assert!(own <= 0.4, "{game} {options}: {own:.2} % a choice for nothing");
    assert!(easy >= 1.5 * own, "{game} {options}: easy loses no more than {easy:.2} %");
}

/// A run tries one of these, for each takes two whole matches; `ENTENTE_ROTATION=all` tries all.
#[test]
fn only_errors_cost_anything() {
    let cases = [
        ("europe-divided", json!({"edition": "revised"})),
        ("balance-of-power", json!({"setup": 3})),
        ("balance-of-power", json!({"version": "command_room"})),
    ];
    for (game, options) in rotated("what errors cost", cases.len(), cases) {
        only_errors_cost(game, &options);
    }
}

#[test]
fn a_match_that_goes_on_is_not_looked_back_on() {
    let mut rng = Rng::new(7);
    let past = played(("europe-divided", json!({})), 7, &mut |live, number| {
        (number < COMMANDS).then(|| at_random(live, number, &mut rng))
    });
    assert!(matches!(past, Err(RecordError::NotOver { seq: COMMANDS })), "{past:?}");
}

#[test]
fn a_game_that_no_mind_knows_is_not_analysed() {
    let game = REGISTRY.iter().find(|entry| !mind::knows(entry.id)).expect("Europe");
    let past = played((game.id, json!({})), 7, &mut |_, number| {
        (number == 0).then_some(Input::Abandon {})
    });
    let past = past.expect("it is over");
    assert!(Analyst::new(past).is_none());
}
