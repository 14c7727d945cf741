//! A person who plays in lines of text against a hand-driven server, and the beginning of a match.

use std::path::Path;
use std::time::Duration;

use crate::fake::{Fake, Peer, offer, update};
use clap::Parser;
use client_cli::args::{Cli, Command, PlayArgs};
use client_cli::error::Error;
use client_cli::paper::{Paper, SharedBuffer};
use client_cli::play::ahead::Lines;
use client_cli::saved::SavedGames;
use protocol::offer::Item;
use protocol::room::RoomState;
use protocol::{ClientMessage, Offer, Placeholder, ServerMessage};
use serde_json::json;
use tokio::sync::mpsc;

/// Time that a text may take to appear before the test has failed.
const PATIENCE: Duration = Duration::from_mins(10);

pub(crate) fn play_args(line: &str) -> PlayArgs {
    let command = Cli::parse_from(line.split_whitespace()).command;
    let Command::Play(play) = command else { panic!("{line}") };
    play
}

/// A person at the keyboard, and everything they see.
pub(crate) struct Person {
    keys: mpsc::Sender<String>,
    pub(crate) sheet: SharedBuffer,
}

impl Person {
    pub(crate) async fn types(&self, line: &str) {
        self.keys.send(line.to_owned()).await.unwrap();
    }

    /// Waits until a text was printed.
    pub(crate) async fn reads(&self, text: &str) {
        let printed = async {
            while !self.sheet.text().contains(text) {
                tokio::task::yield_now().await;
            }
        };
        let late = tokio::time::timeout(PATIENCE, printed).await.is_err();
        assert!(!late, "{text:?} was never printed:\n{}", self.sheet.text());
    }
}

/// Plays with a script for the person and the server.
pub(crate) async fn session<F>(
    fake: &mut Fake,
    home: &Path,
    line: &str,
    script: F,
) -> (Result<(), Error>, String)
where
    F: AsyncFnOnce(&mut Fake, Person),
{
    typed(false, fake, home, line, script).await
}

/// Plays with a script for the server and for the person who types.
pub(crate) async fn typed<F>(
    by_program: bool,
    fake: &mut Fake,
    home: &Path,
    line: &str,
    script: F,
) -> (Result<(), Error>, String)
where
    F: AsyncFnOnce(&mut Fake, Person),
{
    let (mut paper, sheet) = Paper::memory();
    let (keys, source) = mpsc::channel(16);
    let mut lines = Lines::new(source, by_program);
    let store = SavedGames::new(home);
    let args = play_args(line);
    let server = fake.server.clone();
    let person = Person { keys, sheet: sheet.clone() };
    let playing = client_cli::play::run(&server, &args, &store, &mut lines, &mut paper);
    let (result, ()) = tokio::join!(playing, script(fake, person));
    (result, sheet.text())
}

pub(crate) fn offers() -> Vec<Offer> {
    let from = vec![Item::new("north", "Army north"), Item::new("south", "Army south")];
    let with_choice = json!({
        "type": "move",
        "army": Placeholder::One { from }.to_value(),
        "steps": Placeholder::Int { min: 1, max: 3 }.to_value(),
    });
    vec![
        offer(json!({"type": "pass"}), "Pass", false),
        offer(with_choice, "Move an army (1 money a step)", false),
    ]
}

/// Creates a room and gets as far as the first question.
pub(crate) async fn begin(fake: &mut Fake, person: &Person) -> Peer {
    let mut peer = fake.peer().await;
    peer.welcome(RoomState::Lobby).await;
    person.reads("Press Enter when you are ready.").await;
    person.types("").await;
    let ready = peer.receive().await;
    let ClientMessage::Ready { id: Some(_), commitment: Some(commitment) } = ready else {
        panic!("{ready:?}")
    };
    assert_eq!(commitment.len(), 64);
    seal(&mut peer, &commitment).await;
    peer.send(&ServerMessage::Update(update(1, offers()))).await;
    person.reads("Your choice: a number").await;
    peer
}

/// The room is sealing: the client opens what it committed to.
pub(crate) async fn seal(peer: &mut Peer, commitment: &str) {
    let mut room = crate::fake::room(&peer.code);
    room.state = RoomState::Sealing;
    room.fairness.seats[0].commitment = Some(commitment.to_owned());
    peer.brought.clone_from(&room.fairness.seats);
    let id = *room.id.as_bytes();
    peer.send(&ServerMessage::Room { room }).await;
    let reveal = peer.receive().await;
    let ClientMessage::Reveal { id: Some(_), entropy } = reveal else { panic!("{reveal:?}") };
    let entropy = fairness::hex::decode_32(&entropy).unwrap();
    let expected = fairness::vd1::seat_commitment(&id, 0, 0, &entropy);
    assert_eq!(fairness::hex::encode(&expected), commitment);
}
