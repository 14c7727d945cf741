//! The handicap: coin that a seat starts with more, a house rule.

use protocol::Handicap;
use protocol::games::europe::FavouredPlayer;
use serde_json::json;

use crate::support::*;

#[test]
fn a_step_is_two_coin_from_the_bank_at_the_start() {
    use FavouredPlayer as F;
    let seats = [F::FirstSeat, F::SecondSeat, F::ThirdSeat, F::FourthSeat];
    for players in 2..=4 {
        let without = Play::set_up(&options(players)).public();
        for handicap_for in seats.into_iter().take(usize::from(players)) {
            for handicap in 1..=3 {
                let options = Options { handicap, handicap_for, ..options(players) };
                let play = Play::set_up(&options);
                let (seat, coin) = (handicap_for.number(), 2 * handicap);
                let given = Event::HandicapGiven { seat, coin };
                assert_eq!(play.events.iter().filter(|(_, event)| *event == given).count(), 1);
                let mut public = play.public();
                assert_eq!(public.handicap.take(), Some(Handicap { seat, steps: handicap }));
                // Nothing else differs.
                public.players[usize::from(seat)].coin -= coin;
                public.bank_coin += coin;
                assert_eq!(public, without);
            }
        }
    }
}

#[test]
fn it_is_for_a_seat_of_the_room_and_off_by_default() {
    let read = |given| serde_json::from_value::<Options>(given);
    let refused = read(json!({"handicap": 1, "handicap_for": "third_seat"}));
    assert!(refused.expect_err("two players").to_string().contains("handicap_for"));
    let given = json!({"players": 3, "handicap": 1, "handicap_for": "third_seat"});
    assert_eq!(read(given).expect("valid").handicap, 1);
    assert_eq!(Options::default().handicap, 0);
    assert_eq!(Play::set_up(&Options::default()).public().handicap, None);
}
