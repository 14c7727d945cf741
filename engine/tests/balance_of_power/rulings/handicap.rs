//! The handicap: troops that a seat has more at the beginning, a house rule.

use protocol::Handicap;
use protocol::games::balance_of_power::FavouredSeat;

use crate::support::{BLUE, Colour, Command, Event, Options, Play, RED, T, Version};

const SEATS: [FavouredSeat; 2] = [FavouredSeat::FirstSeat, FavouredSeat::SecondSeat];

/// Returns a colour's capital, and the troops in it.
fn capital(play: &Play, colour: Colour) -> (T, u16) {
    let public = play.public();
    let found = public.territories.iter().find(|(_, view)| view.capital == Some(colour));
    found.map(|(at, view)| (*at, view.troops)).expect("a capital")
}

fn troops(play: &Play, colour: Colour) -> u32 {
    play.public().sides[colour as usize].troops
}

#[test]
fn a_step_is_two_troops_on_the_own_capital() {
    for setup in 1..=4 {
        let without = Play::set_up(Options { setup, ..Options::default() }, 1);
        for (handicap_for, own, other) in [(SEATS[0], RED, BLUE), (SEATS[1], BLUE, RED)] {
            for handicap in 1..=3 {
                let options = Options { setup, handicap, handicap_for, ..Options::default() };
                let play = Play::set_up(options, 1);
                let (seat, more) = (handicap_for.number(), 2 * handicap);
                let (territory, before) = capital(&without, own);
                assert_eq!(capital(&play, own), (territory, before + u16::from(more)));
                assert_eq!(troops(&play, own), troops(&without, own) + u32::from(more));
                assert_eq!(troops(&play, other), troops(&without, other));
                let given = Event::HandicapGiven { seat, colour: own, territory, troops: more };
                assert_eq!(play.events.iter().filter(|(_, event)| *event == given).count(), 1);
                assert_eq!(play.public().handicap, Some(Handicap { seat, steps: handicap }));
            }
        }
    }
}

#[test]
fn in_the_command_room_it_comes_with_the_choice_of_colours() {
    for handicap_for in SEATS {
        for colour in [RED, BLUE] {
            let version = Version::CommandRoom;
            let options = Options { version, handicap: 2, handicap_for, ..Options::default() };
            let mut play = Play::set_up(options, 3);
            let seen = play.act(Command::Auto {});
            assert!(!seen.iter().any(|event| matches!(event, Event::HandicapGiven { .. })));
            let chooser = play.awaited().0;
            let seat = handicap_for.number();
            let own = if seat == chooser { colour } else { colour.opponent() };
            let (territory, before) = capital(&play, own);
            let seen = play.act(Command::Choose { colour, first: RED });
            let given = Event::HandicapGiven { seat, colour: own, territory, troops: 4 };
            assert!(seen.contains(&given), "{seen:?}");
            assert_eq!(capital(&play, own), (territory, before + 4));
            assert_eq!(troops(&play, own), troops(&play, own.opponent()) + 4);
        }
    }
}

#[test]
fn everything_else_begins_as_without_one() {
    let without = Play::set_up(Options::default(), 1);
    let off = Options { handicap_for: FavouredSeat::SecondSeat, ..Options::default() };
    let off = Play::set_up(off, 1);
    assert_eq!((off.public(), off.events.len()), (without.public(), without.events.len()));
    assert_eq!(off.public().handicap, None);
}
