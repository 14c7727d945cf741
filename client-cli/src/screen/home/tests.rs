//! Choosing what to play, by keys.

use protocol::room::{AwaitedSeat, BotLevel, Hints, RandomSeat, RoomState, SeatPreference};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use serde_json::json;

use super::*;
use crate::held::Look;
use crate::testing::room;

fn press(home: &mut Home, codes: &[KeyCode]) -> Option<Wanted> {
    codes.iter().find_map(|code| home.key(KeyEvent::new(*code, KeyModifiers::NONE)))
}

fn types(home: &mut Home, text: &str) {
    for sign in text.chars() {
        press(home, &[KeyCode::Char(sign)]);
    }
}

fn picture(home: &Home) -> String {
    let Size { width, height } = home.size;
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| home.draw(frame, true)).unwrap();
    let cells = &terminal.backend().buffer().content;
    let row = |row: &[ratatui::buffer::Cell]| {
        row.iter().map(ratatui::buffer::Cell::symbol).collect::<String>().trim_end().to_owned()
    };
    cells.chunks(width.into()).map(|cells| row(cells) + "\n").collect()
}

fn home() -> Home {
    let saved = SavedGame {
        server: "http://entente.example".to_owned(),
        code: "H3M8WT".to_owned(),
        seat: 1,
        token: "secret".to_owned(),
        game: "europe".to_owned(),
        name: "Ada".to_owned(),
        played_ms: None,
        lesson: false,
    };
    let options = json!({
        "$defs": {"Undo": {"oneOf": [
            {"const": "free", "description": "Freely."}, {"const": "off", "description": "Never."}]}},
        "properties": {
            "clock": {"title": "Clock", "type": "integer", "minimum": 1, "maximum": 3, "default": 3},
            "undo": {"title": "Undo", "default": "free", "$ref": "#/$defs/Undo",
                "description": "Taking moves back."},
        },
    });
    let game = json!({"id": "tic-tac-toe", "name": "Tic-tac-toe", "description": "Three in a row.",
        "seats": {"min": 2, "max": 2}, "roles": null, "options": options,
        "option_groups": [{"title": "Moves", "options": ["undo"]}], "licence": "",
        "bot_levels": ["normal", "hard"]});
    let mut waiting = room(RoomState::Lobby);
    waiting.seats[1].name = None;
    let game = serde_json::from_value(game).unwrap();
    let mut home = Home::new("http://here".to_owned(), "Ada".to_owned(), Size::new(80, 24));
    home.renew(Choices {
        saved: vec![HeldMatch::new(saved)],
        now_ms: 0,
        rooms: vec![waiting],
        games: vec![game],
    });
    home
}

/// The arguments and the name that a form resulted in.
fn settled(wanted: Option<Wanted>) -> (RoomArgs, String) {
    let Some(Wanted::Play { room, name }) = wanted else { panic!("{wanted:?}") };
    (*room, name)
}

#[test]
fn running_games_come_first_and_then_games_and_rooms() {
    let mut home = home();
    let picture = picture(&home);
    let at = |text: &str| picture.find(text).unwrap_or_else(|| panic!("{text}: {picture}"));
    assert!(
        at("Go on: H3M8WT") < at("New room: Tic-tac-toe") && at("New room") < at("Join: K7P2XR")
    );
    assert!(!picture.contains("secret"), "{picture}");
    let wanted = press(&mut home, &[KeyCode::Enter]);
    assert!(matches!(wanted, Some(Wanted::Resume(game)) if game.code == "H3M8WT"));
}

#[test]
fn a_code_or_a_link_is_looked_at_and_anything_else_is_not() {
    for line in ["k7p2xr", "http://entente.example/r/K7P2XR"] {
        let mut home = home();
        home.paste(line);
        assert_eq!(press(&mut home, &[KeyCode::Enter]), Some(Wanted::Look(line.to_owned())));
    }
    let mut home = home();
    types(&mut home, "xyzzy");
    assert_eq!(press(&mut home, &[KeyCode::Enter]), None);
    assert!(picture(&home).contains("is no code"));
}

