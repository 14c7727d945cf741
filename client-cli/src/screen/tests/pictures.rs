//! Pictures of whole screens, and what every picture must keep.

use std::path::Path;

use super::*;

/// Every size that somebody may draw the window to.
const SIZES: [(u16, u16); 7] =
    [(60, 16), (61, 17), (80, 24), (119, 30), (120, 30), (160, 50), (300, 100)];

fn snapshot(name: &str, app: &App) {
    insta::with_settings!({omit_expression => true, prepend_module_to_snapshot => false}, {
        insta::assert_snapshot!(name, picture(app));
    });
}

#[test]
fn a_lobby_and_each_game_on_a_small_and_on_a_large_screen() {
    for (name, line) in [
        ("lobby", LOBBY),
        ("europe_divided", EUROPE_DIVIDED),
        ("balance_of_power", BALANCE_OF_POWER),
        ("europe", EUROPE),
    ] {
        for (width, height) in [(80, 24), (160, 50)] {
            let app = seated(line, 0, Size::new(width, height));
            snapshot(&format!("{name}_{width}x{height}"), &app);
        }
    }
}

#[test]
fn every_size_shows_whose_turn_it_is_and_the_keys() {
    for (width, height) in SIZES {
        for line in [EUROPE_DIVIDED, BALANCE_OF_POWER, EUROPE] {
            let app = seated(line, 0, Size::new(width, height));
            let picture = picture(&app);
            assert!(picture.contains("turn") || picture.contains("Waiting"), "{picture}");
            assert!(picture.contains("? help"), "{picture}");
            let marks = picture.lines().filter(|row| row.contains("> ") && row.len() > 4);
            assert!(marks.count() > 0 || app.session().offers().is_empty(), "{picture}");
        }
    }
}

#[test]
fn a_terminal_too_small_says_so_and_recovers() {
    let large = Size::new(80, 24);
    for (width, height) in [(59, 24), (80, 15), (10, 3), (1, 1), (20, 10)] {
        let mut app = seated(EUROPE_DIVIDED, 0, large);
        let before = picture(&app);
        app.update(AppMessage::Resized(Size::new(width, height)));
        let small = picture(&app);
        assert!(width < 20 || small.contains("terminal"), "{small}");
        for code in [KeyCode::Down, KeyCode::Enter, KeyCode::Char('1'), KeyCode::Enter] {
            assert_eq!(press(&mut app, code), [], "nobody sees what {code:?} does");
        }
        for code in [KeyCode::Tab, KeyCode::PageDown, KeyCode::Char('/'), KeyCode::Enter] {
            assert_eq!(press(&mut app, code), [], "nobody sees what {code:?} does");
        }
        assert_eq!(control(&mut app, 'z'), []);
        app.update(AppMessage::Paste("pass".to_owned()));
        assert_eq!(control(&mut app, 'c'), [Effect::Leave(Exit::Quit)]);
        app.update(AppMessage::Resized(large));
        assert_eq!(picture(&app), before);
    }
}

/// A board that takes another form whenever a question comes or goes jumps under the eyes.
#[test]
fn a_board_has_one_form_whether_or_not_somebody_is_asked() {
    for (line, first, below) in
        [(EUROPE_DIVIDED, "Poland", "Czechia"), (BALANCE_OF_POWER, "Ireland", "N.France")]
    {
        let mut forms = Vec::new();
        for height in 16..=80 {
            let [asked, waits] = [0, 1].map(|seat| {
                let app = seated(line, seat, Size::new(80, height));
                let picture = picture(&app);
                let at = |name| picture.lines().position(|row| row.contains(name));
                Some(at(below)? - at(first)?)
            });
            // A low board of somebody who is asked may not reach the second row of regions.
            if asked.is_some() {
                assert_eq!(asked, waits, "{first}, {height} rows");
                forms.push(asked);
            }
        }
        forms.dedup();
        assert_eq!(forms.len(), 2, "a low form, then a tall one: {forms:?}");
    }
}

#[test]
fn colour_is_left_out_where_it_is_not_wanted_and_says_nothing_alone() {
    let app = seated(EUROPE_DIVIDED, 0, Size::new(80, 24));
    assert_eq!(cells(&app, true), cells(&app, false));
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    terminal.draw(|frame| draw(frame, &app, false)).unwrap();
    let reset = ratatui::style::Color::Reset;
    assert!(terminal.backend().buffer().content.iter().all(|c| c.fg == reset && c.bg == reset));
}

#[test]
fn what_others_typed_cannot_steer_the_terminal() {
    let mut app = seated(EUROPE_DIVIDED, 0, Size::new(80, 24));
    let text = "a\u{1b}[2J\u{202e}b\rc\u{9b}31m".to_owned();
    let from = You::Seat(1);
    app.update(signal(ServerMessage::Chat(ChatLine {
        from,
        name: "\u{1b}]0;x\u{7}".to_owned(),
        text,
    })));
    let picture = picture(&app);
    assert!(picture.contains("\u{fffd}[2J"), "{picture}");
    let steers = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
    assert!(!picture.contains(steers), "{picture}");
}

#[test]
fn a_game_of_a_newer_server_is_playable() {
    let mut app = seated(EUROPE_DIVIDED, 0, Size::new(80, 24));
    let Recorded { mut room, mut views } = recorded(EUROPE_DIVIDED);
    room.game = "tic-tac-toe".to_owned();
    app.update(signal(ServerMessage::Room { room }));
    let mut update = views.remove(1).unwrap();
    update.seq += 1;
    app.update(signal(ServerMessage::Update(update)));
    let picture = picture(&app);
    assert!(picture.contains("tic tac toe") && picture.contains("Situation"), "{picture}");
}

/// The pictures of the README are what the screen shows.
#[test]
fn the_readme_shows_real_screens() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = std::fs::read_to_string(root.join("../README.md")).unwrap();
    let pictures: Vec<&str> =
        readme.split("```text\n").skip(1).filter_map(|rest| rest.split("\n```").next()).collect();
    for (game, picture) in ["europe_divided", "balance_of_power", "europe"].iter().zip(&pictures) {
        let file = root.join(format!("src/screen/tests/snapshots/{game}_80x24.snap"));
        let shown = std::fs::read_to_string(file).unwrap();
        assert!(shown.contains(picture), "{game}: not so any more:\n{picture}");
    }
    assert_eq!(pictures.len(), 3);
}
