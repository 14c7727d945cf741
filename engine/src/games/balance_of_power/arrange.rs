//! Arranged positions: a map, hands and charts for a test or a puzzle.
//!
//! An arrangement starts at the beginning of a turn. Whatever it does not name is as in the set-up
//! of its options (in the Command Room as in set-up 3, with seat 0 as Red and placer); cards it
//! does not name lie in the deck, in canonical order.

use std::sync::Arc;

use protocol::games::balance_of_power::{
    Card, Colour, Objective, Options, Owner, Territory, Version,
};

use super::state::{BalanceOfPower, Frame, TurnStep};
use super::tables::Tables;
use crate::by_id::IdSet;
use crate::dealer::Dealer;
use crate::zone::Pile;

/// One player's side of an arranged position.
#[derive(Clone, Debug, Default)]
pub struct ArrangedSide {
    /// The territory of its capital; `None` leaves that of the set-up.
    pub capital: Option<Territory>,
    /// Its hand.
    pub hand: Vec<Card>,
    /// Objectives it has collected.
    pub collected: Vec<Objective>,
    /// Troops on its chart (Command Room).
    pub chart: u8,
}

/// A position to start from.
#[derive(Clone, Debug, Default)]
pub struct Arrangement {
    /// The room's options.
    pub options: Options,
    /// The colour whose turn begins; `None`: Red's.
    pub active: Option<Colour>,
    /// The number of the turn that begins; 0 stands for 1.
    pub turn: u16,
    /// Garrisons that replace those of the set-up; later entries win.
    pub garrisons: Vec<(Territory, Owner, u16)>,
    /// The cities; empty leaves those of the set-up.
    pub cities: Vec<Territory>,
    /// The objectives face up, collected ones not included; `None` leaves those of the set-up.
    pub open: Option<Vec<Objective>>,
    /// Red's side.
    pub red: ArrangedSide,
    /// Blue's side.
    pub blue: ArrangedSide,
    /// Troops on the neutral chart (Command Room).
    pub neutral_chart: u8,
    /// The top of the deck, first card first; the rest lies below.
    pub deck_top: Vec<Card>,
    /// The discards.
    pub discards: Vec<Card>,
    /// `true` if only the cards of `deck_top` lie in the deck: the others are discarded.
    pub short_deck: bool,
}

impl Arrangement {
    /// Builds the position, with chance dealt by `dealer`.
    pub fn build(&self, tables: Arc<Tables>, dealer: Dealer) -> BalanceOfPower {
        let mut game = BalanceOfPower::set_up(self.options, tables, dealer, &mut ());
        while game.stack.finish().is_some() {}
        if self.options.version == Version::CommandRoom {
            for owner in Owner::ALL {
                game.lands[*owner] = IdSet::EMPTY;
            }
            game.put_set_up(self.options.setup);
        }
        game.placer = 0;
        game.colours = [Some(Colour::Red), Some(Colour::Blue)];
        for (territory, owner, troops) in &self.garrisons {
            game.hand_over(*territory, *owner);
            game.troops[*territory] = *troops;
        }
        if !self.cities.is_empty() {
            game.cities = self.cities.iter().copied().collect();
        }
        if let Some(open) = &self.open {
            game.open = open.iter().copied().collect();
        }
        for (colour, side) in [(Colour::Red, &self.red), (Colour::Blue, &self.blue)] {
            game.arrange_side(colour, side);
        }
        game.charts[Owner::Neutral] = self.neutral_chart;
        game.arrange_cards(self);
        let active = self.active.unwrap_or(Colour::Red);
        let turn = self.turn.max(1);
        // A turn that is not the first begins with the change of the active player.
        game.active = if turn > 1 { active.opponent() } else { active };
        game.turn = turn - 1;
        game.stack.call(Frame::Turn(TurnStep::Begin));
        game.settle(&mut ());
        game.put_question();
        game
    }
}

impl BalanceOfPower {
    fn arrange_side(&mut self, colour: Colour, side: &ArrangedSide) {
        if side.capital.is_some() {
            self.capitals[colour] = side.capital;
        }
        self.collected[colour] = side.collected.iter().copied().collect();
        self.open = self.open.difference(self.collected[colour]);
        self.hands[colour] = side.hand.iter().copied().collect();
        self.charts[colour.owner()] = side.chart;
    }

    fn arrange_cards(&mut self, arranged: &Arrangement) {
        let top: IdSet<Card> = arranged.deck_top.iter().copied().collect();
        self.discards = arranged.discards.iter().copied().collect();
        let held = self.hands[Colour::Red].union(self.hands[Colour::Blue]);
        let named = held.union(top).union(self.discards);
        let rest = Card::ALL.iter().copied().filter(|card| !named.contains(*card));
        let mut deck = arranged.deck_top.clone();
        if arranged.short_deck {
            self.discards = self.discards.union(rest.collect());
        } else {
            deck.extend(rest);
        }
        self.deck = Pile::from_top(&deck);
    }
}
