//! A coach sees what its pupil sees, reaches nobody else, and does nothing.

use protocol::Code;
use protocol::room::CoachState;
use serde_json::json;

use super::*;

const PUPIL: ConnectionId = 1;
const OTHER: ConnectionId = 2;
const GALLERY: ConnectionId = 3;
const COACH: ConnectionId = 7;

fn coach(id: u128, want: bool) -> ClientMessage {
    ClientMessage::Coach { id: Uuid::from_u128(id), want }
}

fn point(text: Option<&str>) -> ClientMessage {
    ClientMessage::Point { at: vec!["here".to_owned()], text: text.map(str::to_owned) }
}

/// Returns a match with somebody in the gallery.
fn table() -> World {
    let mut world = World::playing(&json!({"rounds": 3}));
    world.join(GALLERY, JoinAs::Gallery);
    world
}

/// Has all agree that seat 0 is coached.
fn agreed(world: &mut World) {
    world.say(PUPIL, coach(100, true));
    let request = world.room.requests.shown()[0].id;
    let id = Uuid::from_u128(101);
    world.say(OTHER, ClientMessage::Consent { id, request, agree: true });
}

fn new_coach(world: &mut World, bearer: u8) -> Result<TokenHash, Code> {
    let answer = world.ask(RoomInput::NewCoach { bearer: token(bearer), seat: 0 });
    match answer.expect("an answer") {
        Ok(Reply::Token(token)) => Ok(TokenHash::of(&token)),
        Ok(_) => panic!("another reply"),
        Err(refusal) => Err(refusal.code),
    }
}

/// Has all agree, and the guest come.
fn coached() -> (World, TokenHash) {
    let mut world = table();
    agreed(&mut world);
    let key = new_coach(&mut world, 0).expect("a token");
    world.join(COACH, JoinAs::Token(key));
    (world, key)
}

#[test]
fn nobody_is_coached_before_all_have_agreed() {
    let mut world = table();
    assert_eq!(new_coach(&mut world, 0).err(), Some(Code::NotAgreed));
    world.say(PUPIL, coach(1, true));
    assert_eq!(world.room.requests.shown()[0].kind, "coach");
    assert_eq!(new_coach(&mut world, 0).err(), Some(Code::NotAgreed));
    let request = world.room.requests.shown()[0].id;
    world.say(OTHER, ClientMessage::Consent { id: Uuid::from_u128(2), request, agree: false });
    assert!(world.sent[&PUPIL].rejected.contains(&Uuid::from_u128(1)));
    assert_eq!(new_coach(&mut world, 0).err(), Some(Code::NotAgreed));
    agreed(&mut world);
    assert!(world.sent[&PUPIL].accepted.contains_key(&Uuid::from_u128(100)));
    assert_eq!(new_coach(&mut world, 1).err(), Some(Code::Forbidden), "the pupil fetches it");
    for connection in [PUPIL, OTHER, GALLERY] {
        let room = world.sent[&connection].rooms.last().expect("the room");
        assert_eq!(room.seats[0].coach, Some(CoachState::Invited), "{connection}");
        assert_eq!(room.seats[1].coach, None);
    }
    world.judge();
}

#[test]
fn a_coach_sees_what_the_pupil_sees() {
    let (mut world, _) = coached();
    for connection in [PUPIL, OTHER, GALLERY] {
        let room = world.sent[&connection].rooms.last().expect("the room");
        assert_eq!(room.seats[0].coach, Some(CoachState::Here), "{connection}");
    }
    for id in 0..4 {
        for connection in [PUPIL, OTHER] {
            let decision = world.sent[&connection].updates.last().and_then(|last| last.decision);
            world.act(connection, id, decision.unwrap_or_default());
        }
    }
    let seen = |connection| {
        let updates = &world.sent[&connection].updates;
        let faces = updates.iter().map(|update| serde_json::to_value(update).expect("an update"));
        faces.collect::<Vec<_>>()
    };
    let (pupil, coach) = (seen(PUPIL), seen(COACH));
    assert!(coach.len() > 2, "the match went on");
    assert_eq!(pupil[pupil.len() - coach.len() + 1..], coach[1..]);
    world.judge();
}

