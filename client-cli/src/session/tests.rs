//! The session, fed with hand-made messages.

use super::*;
use crate::seal::Duty;
use crate::testing::{offer, room, update, welcome};
use crate::wire::Frame;
use protocol::envelope::Welcome;
use protocol::room::Unproven;
use serde_json::json;

fn feed(session: &mut Session, message: &ServerMessage) -> Change {
    let text = serde_json::to_string(message).unwrap();
    session.apply(Signal::Frame(Box::new(Frame::read(text).unwrap())))
}

fn asked(change: &Change) -> bool {
    matches!(change, Change::Updated { asked: true, .. })
}

#[test]
fn a_question_is_new_once() {
    let mut session = Session::default();
    feed(&mut session, &welcome(0));
    let mut first = update(4);
    first.decision = Some(4);
    first.offers = Some(vec![offer("Pass")]);
    assert!(asked(&feed(&mut session, &ServerMessage::Update(first.clone()))));
    // The same question stands while others act.
    let mut later = first.clone();
    later.seq = 5;
    assert!(!asked(&feed(&mut session, &ServerMessage::Update(later.clone()))));
    // The same question with other offers must be shown again.
    later.seq = 6;
    later.offers = Some(vec![offer("Pass"), offer("Build")]);
    assert!(asked(&feed(&mut session, &ServerMessage::Update(later))));
}

#[test]
fn events_of_a_state_that_comes_again_are_not_reported_twice() {
    let mut session = Session::default();
    let reported = |change: Change| {
        let Change::Updated { events, .. } = change else { panic!("{change:?}") };
        events.len()
    };
    let message = ServerMessage::Update(update(4));
    assert_eq!(reported(feed(&mut session, &message)), 1);
    assert_eq!(reported(feed(&mut session, &message)), 0);
    assert_eq!(reported(feed(&mut session, &ServerMessage::Update(update(9)))), 1);
}

#[test]
fn every_act_has_its_own_id_and_one_answer() {
    let mut session = Session::default();
    feed(&mut session, &welcome(0));
    let first = session.command("Pass", 4, json!({"type": "pass"}));
    let second = session.command("Pass", 4, json!({"type": "pass"}));
    let id = |message: &ClientMessage| {
        let ClientMessage::Command { id, .. } = message else { panic!("{message:?}") };
        *id
    };
    assert_ne!(id(&first), id(&second));
    assert!(session.command_pending());
    // The next question comes before the confirmation, and may be answered.
    let mut next = update(5);
    next.decision = Some(4);
    feed(&mut session, &ServerMessage::Update(next.clone()));
    assert!(session.answer_pending());
    next.decision = Some(5);
    feed(&mut session, &ServerMessage::Update(next));
    assert!(session.command_pending() && !session.answer_pending());
    let answer = ServerMessage::Accepted { id: id(&first), seq: 5 };
    assert!(matches!(feed(&mut session, &answer), Change::Accepted { act: Some(_) }));
    assert!(matches!(feed(&mut session, &answer), Change::Accepted { act: None, .. }));
    assert_eq!(session.pending().count(), 1);
}

#[test]
fn a_rewritten_log_is_noticed_unless_the_server_said_so() {
    let mut session = Session::default();
    feed(&mut session, &ServerMessage::Update(update(4)));
    let mut other = update(4);
    other.head = "ff".repeat(32);
    let again = ServerMessage::Update(other.clone());
    feed(&mut session, &again);
    assert!(session.take_notes()[0].contains("entry 4"));
    assert!(session.take_notes().is_empty());
    let error = ServerMessage::Error {
        re: None,
        code: Code::RolledBack.into(),
        detail: "restored".to_owned(),
        retry_after_ms: None,
    };
    feed(&mut session, &error);
    feed(&mut session, &ServerMessage::Update(update(3)));
    other.head = "ee".repeat(32);
    feed(&mut session, &ServerMessage::Update(other));
    assert!(session.take_notes().is_empty());
}

#[test]
fn ready_said_twice_is_one_commitment() {
    let mut session = Session::default();
    feed(&mut session, &welcome(1));
    assert_eq!(bound(&session.ready(false).unwrap()), None);
    let first = session.ready(true).unwrap();
    assert!(bound(&first).is_some());
    assert_eq!(bound(&session.ready(true).unwrap()), bound(&first));
    assert_eq!(session.duty(), Duty::Nothing);
    assert_eq!(bound(&session.ready(false).unwrap()), None);
}

/// The room as one whose match is not provably dealt.
fn practice(state: RoomState) -> Room {
    let mut room = room(state);
    room.fairness.commitment = String::new();
    room.unproven = Some(Unproven::Practice { from: "H3M8WT".to_owned(), seq: 41 }.into());
    room
}

