//! The handicap: prestige with which a side begins, a house rule.

use protocol::Handicap;
use protocol::games::europe_divided::Favoured;

use crate::support::*;

#[test]
fn a_step_is_two_prestige_at_the_beginning() {
    for edition in [Edition::First, Edition::Revised] {
        for (favoured, side, other) in
            [(Favoured::Europe, EUROPE, RUSSIA), (Favoured::Russia, RUSSIA, EUROPE)]
        {
            for steps in 1..=3 {
                let options = Options { edition, handicap: steps, handicap_for: favoured };
                let play = Play::with(options, 1);
                let prestige = 2 * steps;
                let given = Event::HandicapGiven { side, prestige };
                assert_eq!(play.events.iter().filter(|(_, event)| *event == given).count(), 1);
                assert_eq!(play.side(side).prestige, u16::from(prestige));
                assert_eq!(play.side(other).prestige, 0);
                let seat = seat(side).0;
                assert_eq!(play.public().handicap, Some(Handicap { seat, steps }));
            }
        }
    }
}

#[test]
fn everything_else_begins_as_without_one() {
    let without = Play::set_up(Edition::Revised, 1);
    let off = Options { handicap_for: Favoured::Russia, ..Options::default() };
    let off = Play::with(off, 1);
    assert_eq!((off.public(), off.events.len()), (without.public(), without.events.len()));
    assert_eq!(off.public().handicap, None);
    let mut public = Play::with(Options { handicap: 2, ..Options::default() }, 1).public();
    public.sides[0].prestige = 0;
    public.handicap = None;
    public.projection = without.public().projection;
    assert_eq!(public, without.public());
}
