//! Arranged positions: cubes, cards and decks for a test.
//!
//! Whatever an arrangement does not name is as after the set-up: cards lie in their decks in
//! canonical order, below those that are named for the top; cubes are in the supply; starting cards
//! that no player is given are the bank's.

use std::sync::Arc;

use protocol::games::europe::data::Count;
use protocol::games::europe::{Citizen, Country, Crisis, Cubes, Options, Resource, ResourceCard};

use super::goods::lack;
use super::state::{Europe, SLOTS};
use super::tables::Tables;
use crate::by_id::IdSet;
use crate::dealer::Dealer;
use crate::game::Seat;
use crate::zone::Pile;

/// One player of an arranged position.
#[derive(Clone, Debug, Default)]
pub struct ArrangedPlayer {
    /// Its happiness; `None` leaves that of the start.
    pub happiness: Option<u8>,
    /// Its coin; `None` leaves that of the start.
    pub coin: Option<u8>,
    /// Its cubes.
    pub cubes: Cubes,
    /// Its stockpile.
    pub locked: Cubes,
    /// Its resource cards, starting cards included; empty stands for starting cards as dealt.
    pub cards: Vec<ResourceCard>,
    /// Its resource card face down.
    pub hidden_resource: Option<ResourceCard>,
    /// Its citizens, face up.
    pub citizens: Vec<Citizen>,
    /// Its citizen face down.
    pub hidden_citizen: Option<Citizen>,
}

/// A position to start from: open play of a round, or the choice of citizens before it.
#[derive(Clone, Debug, Default)]
pub struct Arrangement {
    /// The room's options.
    pub options: Options,
    /// The round; 0 stands for 1.
    pub round: u8,
    /// Begin with the choice of citizens, dealt from the decks.
    pub choose: bool,
    /// Play time that has passed at match time 0, in milliseconds.
    pub played_ms: u32,
    /// The players by seat; those that are missing are as after the set-up.
    pub players: Vec<ArrangedPlayer>,
    /// The bank's cubes.
    pub bank_stock: Cubes,
    /// The market; empty slots stay empty.
    pub market: [Option<ResourceCard>; SLOTS],
    /// The top of the resource deck, first card first.
    pub resources_top: Vec<ResourceCard>,
    /// Resource cards in the discards.
    pub resources_gone: Vec<ResourceCard>,
    /// The top of the citizen deck.
    pub citizens_top: Vec<Citizen>,
    /// `true` if all citizens that are not named lie in the discards.
    pub citizens_gone: bool,
    /// The top of the crisis deck.
    pub crises_top: Vec<Crisis>,
    /// Directives of earlier rounds, oldest first.
    pub directives: Vec<Crisis>,
}

impl Arrangement {
    /// Builds the position at match time 0, with chance dealt by `dealer`.
    pub fn build(&self, tables: Arc<Tables>, dealer: Dealer) -> Europe {
        let mut game = Europe::set_up(&self.options, tables, dealer, &mut ());
        for seat in game.seats() {
            game.player_mut(seat).country = Country::ALL.get(seat.index()).copied();
        }
        self.arrange_players(&mut game);
        self.arrange_resources(&mut game);
        self.arrange_citizens(&mut game);
        self.arrange_crises(&mut game);
        game.round = self.round.max(1);
        if self.choose {
            game.round -= 1;
            game.begin_round(0, &mut ());
        } else {
            game.begin_play(0, &mut ());
            game.jumped = self.played_ms;
            let past = |at: &&u32| **at < self.played_ms;
            game.crises_past = self.options.crisis_at_ms.iter().filter(past).count() as u8;
        }
        game.assert_sound();
        game
    }

    fn arrange_players(&self, game: &mut Europe) {
        for (index, arranged) in self.players.iter().enumerate() {
            let own = game.player_mut(Seat(index as u8));
            own.happiness = arranged.happiness.unwrap_or(own.happiness);
            own.coin = arranged.coin.unwrap_or(own.coin);
            own.cubes = arranged.cubes;
            own.locked = arranged.locked;
            own.hidden_resource = arranged.hidden_resource;
            own.citizens = arranged.citizens.iter().copied().collect();
            own.hidden_citizen = arranged.hidden_citizen;
        }
        let mut gone = self.bank_stock;
        let mut coin = 0;
        for own in game.seats().map(|seat| *game.player(seat)) {
            super::goods::add(&mut gone, &own.cubes);
            super::goods::add(&mut gone, &own.locked);
            coin += own.coin;
        }
        let each = game.tables().counts[Count::CubesEach];
        let all: Cubes = Resource::ALL.iter().map(|kind| (*kind, each)).collect();
        game.supply = lack(&all, &gone);
        game.bank_stock = self.bank_stock;
        game.bank_coin = game.tables().counts[Count::CoinTotal] - coin;
    }

    fn arrange_resources(&self, game: &mut Europe) {
        let starting = |card: &ResourceCard| game.tables().resources[*card].starting;
        let all: IdSet<ResourceCard> = ResourceCard::ALL.iter().copied().collect();
        let named: IdSet<ResourceCard> = self
            .players
            .iter()
            .flat_map(|own| own.cards.iter().copied().chain(own.hidden_resource))
            .chain(self.market.into_iter().flatten())
            .chain(self.resources_gone.iter().copied())
            .collect();
        let top: IdSet<ResourceCard> = self.resources_top.iter().copied().collect();
        let mut spare =
            all.difference(named).iter().filter(starting).collect::<Vec<_>>().into_iter();
        let rest = all.difference(named).difference(top);
        let rest: Vec<ResourceCard> = rest.iter().filter(|card| !starting(card)).collect();
        let each = game.tables().starting_cards(self.options.players);
        for seat in game.seats() {
            let arranged = self.players.get(seat.index()).map_or(&[][..], |own| &own.cards);
            game.player_mut(seat).cards = if arranged.is_empty() {
                spare.by_ref().take(usize::from(each)).collect()
            } else {
                arranged.iter().copied().collect()
            };
        }
        game.bank_cards = spare.collect();
        let deck: Vec<ResourceCard> = self.resources_top.iter().copied().chain(rest).collect();
        game.resources = Pile::from_top(&deck);
        game.resource_discards = self.resources_gone.iter().copied().collect();
        game.market = self.market;
    }

    fn arrange_citizens(&self, game: &mut Europe) {
        let held =
            |own: &ArrangedPlayer| own.citizens.iter().copied().chain(own.hidden_citizen).collect();
        let held: Vec<Citizen> = self.players.iter().flat_map::<Vec<_>, _>(held).collect();
        let mut rest = Citizen::ALL.to_vec();
        rest.retain(|card| {
            let named = held.contains(card) || self.citizens_top.contains(card);
            !named && game.tables().has_citizen(&self.options, *card)
        });
        let mut deck = self.citizens_top.clone();
        if self.citizens_gone {
            for card in rest {
                game.discard_citizen(card);
            }
        } else {
            deck.extend(rest);
        }
        game.citizens = Pile::from_top(&deck);
    }

    fn arrange_crises(&self, game: &mut Europe) {
        let mut deck = self.crises_top.clone();
        let mut rest = Crisis::ALL.to_vec();
        rest.retain(|crisis| {
            let named = deck.contains(crisis) || self.directives.contains(crisis);
            !named && game.tables().has_crisis(&self.options, *crisis)
        });
        deck.extend(rest);
        game.crises = Pile::from_top(&deck);
        for crisis in &self.directives {
            game.in_play.put_on_top(*crisis);
        }
    }
}
