//! A server that was restored from older data while the program was closed.

use protocol::room::{RoomState, SeatFairness};
use protocol::{Code, ServerMessage, Update};

use crate::fake::{Fake, Peer, update};
use crate::person::{Person, begin, offers, session};

/// A server that has lost entries 3 to 5.
struct Restored {
    /// `true` if it says so.
    says: bool,
    /// Its first update.
    first: Update,
}

/// An update of what was done since the restore.
fn another(seq: u64) -> Update {
    Update { head: format!("{:064x}", 0xf000 + seq), ..update(seq, offers()) }
}

/// Sees entries up to 5, goes, and comes back; returns what the program said then.
async fn come_back(restored: Restored) -> String {
    let mut fake = Fake::start().await;
    let home = tempfile::tempdir().unwrap();
    let mut brought = Vec::new();
    let leave = async |fake: &mut Fake, person: Person| {
        let mut peer = begin(fake, &person).await;
        for seq in 2..=5 {
            peer.send(&ServerMessage::Update(update(seq, offers()))).await;
        }
        person.reads("Step 5 was taken").await;
        person.types("q").await;
        assert!(peer.gone().await);
        brought = peer.brought;
    };
    let line = "entente play --create fake-game --name Ada";
    session(&mut fake, home.path(), line, leave).await.0.unwrap();
    let come = async |fake: &mut Fake, person: Person| {
        let (mut peer, after) = peer(fake, &brought).await;
        assert_eq!(after, None);
        peer.send(&ServerMessage::Update(restored.first.clone())).await;
        assert!(peer.gone().await, "it asks again");
        drop(peer);
        let (mut peer, after) = self::peer(fake, &brought).await;
        assert_eq!(after, Some(5), "for what comes after the newest that it has seen");
        if restored.says {
            let detail = "restored".to_owned();
            let code = Code::RolledBack.into();
            let error = ServerMessage::Error { re: None, code, detail, retry_after_ms: None };
            peer.send(&error).await;
        }
        let first = restored.first.seq;
        peer.send(&ServerMessage::Update(restored.first)).await;
        for seq in first + 1..=6 {
            peer.send(&ServerMessage::Update(another(seq))).await;
        }
        person.reads("Step 6 was taken").await;
        person.types("q").await;
        assert!(peer.gone().await);
    };
    let (result, text) =
        session(&mut fake, home.path(), "entente play --continue CCCCCC", come).await;
    result.unwrap();
    text
}

/// The next socket, welcomed to the running match; and what the client says that it has.
async fn peer(fake: &mut Fake, brought: &[SeatFairness]) -> (Peer, Option<u64>) {
    let mut peer = fake.peer().await;
    peer.brought = brought.to_owned();
    let after = peer.welcome(RoomState::Running).await.1;
    (peer, after)
}

#[tokio::test]
async fn a_restored_server_is_asked_what_it_has_lost_and_not_accused() {
    // Nobody has played since; or others have, and its newest entry is none that was seen.
    for first in [update(2, offers()), another(4)] {
        let text = come_back(Restored { says: true, first }).await;
        assert!(!text.contains("Connected again"), "nothing was lost in between: {text}");
        assert!(!text.contains("WARNING"), "{text}");
    }
}

#[tokio::test]
async fn a_server_that_says_nothing_of_a_restore_is_accused() {
    let text = come_back(Restored { says: false, first: update(2, offers()) }).await;
    assert!(text.contains("another past than before: entry 3"), "{text}");
}
