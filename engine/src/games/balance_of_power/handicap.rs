//! The handicap: troops that a seat has more at the beginning. A house rule of this project.
//!
//! It goes to a seat, not to a colour, because in the Command Room the colours are chosen later; so
//! there it comes with the choice.

use protocol::Handicap;
use protocol::games::balance_of_power::Event;

use super::state::BalanceOfPower;
use crate::game::EventSink;

/// Troops for a step of a handicap.
const HANDICAP_TROOPS: u8 = 2;

impl BalanceOfPower {
    /// Puts the troops of the room's handicap on the capital of the seat that it favours. Colours are
    /// chosen and the map is placed.
    pub(super) fn give_handicap(&mut self, ev: &mut impl EventSink<Event>) {
        let Some(Handicap { seat, steps }) = self.handicap else { return };
        let Some(colour) = self.colours[usize::from(seat)] else { return };
        let Some(territory) = self.capitals[colour] else { return };
        let troops = steps * HANDICAP_TROOPS;
        self.troops[territory] += u16::from(troops);
        ev.all(Event::HandicapGiven { seat, colour, territory, troops });
    }
}
