//! Previews on the screen: asked about what is pointed at, one at a time, and shown where nothing moves.

use crossterm::event::KeyCode;
use protocol::hint::{AdviceReason, Preview};
use protocol::room::{GameInfo, SeatRange};
use protocol::{ClientMessage, ServerMessage};
use ratatui::layout::Size;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{EUROPE_DIVIDED, picture, press, recorded, seated, signal, types};
use crate::app::{App, Effect};

const LOW: Size = Size { width: 80, height: 24 };
const WIDE: Size = Size { width: 160, height: 45 };

/// A seat that is asked something, in a game that a mind of the server knows, or knows not.
fn asked(size: Size, hints: bool) -> (App, Vec<Effect>) {
    let mut app = seated(EUROPE_DIVIDED, 0, size);
    let room = recorded(EUROPE_DIVIDED).room;
    let (name, description, licence) = Default::default();
    app.games = vec![GameInfo {
        id: room.game.clone(),
        name,
        description,
        seats: SeatRange { min: 2, max: 2 },
        roles: None,
        sides: Vec::new(),
        types: None,
        options: json!({}),
        option_groups: Vec::new(),
        bot_levels: Vec::new(),
        dev: false,
        hints,
        licence,
    }];
    let effects = app.update(signal(ServerMessage::Room { room }));
    (app, effects)
}

/// Returns the id, the decision and the command that are asked about.
fn asks(effects: &[Effect]) -> (Uuid, u64, Value) {
    let [Effect::Send(ClientMessage::Preview { id, decision, command })] = effects else {
        panic!("{effects:?}")
    };
    (*id, *decision, command.clone())
}

fn answer(id: Uuid, decision: u64) -> ServerMessage {
    let reason = |text: &str, chance| AdviceReason {
        text: text.to_owned(),
        rule: "Money".to_owned(),
        chance,
    };
    let reasons = vec![reason("You are rich", None), reason("It rains", Some(2_500))];
    ServerMessage::Preview(Preview { id, decision, reasons })
}

#[test]
fn what_is_pointed_at_is_asked_about_and_shown() {
    for size in [LOW, WIDE] {
        let (mut app, effects) = asked(size, true);
        let (id, decision, first) = asks(&effects);
        assert_eq!(Some(decision), app.session().decision());
        let before = picture(&app);
        assert_eq!(press(&mut app, KeyCode::Down), [], "one question at a time");
        let effects = app.update(signal(answer(id, decision)));
        assert!(!picture(&app).contains("You are rich"), "that is about another choice");
        let (id, _, second) = asks(&effects);
        assert_ne!(first, second, "then about the one that is pointed at");
        assert_eq!(app.update(signal(answer(id, decision))), []);
        let shown = picture(&app);
        assert!(shown.contains("Then: You are rich; It rains (about 3 in 10)"), "{shown}");
        assert_eq!(shown.lines().count(), before.lines().count());
        assert_eq!(app.areas(), asked(size, true).0.areas(), "nothing moves");
    }
}

#[test]
fn a_typed_number_is_looked_at_too() {
    let (mut app, effects) = asked(LOW, true);
    let (id, decision, _) = asks(&effects);
    app.update(signal(answer(id, decision)));
    types(&mut app, "/try 1");
    let effects = press(&mut app, KeyCode::Enter);
    let Some(Effect::Send(ClientMessage::Preview { id, .. })) = effects.first() else {
        panic!("{effects:?}")
    };
    app.update(signal(answer(*id, decision)));
    let story: Vec<&str> = app.story.iter().map(|(_, text)| text.as_str()).collect();
    assert!(story.contains(&"  It rains (about 3 in 10) [Money]"), "{story:?}");
    types(&mut app, "/try 99");
    press(&mut app, KeyCode::Enter);
    assert!(picture(&app).contains("There is no choice 99 now."), "{}", picture(&app));
}

#[test]
fn nothing_is_asked_where_no_mind_knows_the_game() {
    let (mut app, effects) = asked(LOW, false);
    assert_eq!(effects, []);
    assert_eq!(press(&mut app, KeyCode::Down), []);
    types(&mut app, "/try 1");
    assert_eq!(press(&mut app, KeyCode::Enter), []);
    assert!(picture(&app).contains("does not tell beforehand"), "{}", picture(&app));
}
