//! Scripted walks through templates.

use std::collections::BTreeMap;

use protocol::offer::Item;
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

/// A trade: goods, to others, for goods.
fn trade() -> Value {
    let bag = |most: &[(&str, u64)]| Placeholder::Bag {
        max: most.iter().map(|(key, n)| ((*key).to_owned(), *n)).collect(),
        min_total: 1,
        max_total: 9,
    };
    let to = vec![Item::new(1, "Italy"), Item::new(2, "Malta")];
    json!({
        "type": "trade",
        "give": bag(&[("grain", 4), ("coin", 2)]).to_value(),
        "to": Placeholder::Pick { from: to, min: 1, max: 2 }.to_value(),
        "want": bag(&[("grain", 9), ("fuel", 9), ("water", 9)]).to_value(),
    })
}

fn at_once(template: &Value, line: &str) -> Result<Option<Value>, String> {
    let mut walk = Walk::wary(template);
    walk.answers(line)?;
    Ok(walk.command())
}

#[test]
fn several_answers_on_one_line_find_their_questions() {
    let command = json!({"type": "trade", "give": {"grain": 2, "coin": 1}, "to": [1, 2],
        "want": {"fuel": 1}});
    for line in [
        "2 grain 1 coin; 1 fuel; all",
        "2g, 1c; all; 1fuel",
        "all; 2 grain 1 coin; 1 f",
        "want 1 fuel; give grain=2 coin=1; to italy, malta",
        "TO: 1 2; 2 grain 1 coin; 1 fuel;",
    ] {
        assert_eq!(at_once(&trade(), line), Ok(Some(command.clone())), "{line}");
        assert!(protocol::offer::admits(&trade(), &command));
    }
    // The only other seat is not asked for, and may be named.
    let mut two = trade();
    two["to"]["$pick"] = json!({"from": [Item::new(1, "Italy")], "min": 1, "max": 1});
    for line in ["2 grain; 1 fuel", "2 grain; 1 fuel; all", "italy; 2 grain; 1 fuel"] {
        assert_eq!(at_once(&two, line).unwrap().unwrap()["to"], json!([1]), "{line}");
    }
    // What is left is asked.
    assert_eq!(at_once(&trade(), "2 grain; 1 fuel"), Ok(None));
    let mut walk = Walk::new(&trade());
    walk.answers("2 grain; 1 fuel").unwrap();
    assert_eq!(walk.question()[0], "to: choose 1 to 2, numbers with spaces between them");
    play(&mut walk, &["malta"]);
    assert_eq!(walk.command().unwrap()["to"], json!([2]));
    assert_eq!(walk.summary(), " (give 2 grain; want 1 fuel; to Malta)");
}

#[test]
fn an_answer_that_is_not_possible_never_goes_to_another_question() {
    for (line, why) in [
        // More than one has, although as much may be wanted.
        ("5 grain; 1 fuel; all", "give: grain: at most 4"),
        ("1 fuel; 2 grain; all", "give: there is no \"fuel\" here, only coin, grain"),
        ("1 grain; 1 w; rome", "nothing contains \"rome\"; type a number"),
        ("1 grain; 1 w; 3", "to: there is no number 3; type 1 to 2"),
        ("1 grain; 1 w; all; 1 w", "nothing is left for \"1 w\""),
        ("give grain", "\"grain\" is not understood; type it like 2 this 1 that"),
    ] {
        assert_eq!(at_once(&trade(), line), Err(why.to_owned()), "{line}");
    }
}

#[test]
fn items_that_are_numbers_keep_theirs() {
    let among = |ids: &[u32]| {
        let from = ids.iter().map(|id| Item::new(*id, format!("trade {id}"))).collect();
        json!({"type": "accept", "id": Placeholder::One { from }.to_value()})
    };
    assert_eq!(at_once(&among(&[7, 12]), "12"), Ok(Some(json!({"type": "accept", "id": 12}))));
    assert_eq!(at_once(&among(&[12]), "#12"), Ok(Some(json!({"type": "accept", "id": 12}))));
    // Another trade has taken the place of the one that was meant.
    assert!(at_once(&among(&[13]), "12").is_err());
    assert_eq!(at_once(&among(&[13]), ""), Ok(None));
    assert_eq!(Walk::wary(&among(&[7, 12])).items()[1], (12, "trade 12".to_owned()));
}

