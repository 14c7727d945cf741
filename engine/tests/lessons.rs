//! Every lesson and every puzzle of every game, played on the real rules: a change that breaks one breaks this, and says
//! in which file and at which step.

use std::collections::{BTreeMap, BTreeSet};

use engine::games::europe_divided::EuropeDivided;
use engine::lesson::{COMMANDS_MOST, Lesson, ScriptedCommand};
use engine::matches::UNDO_REACH;
use engine::{GameEntry, Match, REGISTRY, Seat};
use laws::lessons::{carry_out, reach};
use protocol::lesson::{LessonAwaits, LessonKind};
use protocol::offer::Offer;
use serde_json::{Value, json};
use uuid::Uuid;

/// Parts of the screen that a step may point at.
const PANELS: [&str; 6] = ["choices", "hand", "headlines", "log", "map", "sides"];

/// The fewest puzzles of a game.
const PUZZLES_LEAST: usize = 20;

/// Deals a lesson's match, in which no clock runs, and plays it up to the first step.
fn reached(game: &GameEntry, lesson: &Lesson) -> Match {
    let live = reach(game, lesson);
    assert_eq!(live.next_deadline(), None, "{}: a lesson has no clock", lesson.name);
    live
}

fn give(live: &mut Match, scripted: &ScriptedCommand, at: &str) {
    let why = carry_out(live, scripted).err();
    assert_eq!(why, None, "{at}: {} is refused", scripted.command);
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

/// Plays a lesson or a puzzle to its end.
fn play(game: &GameEntry, lesson: &Lesson) {
    let reference = game.reference().expect("the rules in words");
    let mut live = reached(game, lesson);
    let (mut step, seat) = (0, Seat(lesson.seat));
    loop {
        let done = live.commands_in_force();
        step = lesson.settle(step, done);
        let Some(open) = lesson.steps.get(step) else { break };
        let at = format!("{}, step {:?}", file(game, lesson), open.id);
        let now = lesson.shown(step, done);
        if now.awaits == LessonAwaits::Script {
            give(&mut live, lesson.scripted(step, done).expect("the script plays"), &at);
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
            Some(command) => give(&mut live, &command, &at),
            None => step += 1,
        }
    }
    assert_eq!(lesson.shown(step, live.commands_in_force()).awaits, LessonAwaits::Nothing);
    if let Some(rule) = &lesson.rule {
        let at = file(game, lesson);
        assert!(reference.section(rule).is_some(), "{at}: no section is {rule:?}");
    }
}

/// Returns the path of its file.
fn file(game: &GameEntry, lesson: &Lesson) -> String {
    let folder = match lesson.kind {
        LessonKind::Lesson => "lessons",
        LessonKind::Puzzle => "puzzles",
    };
    format!("data/{}/{folder}/{}.en.toml", game.id, lesson.name)
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
fn every_puzzle_asks_its_seat_for_something_that_has_an_answer() {
    for game in REGISTRY {
        let puzzles = game.puzzles().expect("puzzles hold together");
        assert!(puzzles.len() >= PUZZLES_LEAST, "{}: {} puzzles", game.id, puzzles.len());
        for puzzle in &puzzles {
            play(game, puzzle);
            let live = reached(game, puzzle);
            let offers = live.offers(Seat(puzzle.seat));
            for part in &puzzle.steps[0].allow {
                let offered = |offer: &Offer| offer.command["type"] == part["type"];
                let at = file(game, puzzle);
                assert!(offers.iter().any(offered), "{at}: {part} is not offered");
            }
        }
    }
}

/// Returns how much money a puzzle says that its seat has, if it says so.
fn money_said(ask: &str) -> Option<u64> {
    let words: Vec<&str> = ask.split(' ').map(|word| word.trim_end_matches([',', '.'])).collect();
    let said =
        words.windows(3).find(|said| said[2] == "money" && ["with", "have"].contains(&said[0]));
    match said.map(|said| said[1]) {
        Some("no") => Some(0),
        Some(amount) => amount.parse().ok(),
        None => ask.contains("without money").then_some(0),
    }
}

#[test]
fn a_seat_has_the_money_that_its_puzzle_says() {
    let game = &GameEntry::of::<EuropeDivided>();
    let puzzles = game.puzzles().expect("puzzles hold together");
    let said = puzzles.iter().filter_map(|puzzle| {
        let said = money_said(&puzzle.about)?;
        let live = reached(game, puzzle);
        let public: Value = serde_json::from_str(live.public().get()).expect("JSON");
        let has = &public["sides"][usize::from(puzzle.seat)]["money"];
        assert_eq!(has, &json!(said), "{}", file(game, puzzle));
        Some(said)
    });
    assert!(said.count() >= 8, "puzzles speak of money");
}

#[test]
fn a_headline_is_decided_when_its_puzzle_says() {
    let game = &GameEntry::of::<EuropeDivided>();
    let files = game.catalogue(&BTreeMap::new()).expect("sound data");
    let data: Value = serde_json::from_str(files.canonical()).expect("JSON");
    let rows = |file: &str, row: &str| data[file][row].as_array().expect("rows").clone();
    let mut found = 0;
    for puzzle in game.puzzles().expect("puzzles hold together") {
        let Some((before, after)) = puzzle.about.split_once(" is decided after turn ") else {
            continue;
        };
        let digits: String = after.chars().take_while(char::is_ascii_digit).collect();
        let public = reached(game, &puzzle).public();
        let public: Value = serde_json::from_str(public.get()).expect("JSON");
        let headlines = rows("headlines", "headline");
        let named = |row: &&Value| before.contains(row["name"].as_str().expect("a name"));
        let id = &headlines.iter().find(named).expect("a headline")["id"];
        let lies = |place: &str| {
            public["headlines"][place].as_array().is_some_and(|cards| cards.contains(id))
        };
        let mut current = lies("current");
        assert!(current || lies("forthcoming"), "{}", file(game, &puzzle));
        let turns = rows("turns", "turn");
        let mut to_come =
            turns.iter().filter(|row| row["turn"].as_u64() >= public["turn"].as_u64());
        let decided = to_come.find_map(|row| {
            for step in row["steps"].as_array().expect("steps") {
                if step == "resolve" && current {
                    return row["turn"].as_u64();
                }
                current |= step == "shift";
            }
            None
        });
        assert_eq!(decided, digits.parse().ok(), "{}", file(game, &puzzle));
        found += 1;
    }
    assert!(found > 0, "a puzzle speaks of it");
}

#[test]
fn lessons_and_puzzles_have_names_and_titles_of_their_own() {
    for game in REGISTRY {
        let lessons = game.lessons().expect("lessons hold together");
        let all = lessons.into_iter().chain(game.puzzles().expect("puzzles hold together"));
        let (mut names, mut titles) = (BTreeSet::new(), BTreeSet::new());
        for one in all {
            let again = game.lesson(&one.name).expect("it holds together").expect("it is there");
            assert_eq!((again.title.as_str(), again.kind), (one.title.as_str(), one.kind));
            assert!(names.insert(one.name.clone()), "{}: the name stands twice", file(game, &one));
            assert!(titles.insert(one.title.clone()), "{}: so does its title", file(game, &one));
        }
        assert!(game.lesson("none").expect("no fault").is_none());
    }
}

#[test]
fn a_lesson_goes_back_beyond_a_secret_choice_and_comes_to_the_same_position() {
    for game in REGISTRY {
        for lesson in game.lessons().expect("lessons hold together") {
            let mut live = reached(game, &lesson);
            let mut script: Vec<ScriptedCommand> = Vec::new();
            for (number, step) in lesson.steps.iter().enumerate() {
                script.extend(lesson.ending(number));
                let own = usize::from(step.allow.is_empty());
                script.extend(step.then.iter().skip(own).cloned());
            }
            for command in &script {
                give(&mut live, command, &lesson.name);
            }
            let end = live.public().get().to_owned();
            let back = live.rewind(Seat(lesson.seat), Uuid::max(), lesson.before.len());
            let back = live.prepare(0, back).expect("everything can be gone back to");
            live.commit(back);
            assert_eq!(live.commands_in_force(), lesson.before.len());
            for command in &script {
                give(&mut live, command, &lesson.name);
            }
            assert_eq!(live.public().get(), end, "{}: the same cards come again", lesson.name);
        }
    }
}
