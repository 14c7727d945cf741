//! Every lesson of every game, played on the real rules: a change that breaks one breaks this, and says
//! in which file and at which step.

use std::collections::{BTreeMap, BTreeSet};

use engine::lesson::{COMMANDS_MOST, Lesson, ScriptedCommand};
use engine::matches::{Beginning, Begun, Fork, UNDO_REACH};
use engine::{GameEntry, Input, Match, REGISTRY, Seat};
use fairness::vd1::SeatEntropy;
use protocol::lesson::LessonAwaits;
use serde_json::Value;
use uuid::Uuid;

/// Parts of the screen that a step may point at.
const PANELS: [&str; 6] = ["choices", "hand", "headlines", "log", "map", "sides"];

fn begin(game: &GameEntry, lesson: &Lesson) -> Match {
    let catalogue = game.catalogue(&BTreeMap::new()).expect("the shipped data hold together");
    let options = game.resolve_options(&lesson.options).expect("options of the game");
    let seats = game.seats(&options).expect("a number of seats");
    let beginning = Beginning {
        room: Uuid::nil(),
        attempt: 0,
        secret: lesson.secret(),
        commitment: [0; 32],
        options,
        seats: vec![(String::new(), SeatEntropy::default()); usize::from(seats)],
        bots: BTreeMap::new(),
        fork: Some(Fork::rehearsal()),
    };
    let Begun { live, .. } = Match::begin(game, &catalogue, &beginning).expect("a match");
    assert_eq!(live.next_deadline(), None, "{}: a lesson has no clock", lesson.name);
    live
}

fn carry_out(live: &mut Match, ScriptedCommand { seat, command }: &ScriptedCommand, at: &str) {
    let id = Uuid::from_u128(u128::from(live.seq()));
    let input = Input::Command { seat: *seat, id, command: command.clone() };
    let prepared = live.prepare(0, input);
    let prepared = prepared.unwrap_or_else(|why| panic!("{at}: {command} is refused: {why}"));
    live.commit(prepared);
}

/// Collects every text in a value: the ids of a view are among them.
fn texts(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => drop(found.insert(text.clone())),
        Value::Array(items) => items.iter().for_each(|item| texts(item, found)),
        Value::Object(fields) => fields.iter().for_each(|(key, value)| {
            found.insert(key.clone());
            texts(value, found);
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Returns everything that can be pointed at in a position.
fn shown(live: &Match, seat: Seat) -> BTreeSet<String> {
    let mut found: BTreeSet<String> = PANELS.iter().map(|panel| (*panel).to_owned()).collect();
    for json in [live.public(), live.private(seat)] {
        texts(&serde_json::from_str(json.get()).expect("JSON"), &mut found);
    }
    for offer in live.offers(seat) {
        texts(&offer.command, &mut found);
    }
    found
}

fn play(game: &GameEntry, lesson: &Lesson) {
    let reference = game.reference().expect("the rules in words");
    let mut live = begin(game, lesson);
    let (mut step, seat) = (0, Seat(lesson.seat));
    loop {
        let done = live.commands_in_force();
        step = lesson.settle(step, done);
        let Some(open) = lesson.steps.get(step) else { break };
        let at = format!("data/{}/lessons/{}.en.toml, step {:?}", game.id, lesson.name, open.id);
        let now = lesson.shown(step, done);
        if now.awaits == LessonAwaits::Script {
            carry_out(&mut live, lesson.scripted(step, done).expect("the script plays"), &at);
            continue;
        }
        let known = shown(&live, seat);
        for point in &open.points {
            assert!(known.contains(point), "{at}: nothing is {point:?} here");
        }
        if let Some(rule) = &open.rule {
            assert!(reference.section(rule).is_some(), "{at}: no section is {rule:?}");
        }
        if now.awaits == LessonAwaits::Command {
            let offers = live.offers(seat);
            assert!(!offers.is_empty(), "{at}: nothing is asked of the learner");
            let others = offers.iter().map(|offer| {
                protocol::offer::fill(&offer.command, &mut |count| count.saturating_sub(1))
            });
            let refused = others.filter(|other| !open.allows(other)).count();
            assert!(refused > 0 || offers.len() == 1, "{at}: it allows everything");
        }
        match lesson.ending(step) {
            Some(command) => carry_out(&mut live, &command, &at),
            None => step += 1,
        }
    }
    assert_eq!(lesson.shown(step, live.commands_in_force()).awaits, LessonAwaits::Nothing);
}

#[test]
fn a_match_goes_back_as_far_as_a_lesson_is_long() {
    assert_eq!(COMMANDS_MOST, UNDO_REACH);
}

#[test]
fn every_lesson_plays_to_its_end_and_points_at_what_is_there() {
    for game in REGISTRY {
        for lesson in game.lessons().expect("lessons hold together") {
            play(game, &lesson);
        }
    }
}

#[test]
fn a_lesson_goes_back_beyond_a_secret_choice_and_comes_to_the_same_position() {
    for game in REGISTRY {
        for lesson in game.lessons().expect("lessons hold together") {
            let mut live = begin(game, &lesson);
            let mut script = lesson.before.clone();
            for (number, step) in lesson.steps.iter().enumerate() {
                script.extend(lesson.ending(number));
                let own = usize::from(step.allow.is_empty());
                script.extend(step.then.iter().skip(own).cloned());
            }
            for command in &script {
                carry_out(&mut live, command, &lesson.name);
            }
            let end = live.public().get().to_owned();
            let back = live.rewind(Seat(lesson.seat), Uuid::max(), lesson.before.len());
            let back = live.prepare(0, back).expect("everything can be gone back to");
            live.commit(back);
            assert_eq!(live.commands_in_force(), lesson.before.len());
            let rest = script.iter().skip(lesson.before.len());
            rest.for_each(|command| carry_out(&mut live, command, &lesson.name));
            assert_eq!(live.public().get(), end, "{}: the same cards come again", lesson.name);
        }
    }
}
