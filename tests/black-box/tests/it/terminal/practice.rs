//! Playing on from an entry of a match that is over, on the screen.

use black_box::Server;

use super::{ENTER, Person};
use crate::practice::played;

#[tokio::test]
async fn a_match_that_is_over_goes_on_from_an_entry() {
    let server = Server::and(&["--bot-pace-ms", "0"]);
    let (code, _) = played(&server, 12).await;
    let person = Person::at(&server);
    let mut ada = person.opens(&["practice", &code, "5", "--seat", "0"]);
    ada.shows(&format!("Practice from entry 5 of match {code}: not provably dealt")).await;
    ada.shows("A seat is free").await;
    ada.types("bot\r").await;
    ada.shows("Press Enter when you are ready.").await;
    ada.types(ENTER).await;
    ada.shows("It is your turn.").await;
}

#[tokio::test]
async fn an_entry_that_there_is_not_is_refused() {
    let server = Server::start();
    let (code, last) = played(&server, 3).await;
    let person = Person::at(&server);
    let last = last.to_string();
    for (seq, said) in [("999", "entry_unknown"), (&*last, "the match is over with this entry")] {
        let mut terminal = person.opens(&["practice", &code, seq]);
        let status = terminal.ended().await;
        let text = terminal.screen().contents().replace('\n', " ");
        assert_eq!(status.code(), Some(4), "{text}");
        assert!(text.contains(said), "{text}");
        terminal.assert_given_back();
    }
}
