//! `docs/protocol/<game>.md`: one page a game, with an example of every command and every event.

use protocol::games::{balance_of_power, europe, europe_divided};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::page::{self, Schemas, all_explained, examples, holds, shown};

/// The longest that a page may be, in lines.
const MOST_LINES: usize = 250;

/// The test of one game's page. `explained` are the definitions whose fields the page names.
macro_rules! page_of {
    ($test:ident, $game:ident, $explained:expr) => {
        #[test]
        fn $test() {
            check::<$game::Command, $game::Event>($game::ID, &$explained);
        }
    };
}

page_of!(
    balance_of_power_is_shown,
    balance_of_power,
    [
        "TerritoryView",
        "SideView",
        "DraftView",
        "Prompt",
        "AttackView",
        "CommandRoom",
        "ChartView",
        "SupportView",
    ]
);
page_of!(
    europe_is_shown,
    europe,
    [
        "PlayerView",
        "ResourceView",
        "CitizenView",
        "Debt",
        "BankView",
        "DecksView",
        "TradeOffer",
        "CrisisView",
        "CleanUp",
        "PlayerResult",
        "CitizenResult",
        "ChosenView",
        "MissingView",
    ]
);
page_of!(europe_divided_is_shown, europe_divided, ["SideView", "Prompt", "Intelligence"]);

fn check<C, E>(id: &str, explained: &[&str])
where
    C: DeserializeOwned + Serialize,
    E: DeserializeOwned + Serialize,
{
    let schemas = Schemas::new();
    let (page, root) = (page::page(&format!("protocol/{id}.md")), id.replace('-', "_"));
    assert!(page.lines().count() <= MOST_LINES, "the page is too long");
    let (command, event) = (format!("{root}_command"), format!("{root}_event"));
    let examples = examples(&page);
    for example in &examples {
        match example.mark.as_str() {
            "command" => holds::<C>(&schemas, &command, &example.value()),
            "event" => holds::<E>(&schemas, &event, &example.value()),
            mark => panic!("what is a {mark:?}?"),
        }
    }
    assert_eq!(shown(&examples, "command"), schemas.alternatives(&command));
    assert_eq!(shown(&examples, "event"), schemas.alternatives(&event));
    let prefix = schemas.prefix(&command);
    // The examples of updates are on the common page.
    let said = page + &page::page("PROTOCOL.md");
    for definition in ["Public", "Private"].iter().chain(explained) {
        all_explained(&said, schemas.fields(&format!("{prefix}{definition}")));
    }
}