#[test]
fn a_look_that_comes_late_disturbs_nobody() {
    let mut home = home();
    home.paste("K7P2XR");
    press(&mut home, &[KeyCode::Enter]);
    assert!(picture(&home).contains("Looking at the room"), "{}", picture(&home));
    let seats = room(RoomState::Lobby);
    home.seen("W9K4TZ", Ok(seats.clone()));
    assert!(picture(&home).contains("Looking at the room"), "of another room: {}", picture(&home));
    press(&mut home, &[KeyCode::Esc]);
    home.seen("K7P2XR", Ok(seats.clone()));
    assert!(picture(&home).contains("what would you like to play?"), "{}", picture(&home));
    home.paste("K7P2XR");
    press(&mut home, &[KeyCode::Enter]);
    home.seen("K7P2XR", Err(Error::Failed("no room has this code".to_owned())));
    assert!(picture(&home).contains("no room has this code"), "{}", picture(&home));
    press(&mut home, &[KeyCode::Enter]);
    home.seen("K7P2XR", Ok(seats));
    assert!(picture(&home).contains("room K7P2XR"), "{}", picture(&home));
}

#[test]
fn ones_own_seat_needs_no_look() {
    let mut home = home();
    home.paste("http://entente.example/r/h3m8wt");
    let wanted = press(&mut home, &[KeyCode::Enter]);
    assert!(matches!(wanted, Some(Wanted::Resume(game)) if game.seat == 1));
    home.begin();
    home.paste("http://entente.example/r/K7P2XR#seat=token");
    let (room, _) = settled(press(&mut home, &[KeyCode::Enter]));
    assert_eq!(room.join.as_deref(), Some("http://entente.example/r/K7P2XR#seat=token"));
}

#[test]
fn ones_own_seat_is_known_by_every_address_of_its_server() {
    let mut home = home_of_two();
    home.looked(look(&home, "H3M8WT", &[0]));
    let seats = room(RoomState::Running);
    home.paste("http://localhost/r/H3M8WT");
    press(&mut home, &[KeyCode::Enter]);
    let wanted = home.seen("http://localhost/r/H3M8WT", Ok(seats));
    assert!(matches!(wanted, Some(Wanted::Resume(game)) if game.code == "H3M8WT"));
}

#[test]
fn a_seat_that_is_free_is_taken_and_a_full_room_is_watched() {
    let mut home = home();
    let mut waiting = room(RoomState::Lobby);
    waiting.seats[0].name = None;
    home.enter(&waiting, "K7P2XR");
    press(&mut home, &[KeyCode::Up, KeyCode::Left]);
    let seats = picture(&home);
    assert!(seats.contains("Your seat: 0") && seats.contains("with Boris"), "{seats}");
    let (args, name) = settled(press(&mut home, &[KeyCode::Enter, KeyCode::Enter]));
    assert_eq!(
        (args.join.as_deref(), args.seat),
        (Some("K7P2XR"), Some(SeatPreference::Number(0)))
    );
    assert_eq!(name, "Ada");
    home.enter(&room(RoomState::Running), "K7P2XR");
    assert!(picture(&home).contains("no seat is free"));
    let wanted = press(&mut home, &[KeyCode::Enter]);
    assert_eq!(wanted, Some(Wanted::Watch("K7P2XR".to_owned())));
}

