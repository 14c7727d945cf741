//! Inputs that are not moves are accepted only a limited number of times: a log is bounded by the
//! moves that the rules allow.

use std::cell::Cell;
use std::collections::BTreeMap;

use engine::matches::{COMMANDS_A_SEAT, Input, PAUSES_A_SEAT};
use engine::{Match, REGISTRY};
use laws::endless::{most, one_match};
use laws::rng::Rng;
use laws::wire_match::{beginning, entry, next_input};
use protocol::Code;
use protocol::envelope::ClaimOutcome;
use serde_json::json;
use uuid::Uuid;

#[test]
fn inputs_that_are_not_moves_come_to_an_end() {
    for game in REGISTRY {
        let tried = one_match(game.id, &json!({}), 11);
        println!("{}: {tried:?}", game.id);
        assert!(tried.refused > 0 && tried.all() > 0, "{}: {tried:?}", game.id);
        let kinds = if game.timed { ["pause", "resume"] } else { ["undo", "undo"] };
        for kind in kinds {
            assert!(tried.entries[kind] > 0, "{}: {tried:?}", game.id);
        }
    }
}

#[test]
fn the_clock_is_stopped_so_often_and_a_seat_gives_up_once() {
    let tried = one_match("europe", &json!({"players": 4}), 12);
    let pauses = 4 * u64::from(PAUSES_A_SEAT);
    assert_eq!(tried.entries["pause"], pauses, "{tried:?}");
    assert_eq!(tried.entries["resume"], pauses, "{tried:?}");
    assert_eq!(tried.entries["resign"], 2, "{tried:?}");
    assert!(tried.all() <= most(4), "{tried:?}");
}

#[test]
fn whoever_has_resigned_claims_nothing_and_leaves_the_clock_alone() {
    let (game, mut rng) = (entry("europe"), Rng::new(14));
    let catalogue = game.catalogue(&BTreeMap::new()).unwrap();
    let options = json!({"players": 3, "choose_ms": 120_000});
    let mut live =
        Match::begin(game, &catalogue, &beginning(game, &options, &mut rng)).unwrap().live;
    let enter = |live: &mut Match, input: Input| {
        let prepared = live.prepare(0, input).map_err(|refused| refused.code)?;
        live.commit(prepared);
        Ok(())
    };
    let ids = Cell::new(0);
    let id = || Uuid::from_u128(ids.replace(ids.get() + 1));
    enter(&mut live, Input::Resign { seat: 0, id: id() }).unwrap();
    let claim = |seat| Input::Claim { seat, id: id(), outcome: ClaimOutcome::Win };
    let pause = |by: u8, agreed| Input::Pause { seat: Some(by), id: Some(id()), agreed };
    let resume = |by: u8| Input::Resume { seat: Some(by), id: Some(id()) };
    assert_eq!(enter(&mut live, claim(0)), Err(Code::Illegal));
    assert_eq!(enter(&mut live, pause(0, vec![1, 2])), Err(Code::Illegal));
    enter(&mut live, pause(1, vec![2])).unwrap();
    assert_eq!(enter(&mut live, resume(0)), Err(Code::Illegal));
    enter(&mut live, resume(2)).unwrap();
    enter(&mut live, claim(1)).unwrap();
    assert_eq!(live.outcome().unwrap().winners, [1]);
}

#[test]
fn what_the_rules_allow_for_ever_under_a_clock_comes_to_an_end() {
    let (game, mut rng) = (entry("europe"), Rng::new(13));
    let catalogue = game.catalogue(&BTreeMap::new()).unwrap();
    let beginning = beginning(game, &json!({"players": 2}), &mut rng);
    let mut live = Match::begin(game, &catalogue, &beginning).unwrap().live;
    let ready = |number: u32| {
        let command = json!({"type": "ready", "ready": number.is_multiple_of(2)});
        Input::Command { seat: 0, id: Uuid::from_u128(number.into()), command }
    };
    let (mut commands, mut now) = (0, 0);
    while live.prepare(now, ready(0)).is_err() {
        let Some((at, input)) = next_input(&live, now, &mut rng) else { continue };
        commands += u32::from(matches!(input, Input::Command { seat: 0, .. }));
        now = at;
        let prepared = live.prepare(at, input).unwrap();
        live.commit(prepared);
    }
    let mut number = 0;
    while let Ok(prepared) = live.prepare(now, ready(number)) {
        live.commit(prepared);
        number += 1;
    }
    assert_eq!(commands + number, COMMANDS_A_SEAT);
    // A log that has more, from before there was a limit, is still read; and others play on.
    live.prepare_again(now, ready(number)).unwrap();
    let other = json!({"type": "ready", "ready": true});
    live.prepare(now, Input::Command { seat: 1, id: Uuid::nil(), command: other }).unwrap();
}