#[test]
fn where_nothing_is_proven_nothing_is_brought_and_nobody_is_accused() {
    let mut session = Session::default();
    let ServerMessage::Welcome(first) = welcome(1) else { unreachable!() };
    let room = practice(RoomState::Lobby);
    feed(&mut session, &ServerMessage::Welcome(Welcome { room, ..first }));
    assert_eq!(bound(&session.ready(true).unwrap()), None);
    feed(&mut session, &ServerMessage::Room { room: practice(RoomState::Running) });
    assert!(!session.distrusts());
}

#[test]
fn a_server_that_stops_proving_a_deal_is_accused() {
    let mut session = Session::default();
    feed(&mut session, &welcome(1));
    feed(&mut session, &ServerMessage::Room { room: practice(RoomState::Running) });
    assert!(session.distrusts());
}

/// Returns the commitment of a `ready`, which the server answers by its id.
fn bound(ready: &ClientMessage) -> Option<&str> {
    let ClientMessage::Ready { id: Some(_), commitment } = ready else { panic!("{ready:?}") };
    commitment.as_deref()
}

/// The room sealing, with the commitment that this client sent.
fn sealing(ready: &ClientMessage) -> Room {
    let mut next = room(RoomState::Sealing);
    next.fairness.seats[1].commitment = bound(ready).map(str::to_owned);
    next.fairness.seats[0].commitment = Some("11".repeat(32));
    next
}

#[test]
fn a_program_that_was_started_again_reveals_what_it_kept() {
    let home = tempfile::tempdir().unwrap();
    let kept = || Heads::open(home.path(), room(RoomState::Lobby).id, 1).unwrap();
    let mut session = Session::default();
    feed(&mut session, &welcome(1));
    session.keep_heads(kept());
    let ready = session.ready(true).unwrap();
    let mut again = Session::default();
    feed(&mut again, &welcome(1));
    feed(&mut again, &ServerMessage::Room { room: sealing(&ready) });
    again.keep_heads(kept());
    let Duty::Reveal(entropy) = again.duty() else { panic!("nothing to reveal") };
    assert_eq!(again.duty(), Duty::Nothing, "once a connection");
    let known = fairness::hex::decode_32(&entropy).unwrap();
    assert_eq!(Seal::with(known, again.room().unwrap(), 1).commitment().len(), 64);
    // Without the file it can only say so.
    let mut other = Session::default();
    feed(&mut other, &welcome(1));
    feed(&mut other, &ServerMessage::Room { room: sealing(&ready) });
    assert_eq!(other.duty(), Duty::Lost);
}

#[test]
fn a_server_that_changes_what_was_committed_gets_nothing() {
    let changes: [fn(&mut Room); 3] = [
        |room| room.fairness.commitment = "aa".repeat(32),
        |room| room.fairness.seats[0].commitment = Some("bb".repeat(32)),
        |room| room.fairness.seats[1].commitment = None,
    ];
    for change in changes {
        let mut session = Session::default();
        feed(&mut session, &welcome(1));
        let ready = session.ready(true).unwrap();
        let mut next = sealing(&ready);
        feed(&mut session, &ServerMessage::Room { room: next.clone() });
        change(&mut next);
        feed(&mut session, &ServerMessage::Room { room: next });
        assert_eq!(session.duty(), Duty::Distrust);
    }
}

#[test]
fn a_void_attempt_must_open_what_was_promised() {
    let mut session = Session::default();
    feed(&mut session, &welcome(1));
    let mut next = room(RoomState::Lobby);
    next.fairness.attempt = 1;
    let void = protocol::room::VoidedAttempt {
        attempt: 0,
        commitment: next.fairness.commitment.clone(),
        server_secret: "00".repeat(32),
        seats: vec![protocol::room::SeatFairness::default(); 2],
        missing: vec![0],
    };
    next.fairness.voided.push(void);
    next.fairness.commitment = "dd".repeat(32);
    feed(&mut session, &ServerMessage::Room { room: next });
    assert!(session.take_notes()[0].contains("void 0 is not what was committed to"));
}

#[test]
fn a_contradiction_outlives_the_program_and_the_attempt() {
    let home = tempfile::tempdir().unwrap();
    let kept = || Heads::open(home.path(), room(RoomState::Lobby).id, 1).unwrap();
    let mut session = Session::default();
    feed(&mut session, &welcome(1));
    session.keep_heads(kept());
    let ready = session.ready(true).unwrap();
    let mut late = sealing(&ready);
    late.fairness.seats[0].commitment = None;
    feed(&mut session, &ServerMessage::Room { room: late });
    // The program ends before it reveals, and its successor is shown a commitment that came late.
    let mut again = Session::default();
    feed(&mut again, &welcome(1));
    feed(&mut again, &ServerMessage::Room { room: sealing(&ready) });
    assert!(!again.distrusts(), "it knows nothing yet");
    again.keep_heads(kept());
    assert!(again.take_notes().iter().any(|note| note.contains("seat 0 0 is another one")));
    assert_eq!(again.duty(), Duty::Distrust);
    let mut third = Session::default();
    feed(&mut third, &welcome(1));
    third.keep_heads(kept());
    assert!(third.take_notes()[0].contains("contradicted itself about this deal before"));
    assert_eq!(bound(&third.ready(true).unwrap()), None);
}

