//! Keys in a recorded match.

use super::*;

const SIZE: Size = Size::new(80, 24);

/// The one command that was sent.
fn sent(effects: &[Effect]) -> &Value {
    let [Effect::Send(ClientMessage::Command { command, .. })] = effects else {
        panic!("{effects:?}");
    };
    command
}

#[test]
fn an_offer_is_found_by_typing_and_sent_by_enter() {
    let mut app = seated(EUROPE_DIVIDED, 0, SIZE);
    let offers = app.session().offers().to_vec();
    let plain = |command: &Value| crate::app::walk::Walk::new(command).is_complete();
    let wanted = offers.iter().rev().find(|offer| plain(&offer.command)).unwrap();
    types(&mut app, &wanted.text);
    assert_eq!(app.items().len(), 1, "{}", picture(&app));
    assert_eq!(*sent(&press(&mut app, KeyCode::Enter)), wanted.command);
    // Until it is answered nothing else is sent.
    assert_eq!(press(&mut app, KeyCode::Enter), []);
    assert!(picture(&app).contains("on its way"));
}

#[test]
fn an_offer_is_sent_by_its_number_with_its_answers() {
    let mut app = seated(EUROPE, 0, SIZE);
    let offers = app.session().offers().to_vec();
    let (number, offer) = (1..)
        .zip(&offers)
        .find(|(_, offer)| {
            offer.text.contains("Ready")
                || crate::app::walk::Walk::wary(&offer.command).is_complete()
        })
        .unwrap();
    types(&mut app, &number.to_string());
    assert_eq!(*sent(&press(&mut app, KeyCode::Enter)), offer.command);
}

#[test]
fn what_ends_a_step_is_asked_in_its_words_and_found_by_any_of_its_names() {
    let mut app = seated(BALANCE_OF_POWER, 1, SIZE);
    let ending = |text: &str| text == "Attack no more this turn";
    let shown = picture(&app);
    assert!(shown.contains("Attack, or attack no more this turn"), "{shown}");
    for typed in ["end", "end the attacks", "done", "pass", "stop", "no more", "attack no more"] {
        types(&mut app, typed);
        let marked = app.marked().expect("something is marked");
        assert!(ending(&marked.text), "{typed}: {}", marked.text);
        press(&mut app, KeyCode::Esc);
    }
    press(&mut app, KeyCode::Up);
    assert!(ending(&app.marked().expect("the last one").text), "the list has no end");
}

#[test]
fn what_is_found_nowhere_sends_nothing() {
    let mut app = seated(EUROPE_DIVIDED, 0, SIZE);
    types(&mut app, "xyzzy");
    assert_eq!(press(&mut app, KeyCode::Enter), []);
    assert!(picture(&app).contains("Esc shows all"));
    press(&mut app, KeyCode::Esc);
    assert!(!app.items().is_empty());
}

#[test]
fn chat_commands_and_help_stand_over_the_match() {
    let mut app = seated(EUROPE_DIVIDED, 0, SIZE);
    control(&mut app, 't');
    types(&mut app, "Good luck?");
    let effects = press(&mut app, KeyCode::Enter);
    let text = "Good luck?".to_owned();
    assert_eq!(effects, [Effect::Send(ClientMessage::Chat { text })]);
    press(&mut app, KeyCode::Char('?'));
    assert!(picture(&app).contains("the next page of the board"));
    press(&mut app, KeyCode::Esc);
    press(&mut app, KeyCode::Char('/'));
    let commands = picture(&app);
    assert!(commands.contains("pause: ask to stop the clock (no clock is running)"), "{commands}");
}

#[test]
fn help_is_whole_in_a_narrow_terminal() {
    for columns in [60, 70, 80] {
        let mut app = seated(EUROPE_DIVIDED, 0, Size::new(columns, 60));
        press(&mut app, KeyCode::Char('?'));
        let shown = picture(&app).replace('│', " ");
        let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
        for end in [
            "the list; end finds the way out",
            "Left, Right change a number",
            "page of the board, Shift-Tab the one before",
            "notify (of your turn while you are away)",
            "the game is kept, `entente play` resumes it",
            "not read from the printed game ... asks more a dot is nothing",
        ] {
            assert!(shown.contains(end), "{columns} columns, {end:?}: {shown}");
        }
    }
}

