//! Playing while a clock runs and others act at any time.

use std::collections::BTreeMap;

use crate::fake::{Fake, offer, update};
use crate::person::{Person, begin, session};
use protocol::offer::Item;
use protocol::{Placeholder, ServerMessage, Update};
use serde_json::json;

/// An update of a match with a clock, of question 2.
fn timed(seq: u64, trades: &[u32], grain: u64) -> Update {
    let from = trades.iter().map(|id| Item::new(*id, format!("Boris gives {id} fuel"))).collect();
    let accept = json!({"type": "accept", "id": Placeholder::One { from }.to_value()});
    let bag = |key: &str, most: u64| {
        let max = BTreeMap::from([(key.to_owned(), most)]);
        Placeholder::Bag { max, min_total: 1, max_total: most }.to_value()
    };
    let trade = json!({"type": "trade", "give": bag("grain", grain), "want": bag("fuel", 9)});
    let mut offers = vec![offer(trade, "Offer grain", true)];
    if !trades.is_empty() {
        offers.push(offer(accept, "Accept", false));
    }
    let mut update = update(seq, offers);
    update.decision = Some(2);
    update.awaiting = vec![0, 1];
    update.deadline_ms = Some(100_000);
    update
}

#[tokio::test]
async fn while_the_clock_runs_only_what_is_new_is_said() {
    let mut fake = Fake::start().await;
    let home = tempfile::tempdir().unwrap();
    let script = async |fake: &mut Fake, person: Person| {
        let mut peer = begin(fake, &person).await;
        let boards = || person.sheet.text().matches("Only you see").count();
        peer.send(&ServerMessage::Update(timed(2, &[7], 4))).await;
        person.reads("   4  Accept: (7) Boris gives 7 fuel").await;
        person.reads("Your choice: a number, some text to narrow down, or ? for help. (1:40").await;
        person.reads("It is your turn, and that of Boris. Time left: 1:40 to the deadline.").await;
        assert_eq!(boards(), 2);
        // Two moves without waiting for the first answer.
        person.types("3 2 grain; 1 fuel").await;
        person.types("4 7").await;
        let (first, decision, command) = peer.command().await;
        assert_eq!(decision, 2);
        assert_eq!(command, json!({"type": "trade", "give": {"grain": 2}, "want": {"fuel": 1}}));
        assert_eq!(peer.command().await.2, json!({"type": "accept", "id": 7}));
        person.types("offer; 3 grain").await;
        person.reads("want: 1 to 9 in all").await;
        // Another trade takes the place of the first one, and there is less grain.
        peer.send(&ServerMessage::Update(timed(3, &[8], 1))).await;
        peer.send(&ServerMessage::Accepted { id: first, seq: 3 }).await;
        person.reads("New: Boris gives 8 fuel: type 4 8 (Accept)").await;
        person.reads("give: 1 in all, like 1 grain").await;
        person.types("1 fuel").await;
        person.reads("there is no \"fuel\" here, only grain.").await;
        person.types("b").await;
        person.types("4 7").await;
        person.reads("Nothing sent: id: there is no number 7; type 8.").await;
        peer.send(&ServerMessage::Update(timed(4, &[], 1))).await;
        person.reads("* Step 4 was taken").await;
        person.types("4 8").await;
        person.reads("No longer possible: 4 Accept").await;
        assert_eq!(boards(), 2);
        person.types("q").await;
        assert!(peer.gone().await);
    };
    let line = "entente play --create fake-game --name Ada";
    let (result, text) = session(&mut fake, home.path(), line, script).await;
    result.unwrap();
    assert!(!text.contains("* Step 3 was taken [") && !text.contains("Please wait"), "{text}");
}

#[tokio::test]
async fn a_warning_comes_by_itself_before_the_time_is_up() {
    let mut fake = Fake::start().await;
    let home = tempfile::tempdir().unwrap();
    let script = async |fake: &mut Fake, person: Person| {
        let mut peer = begin(fake, &person).await;
        person.types("t").await;
        person.reads("No clock is running.").await;
        let mut soon = timed(2, &[7], 4);
        // What a busy machine takes until it looks at the clock must not be the time that is left until then.
        soon.deadline_ms = Some(32_000);
        peer.send(&ServerMessage::Update(soon)).await;
        // On a busy machine a second more may have gone.
        person.reads(" s left to the deadline.\n").await;
        person.types("time").await;
        person.reads("Time left: ").await;
        person.types("q").await;
        assert!(peer.gone().await);
    };
    let line = "entente play --create fake-game --name Ada";
    let (result, text) = session(&mut fake, home.path(), line, script).await;
    result.unwrap();
    assert_eq!(text.matches(" s left to the deadline.").count(), 1, "{text}");
}
