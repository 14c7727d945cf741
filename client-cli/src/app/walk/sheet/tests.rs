//! Scripted sheets, through the walk.

use protocol::Placeholder;
use protocol::offer::{Item, admits};
use serde_json::{Value, json};

use super::super::Walk;

/// Four places with an owner and a number, one of them with a fixed owner, and two capitals.
fn template() -> Value {
    let one = |names: &[&str]| {
        let from = names.iter().map(|name| Item::new(*name, name.to_uppercase())).collect();
        Placeholder::One { from }.to_value()
    };
    let owner = one(&["red", "blue", "neutral"]);
    let troops = Placeholder::Int { min: 1, max: 60 }.to_value();
    let place = json!({"owner": owner, "troops": troops});
    let anywhere = one(&["slovakia", "slovenia", "northern_france", "denmark"]);
    json!({
        "type": "place_map",
        "territories": {
            "denmark": {"owner": "neutral", "troops": troops},
            "northern_france": place, "slovakia": place, "slovenia": place,
        },
        "capitals": {"red": anywhere, "blue": anywhere},
    })
}

fn typed(lines: &[&str]) -> Walk {
    let mut walk = Walk::new(&template());
    for line in lines {
        walk.answer(line).unwrap_or_else(|why| panic!("{line:?}: {why}"));
    }
    walk
}

#[test]
fn lines_in_any_order_make_the_command_when_it_is_sent() {
    let mut walk = typed(&[
        "red slovak 5, slovenia 3",
        "neutral rest 2; capital red slovakia blue slovenia",
        "slovenia owner: blue, northern france=4",
    ]);
    assert!(walk.is_sheet() && walk.command().is_none());
    assert_eq!(
        walk.question(),
        ["Everything is filled: send sends it; b takes the last line back."]
    );
    walk.answer("send").unwrap();
    let command = walk.command().unwrap();
    assert!(admits(&template(), &command), "{command}");
    assert_eq!(
        command,
        json!({
            "type": "place_map",
            "territories": {
                "denmark": {"owner": "neutral", "troops": 2},
                "northern_france": {"owner": "neutral", "troops": 4},
                "slovakia": {"owner": "red", "troops": 5},
                "slovenia": {"owner": "blue", "troops": 3},
            },
            "capitals": {"red": "slovakia", "blue": "slovenia"},
        })
    );
    // Refused: everything still stands.
    walk.reopen();
    assert!(walk.command().is_none());
    walk.answer("slovakia 6").unwrap();
    walk.answer("send").unwrap();
    assert_eq!(walk.command().unwrap()["territories"]["slovakia"]["troops"], 6);
}

#[test]
fn what_is_wrong_is_said_and_changes_nothing() {
    let mut walk = typed(&["red slovakia 5"]);
    let before = walk.draft();
    for (line, why) in [
        ("send", "not everything is filled: capitals, denmark, northern france, slovenia"),
        ("slo 3", "\"slo\" may be slovakia or slovenia"),
        ("red slovenia 3, utopia 4", "\"utopia 4\" names nothing"),
        ("slovenia 61", "slovenia: \"61\" is not possible here"),
        ("slovenia green", "slovenia: \"green\" is not possible here"),
        ("red denmark", "denmark: \"red\" is not possible here"),
        ("slovenia", "slovenia: the value is missing"),
        ("slovenia owner", "slovenia: the value of owner is missing"),
        ("capitals slovakia", "capitals: say which with \"slovakia\": blue or red"),
        ("green rest", "nothing that is open admits this"),
    ] {
        let said = walk.answer(line).unwrap_err();
        assert!(said.starts_with(why), "{line:?}: {said}");
        assert_eq!(walk.draft(), before, "{line:?}");
    }
}

#[test]
fn lines_are_taken_back_one_by_one() {
    let mut walk = typed(&["red slovakia 5", "slovakia 6"]);
    let troops = |walk: &Walk| walk.draft()["territories"]["slovakia"]["troops"].clone();
    assert_eq!(troops(&walk), 6);
    assert!(walk.back());
    assert_eq!(troops(&walk), 5);
    assert!(walk.back());
    assert_eq!(troops(&walk), Value::Null);
    assert!(!walk.back());
}

#[test]
fn everything_is_shown_at_first_and_on_demand() {
    let mut walk = Walk::new(&template());
    let first = walk.question();
    assert_eq!(
        first,
        [
            "  capitals: blue - red -                 slovakia: - -",
            "  denmark: - neutral                     slovenia: - -",
            "  northern france: - -",
            "  blue: SLOVAKIA, SLOVENIA, NORTHERN_FRANCE, DENMARK",
            "  red: SLOVAKIA, SLOVENIA, NORTHERN_FRANCE, DENMARK",
            "  troops: 1 to 60",
            "  owner: RED, BLUE, NEUTRAL",
            "Type for example: red northern france 2, slovakia 2; neutral rest 2; capitals blue slovakia red slovakia",
            "Open: 5 (capitals, denmark, northern france, slovakia, slovenia). Enter shows everything; b takes the last line back.",
        ]
    );
    walk.answer("red slovakia 5").unwrap();
    assert_eq!(walk.question().len(), 1);
    walk.answer("").unwrap();
    assert!(walk.question()[0].contains("slovakia: red 5"));
}

#[test]
fn few_choices_are_asked_one_by_one() {
    let number = Placeholder::Int { min: 0, max: 9 }.to_value();
    let few: Vec<&Value> = vec![&number; super::MANY];
    assert!(!Walk::new(&json!({"n": few})).is_sheet());
    let many: Vec<&Value> = vec![&number; super::MANY + 1];
    let mut walk = Walk::new(&json!({"n": many}));
    assert!(walk.is_sheet());
    walk.answer("n 2 7, n 9 1; rest 3").unwrap();
    assert_eq!(walk.draft()["n"], json!([3, 7, 3, 3, 3, 3, 3, 3, 1]));
}
