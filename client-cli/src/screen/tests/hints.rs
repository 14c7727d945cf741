//! Hints on the screen: asked for, shown with their reasons, taken by number.

use crossterm::event::KeyCode;
use protocol::hint::{Advice, AdviceReason, Hint};
use protocol::room::{Hints, SeatKind};
use protocol::{ClientMessage, ServerMessage};
use ratatui::layout::Size;
use serde_json::json;
use uuid::Uuid;

use super::{AppMessage, EUROPE_DIVIDED, picture, press, recorded, seated, signal, types};
use crate::app::{App, Effect};

const SIZE: Size = Size { width: 120, height: 40 };

/// A seat that is asked something, in a room that gives hints to these.
fn asked(hints: Hints) -> App {
    let mut app = seated(EUROPE_DIVIDED, 0, SIZE);
    let mut room = recorded(EUROPE_DIVIDED).room;
    room.hints = hints;
    app.update(signal(ServerMessage::Room { room }));
    app
}

fn command(app: &mut App, text: &str) -> Vec<Effect> {
    types(app, text);
    press(app, KeyCode::Enter)
}

/// The id and the decision with which a hint is asked for.
fn asks(effects: &[Effect]) -> (Uuid, u64) {
    let [Effect::Send(ClientMessage::Hint { id, decision })] = effects else {
        panic!("{effects:?}")
    };
    (*id, *decision)
}

fn hint(id: Uuid, decision: u64) -> Hint {
    let reason = |text: &str, chance| AdviceReason {
        text: text.to_owned(),
        rule: "Resolve headlines".to_owned(),
        chance,
    };
    Hint {
        id,
        decision,
        advice: vec![Advice {
            command: json!({"type": "wave"}),
            text: "Wave a flag".to_owned(),
            rule: "Actions".to_owned(),
            chance: 5_730,
            tried: 412,
            then: vec!["Wave it again".to_owned()],
            reasons: vec![reason("Everybody sees it", None), reason("It rains", Some(2_500))],
        }],
    }
}

#[test]
fn a_hint_is_asked_for_shown_and_taken() {
    let mut app = asked(Hints::All);
    let (id, decision) = asks(&command(&mut app, "/hint"));
    assert_eq!(Some(decision), app.session().decision());
    app.update(signal(ServerMessage::Hint(hint(id, decision))));
    let shown = picture(&app);
    for text in ["1. Wave a flag: 57 % to win", "then: Wave it again", "It rains (about 3 in 10)"] {
        assert!(shown.contains(text), "{text}: {shown}");
    }
    let effects = command(&mut app, "/hint 1");
    let [Effect::Send(ClientMessage::Command { decision: answered, command, .. })] = &effects[..]
    else {
        panic!("{effects:?}")
    };
    assert_eq!((*answered, command), (decision, &json!({"type": "wave"})));
}

#[test]
fn a_low_screen_shows_the_best_advice_instead_of_waiting_on() {
    let mut app = asked(Hints::All);
    app.update(AppMessage::Resized(Size::new(60, 16)));
    let (id, decision) = asks(&command(&mut app, "/hint"));
    assert!(picture(&app).contains("The server is thinking"), "{}", picture(&app));
    app.update(signal(ServerMessage::Hint(hint(id, decision))));
    let shown = picture(&app);
    assert!(!shown.contains("The server is thinking"), "{shown}");
    let rows: Vec<&str> = shown.lines().map(str::trim).collect();
    let text = "Hint: Wave a flag, 57 % to win; /hint 1 does it, the log says why.";
    assert!(rows.join(" ").contains(text), "{shown}");
}

#[test]
fn everybody_reads_who_has_had_a_hint() {
    let mut app = asked(Hints::All);
    for (hints, text) in [(1, "has had a hint."), (2, "has had 2 hints.")] {
        let mut room = app.session().room().expect("a room").clone();
        room.seats[1].hints = hints;
        app.update(signal(ServerMessage::Room { room }));
        assert!(picture(&app).contains(text), "{text}: {}", picture(&app));
    }
}

#[test]
fn a_number_that_no_hint_has_sends_nothing() {
    let mut app = asked(Hints::All);
    assert_eq!(command(&mut app, "/hint 1"), [], "nothing was asked yet");
    let (id, decision) = asks(&command(&mut app, "/hint"));
    app.update(signal(ServerMessage::Hint(hint(id, decision))));
    for typed in ["/hint 0", "/hint 2"] {
        assert_eq!(command(&mut app, typed), [], "{typed}");
        assert!(picture(&app).contains("There is no such hint"), "{}", picture(&app));
    }
    // One that comes too late is not taken for one about the question that is open by now.
    app.update(signal(ServerMessage::Hint(hint(id, decision + 1))));
    assert!(picture(&app).contains("came too late"), "{}", picture(&app));
}

#[test]
fn where_there_are_no_hints_the_list_of_commands_says_why() {
    for (hints, why) in
        [(Hints::Alone, "no hints between people"), (Hints::Off, "this room gives no hints")]
    {
        let mut app = asked(hints);
        types(&mut app, "/hint");
        assert!(picture(&app).contains(why), "{why}: {}", picture(&app));
    }
    let mut app = asked(Hints::Alone);
    let mut room = app.session().room().expect("a room").clone();
    room.seats[1].kind = SeatKind::Bot.into();
    app.update(signal(ServerMessage::Room { room }));
    types(&mut app, "/hint");
    assert!(!picture(&app).contains("no hints"), "{}", picture(&app));
}
