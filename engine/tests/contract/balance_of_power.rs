//! Balance of Power keeps the contract in both versions.

use engine::games::balance_of_power::BalanceOfPower;
use engine::{Game, Seat, Viewer};
use protocol::games::balance_of_power::Event;

use crate::contract;

contract!(setup_3, super::BalanceOfPower, {"setup": 3}, super::secrets, super::declassified);
contract!(setup_2, super::BalanceOfPower, {"setup": 2, "first": "red", "max_turns": 30}, super::secrets, super::declassified);
contract!(command_room, super::BalanceOfPower, {"version": "command_room"}, super::secrets, super::declassified);

/// Returns the cards that others hold.
fn secrets(game: &BalanceOfPower, viewer: Viewer) -> Vec<String> {
    let others = [0, 1].into_iter().filter(|seat| viewer != Viewer::Seat(Seat(*seat)));
    let hands = others.flat_map(|seat| Game::private(game, Seat(seat)).hand);
    hands.map(|card| card.to_string()).collect()
}

/// Returns the cards of a hand-in, which are shown to everybody.
fn declassified(event: &Event) -> Vec<String> {
    if let Event::HandedIn { cards, .. } = event {
        cards.iter().map(ToString::to_string).collect()
    } else {
        Vec::new()
    }
}
