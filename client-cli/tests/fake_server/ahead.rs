//! Lines typed before their time: they wait for it, and nothing waits for ever.

use std::time::Duration;

use protocol::room::RoomState;
use protocol::{ClientMessage, ServerMessage};
use serde_json::json;

use crate::fake::{Fake, Peer, update};
use crate::person::{Person, offers, seal, session, typed};

/// Limit for all that waits of the input together.
const LONGEST_STAY: Duration = Duration::from_mins(10);

/// Time that others think, in a match that goes on.
const TURN: Duration = Duration::from_secs(4);

const LINE: &str = "entente play --create fake-game --plain";

async fn gets_ready(peer: &mut Peer) -> String {
    let message = peer.receive().await;
    let ClientMessage::Ready { id: Some(_), commitment: Some(commitment) } = message else {
        panic!("{message:?}")
    };
    commitment
}

#[tokio::test]
async fn what_is_typed_before_the_room_is_known_waits_for_it() {
    for by_program in [false, true] {
        let mut fake = Fake::start().await;
        let home = tempfile::tempdir().unwrap();
        let script = async |fake: &mut Fake, person: Person| {
            person.types("c hello").await;
            person.types("").await;
            let mut peer = fake.peer().await;
            peer.welcome(RoomState::Lobby).await;
            assert_eq!(peer.receive().await, ClientMessage::Chat { text: "hello".to_owned() });
            gets_ready(&mut peer).await;
            let room = crate::fake::room(&peer.code);
            peer.send(&ServerMessage::Room { room }).await;
            person.types("q").await;
            assert!(peer.gone().await);
        };
        typed(by_program, &mut fake, home.path(), LINE, script).await.0.unwrap();
    }
}

#[tokio::test]
async fn a_program_says_everything_at_once_and_each_line_waits_for_its_question() {
    let mut fake = Fake::start().await;
    let home = tempfile::tempdir().unwrap();
    let script = async |fake: &mut Fake, person: Person| {
        for line in ["", "1", "2; south; 3"] {
            person.types(line).await;
        }
        drop(person);
        let mut peer = fake.peer().await;
        peer.welcome(RoomState::Lobby).await;
        let commitment = gets_ready(&mut peer).await;
        let mut room = crate::fake::room(&peer.code);
        room.seats[0].ready = true;
        peer.send(&ServerMessage::Room { room }).await;
        seal(&mut peer, &commitment).await;
        // The other seat comes first.
        peer.send(&ServerMessage::Update(update(1, Vec::new()))).await;
        peer.send(&ServerMessage::Update(update(2, offers()))).await;
        let (id, decision, command) = peer.command().await;
        assert_eq!((decision, command), (2, json!({"type": "pass"})));
        peer.send(&ServerMessage::Update(update(3, offers()))).await;
        peer.send(&ServerMessage::Accepted { id, seq: 3 }).await;
        let (id, decision, command) = peer.command().await;
        let wanted = json!({"type": "move", "army": "south", "steps": 3});
        assert_eq!((decision, command), (3, wanted));
        peer.send(&ServerMessage::Accepted { id, seq: 4 }).await;
        assert!(peer.gone().await);
    };
    let (result, text) = typed(true, &mut fake, home.path(), LINE, script).await;
    result.unwrap();
    for early in ["The match has not begun", "on its way", "WARNING", "did not come"] {
        assert!(!text.contains(early), "{early}: {text}");
    }
    assert!(text.contains("Good-bye. The game is kept"), "{text}");
}

/// The point at which a server falls silent.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Silent {
    BeforeTheWelcome,
    InTheLobby,
    WhileSealing,
    BeforeTheQuestion,
    BeforeTheAnswer,
}

