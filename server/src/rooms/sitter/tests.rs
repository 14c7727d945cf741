//! A bot on its seat, with the test in its room's stead.

use super::*;
use crate::room::Panicked;
use crate::room::{RoomInput, ViewUpdate};
use crate::rooms::handle::Ask;
use engine::Json;
use serde_json::json;
use tokio::sync::{mpsc, oneshot};

/// A bot's pace where no clock runs, in milliseconds.
const PACE_MS: u64 = 70;

/// A sitter on its own, and the test in its room's stead.
struct Room {
    outbox: Arc<Outbox>,
    inbox: mpsc::Receiver<Box<Ask>>,
    began: Instant,
}

impl Room {
    fn open() -> Self {
        let (handle, inbox) = Handle::new(Uuid::nil(), 0);
        let outbox = Arc::<Outbox>::default();
        let connection_of = (handle, 1, outbox.clone());
        let coins = (&Randomness::os(), PACE_MS);
        let (game, data, level) = ("nothing known", &Value::Null, BotLevel::Normal);
        let pace_ms = PACE_MS;
        let assignment = Assignment { game, seat: 1, data, options: data, level, pace_ms };
        tokio::spawn(Sitter::new(connection_of, &assignment, coins).run());
        Self { outbox, inbox, began: Instant::now() }
    }

    /// Shows a position; with a deadline if a clock runs.
    fn show(&self, seq: u64, deadline_ms: Option<u64>) {
        let json = |value: Value| Json::of(&value);
        let number = json!({"$int": {"min": 0, "max": 99}});
        let offer = json!({"command": {"type": "say", "n": number}, "text": "", "rule": ""});
        self.outbox.update(ViewUpdate {
            seq,
            head: String::new(),
            events: Vec::new(),
            events_from: None,
            public: json(json!({})),
            private: Some(json(json!({}))),
            decision: Some(seq),
            standing: false,
            offers: Some(json(json!([offer]))),
            undo: None,
            awaiting: vec![1],
            now_ms: 0,
            deadline_ms,
            paused: false,
            outcome: None,
        });
    }

    /// Waits for the next command: when it came, in milliseconds, its id, its decision, and the
    /// number in it.
    async fn command(&mut self) -> (u64, Uuid, u64, u64) {
        let Some(Ask { input: RoomInput::Act(1, message), .. }) =
            self.inbox.recv().await.map(|ask| *ask)
        else {
            panic!("no act")
        };
        let ClientMessage::Command { id, decision, command } = *message else {
            panic!("no command: {message:?}");
        };
        (millis(self.began.elapsed()), id, decision, command["n"].as_u64().unwrap())
    }

    fn reject(&self, id: Uuid, code: Code, retry_after_ms: Option<u64>) {
        let detail = String::new();
        self.outbox.send(&ServerMessage::Rejected {
            id,
            code: code.into(),
            detail,
            rule: None,
            retry_after_ms,
            raced: false,
        });
    }
}

#[tokio::test(start_paused = true)]
async fn a_bot_keeps_its_pace() {
    let mut room = Room::open();
    for (seq, at) in [(1, PACE_MS), (2, 2 * PACE_MS)] {
        room.show(seq, None);
        let (came, id, decision, _) = room.command().await;
        assert_eq!((came, decision), (at, seq));
        room.outbox.send(&ServerMessage::Accepted { id, seq });
    }
}

#[tokio::test(start_paused = true)]
async fn where_a_clock_runs_a_bot_is_not_quicker_than_people() {
    let mut room = Room::open();
    let mut last = 0;
    for seq in 1..5 {
        room.show(seq, Some(1_000_000));
        let (came, id, ..) = room.command().await;
        assert!(came >= last + TIMED_PACE_MS, "{came} after {last}");
        last = came;
        room.outbox.send(&ServerMessage::Accepted { id, seq });
    }
}

#[tokio::test(start_paused = true)]
async fn what_was_refused_is_not_sent_again() {
    let mut room = Room::open();
    room.show(1, None);
    let mut said = Vec::new();
    for _ in 0..TRIES_MOST {
        let (_, id, _, n) = room.command().await;
        assert!(!said.contains(&n), "{n} was refused");
        said.push(n);
        room.reject(id, Code::Illegal, None);
    }
    let (_, id, ..) = room.command().await;
    room.reject(id, Code::Illegal, None);
    // Now it waits for something new.
    room.show(2, None);
    assert_eq!(room.command().await.2, 2);
}

