//! The two faces: what each says is to be typed there does what it says.

use super::*;
use crate::paper::Tone;

/// The texts of both faces about a request of another seat.
fn asked(points: bool) -> (App, Vec<String>) {
    let mut app = seated(EUROPE_DIVIDED, 0, Size::new(80, 24));
    app.config.points = points;
    let mut room = app.session().room().unwrap().clone();
    room.requests.push(protocol::room::Request {
        id: uuid::Uuid::from_u128(3),
        kind: "pause".to_owned(),
        by: 1,
        until_ms: 0,
        agreed: Vec::new(),
        to: None,
        moves: None,
    });
    app.update(signal(ServerMessage::Room { room }));
    let texts = app.take_output().into_iter().map(|(_, text)| text).collect();
    (app, texts)
}

#[test]
fn what_a_face_tells_to_type_does_it_there() {
    let (mut lines, texts) = asked(false);
    assert!(texts.iter().any(|text| text.ends_with("Type agree or refuse.")), "{texts:?}");
    let effects = lines.update(AppMessage::Line("agree".to_owned()));
    assert!(matches!(effects[..], [Effect::Send(ClientMessage::Consent { .. })]), "{effects:?}");
    let (mut screen, texts) = asked(true);
    assert!(texts.iter().any(|text| text.ends_with("Type /agree or /refuse.")), "{texts:?}");
    types(&mut screen, "/agree");
    let effects = press(&mut screen, KeyCode::Enter);
    assert!(matches!(effects[..], [Effect::Send(ClientMessage::Consent { .. })]), "{effects:?}");
}

#[test]
fn an_incomplete_command_is_named_as_it_is_typed() {
    let mut app = seated(EUROPE_DIVIDED, 0, Size::new(80, 24));
    types(&mut app, "/try");
    press(&mut app, KeyCode::Enter);
    let shown = picture(&app);
    assert!(shown.contains("/try N: the number of a choice is missing."), "{shown}");
    app.config.points = false;
    app.update(AppMessage::Line("try".to_owned()));
    assert_eq!(
        app.take_output(),
        [(Tone::Plain, "try N: the number of a choice is missing.".to_owned())]
    );
}

#[test]
fn the_help_in_lines_is_lines() {
    let mut app = seated(EUROPE_DIVIDED, 0, Size::new(80, 24));
    app.config.points = false;
    app.update(AppMessage::Line("?".to_owned()));
    let output = app.take_output();
    assert!(output.len() > 20 && output.iter().all(|(_, text)| !text.contains('\n')), "{output:?}");
}