#[test]
fn an_offer_that_changed_keeps_the_answers_that_still_hold() {
    let mut walk = Walk::wary(&trade());
    walk.answers("3 grain; malta").unwrap();
    let mut less = trade();
    less["give"]["$bag"]["max"]["grain"] = json!(1);
    let renewed = walk.renewed(&less);
    assert_eq!(renewed.summary(), " (to Malta)");
    assert!(renewed.question()[0].starts_with("give: 1 to 9 in all"), "{:?}", renewed.question());
    assert_eq!(walk.renewed(&trade()).summary(), " (give 3 grain; to Malta)");
}

#[test]
fn questions_that_look_alike_are_distinguished_by_what_is_beside_them() {
    let card = |id: &str, most: u64| {
        let cubes = Placeholder::Bag {
            max: BTreeMap::from([("grain".to_owned(), most)]),
            min_total: 0,
            max_total: most,
        };
        let reward = vec![Item::new("happiness", "one happiness"), Item::new("coin", "2 coin")];
        json!({"id": id, "cubes": cubes.to_value(),
            "reward": Placeholder::One { from: reward }.to_value()})
    };
    let template = json!({"type": "allocate", "cards": [card("c2-1", 1), card("c3-1", 2)]});
    let mut walk = Walk::new(&template);
    assert_eq!(walk.question()[0], "cubes c2-1: 0 to 1 in all, like 1 grain");
    walk.answers("-; coin; cubes c3-1 2g; hap").unwrap();
    let cards = walk.command().unwrap()["cards"].clone();
    assert_eq!(cards[0], json!({"id": "c2-1", "cubes": {}, "reward": "coin"}));
    assert_eq!(cards[1], json!({"id": "c3-1", "cubes": {"grain": 2}, "reward": "happiness"}));
}

#[test]
fn a_number_of_something_may_be_typed_with_its_name() {
    let template = json!({"give": {"grain": Placeholder::Int { min: 1, max: 4 }.to_value()}});
    let command = json!({"give": {"grain": 2}});
    for line in ["2", "2 grain", "grain 2"] {
        assert_eq!(at_once(&template, line), Ok(Some(command.clone())), "{line}");
    }
    // Where only one is left, it is not given instead of what was typed.
    let one = json!({"give": {"grain": Placeholder::Int { min: 1, max: 1 }.to_value()}});
    assert!(at_once(&one, "2").is_err());
    assert_eq!(at_once(&one, ""), Ok(None));
}

#[test]
fn counts_may_be_of_things_with_several_words() {
    let max = ["northern_france", "northern_russia", "poland"].map(|key| (key.to_owned(), 4));
    let bag = Placeholder::Bag { max: max.into(), min_total: 1, max_total: 4 }.to_value();
    let mut walk = Walk::new(&json!({"troops": bag}));
    play(&mut walk, &["!1 northern", "!1 northern spain", "!france 1", "2 northern fr 1 pol"]);
    assert_eq!(walk.command().unwrap()["troops"], json!({"northern_france": 2, "poland": 1}));
}

#[test]
fn offers_that_no_honest_server_makes_are_asked_and_answered_all_the_same() {
    let numbered = |values: &[u64]| Placeholder::One {
        from: values.iter().map(|value| Item::new(*value, format!("no {value}"))).collect(),
    };
    let bag = Placeholder::Bag {
        max: BTreeMap::from([("fuel".to_owned(), u64::MAX), ("grain".to_owned(), u64::MAX)]),
        min_total: 0,
        max_total: u64::MAX,
    };
    for placeholder in [numbered(&[5, 1]), numbered(&[0, u64::MAX]), bag] {
        let mut walk = Walk::new(&json!({"type": "x", "what": placeholder.to_value()}));
        for text in ["3", "", "what", "1 fuel"] {
            walk.question();
            let _ = walk.answer(text);
        }
    }
}