#[tokio::test(start_paused = true)]
async fn a_busy_room_is_left_alone_for_as_long_as_it_says() {
    let mut room = Room::open();
    room.show(1, None);
    let (before, id, ..) = room.command().await;
    room.reject(id, Code::Busy, Some(5_000));
    let (after, again, decision, _) = room.command().await;
    assert_eq!((after, decision), (before + 5_000, 1));
    assert_ne!(again, id);
}

#[tokio::test(start_paused = true)]
async fn a_thought_is_kept_until_its_command_is_answered() {
    let (handle, inbox) = Handle::new(Uuid::nil(), 0);
    let (outbox, began) = (Arc::<Outbox>::default(), Instant::now());
    let (mut sitter, _) = thinking();
    let thought = json!({"type": "say", "n": 123});
    let state = BotThoughtState::Done(Some(thought));
    (sitter.room, sitter.outbox) = (handle, outbox.clone());
    sitter.thought = Some(BotThought { seq: 4, state });
    tokio::spawn(sitter.run());
    let mut room = Room { outbox, inbox, began };
    room.show(4, None);
    for code in [Code::Busy, Code::StorageUnavailable, Code::Draining, Code::Illegal] {
        let (_, id, _, n) = room.command().await;
        assert_eq!(n, 123, "before it is refused as {code:?}");
        room.reject(id, code, None);
    }
    let (.., n) = room.command().await;
    assert!(n <= 99, "{n}: what is refused for good is not said again");
}

/// A sitter that is asked at entry 4 and thinks about it, and the thread's end of the thought.
fn thinking() -> (Sitter, oneshot::Sender<Result<Option<Value>, Panicked>>) {
    let (handle, _) = Handle::new(Uuid::nil(), 0);
    let connection_of = (handle, 1, Arc::<Outbox>::default());
    let (game, data, level) = ("nothing known", &Value::Null, BotLevel::Expert);
    let assignment = Assignment { game, seat: 1, data, options: data, level, pace_ms: PACE_MS };
    let mut sitter = Sitter::new(connection_of, &assignment, (&Randomness::os(), PACE_MS));
    let (thread, thinking) = oneshot::channel();
    let state = BotThoughtState::Going(thinking, after_ms(PATIENCE_MS));
    sitter.thought = Some(BotThought { seq: 4, state });
    (sitter, thread)
}

/// Shows the sitter a position.
fn shown(sitter: &mut Sitter, seq: u64, decision: Option<u64>, paused: bool) {
    let update = json!({
        "seq": seq, "head": "", "events": [], "public": {}, "private": {}, "decision": decision,
        "offers": [], "awaiting": [1], "now_ms": 0, "deadline_ms": null, "paused": paused,
        "outcome": null,
    });
    sitter.view = Some((serde_json::from_value(update).unwrap(), Instant::now()));
    sitter.plan();
}

#[tokio::test(start_paused = true)]
async fn an_undo_a_pause_and_a_close_end_a_thought() {
    let (mut sitter, thread) = thinking();
    shown(&mut sitter, 4, Some(4), false);
    assert!(!thread.is_closed(), "it thinks about what is asked");
    // An undo gives the question to somebody else.
    shown(&mut sitter, 5, None, false);
    assert!(thread.is_closed());
    let (mut sitter, thread) = thinking();
    shown(&mut sitter, 4, Some(4), true);
    assert!(thread.is_closed(), "nobody thinks in a pause");
    let (sitter, thread) = thinking();
    sitter.outbox.closing(1012, "the server is restarting", Some(1));
    sitter.run().await;
    assert!(thread.is_closed(), "whoever has left thinks no more");
}

#[tokio::test(start_paused = true)]
async fn a_bot_whose_connection_is_closed_leaves() {
    let mut room = Room::open();
    room.outbox.closing(1012, "the server is restarting", Some(1));
    let last = room.inbox.recv().await.expect("a message");
    assert!(matches!(*last, Ask { input: RoomInput::Leave(1), .. }));
    assert!(room.inbox.recv().await.is_none(), "nobody asks any more");
}