async fn falls_silent(at: Silent, peer: &mut Peer) {
    if at == Silent::BeforeTheWelcome {
        peer.receive().await;
        return;
    }
    peer.welcome(RoomState::Lobby).await;
    let commitment = gets_ready(peer).await;
    if at == Silent::InTheLobby {
        return;
    }
    seal(peer, &commitment).await;
    if at == Silent::WhileSealing {
        return;
    }
    let asked = at == Silent::BeforeTheAnswer;
    let offers = if asked { offers() } else { Vec::new() };
    peer.send(&ServerMessage::Update(update(1, offers))).await;
    if asked {
        peer.command().await;
    }
}

#[tokio::test]
async fn a_program_that_has_said_its_last_ends_whatever_the_server_leaves_out() {
    use Silent::*;
    for (at, last) in [BeforeTheWelcome, InTheLobby, WhileSealing, BeforeTheQuestion]
        .map(|at| (at, "from \"1\" on"))
        .into_iter()
        .chain([(BeforeTheAnswer, "1 of its lines did not come, from \"h\" on")])
    {
        for quits in [false, true] {
            let mut fake = Fake::start().await;
            let home = tempfile::tempdir().unwrap();
            let script = async |fake: &mut Fake, person: Person| {
                for line in ["", "1", "h"] {
                    person.types(line).await;
                }
                // Either is heard although lines wait before it; the keyboard may stay.
                if quits {
                    person.types("q").await;
                }
                let kept = Some(person).filter(|_| quits);
                let mut peer = fake.peer().await;
                falls_silent(at, &mut peer).await;
                tokio::time::pause();
                peer.rest().await;
                tokio::time::resume();
                drop(kept);
            };
            let (result, text) = typed(true, &mut fake, home.path(), LINE, script).await;
            result.unwrap();
            let last = if at == BeforeTheWelcome { "from \"\" on" } else { last };
            assert!(text.contains(last), "{at:?}, {quits}: {text}");
        }
    }
}

#[tokio::test]
async fn a_match_that_goes_on_is_waited_for_but_not_for_ever() {
    let mut fake = Fake::start().await;
    let home = tempfile::tempdir().unwrap();
    let turns = LONGEST_STAY.as_secs() / TURN.as_secs();
    let script = async |fake: &mut Fake, person: Person| {
        for line in ["", "1", "q"] {
            person.types(line).await;
        }
        let mut peer = fake.peer().await;
        falls_silent(Silent::WhileSealing, &mut peer).await;
        tokio::time::pause();
        for turn in 1..turns {
            peer.send(&ServerMessage::Update(update(turn, Vec::new()))).await;
            person.reads(&format!("Step {turn} was taken")).await;
            tokio::time::advance(TURN).await;
        }
        assert!(!person.sheet.text().contains("Good-bye"), "{}", person.sheet.text());
        peer.send(&ServerMessage::Update(update(turns, Vec::new()))).await;
        person.reads(&format!("Step {turns} was taken")).await;
        tokio::time::advance(TURN).await;
        person.reads("from \"1\" on").await;
        tokio::time::resume();
        assert!(peer.gone().await);
    };
    typed(true, &mut fake, home.path(), LINE, script).await.0.unwrap();
}

#[tokio::test]
async fn a_person_can_always_quit() {
    for at in [Silent::BeforeTheWelcome, Silent::InTheLobby, Silent::WhileSealing] {
        let mut fake = Fake::start().await;
        let home = tempfile::tempdir().unwrap();
        let script = async |fake: &mut Fake, person: Person| {
            let mut peer = fake.peer().await;
            if at != Silent::BeforeTheWelcome {
                person.types("").await;
            }
            falls_silent(at, &mut peer).await;
            person.types("1").await;
            person.types("q").await;
            assert!(peer.rest().await.is_empty());
        };
        let (result, text) = session(&mut fake, home.path(), LINE, script).await;
        result.unwrap();
        assert!(text.contains("Good-bye. The game is kept"), "{text}");
        let early = text.contains("The match has not begun; ? for help.");
        assert_eq!(early, at != Silent::BeforeTheWelcome, "{text}");
    }
}