#[test]
fn a_room_is_opened_with_what_is_no_default_and_one_key_takes_the_defaults() {
    let mut home = home();
    types(&mut home, "tic");
    assert_eq!(press(&mut home, &[KeyCode::Enter]), None);
    let defaults = picture(&home);
    assert!(defaults.contains("Clock: 3 (default)"), "{defaults}");
    let (args, _) = settled(press(&mut home, &[KeyCode::Enter]));
    assert_eq!(args, RoomArgs { create: Some("tic-tac-toe".to_owned()), ..RoomArgs::default() });
    // Upwards from the end: the room, with who may see it and what its deal rests on.
    press(&mut home, &[KeyCode::Up, KeyCode::Enter]);
    for _ in 0..4 {
        press(&mut home, &[KeyCode::Down, KeyCode::Right]);
    }
    press(&mut home, &[KeyCode::Up; 5]);
    press(&mut home, &[KeyCode::Right, KeyCode::Down, KeyCode::Right]);
    let turned = picture(&home);
    assert!(
        turned.contains("Undo: off") && turned.contains("Taking moves back. Never."),
        "{turned}"
    );
    // Above the heading stands who takes the other seats, and above that the own seat.
    press(&mut home, &[KeyCode::Up, KeyCode::Up, KeyCode::Right]);
    press(&mut home, &[KeyCode::Up, KeyCode::Right]);
    let (args, _) = settled(press(&mut home, &[KeyCode::Enter, KeyCode::Enter]));
    let wanted = RoomArgs {
        create: Some("tic-tac-toe".to_owned()),
        options: vec![("undo".to_owned(), json!("off"))],
        seat: Some(SeatPreference::Random(RandomSeat::Random)),
        listed: true,
        no_spectators: true,
        require_entropy: true,
        bots: Some(BotLevel::Normal),
        hints: Some(Hints::All),
        ..RoomArgs::default()
    };
    assert_eq!(args, wanted);
}

#[test]
fn what_most_people_leave_as_it_is_stands_folded_under_its_heading() {
    let mut home = home();
    types(&mut home, "tic");
    press(&mut home, &[KeyCode::Enter]);
    let folded = picture(&home);
    assert!(folded.contains("+ Moves (1)") && !folded.contains("Undo"), "{folded}");
    press(&mut home, &[KeyCode::Up, KeyCode::Up, KeyCode::Enter]);
    let open = picture(&home);
    assert!(open.contains("- Moves (1)") && open.contains("  Undo: free (default)"), "{open}");
    press(&mut home, &[KeyCode::Down, KeyCode::Right, KeyCode::Up, KeyCode::Left]);
    let changed = picture(&home);
    assert!(changed.contains("+ Moves (1, 1 changed)"), "{changed}");
}

#[test]
fn a_name_is_typed_once_and_a_bad_one_is_refused() {
    let mut home = home();
    types(&mut home, "tic");
    press(&mut home, &[KeyCode::Enter]);
    for _ in 0..10 {
        press(&mut home, &[KeyCode::Up]);
    }
    press(&mut home, &[KeyCode::Backspace; 3]);
    assert_eq!(press(&mut home, &[KeyCode::Enter, KeyCode::Enter]), None);
    assert!(picture(&home).contains("a name has 1 to 32 characters"));
    for _ in 0..10 {
        press(&mut home, &[KeyCode::Up]);
    }
    types(&mut home, "Bo");
    let (_, name) = settled(press(&mut home, &[KeyCode::Enter, KeyCode::Enter]));
    assert_eq!(name, "Bo");
    home.begin();
    home.enter(&home.choices.rooms[0].clone(), "K7P2XR");
    assert!(picture(&home).contains("Your name: Bo"));
}

/// Clicks on the row of this text.
fn click(home: &mut Home, text: &str) -> Option<Wanted> {
    let row = picture(home).lines().position(|line| line.contains(text)).unwrap() as u16;
    click_at(home, row)
}

fn click_at(home: &mut Home, row: u16) -> Option<Wanted> {
    let kind = MouseEventKind::Down(MouseButton::Left);
    home.mouse(MouseEvent { kind, column: 3, row, modifiers: KeyModifiers::NONE })
}

#[test]
fn a_click_marks_and_a_second_one_chooses() {
    let mut home = home();
    assert_eq!(click(&mut home, "Tic-tac-toe"), None);
    assert_eq!(click(&mut home, "Tic-tac-toe"), None);
    click(&mut home, "+ The room");
    click(&mut home, "+ The room");
    click(&mut home, "Listed");
    click(&mut home, "Listed");
    assert!(picture(&home).contains("Listed: yes"), "{}", picture(&home));
    click(&mut home, "Open the room");
    let (args, _) = settled(click(&mut home, "Open the room"));
    assert!(args.listed);
}

