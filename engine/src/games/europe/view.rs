//! The views, built from nothing. Only this file and event audiences decide visibility.

use protocol::games::europe::{
    Allotment, BankView, ChosenView, Citizen, CitizenView, CrisisView, Debt, DecksView, Phase,
    PlayerView, Private, Public, ResourceCard, ResourceView,
};

use super::state::{DEALT, Europe};
use crate::game::Seat;

impl Europe {
    /// Builds the view that everybody may see.
    pub(super) fn public_view(&self) -> Public {
        let in_play = self.in_play.iter().rev();
        let options = self.options();
        Public {
            phase: self.phase,
            round: self.round,
            start_seat: self.start_seat().0,
            phase_ends_ms: self.phase_ends(),
            next_crisis_ms: self
                .next_crisis()
                .filter(|_| self.phase == Phase::Play)
                .and_then(|at| self.at_played(at)),
            crises_ahead: (options.untimed && self.phase == Phase::Play)
                .then(|| options.crisis_at_ms.len() as u8 - self.crises_past),
            players: self.seats().map(|seat| self.player_view(seat)).collect(),
            supply: self.supply,
            bank: (!self.bank_cards.is_empty()).then(|| BankView {
                cards: self.bank_cards.iter().map(|card| self.resource_view(card)).collect(),
                stock: self.bank_stock,
                price: options.bank_price,
                open: self.phase == Phase::Play && !self.coin_blocked(),
            }),
            bank_coin: self.bank_coin,
            market: self.market.map(|slot| slot.map(|card| self.resource_view(card))),
            decks: DecksView {
                resources: self.resources.len() as u8,
                resource_discards: self.resource_discards.len() as u8,
                citizens: self.citizens.len() as u8,
                citizen_discards: self.citizen_discards.len() as u8,
                crises: self.crises.len() as u8,
                crisis_discards: self.crisis_discards.len() as u8,
            },
            offers: self.offers.iter().map(|trade| self.trade_view(trade)).collect(),
            crises: in_play
                .map(|id| CrisisView {
                    id,
                    directive: self.tables().is_directive(id),
                    bonus: self.tables().crises[id].bonus,
                    this_round: self.turned.contains(id),
                })
                .collect(),
            placate_at: self.placate_at(),
            last_clean_up: self.last_clean_up.as_deref().cloned(),
            handicap: self.handicap(),
        }
    }

    fn player_view(&self, seat: Seat) -> PlayerView {
        let own = self.player(seat);
        let citizens: Vec<Citizen> = own.citizens.iter().collect();
        PlayerView {
            country: own.country,
            happiness: own.happiness,
            coin: own.coin,
            cubes: own.cubes,
            locked: own.locked,
            cards: own.cards.iter().map(|card| self.resource_view(card)).collect(),
            hidden_resource: own.hidden_resource.is_some(),
            citizens: citizens.iter().map(|card| self.citizen_view(*card)).collect(),
            missing: self.missing(seat, &citizens),
            hidden_citizens: u8::from(own.hidden_citizen.is_some()),
            dealt: own.dealt.map_or(0, |dealt| dealt.len() as u8),
            drawing: own.drawn.is_some(),
            answered: own.chosen.is_some() || own.allocation.is_some(),
            ready: own.ready,
            resigned: own.resigned,
            debts: self
                .debts_of(seat)
                .map(|debt| Debt { crisis: debt.crisis, owed: debt.owed })
                .collect(),
        }
    }

    fn resource_view(&self, id: ResourceCard) -> ResourceView {
        let row = self.tables().resources[id];
        ResourceView { id, resource: row.resource, first: row.first, later: row.later }
    }

    fn citizen_view(&self, id: Citizen) -> CitizenView {
        CitizenView { id, needs: self.needs(id), coin: self.tables().citizen(id).coin }
    }

    /// Builds the part of the view that only this seat may see.
    pub(super) fn private_view(&self, seat: Seat) -> Private {
        let own = self.player(seat);
        let three = |cards: Option<[Citizen; DEALT]>| -> Vec<CitizenView> {
            cards.into_iter().flatten().map(|card| self.citizen_view(card)).collect()
        };
        Private {
            seat: seat.0,
            hidden_resource: own.hidden_resource.map(|card| self.resource_view(card)),
            hidden_citizen: own.hidden_citizen.map(|card| self.citizen_view(card)),
            dealt: three(own.dealt),
            keep_at_least: self.fewest_kept(seat) as u8,
            chosen: own.chosen.map(|chosen| ChosenView {
                keep: (0..DEALT)
                    .filter(|at| chosen.keep & 1 << at != 0)
                    .filter_map(|at| own.dealt.map(|dealt| dealt[at]))
                    .collect(),
                hidden: chosen.hidden,
                reveal_resource: chosen.reveal_resource,
            }),
            drawn: three(own.drawn),
            allocation: own.allocation.map(|given| {
                let parts = own.citizens.iter().zip(given.cubes).zip(given.rewards);
                parts.map(|((id, cubes), reward)| Allotment { id, cubes, reward }).collect()
            }),
            missing: {
                let all: Vec<Citizen> = own.all_citizens().iter().collect();
                self.missing(seat, &all)
            },
        }
    }
}