#[test]
fn giving_up_wants_a_yes() {
    let mut app = seated(EUROPE_DIVIDED, 0, SIZE);
    for (answer, resigned) in [(KeyCode::Esc, false), (KeyCode::Char('y'), true)] {
        types(&mut app, "/resign");
        assert_eq!(press(&mut app, KeyCode::Enter), []);
        assert!(picture(&app).contains("Do you resign?"));
        let effects = press(&mut app, answer);
        let sent = matches!(effects[..], [Effect::Send(ClientMessage::Resign { .. })]);
        assert_eq!(sent, resigned, "{effects:?}");
    }
}

#[test]
fn a_command_is_chosen_by_a_part_of_its_name() {
    let mut app = seated(EUROPE_DIVIDED, 0, SIZE);
    types(&mut app, "/claim");
    press(&mut app, KeyCode::Enter);
    assert!(picture(&app).contains("Do you end the match?"), "{}", picture(&app));
}

#[test]
fn a_move_that_cannot_be_taken_back_freely_wants_a_yes() {
    let mut app = seated(EUROPE_DIVIDED, 0, SIZE);
    let mut room = recorded(EUROPE_DIVIDED).room;
    room.options.insert("undo".to_owned(), Value::from("off"));
    app.update(signal(ServerMessage::Room { room }));
    let offers = app.session().offers().to_vec();
    let plain = |command: &Value| crate::app::walk::Walk::new(command).is_complete();
    let (number, offer) = (1..).zip(&offers).find(|(_, offer)| plain(&offer.command)).unwrap();
    types(&mut app, &number.to_string());
    assert_eq!(press(&mut app, KeyCode::Enter), []);
    assert_eq!(*sent(&press(&mut app, KeyCode::Enter)), offer.command);
}

#[test]
fn pages_turn_and_scroll_and_end() {
    let mut app = seated(EUROPE_DIVIDED, 0, SIZE);
    let first = picture(&app);
    for _ in 0..50 {
        press(&mut app, KeyCode::PageDown);
    }
    assert_ne!(picture(&app), first);
    for _ in 0..50 {
        press(&mut app, KeyCode::PageUp);
    }
    assert_eq!(picture(&app), first);
    press(&mut app, KeyCode::BackTab);
    assert!(picture(&app).contains("[Log]"));
    press(&mut app, KeyCode::Tab);
    assert_eq!(picture(&app), first);
}

#[test]
fn control_c_leaves_from_everywhere() {
    let mut app = seated(EUROPE_DIVIDED, 0, SIZE);
    for key in ['x', '?', '/'] {
        press(&mut app, KeyCode::Char(key));
        assert_eq!(control(&mut app, 'c'), [Effect::Leave(Exit::Quit)]);
    }
}

/// Lines of text and the full screen are one application: both ask, send and say the same.
#[test]
fn what_is_typed_as_a_line_comes_to_what_keys_come_to() {
    let typed = [
        "resign",
        "claim win",
        "claim abandoned",
        "undo",
        "undo 3",
        "pause",
        "agree",
        "refuse",
        "rematch",
        "ready",
        "bot",
        "bot 1 hard",
        "notify off",
        "c hello",
        "q",
    ];
    for typed in typed {
        let (mut keys, mut lines) = (seated(EUROPE, 0, SIZE), seated(EUROPE, 0, SIZE));
        types(&mut keys, "/");
        types(&mut keys, typed);
        let pressed = press(&mut keys, KeyCode::Enter);
        let sent = lines.update(AppMessage::Line(typed.to_owned()));
        assert_eq!(keys.take_output(), lines.take_output(), "{typed}");
        assert_eq!(keys.is_asking(), lines.is_asking(), "{typed}");
        // Each message has an id of its own.
        let kind = |effect: &Effect| {
            if let Effect::Send(message) = effect {
                format!("{:?}", std::mem::discriminant(message))
            } else {
                format!("{effect:?}")
            }
        };
        let kinds = |effects: &[Effect]| effects.iter().map(kind).collect::<Vec<_>>();
        assert_eq!(kinds(&pressed), kinds(&sent), "{typed}");
    }
}
