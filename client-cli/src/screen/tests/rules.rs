//! The rules in words: on the screen at what is asked, moved through, looked up by words; and in lines.

use protocol::Reference;
use serde_json::json;

use super::*;

const SIZE: Size = Size::new(80, 24);

/// Rules with a section on what a recorded seat is asked, and one before it that fills a screen.
fn reference(asked: &str) -> Reference {
    let long = (1..40).map(|line| json!({"kind": "text", "text": format!("Line {line}.")}));
    let section = |id: &str, title: &str, cites: &str, blocks: serde_json::Value| json!({"id": id, "part": "All", "title": title, "cites": [cites], "blocks": blocks});
    let table =
        json!({"kind": "table", "head": ["", "First", "Revised"], "rows": [["Money", "6", "8"]]});
    let ours = json!({"kind": "ruling", "text": "a **tie** is Europe's."});
    let sections = json!([
        section("long", "A long one", "Nothing", long.collect()),
        section("asked", "What is asked", asked, json!([table, ours])),
        section(
            "last",
            "Armies",
            "Armies",
            json!([{"kind": "text", "text": "See [there](#asked)."}])
        ),
    ]);
    let prompts = json!([
        {"commands": ["no_such"], "section": "last", "text": "For nobody.", "more": "Nothing."},
        {"commands": ["pass"], "kinds": ["propaganda"], "section": "last", "text": "For another kind.", "more": "Nothing, again."},
        {"commands": ["place_influence", "pass"], "kinds": ["action"], "section": "asked", "text": "Take one action.", "more": "Raise a die where a headline needs it."},
    ]);
    let all =
        json!({"game": "g", "name": "Europe Divided", "sections": sections, "prompts": prompts});
    serde_json::from_value(all).unwrap()
}

fn came(app: &mut App) {
    let asked = app.session().offers()[0].rule.clone();
    app.update(AppMessage::Done(Done::Rules(Ok(Box::new(reference(&asked))))));
}

/// A seat that is asked something, its rules fetched by `Ctrl-R`.
fn opened() -> App {
    let mut app = seated(EUROPE_DIVIDED, 0, SIZE);
    let effects = control(&mut app, 'r');
    assert_eq!(effects, [Effect::Ask(ApiRequest::Rules("europe-divided".to_owned()))]);
    assert_eq!(control(&mut app, 'r'), [], "they are asked for once");
    came(&mut app);
    app
}

#[test]
fn they_open_at_what_is_asked() {
    let app = opened();
    insta::with_settings!({omit_expression => true, prepend_module_to_snapshot => false}, {
        insta::assert_snapshot!("rules_80x24", picture(&app));
    });
}

#[test]
fn keys_move_through_them_and_any_other_closes_them() {
    let mut app = opened();
    let shows = |app: &App, text: &str| assert!(picture(app).contains(text), "{}", picture(app));
    press(&mut app, KeyCode::Home);
    shows(&app, "A long one");
    press(&mut app, KeyCode::PageDown);
    shows(&app, "Line 12.");
    press(&mut app, KeyCode::Right);
    shows(&app, "What is asked");
    press(&mut app, KeyCode::Left);
    shows(&app, "A long one");
    press(&mut app, KeyCode::Down);
    shows(&app, "Line 1.");
    press(&mut app, KeyCode::End);
    shows(&app, "See there.");
    press(&mut app, KeyCode::Enter);
    assert!(!picture(&app).contains("See there."));
    assert_eq!(control(&mut app, 'r'), [], "they are known");
    shows(&app, "Our ruling: a tie is Europe's.");
}

