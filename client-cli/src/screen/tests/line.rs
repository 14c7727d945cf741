//! The connection to the server, watching, looking back, and the mouse.

use std::time::Duration;

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use protocol::Offer;
use protocol::room::Unproven;
use serde_json::json;

use super::*;
use crate::connection::ConnectionEnd;

const SIZE: Size = Size::new(80, 24);

fn click(app: &mut App, column: u16, row: u16) -> Vec<Effect> {
    let kind = MouseEventKind::Down(MouseButton::Left);
    let modifiers = KeyModifiers::NONE;
    app.update(AppMessage::Mouse(MouseEvent { kind, column, row, modifiers }))
}

/// A later update of a recorded match in which these seats are awaited.
fn awaited(seats: &[u8], later: u64) -> AppMessage {
    let mut update = recorded(EUROPE_DIVIDED).views.remove(1).unwrap();
    update.seq += later;
    update.awaiting = seats.to_vec();
    signal(ServerMessage::Update(update))
}

#[test]
fn a_lost_line_is_shown_and_comes_back() {
    let mut app = seated(EUROPE_DIVIDED, 0, SIZE);
    types(&mut app, "1");
    press(&mut app, KeyCode::Enter);
    let lost = Signal::Lost { why: "silent".to_owned(), retry_in: Duration::from_secs(3) };
    app.update(AppMessage::Signal(lost));
    let down = picture(&app);
    assert!(down.contains("OFFLINE") && down.contains("trying again in 3 seconds"), "{down}");
    app.update(signal(welcome(You::Seat(0), recorded(EUROPE_DIVIDED).room)));
    let up = picture(&app);
    assert!(up.contains("online") && up.contains("Connected again."), "{up}");
    assert!(up.contains("On its way"), "what was sent is still waited for: {up}");
}

#[test]
fn an_old_token_ends_the_screen_and_forgets_the_seat() {
    let mut app = seated(EUROPE_DIVIDED, 0, SIZE);
    let effects = app.update(AppMessage::Signal(Signal::Ended(ConnectionEnd::TokenUnknown)));
    let [Effect::Forget(game), Effect::Leave(Exit::Ended(ConnectionEnd::TokenUnknown))] =
        &effects[..]
    else {
        panic!("{effects:?}");
    };
    assert_eq!(game.seat, 0);
}

#[test]
fn the_seat_of_a_lesson_is_kept_as_such() {
    for unproven in [None, Some(Unproven::Lesson { lesson: "first".to_owned() }.into())] {
        let Recorded { room, .. } = recorded(EUROPE_DIVIDED);
        let is_lesson = unproven.is_some();
        let room = Room { unproven, ..room };
        let mut app = App::new(config(&room), Vec::new(), SIZE);
        let effects = app.update(signal(welcome(You::Seat(0), room)));
        let kept = effects.iter().find_map(|effect| {
            let Effect::Keep(game, _) = effect else { return None };
            Some(serde_json::to_value(game).unwrap())
        });
        let marked = kept.unwrap().get("lesson").and_then(Value::as_bool).unwrap_or_default();
        assert_eq!(marked, is_lesson);
    }
}

#[test]
fn it_rings_when_it_becomes_ones_turn_and_only_then() {
    let mut app = seated(EUROPE_DIVIDED, 0, SIZE);
    assert_eq!(app.update(awaited(&[1], 1)), []);
    assert_eq!(app.update(awaited(&[0, 1], 2)), [Effect::Bell]);
    assert_eq!(app.update(awaited(&[0], 3)), []);
}

#[test]
fn a_watcher_sees_the_board_and_chooses_nothing() {
    let Recorded { room, mut views } = recorded(EUROPE_DIVIDED);
    let config = AppConfig { token: None, ..config(&room) };
    let mut app = App::new(config, Vec::new(), SIZE);
    let spectator = You::Spectator(true);
    let effects = app.update(signal(welcome(spectator, room)));
    assert!(
        effects.iter().all(|effect| matches!(effect, Effect::Ask(ApiRequest::Data(_)))),
        "{effects:?}"
    );
    app.update(signal(ServerMessage::Update(views.remove(0).unwrap())));
    let picture = picture(&app);
    assert!(picture.contains("[Map]") && !picture.contains("Hand"), "{picture}");
    assert_eq!(press(&mut app, KeyCode::Enter), []);
}

#[test]
fn a_replay_goes_from_step_to_step() {
    let Recorded { room, mut views } = recorded(EUROPE_DIVIDED);
    let mut app = App::new(config(&room), Vec::new(), SIZE).look_back(room, Some(0));
    assert_eq!(app.begin_replay(0).last(), Some(&Effect::Step(0)));
    let update = views.remove(1).map(Box::new);
    app.update(AppMessage::Step(4, Ok(update)));
    let shown = picture(&app);
    assert!(shown.contains("Step 4, entry 15"), "{shown}");
    assert_eq!(press(&mut app, KeyCode::Right), [Effect::Step(5)]);
    assert_eq!(press(&mut app, KeyCode::Left), [Effect::Step(3)]);
    types(&mut app, "12");
    assert_eq!(press(&mut app, KeyCode::Enter), [Effect::Step(12)]);
    app.update(AppMessage::Step(12, Ok(None)));
    assert!(picture(&app).contains("There is no step 12."));
    assert_eq!(press(&mut app, KeyCode::End), [Effect::LastStep]);
    app.update(AppMessage::Steps(11));
    assert!(picture(&app).contains("Step 4 of 11, entry 15"), "{}", picture(&app));
    press(&mut app, KeyCode::Char('?'));
    let help = picture(&app);
    assert!(help.contains("plays on by itself") && !help.contains("undo"), "{help}");
}

