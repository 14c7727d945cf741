//! Choices within an offer, by keys.

use crossterm::event::KeyModifiers;

use super::*;

fn walking(choice: &Value) -> Walking {
    let template = json!({"type": "move", "what": choice});
    Walking::new(3, "Move".to_owned(), Walk::new(&template))
}

fn press(walking: &mut Walking, codes: &[KeyCode]) {
    for code in codes {
        // A refusal is for the person to read.
        let _ = walking.key(KeyEvent::new(*code, KeyModifiers::NONE));
    }
}

fn sent(mut walking: Walking) -> Value {
    walking.enter().unwrap();
    walking.walk.command().unwrap()["what"].clone()
}

fn items(texts: &[&str]) -> Value {
    texts.iter().map(|text| json!({"value": text, "text": text})).collect()
}

#[test]
fn one_thing_is_pointed_at_found_or_numbered() {
    let choice = json!({"$one": {"from": items(&["paris", "prague", "rome"])}});
    let mut pointed = walking(&choice);
    press(&mut pointed, &[KeyCode::Down, KeyCode::Down]);
    assert_eq!(sent(pointed), "rome");
    let mut found = walking(&choice);
    press(&mut found, &[KeyCode::Char('r'), KeyCode::Char('a'), KeyCode::Char('g')]);
    assert_eq!(found.rows().len(), 1);
    assert_eq!(sent(found), "prague");
    let mut numbered = walking(&choice);
    press(&mut numbered, &[KeyCode::Char('1')]);
    assert_eq!(sent(numbered), "paris");
    let mut nothing = walking(&choice);
    press(&mut nothing, &[KeyCode::Char('x')]);
    assert_eq!(nothing.enter().unwrap_err(), "nothing contains \"x\"");
}

#[test]
fn several_things_are_marked() {
    let choice = json!({"$pick": {"from": items(&["a", "b", "c"]), "min": 2, "max": 2}});
    let mut marked = walking(&choice);
    press(&mut marked, &[KeyCode::Char(' ')]);
    assert_eq!(marked.enter().unwrap_err(), "Space marks: 2 of these, not 1");
    press(&mut marked, &[KeyCode::Down, KeyCode::Down, KeyCode::Char(' ')]);
    assert_eq!(marked.rows()[2].text, "[x]   3  c");
    assert_eq!(sent(marked), json!(["a", "c"]));
    let choice = json!({"$pick": {"from": items(&["a", "b", "c"]), "min": 1, "max": 3}});
    let mut pointed = walking(&choice);
    press(&mut pointed, &[KeyCode::Down]);
    assert_eq!(sent(pointed), json!(["b"]), "nothing is marked, and one thing must be");
}

#[test]
fn no_more_is_marked_than_may_be() {
    let (space, down) = (KeyCode::Char(' '), KeyCode::Down);
    for (max, kept) in [(1, json!(["c"])), (2, json!(["a", "b"])), (3, json!(["a", "b", "c"]))] {
        let from = items(&["a", "b", "c"]);
        let choice = json!({"$pick": {"from": from, "min": 1, "max": max}});
        let mut marked = walking(&choice);
        press(&mut marked, &[space, down, space, down, space]);
        assert_eq!(sent(marked), kept, "{max}");
    }
}

#[test]
fn the_only_number_that_is_left_is_taken_by_enter() {
    let template = json!({"type": "move", "what": {"$int": {"min": 4, "max": 4}}});
    let wary = Walking::new(3, "Move".to_owned(), Walk::wary(&template));
    assert_eq!(wary.question(), ["what: 4; Enter takes it"]);
    let mut wrong = wary.clone();
    press(&mut wrong, &[KeyCode::Char('9')]);
    assert_eq!(wrong.enter().unwrap_err(), "only 4 is possible");
    assert_eq!(sent(wary), 4);
}

#[test]
fn numbers_are_typed_or_stepped_within_their_bounds() {
    let choice = json!({"$int": {"min": 2, "max": 5}});
    for (codes, number) in [
        (vec![KeyCode::Right], 2),
        (vec![KeyCode::Right, KeyCode::Right], 3),
        (vec![KeyCode::End, KeyCode::Right], 5),
        (vec![KeyCode::Char('4')], 4),
    ] {
        let mut walking = walking(&choice);
        press(&mut walking, &codes);
        assert_eq!(sent(walking), number, "{codes:?}");
    }
    assert!(walking(&choice).enter().is_err(), "nothing is preset");
}