#[test]
fn a_click_on_what_is_marked_from_the_start_only_points_at_it() {
    let mut home = home();
    assert_eq!(click(&mut home, "Go on: H3M8WT"), None);
    assert!(matches!(click(&mut home, "Go on: H3M8WT"), Some(Wanted::Resume(_))));
    types(&mut home, "tic");
    press(&mut home, &[KeyCode::Enter]);
    assert_eq!(click(&mut home, "Open the room"), None);
    settled(click(&mut home, "Open the room"));
}

#[test]
fn a_click_does_nothing_behind_the_explained_keys_but_close_them() {
    let mut home = home();
    let row = picture(&home).lines().position(|line| line.contains("Tic-tac-toe")).unwrap() as u16;
    press(&mut home, &[KeyCode::Char('?')]);
    assert_eq!(click_at(&mut home, row), None);
    let shown = picture(&home);
    assert!(shown.contains("> Go on: H3M8WT") && !shown.contains("K7P2XR Enter"), "{shown}");
}

#[test]
fn a_pasted_code_is_looked_for_from_the_top() {
    let mut home = home();
    press(&mut home, &[KeyCode::Down, KeyCode::Down]);
    home.paste("Tic-tac");
    assert!(picture(&home).contains("> New room: Tic-tac-toe"), "{}", picture(&home));
    assert_eq!(press(&mut home, &[KeyCode::Enter]), None);
    assert!(picture(&home).contains("Open the room"), "{}", picture(&home));
}

#[test]
fn a_click_stays_on_its_match_when_the_order_changes() {
    let mut home = home_of_two();
    let place = |home: &Home| picture(home).lines().position(|line| line.contains("H3M8WT"));
    let second = place(&home);
    assert_eq!(click(&mut home, "H3M8WT"), None);
    // What waits for this person comes first.
    home.looked(look(&home, "H3M8WT", &[0]));
    assert!(place(&home) < second, "{}", picture(&home));
    assert!(picture(&home).contains("> Go on: H3M8WT"), "{}", picture(&home));
}

#[test]
fn escape_goes_back_and_then_out() {
    let mut home = home();
    types(&mut home, "tic");
    press(&mut home, &[KeyCode::Enter]);
    assert_eq!(press(&mut home, &[KeyCode::Esc, KeyCode::Esc]), None);
    assert_eq!(press(&mut home, &[KeyCode::Esc]), Some(Wanted::Quit));
}

#[test]
fn a_question_mark_tells_the_keys_and_the_next_key_closes_them() {
    let mut home = home();
    press(&mut home, &[KeyCode::Char('?')]);
    assert!(picture(&home).contains("K7P2XR Enter"), "{}", picture(&home));
    press(&mut home, &[KeyCode::Esc]);
    assert!(picture(&home).contains("New room: Tic-tac-toe"), "{}", picture(&home));
    types(&mut home, "no?");
    assert!(picture(&home).contains("> no?"), "{}", picture(&home));
}

#[test]
fn a_small_terminal_loses_no_word_of_title_and_keys() {
    let mut home = home();
    home.server = "http://a-long-name-of-a-server.example:8080/".to_owned();
    home.resize(Size::new(60, 16));
    let shown = picture(&home);
    assert!(shown.starts_with(" entente: what would you like to play?\n"), "{shown}");
    assert!(shown.contains("? help  Up Down") && shown.contains("^C quit"), "{shown}");
}

#[test]
fn nothing_is_chosen_that_nobody_sees() {
    let mut home = home();
    let before = picture(&home);
    home.resize(Size::new(40, 12));
    let typed = press(&mut home, &[KeyCode::Down, KeyCode::Enter, KeyCode::Enter, KeyCode::Delete]);
    assert_eq!(typed, None);
    assert_eq!((click_at(&mut home, 2), click_at(&mut home, 2)), (None, None));
    home.paste("K7P2XR");
    assert_eq!(press(&mut home, &[KeyCode::Enter]), None);
    let control_c = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert_eq!(home.key(control_c), Some(Wanted::Quit));
    home.resize(Size::new(80, 24));
    assert_eq!(picture(&home), before);
}