#[test]
fn a_replay_plays_on_by_itself_until_a_key_is_pressed() {
    let Recorded { room, mut views } = recorded(EUROPE_DIVIDED);
    let mut app = App::new(config(&room), Vec::new(), SIZE).look_back(room, Some(0));
    app.update(AppMessage::Step(4, Ok(views.remove(1).map(Box::new))));
    let ticks = |app: &mut App| -> Vec<Effect> {
        (0..20).flat_map(|_| app.update(AppMessage::Tick)).collect()
    };
    assert_eq!(ticks(&mut app), []);
    press(&mut app, KeyCode::Char('p'));
    assert!(app.is_timed());
    assert_eq!(ticks(&mut app)[0], Effect::Step(5));
    press(&mut app, KeyCode::Char('p'));
    assert_eq!(ticks(&mut app), []);
    press(&mut app, KeyCode::Char('p'));
    app.update(AppMessage::Step(5, Ok(None)));
    assert_eq!(ticks(&mut app), [], "behind the last step nothing comes");
}

#[test]
fn a_click_marks_and_a_second_one_chooses() {
    let mut app = seated(EUROPE_DIVIDED, 0, SIZE);
    let list = app.areas().unwrap().list;
    // The first row is a heading.
    assert_eq!(click(&mut app, 5, list.y + 2), []);
    let marked = app.marked().unwrap();
    assert_eq!(marked.number, Some(2));
    let effects = click(&mut app, 5, list.y + 2);
    assert!(matches!(effects[..], [Effect::Send(_)]), "{effects:?}");
}

#[test]
fn a_click_on_the_row_that_is_marked_from_the_start_only_points_at_it() {
    let mut app = seated(EUROPE_DIVIDED, 0, SIZE);
    let list = app.areas().unwrap().list;
    assert_eq!(click(&mut app, 5, list.y + 1), []);
    assert_eq!(app.marked().unwrap().number, Some(1));
    let effects = click(&mut app, 5, list.y + 1);
    assert!(matches!(effects[..], [Effect::Send(_)]), "{effects:?}");
}

/// A seat that is asked one question alone.
fn asked(choice: &Value) -> App {
    let mut app = seated(EUROPE_DIVIDED, 0, SIZE);
    let mut update = recorded(EUROPE_DIVIDED).views.remove(1).unwrap();
    update.seq += 1;
    (update.decision, update.awaiting) = (Some(update.seq), vec![0]);
    let command = json!({"type": "keep", "card": choice});
    let (text, rule) = ("Keep one".to_owned(), "Rule".to_owned());
    update.offers = Some(vec![Offer { command, text, rule, loose: false, is_final: false }]);
    app.update(signal(ServerMessage::Update(update)));
    app
}

#[test]
fn a_number_goes_to_its_row_before_another_one_is_clicked_and_too_much_is_refused() {
    let most = json!({"belgium": 4, "france": 4});
    let mut app = asked(&json!({"$bag": {"max": most, "min_total": 4, "max_total": 4}}));
    let list = app.areas().unwrap().list;
    types(&mut app, "9");
    for refused in [press(&mut app, KeyCode::Down), click(&mut app, 5, list.y + 1)] {
        assert_eq!(refused, []);
        assert!(picture(&app).contains("Belgium: at most 4."), "{}", picture(&app));
    }
    press(&mut app, KeyCode::Backspace);
    types(&mut app, "2");
    click(&mut app, 5, list.y + 1);
    types(&mut app, "2");
    press(&mut app, KeyCode::Enter);
    let effects = press(&mut app, KeyCode::Enter);
    let [Effect::Send(ClientMessage::Command { command, .. })] = &effects[..] else {
        panic!("{effects:?}: {}", picture(&app))
    };
    assert_eq!(command["card"], json!({"belgium": 2, "france": 2}));
}

#[test]
fn a_click_on_the_first_answer_of_a_question_only_points_at_it() {
    let from: Vec<Value> = (1..=2).map(|n| json!({"value": n, "text": format!("{n}")})).collect();
    let mut app = asked(&json!({"$one": {"from": from}}));
    let list = app.areas().unwrap().list;
    assert_eq!(click(&mut app, 5, list.y), [], "{}", picture(&app));
    let effects = click(&mut app, 5, list.y);
    assert!(matches!(effects[..], [Effect::Send(_)]), "{effects:?}");
}

#[test]
fn what_is_pasted_is_looked_for_from_the_top() {
    let mut app = seated(EUROPE_DIVIDED, 0, SIZE);
    press(&mut app, KeyCode::Down);
    press(&mut app, KeyCode::Down);
    app.update(AppMessage::Paste("die".to_owned()));
    let first = app.items().into_iter().next().unwrap();
    assert_eq!(app.marked().unwrap().text, first.text);
}

#[test]
fn tabs_are_clicked() {
    let mut app = seated(EUROPE_DIVIDED, 0, SIZE);
    let tabs = app.areas().unwrap().tabs;
    click(&mut app, 7, tabs.y);
    assert!(picture(&app).contains("[Hand]"), "{}", picture(&app));
}
