//! Invariants after every input, asserted in debug builds.
// Rules page 2.12 and 4b.20.

use protocol::games::europe::data::Count;
use protocol::games::europe::{Phase, Resource};

use super::state::Europe;

impl Europe {
    /// Asserts that nothing was lost or created.
    pub(super) fn assert_sound(&self) {
        if !cfg!(debug_assertions) {
            return;
        }
        self.assert_cubes_and_coin();
        self.assert_cards();
        for trade in &self.offers {
            assert!(self.player(trade.from).has(&trade.give), "{trade:?} is not funded");
            assert!(!trade.to.is_empty() && !trade.to.contains(trade.from), "{trade:?}");
            assert_eq!(self.phase, Phase::Play, "{trade:?}");
        }
    }

    fn assert_cubes_and_coin(&self) {
        let counts = &self.tables().counts;
        for kind in Resource::ALL.iter().copied() {
            let own = self.seats().map(|seat| self.player(seat));
            let held: u32 = own.map(|own| u32::from(own.cubes[kind] + own.locked[kind])).sum();
            let there = held + u32::from(self.supply[kind]) + u32::from(self.bank_stock[kind]);
            assert_eq!(there, u32::from(counts[Count::CubesEach]), "{kind}");
        }
        let coin: u32 = self.seats().map(|seat| u32::from(self.player(seat).coin)).sum();
        assert_eq!(coin + u32::from(self.bank_coin), u32::from(counts[Count::CoinTotal]));
    }

    fn assert_cards(&self) {
        let mut resources: Vec<_> = self.resources.iter().collect();
        resources.extend(self.resource_discards.iter().chain(self.bank_cards.iter()));
        resources.extend(self.market.into_iter().flatten());
        let mut citizens: Vec<_> = self.citizens.iter().collect();
        citizens.extend(self.citizen_discards.iter().map(|one| one.card));
        for own in self.seats().map(|seat| self.player(seat)) {
            resources.extend(own.cards.iter().chain(own.hidden_resource));
            citizens.extend(own.citizens.iter().chain(own.hidden_citizen));
            citizens.extend(own.dealt.into_iter().chain(own.drawn).flatten());
        }
        let mut crises: Vec<_> = self.crises.iter().chain(self.in_play.iter()).collect();
        crises.extend(self.crisis_discards.iter());
        resources.sort_unstable();
        citizens.sort_unstable();
        crises.sort_unstable();
        let all = protocol::games::europe::ResourceCard::ALL;
        assert_eq!(resources, all, "each resource card lies in one pile");
        let all = protocol::games::europe::Citizen::ALL.iter().copied();
        let all = all.filter(|card| self.tables().has_citizen(self.options(), *card));
        assert!(citizens.into_iter().eq(all), "each citizen lies in one pile");
        let all = protocol::games::europe::Crisis::ALL.iter().copied();
        let all = all.filter(|crisis| self.tables().has_crisis(self.options(), *crisis));
        assert!(crises.into_iter().eq(all), "each crisis lies in one pile");
    }
}