#[test]
fn what_a_coach_says_reaches_the_pupil_alone() {
    let (mut world, _) = coached();
    let count = |world: &World, id| world.sent[&id].messages;
    let before = [OTHER, GALLERY].map(|id| count(&world, id));
    world.say(COACH, point(Some("  take that  ")));
    let shown = (vec!["here".to_owned()], Some("take that".to_owned()));
    for connection in [PUPIL, COACH] {
        assert_eq!(world.sent[&connection].points, std::slice::from_ref(&shown));
    }
    // What it may not do changes nothing either.
    let state = world.state();
    let decision = world.sent[&PUPIL].updates.last().and_then(|last| last.decision);
    world.act(COACH, 9, decision.unwrap_or_default());
    assert!(world.sent[&COACH].rejected.contains(&Uuid::from_u128(9)));
    world.say(COACH, ClientMessage::Chat { text: "they hold a six".to_owned() });
    world.say(COACH, ClientMessage::Ready { id: None, commitment: None });
    assert_eq!(world.sent[&COACH].errors, [Code::NotSeated, Code::NotSeated]);
    assert_eq!(world.state(), state);
    assert_eq!([OTHER, GALLERY].map(|id| count(&world, id)), before, "nobody else hears of it");
    // Nobody else points.
    for connection in [PUPIL, OTHER, GALLERY] {
        world.say(connection, point(None));
        assert_eq!(world.sent[&connection].errors, [Code::Forbidden], "{connection}");
    }
}

#[test]
fn a_coach_reads_what_is_said_at_the_table() {
    let (mut world, _) = coached();
    let before = [PUPIL, OTHER, GALLERY, COACH].map(|who| world.sent[&who].messages);
    world.say(OTHER, ClientMessage::Chat { text: "good luck".to_owned() });
    let after = [PUPIL, OTHER, GALLERY, COACH].map(|who| world.sent[&who].messages);
    assert_eq!(after, before.map(|count| count + 1));
    world.judge();
}

#[test]
fn pointing_has_its_limits() {
    let (mut world, _) = coached();
    let most = crate::rooms::limits::POINTED_MOST;
    let long = "x".repeat(crate::rooms::limits::POINTED_BYTES);
    let say = |world: &mut World, at: Vec<String>, text: Option<String>| {
        world.say(COACH, ClientMessage::Point { at, text });
    };
    say(&mut world, vec![long.clone(); most], Some("y".repeat(CHAT_CHARS)));
    assert_eq!(world.sent[&PUPIL].points.len(), 1);
    say(&mut world, vec![long.clone(); most + 1], None);
    say(&mut world, vec![long + "x"], None);
    say(&mut world, Vec::new(), Some("y".repeat(CHAT_CHARS + 1)));
    assert_eq!(world.sent[&COACH].errors, [Code::TooBig; 3]);
    say(&mut world, vec!["\u{1b}[2J".to_owned()], None);
    assert_eq!(world.sent[&COACH].errors[3], Code::Malformed);
    assert_eq!(world.sent[&PUPIL].points.len(), 1);
}

#[test]
fn a_coach_goes_when_the_pupil_says_so_or_gives_the_place_to_another() {
    let (mut world, key) = coached();
    let next = new_coach(&mut world, 0).expect("another token");
    assert_eq!(world.sent[&COACH].closed, Some(close::TOKEN_UNKNOWN));
    assert!(world.room.coached_by(key).is_none(), "the one before is dead");
    world.join(8, JoinAs::Token(next));
    world.join(9, JoinAs::Token(next));
    assert_eq!(world.sent[&8].closed, Some(close::REPLACED));
    world.say(PUPIL, coach(200, false));
    assert_eq!(world.sent[&9].closed, Some(close::TOKEN_UNKNOWN));
    assert!(world.sent[&PUPIL].accepted.contains_key(&Uuid::from_u128(200)));
    assert!(world.room.coached_by(next).is_none());
    let room = world.sent[&GALLERY].rooms.last().expect("the room");
    assert_eq!(room.seats[0].coach, None);
    // A pupil who is away is coached on: the coach still sees.
    let (mut world, _) = coached();
    world.ask(RoomInput::Leave(PUPIL));
    let before = world.sent[&COACH].updates.len();
    let decision = world.sent[&OTHER].updates.last().and_then(|last| last.decision);
    world.act(OTHER, 1, decision.unwrap_or_default());
    assert!(world.sent[&COACH].updates.len() > before || decision.is_none());
}