/// A look at a match of Ada's in seat 0 against Boris: whom it asks.
fn look(home: &Home, code: &str, awaiting: &[u8]) -> HeldMatch {
    let mut seen = room(RoomState::Running);
    let for_ms = 2 * 60 * 60 * 1_000;
    seen.awaiting = awaiting.iter().map(|seat| AwaitedSeat { seat: *seat, for_ms }).collect();
    let held = home.choices.saved.iter().find(|held| held.game.code == code).unwrap();
    HeldMatch { look: Look::Room(Box::new(seen)), ..held.clone() }
}

/// A home with two matches in seat 0, `H3M8WT` before `W9K4TZ`.
fn home_of_two() -> Home {
    let mut home = home();
    let mut first = home.choices.saved[0].game.clone();
    first.seat = 0;
    let second = SavedGame { code: "W9K4TZ".to_owned(), ..first.clone() };
    home.choices.saved = [first, second].map(HeldMatch::new).to_vec();
    home
}

#[test]
fn the_list_says_whose_turn_it_is_and_what_waits_for_me_comes_first() {
    let mut home = home_of_two();
    for (code, awaiting) in [("H3M8WT", [0]), ("W9K4TZ", [1])] {
        home.looked(look(&home, code, &awaiting));
    }
    let shown = picture(&home);
    let first = "> Go on: H3M8WT: Europe against Boris: your turn for 2 hours";
    let second = "  Go on: W9K4TZ: Europe against Boris: waiting for Boris for 2 hours";
    let at = |text: &str| shown.find(text).unwrap_or_else(|| panic!("{text}: {shown}"));
    assert!(at(first) < at(second), "{shown}");
}

#[test]
fn a_line_that_was_pointed_at_stays_so_when_the_order_changes() {
    let mut home = home_of_two();
    press(&mut home, &[KeyCode::Down, KeyCode::Up]);
    home.looked(look(&home, "H3M8WT", &[0]));
    assert!(picture(&home).contains("> Go on: W9K4TZ"), "{}", picture(&home));
}

#[test]
fn a_seat_is_forgotten_only_if_asked_twice_unless_the_match_is_over() {
    let mut home = home_of_two();
    assert_eq!(press(&mut home, &[KeyCode::Delete]), None);
    assert!(picture(&home).contains("would be lost for good"), "{}", picture(&home));
    let twice = press(&mut home, &[KeyCode::Down, KeyCode::Up, KeyCode::Delete]);
    assert_eq!(twice, None, "another key in between takes it back");
    click(&mut home, "W9K4TZ");
    assert_eq!(press(&mut home, &[KeyCode::Delete]), None, "and so does a click");
    let wanted = press(&mut home, &[KeyCode::Delete]);
    assert!(matches!(wanted, Some(Wanted::Forget(game)) if game.code == "W9K4TZ"));
    home.looked(HeldMatch { look: Look::Gone, ..look(&home, "H3M8WT", &[]) });
    let wanted = press(&mut home, &[KeyCode::Down, KeyCode::Delete]);
    assert!(matches!(wanted, Some(Wanted::Forget(game)) if game.code == "H3M8WT"));
}

#[test]
fn no_text_of_a_server_steers_the_list_or_the_form() {
    use crate::held::HeldMatch;
    use crate::testing::hostile::{assert_harmless, hostile};
    let mut home = home();
    let Choices { saved, now_ms, rooms, games } = std::mem::take(&mut home.choices);
    let rooms: Vec<Room> = serde_json::from_value(hostile(&rooms, &[])).unwrap();
    let games = serde_json::from_value(hostile(&games, &[])).unwrap();
    let seen = |held: HeldMatch| HeldMatch { look: Look::Room(Box::new(rooms[0].clone())), ..held };
    let saved = saved.into_iter().map(seen).collect();
    home.renew(Choices { saved, now_ms, rooms: rooms.clone(), games });
    assert_harmless(&picture(&home), "the list");
    types(&mut home, "new");
    press(&mut home, &[KeyCode::Enter]);
    assert_harmless(&picture(&home), "the form");
    home.report(crate::testing::hostile::HOSTILE);
    assert_harmless(&picture(&home), "a refusal");
}