/// The fate of a `reveal` before the attempt is void.
#[derive(Debug, PartialEq)]
enum Revealed {
    Accepted,
    Lost,
    Unanswered,
    Refused,
    /// By a server that answers nothing of this kind by its id, and says nothing of it.
    Unmentioned,
    /// By a server that answers nothing of this kind by its id: an `error` says so.
    Complained,
}

#[test]
fn only_what_the_server_took_can_make_a_void_attempt_a_lie() {
    use Revealed::{Accepted, Complained, Lost, Refused, Unanswered, Unmentioned};
    for how in [Accepted, Lost, Unanswered, Refused, Unmentioned, Complained] {
        let mut session = Session::default();
        let ServerMessage::Welcome(mut hello) = welcome(1) else { panic!("no welcome") };
        feed(&mut session, &ServerMessage::Welcome(hello.clone()));
        let ready = session.ready(true).unwrap();
        let mut next = sealing(&ready);
        feed(&mut session, &ServerMessage::Room { room: next.clone() });
        hello.room = next.clone();
        if matches!(how, Unmentioned | Complained) {
            hello.features.clear();
            feed(&mut session, &ServerMessage::Welcome(hello.clone()));
        }
        let Duty::Reveal(entropy) = session.duty() else { panic!("nothing to reveal") };
        let reveal = session.reveal(entropy);
        let (code, detail) = (Code::StorageUnavailable.into(), "full".to_owned());
        let retry_after_ms = Some(700);
        let refused = match (&how, reveal.id()) {
            (Accepted, Some(id)) => {
                feed(&mut session, &ServerMessage::Accepted { id, seq: 0 });
                None
            }
            (Lost, Some(id)) => {
                feed(&mut session, &ServerMessage::Accepted { id, seq: 0 });
                feed(&mut session, &ServerMessage::Welcome(hello));
                None
            }
            (Refused, Some(id)) => Some(ServerMessage::Rejected {
                id,
                code,
                detail,
                rule: None,
                retry_after_ms,
                raced: false,
            }),
            (Complained, None) => {
                let re = Some(reveal.re());
                Some(ServerMessage::Error { re, code, detail, retry_after_ms })
            }
            (Unanswered, Some(_)) | (Unmentioned, None) => None,
            (how, id) => panic!("{how:?} {id:?}"),
        };
        if let Some(refused) = refused {
            let change = feed(&mut session, &refused);
            let Change::PartRefused { message, answer } = change else { panic!("{change:?}") };
            assert_eq!(answer.again_after(), Some(Duration::from_millis(700)));
            assert_eq!(session.reveal_again(message), reveal);
            assert_eq!(session.duty(), Duty::Nothing, "it comes again as it is");
        }
        let seats = next.fairness.seats.clone();
        next.state = RoomState::Lobby;
        next.fairness.voided.push(protocol::room::VoidedAttempt {
            attempt: 0,
            commitment: next.fairness.commitment.clone(),
            server_secret: "00".repeat(32),
            seats,
            missing: vec![0, 1],
        });
        next.fairness.attempt = 1;
        // The secret opens nothing here, which is reported before anything else.
        let fault = session.denied(&next);
        assert_eq!(fault.is_some(), matches!(how, Accepted | Unmentioned), "{how:?}");
    }
}

#[test]
fn what_a_coach_chooses_is_pointed_at_and_not_done() {
    let mut session = Session::default();
    let ServerMessage::Welcome(mut welcome) = welcome(0) else { panic!("a welcome") };
    welcome.you = You::Coach(0);
    feed(&mut session, &ServerMessage::Welcome(welcome));
    assert_eq!((session.seat(), session.pupil()), (None, Some(0)));
    let command = json!({"type": "move", "from": "poland", "to": ["ukraine", "poland"], "dice": 2,
        "text": "no identifier"});
    let said = session.command("Move to Ukraine", 4, command);
    let at = vec!["poland".to_owned(), "ukraine".to_owned()];
    assert_eq!(said, ClientMessage::Point { at, text: Some("Move to Ukraine".to_owned()) });
    assert!(!session.command_pending());
    let shown = ServerMessage::Point { at: vec!["ukraine".to_owned()], text: None };
    assert!(matches!(feed(&mut session, &shown), Change::Point { .. }));
}