#[test]
fn words_are_looked_up_from_the_commands_and_help_leads_there() {
    let mut app = opened();
    press(&mut app, KeyCode::Esc);
    types(&mut app, "/rules armies");
    press(&mut app, KeyCode::Enter);
    assert!(picture(&app).contains("See there."), "{}", picture(&app));
    press(&mut app, KeyCode::Esc);
    types(&mut app, "/rules cavalry");
    press(&mut app, KeyCode::Enter);
    assert!(picture(&app).contains("say nothing about \"cavalry\""), "{}", picture(&app));
    types(&mut app, "?r");
    assert!(picture(&app).contains("What is asked"), "{}", picture(&app));
}

#[test]
fn rules_that_do_not_come_are_no_loss() {
    let mut app = seated(EUROPE_DIVIDED, 0, SIZE);
    control(&mut app, 'r');
    app.update(AppMessage::Done(Done::Rules(Err("gone".to_owned()))));
    assert!(picture(&app).contains("No rules: gone"));
    let again = control(&mut app, 'r');
    assert!(matches!(again[..], [Effect::Ask(ApiRequest::Rules(_))]), "{again:?}");
}

#[test]
fn in_lines_the_section_is_printed_and_more_are_listed() {
    let mut app = seated(EUROPE_DIVIDED, 0, SIZE);
    app.config.points = false;
    let mut says = |line: &str| -> String {
        app.update(AppMessage::Line(line.to_owned()));
        if line == "rules" {
            came(&mut app);
        }
        app.take_output().into_iter().map(|(_, text)| text + "\n").collect()
    };
    let asked = says("rules");
    let reason = "Take one action.\nRaise a die where a headline needs it.\n";
    assert!(asked.starts_with(reason), "{asked}");
    assert!(asked.contains("What is asked\n       First  Revised\nMoney  6      8\n"), "{asked}");
    assert!(asked.contains("  Our ruling: a tie is Europe's.\n"), "{asked}");
    let found = says("rules armies");
    assert!(found.contains("Armies\nSee there.\n"), "{found}");
    let several = says("rules a");
    assert!(several.contains("Also (type rules and some words): "), "{several}");
    assert!(says("rules cavalry").contains("say nothing about \"cavalry\""));
}

#[test]
fn advice_stands_below_the_question_until_it_is_enough() {
    let mut app = seated(EUROPE_DIVIDED, 0, Size::new(80, 40));
    let advised = |app: &App| picture(app).contains("Raise a die where a headline");
    came(&mut app);
    assert!(!advised(&app));
    types(&mut app, "/advice");
    assert_eq!(press(&mut app, KeyCode::Enter), [Effect::Advice(true)]);
    assert!(advised(&app), "{}", picture(&app));
    // Where lines are scarce, why it is asked must do; the lowest screens have no room for that.
    for (height, asked) in [(24, true), (23, false)] {
        app.update(AppMessage::Resized(Size::new(80, height)));
        assert!(!advised(&app));
        assert_eq!(picture(&app).contains("Take one action. (/advice"), asked);
    }
    app.update(AppMessage::Resized(Size::new(120, 24)));
    assert!(advised(&app), "{}", picture(&app));
    types(&mut app, "/advice");
    assert_eq!(press(&mut app, KeyCode::Enter), [Effect::Advice(false)]);
    assert!(!advised(&app));
}

#[test]
fn whoever_wants_advice_has_the_rules_fetched_with_the_seat() {
    let Recorded { room, .. } = recorded(EUROPE_DIVIDED);
    for (advice, points, asks) in [(true, true, 1), (false, true, 0), (true, false, 0)] {
        let config = AppConfig { points, advice, ..config(&room) };
        let mut app = App::new(config, Vec::new(), SIZE);
        let effects = app.update(signal(welcome(You::Seat(0), room.clone())));
        let rules = |effect: &&Effect| matches!(effect, Effect::Ask(ApiRequest::Rules(_)));
        assert_eq!(effects.iter().filter(rules).count(), asks, "{effects:?}");
        // That they do not come is no loss.
        app.update(AppMessage::Done(Done::Rules(Err("gone".to_owned()))));
        assert!(!picture(&app).contains("gone"));
    }
}
