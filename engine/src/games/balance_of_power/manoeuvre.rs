//! Manoeuvres: troops move between own territories joined through own territories.

use protocol::Rejection;
use protocol::games::balance_of_power::{Event, Territory};

use super::state::BalanceOfPower;
use crate::by_id::IdSet;
use crate::game::EventSink;

/// The rule cited in refusals.
const RULE: &str = "Manoeuvre troops";

impl BalanceOfPower {
    /// Returns the own territories connected with one of them.
    // Reference cards, "Manoeuvre troops": all territories in between are also controlled by you.
    pub(super) fn connected(&self, from: Territory) -> IdSet<Territory> {
        let own = self.own(self.active);
        let mut reached = IdSet::EMPTY;
        self.rules.board.graph.rings(from, own, own, |ring, _| {
            reached = reached.union(ring);
            true
        });
        reached
    }

    /// Returns the possible starts of a manoeuvre, each with its possible ends.
    pub(super) fn manoeuvres(&self) -> impl Iterator<Item = (Territory, IdSet<Territory>)> {
        let armed = self.armed(self.own(self.active));
        let reach = armed.iter().map(|from| (from, self.connected(from)));
        reach.filter(|(_, to)| !to.is_empty())
    }

    /// Checks whether the troops may move like this; the error says why not.
    pub(super) fn check_manoeuvre(
        &self,
        from: Territory,
        to: Territory,
        troops: u16,
    ) -> Result<(), Rejection> {
        let refuse = |detail: String| Err(Rejection::illegal(detail, RULE));
        let own = self.own(self.active);
        if let Some(foreign) = [from, to].into_iter().find(|at| !own.contains(*at)) {
            return refuse(format!("{} is not yours", self.name(foreign)));
        }
        if !self.connected(from).contains(to) {
            let (from, to) = (self.name(from), self.name(to));
            return refuse(format!(
                "no way through your own territories leads from {from} to {to}"
            ));
        }
        let most = self.troops[from] - 1;
        if troops == 0 || troops > most {
            let (from, standing) = (self.name(from), self.troops[from]);
            return refuse(format!(
                "you moved {troops} of {standing} troops from {from}; one stays"
            ));
        }
        Ok(())
    }

    /// Moves troops; the move was checked before.
    pub(super) fn march(
        &mut self,
        from: Territory,
        to: Territory,
        troops: u16,
        ev: &mut impl EventSink<Event>,
    ) {
        self.troops[from] -= troops;
        self.troops[to] += troops;
        ev.all(Event::Manoeuvred { colour: self.active, from, to, troops });
    }

    /// Makes the turn's own manoeuvre.
    pub(super) fn manoeuvre(
        &mut self,
        from: Territory,
        to: Territory,
        troops: u16,
        ev: &mut impl EventSink<Event>,
    ) -> Result<(), Rejection> {
        self.check_manoeuvre(from, to, troops)?;
        self.march(from, to, troops, ev);
        self.stack.finish();
        Ok(())
    }
}
