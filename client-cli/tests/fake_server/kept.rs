//! Seats that are kept: what takes none away, and what is said where one is not kept.

use client_cli::saved::SavedGames;
use protocol::ClientMessage;
use protocol::room::RoomState;

use crate::fake::Fake;
use crate::person::{Person, begin, session};

const CREATE: &str = "entente play --create fake-game --name Ada";

#[tokio::test]
async fn a_server_with_another_database_takes_no_seat_away() {
    let mut fake = Fake::start().await;
    let home = tempfile::tempdir().unwrap();
    let kept = || SavedGames::new(home.path()).list().unwrap().len();
    // Kept to the end: a keyboard that is gone would end the program first.
    let mut keyboard = None;
    let lost = async |fake: &mut Fake, person: Person| {
        let peer = begin(fake, &person).await;
        keyboard = Some(person);
        peer.close(4004).await;
    };
    let (result, _) = session(&mut fake, home.path(), CREATE, lost).await;
    assert!(result.unwrap_err().is_refusal("room_unknown"));
    assert_eq!(kept(), 1, "while it played");
    let resume = "entente play --continue CCCCCC";
    fake.state.lock().unwrap().empty = true;
    let nothing = async |_: &mut Fake, _: Person| {};
    let (result, _) = session(&mut fake, home.path(), resume, nothing).await;
    assert!(result.unwrap_err().is_refusal("room_unknown"));
    assert_eq!(kept(), 1, "when it came back");
    fake.state.lock().unwrap().empty = false;
    let found = async |fake: &mut Fake, person: Person| {
        let mut peer = fake.peer().await;
        let (token, _) = peer.welcome(RoomState::Running).await;
        assert_eq!(token.as_deref(), Some("token-CCCCCC"));
        person.types("q").await;
        assert!(peer.gone().await);
    };
    session(&mut fake, home.path(), resume, found).await.0.unwrap();
}

/// Asserts that the last words give this link and do not call the game kept.
fn assert_link_given(text: &str, link: &str) {
    let (_, words) = text.rsplit_once("Good-bye.").unwrap();
    assert!(words.contains(link) && !words.contains("--continue"), "{text}");
}

#[tokio::test]
async fn a_seat_that_could_not_be_saved_is_left_with_its_link() {
    let mut fake = Fake::start().await;
    let home = tempfile::tempdir().unwrap();
    // Nothing can be locked, and so nothing is written.
    std::fs::create_dir(home.path().join("games.lock")).unwrap();
    let script = async |fake: &mut Fake, person: Person| {
        let mut peer = fake.peer().await;
        peer.welcome(RoomState::Lobby).await;
        person.reads("Not saved:").await;
        person.types("q").await;
        assert!(peer.gone().await);
    };
    let (result, text) = session(&mut fake, home.path(), CREATE, script).await;
    result.unwrap();
    assert_link_given(&text, &format!("{}#seat=token-CCCCCC", fake.server.link("CCCCCC")));
}

#[tokio::test]
async fn a_link_whose_seat_nobody_has_confirmed_is_given_again() {
    let mut fake = Fake::start().await;
    let home = tempfile::tempdir().unwrap();
    let link = format!("{}#seat=abc", fake.server.link("CCCCCC"));
    let script = async |fake: &mut Fake, person: Person| {
        let mut peer = fake.peer().await;
        assert!(matches!(peer.receive().await, ClientMessage::Hello { .. }));
        person.types("q").await;
        assert!(peer.gone().await);
    };
    let called = format!("entente play --join {link}");
    let (result, text) = session(&mut fake, home.path(), &called, script).await;
    result.unwrap();
    assert_link_given(&text, &link);
}
