//! Scripted walks through templates.

use std::collections::BTreeMap;

use serde_json::json;

use super::*;

fn items(names: &[&str]) -> Vec<Item> {
    names.iter().map(|name| Item::new(*name, format!("The {name}"))).collect()
}

fn template() -> Value {
    json!({
        "type": "trade",
        "at": {"place": Placeholder::One { from: items(&["Poland", "Hungary"]) }.to_value()},
        "cards": Placeholder::Pick { from: items(&["x", "y", "z"]), min: 1, max: 2 }.to_value(),
        "count": Placeholder::Int { min: -1, max: 3 }.to_value(),
        "give": Placeholder::Bag {
            max: BTreeMap::from([("fuel".to_owned(), 1), ("grain".to_owned(), 2)]),
            min_total: 1,
            max_total: 2,
        }
        .to_value(),
    })
}

/// Answers in turn; those that begin with `!` must be refused.
fn play(walk: &mut Walk, script: &[&str]) {
    for line in script {
        match line.strip_prefix('!') {
            Some(bad) => {
                let before = walk.question();
                assert!(walk.answer(bad).is_err(), "{bad:?} was taken for {before:?}");
                assert_eq!(walk.question(), before);
            }
            None if *line == "b" => assert!(walk.back()),
            None => walk.answer(line).unwrap_or_else(|why| panic!("{line:?}: {why}")),
        }
    }
}

#[test]
fn a_scripted_walk_ends_in_an_admitted_command() {
    let mut walk = Walk::new(&template());
    assert_eq!(walk.question(), ["place: choose one", "   1  The Poland", "   2  The Hungary"]);
    play(
        &mut walk,
        &[
            "!",
            "!0",
            "!3",
            "!the",
            "!warsaw",
            "hung", // one
            "!",
            "!1 1",
            "!1 2 3",
            "!4",
            "3, 1", // pick
            "!4",
            "!x",
            "!1.5",
            "-1", // int
            "!",
            "!grain=3",
            "!grain",
            "!gold=1",
            "!grain=2 fuel=1",
            "!grain=1 grain=1",
            "2=1 fuel=1",
        ],
    );
    assert!(walk.is_complete());
    let command = walk.command().unwrap();
    assert_eq!(
        command,
        json!({"type": "trade", "at": {"place": "Hungary"}, "cards": ["z", "x"], "count": -1,
            "give": {"fuel": 1, "grain": 1}})
    );
    assert!(protocol::offer::admits(&template(), &command));
}

#[test]
fn going_back_asks_again_and_ends_at_the_first_question() {
    let mut walk = Walk::new(&template());
    assert!(!walk.back());
    play(&mut walk, &["1", "x", "b", "b"]);
    assert!(!walk.back());
    assert!(walk.question()[0].starts_with("place"));
    play(&mut walk, &["2", "the y", "0", "grain=1"]);
    let command = walk.command().unwrap();
    assert_eq!(command["at"]["place"], "Hungary");
    assert_eq!(command["cards"], json!(["y"]));
}

#[test]
fn what_has_one_value_only_is_not_asked() {
    let template = json!({
        "a": Placeholder::Int { min: 2, max: 2 }.to_value(),
        "b": Placeholder::One { from: items(&["x"]) }.to_value(),
        "c": Placeholder::Pick { from: items(&["x", "y"]), min: 2, max: 2 }.to_value(),
        "d": [Placeholder::Int { min: 0, max: 9 }.to_value(), 5],
        "e": Placeholder::Bag {
            max: BTreeMap::from([("grain".to_owned(), 2)]), min_total: 2, max_total: 2,
        }.to_value(),
    });
    let mut walk = Walk::new(&template);
    assert_eq!(walk.question(), ["d 1: a number from 0 to 9"]);
    play(&mut walk, &["7"]);
    let command = walk.command().unwrap();
    assert_eq!(command["d"], json!([7, 5]));
    assert_eq!(command["e"], json!({"grain": 2}));
    assert!(protocol::offer::admits(&template, &command), "{command}");
}

#[test]
fn a_template_without_placeholders_is_a_command() {
    let walk = Walk::new(&json!({"type": "pass"}));
    assert!(walk.is_complete());
    assert_eq!(walk.command(), Some(json!({"type": "pass"})));
    assert!(walk.question().is_empty());
    // A template that is a placeholder as a whole.
    let mut whole = Walk::new(&Placeholder::Int { min: 0, max: 1 }.to_value());
    play(&mut whole, &["1"]);
    assert_eq!(whole.command(), Some(json!(1)));
}

#[test]
fn nothing_may_be_picked_where_nothing_is_enough() {
    let pick = Placeholder::Pick { from: items(&["x", "y"]), min: 0, max: 2 }.to_value();
    let mut walk = Walk::new(&json!({"keep": pick}));
    play(&mut walk, &[""]);
    assert_eq!(walk.command(), Some(json!({"keep": []})));
}

#[test]
fn counts_may_be_of_things_with_several_words() {
    let max = ["northern_france", "northern_russia", "poland"].map(|key| (key.to_owned(), 4));
    let bag = Placeholder::Bag { max: max.into(), min_total: 1, max_total: 4 }.to_value();
    let mut walk = Walk::new(&json!({"troops": bag}));
    play(&mut walk, &["!1 northern", "!1 northern spain", "!france 1", "2 northern fr 1 pol"]);
    assert_eq!(walk.command().unwrap()["troops"], json!({"northern_france": 2, "poland": 1}));
}