#[test]
fn goods_are_counted_or_typed() {
    let choice = json!({"$bag": {"max": {"fuel": 1, "grain": 4}, "min_total": 1, "max_total": 9}});
    let mut counted = walking(&choice);
    assert!(counted.enter().is_err(), "none is too few");
    press(&mut counted, &[KeyCode::Right, KeyCode::Right, KeyCode::Down, KeyCode::Right]);
    assert_eq!(sent(counted), json!({"fuel": 1, "grain": 1}));
    let mut numbered = walking(&choice);
    press(&mut numbered, &[KeyCode::Down, KeyCode::Char('2')]);
    numbered.enter().unwrap();
    assert!(!numbered.walk.is_complete(), "more may follow");
    press(&mut numbered, &[KeyCode::Up, KeyCode::End]);
    assert_eq!(sent(numbered), json!({"fuel": 1, "grain": 2}));
    let mut typed = walking(&choice);
    press(&mut typed, &[KeyCode::Char('3'), KeyCode::Char('g')]);
    assert_eq!(sent(typed), json!({"grain": 3}));
    let place =
        walking(&json!({"$bag": {"max": {"southern_france": 4}, "min_total": 1, "max_total": 4}}));
    assert_eq!(place.rows()[0].text, "  0  Southern France (of 4)");
}

#[test]
fn a_sheet_is_turned_row_by_row_and_sent_when_all_is_filled() {
    let owner = json!({"$one": {"from": items(&["red", "blue"])}});
    let troops = json!({"$int": {"min": 1, "max": 9}});
    let place = json!({"owner": owner, "troops": troops});
    let places: serde_json::Map<String, Value> = ["a", "b", "c", "d", "e"]
        .map(|name| (name.to_owned(), place.clone()))
        .into_iter()
        .collect();
    let mut sheet = walking(&Value::Object(places));
    assert_eq!(sheet.rows()[0].text, "a: - -");
    let space = KeyCode::Char(' ');
    press(&mut sheet, &[space, space, KeyCode::Right, KeyCode::Right]);
    assert_eq!(sheet.rows()[0].text, "a: blue 2");
    sheet.enter().unwrap();
    assert_eq!(sheet.finder.cursor, 1, "on to what is open");
    press(&mut sheet, &[space, KeyCode::Char('7')]);
    sheet.enter().unwrap();
    assert_eq!(sheet.rows()[1].text, "b: red 7");
    assert!(!sheet.back(), "it is left as a whole");
    press(&mut sheet, &"red rest 3".chars().map(KeyCode::Char).collect::<Vec<_>>());
    sheet.enter().unwrap();
    assert!(sheet.question()[0].contains("all is filled"));
    sheet.enter().unwrap();
    let command = sheet.walk.command().unwrap();
    assert_eq!(command["what"]["a"], json!({"owner": "blue", "troops": 2}));
    assert_eq!(command["what"]["e"], json!({"owner": "red", "troops": 3}));
}

#[test]
fn back_first_clears_what_is_typed() {
    let mut walking = walking(&json!({"$int": {"min": 1, "max": 9}}));
    press(&mut walking, &[KeyCode::Char('4')]);
    assert!(walking.back());
    assert!(!walking.back());
}

#[test]
fn a_number_belongs_to_the_row_in_which_it_was_typed() {
    let most = json!({"belgium": 4, "france": 4});
    let choice = json!({"$bag": {"max": most, "min_total": 4, "max_total": 4}});
    let (two, nine) = (KeyCode::Char('2'), KeyCode::Char('9'));
    for other in [KeyCode::Down, KeyCode::Up] {
        let mut counted = walking(&choice);
        press(&mut counted, &[two, other, two]);
        counted.enter().unwrap();
        assert_eq!(sent(counted), json!({"belgium": 2, "france": 2}));
    }
    let mut much = walking(&choice);
    press(&mut much, &[nine]);
    assert_eq!(much.enter().unwrap_err(), "Belgium: at most 4");
    press(&mut much, &[KeyCode::Down]);
    assert_eq!(much.finder.cursor, 0, "what is refused is there to be corrected");
    assert_eq!(much.rows()[0].text, "  0  Belgium (of 4)");
    press(&mut much, &[KeyCode::Backspace, two, KeyCode::Down]);
    assert_eq!(much.rows()[0].text, "  2  Belgium (of 4)");
}

#[test]
fn a_number_belongs_to_the_row_of_a_sheet_in_which_it_was_typed() {
    let troops = json!({"$int": {"min": 1, "max": 9}});
    let place = |name: char| (name.to_string(), json!({"troops": troops}));
    let places: serde_json::Map<String, Value> = ('a'..='i').map(place).collect();
    let mut sheet = walking(&Value::Object(places));
    assert!(sheet.walk.is_sheet());
    press(&mut sheet, &[KeyCode::Char('2'), KeyCode::Down, KeyCode::Char('3')]);
    sheet.enter().unwrap();
    let rows: Vec<String> = sheet.rows().into_iter().take(2).map(|row| row.text).collect();
    assert_eq!(rows, ["a: 2", "b: 3"]);
    press(&mut sheet, &[KeyCode::Char('4'), KeyCode::Char('4')]);
    assert_eq!(sheet.enter().unwrap_err(), "there cannot be 44 here");
}
