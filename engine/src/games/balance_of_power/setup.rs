//! Setting a match up: cities, objectives, deck, and in Basic Training the whole map.

use std::sync::Arc;

use protocol::Handicap;
use protocol::games::balance_of_power::{
    Card, Colour, Event, First, Objective, Options, Owner, Territory, Version,
};

use super::check::{CITIES, OBJECTIVES};
use super::maps::{ByColour, ByOwner, ByTerritory};
use super::state::{BalanceOfPower, Frame, ThisTurn, TurnStep};
use super::tables::Tables;
use crate::by_id::{ById, IdSet};
use crate::catalogue::Shared;
use crate::dealer::{Dealer, Label};
use crate::decision::Stack;
use crate::game::EventSink;
use crate::zone::{Knowledge, Pile};

/// The dice of attacks; a die thrown again by reconnaissance comes from the same stream.
pub(super) const COMBAT: Label = Label { slot: 0, name: "combat" };
/// The dice of neutral resistance.
pub(super) const RESISTANCE: Label = Label { slot: 1, name: "resistance" };
/// The draw of the seat that places the map.
const PLACER: Label = Label { slot: 2, name: "placer" };
/// The draw of the colour that goes first.
const FIRST: Label = Label { slot: 3, name: "first" };
/// The deck, reshuffled from the discards.
pub(super) const CARDS: Label = Label { slot: 4, name: "cards" };
/// The territory cards that decide the locations of cities.
const CITY_CARDS: Label = Label { slot: 5, name: "cities" };
const OBJECTIVE_CARDS: Label = Label { slot: 6, name: "objectives" };
/// The territories of a map that the deal places.
pub(super) const AUTO: Label = Label { slot: 7, name: "auto" };

impl BalanceOfPower {
    /// Sets up the table to the first question.
    pub(super) fn set_up(
        options: Options,
        tables: Arc<Tables>,
        dealer: Dealer,
        ev: &mut impl EventSink<Event>,
    ) -> Self {
        let mut game = Self::empty(options, tables, dealer);
        match options.version {
            Version::BasicTraining => game.set_up_training(options.first, ev),
            Version::CommandRoom => game.set_up_command_room(ev),
        }
        game.settle(ev);
        game
    }

    fn empty(options: Options, tables: Arc<Tables>, dealer: Dealer) -> Self {
        Self {
            rules: Shared(tables),
            version: options.version,
            setup: options.setup,
            max_turns: options.max_turns,
            handicap: Handicap::of(options.handicap_for.number(), options.handicap),
            dealer,
            knowledge: Knowledge::default(),
            stack: Stack::default(),
            asked: [0; 2],
            colours: [None; 2],
            placer: 0,
            turn: 0,
            active: Colour::Red,
            this_turn: ThisTurn::default(),
            lands: ByOwner::default(),
            troops: ByTerritory::default(),
            cities: IdSet::EMPTY,
            capitals: ByColour::default(),
            charts: ByOwner::default(),
            open: IdSet::EMPTY,
            collected: ByColour::default(),
            hands: ByColour::default(),
            deck: Pile::default(),
            discards: IdSet::EMPTY,
            deduced: IdSet::EMPTY,
            end: None,
        }
    }

    /// Puts the map, cities, capitals and objectives of a set-up on the board.
    pub(super) fn put_set_up(&mut self, number: u8) {
        let rules = self.rules.clone();
        let setup = &rules.setups[usize::from(number) - 1];
        self.cities = setup.cities;
        self.open = setup.objectives;
        self.capitals = ById::from_fn(|colour| Some(setup.capitals[colour]));
        for owner in Owner::ALL.iter().copied() {
            for (territory, count) in setup.troops[owner].iter() {
                self.lands[owner].insert(territory);
                self.troops[territory] = u16::from(count);
            }
        }
    }

    // Reference cards, "Training"; ruling 1: seat 0 is Red, seat 1 is Blue.
    fn set_up_training(&mut self, first: First, ev: &mut impl EventSink<Event>) {
        self.put_set_up(self.setup);
        self.colours = [Some(Colour::Red), Some(Colour::Blue)];
        self.shuffle_deck(Card::ALL.to_vec());
        self.tell_set_up(Some(self.setup), ev);
        self.give_handicap(ev);
        let named = match first {
            First::Red => Some(Colour::Red),
            First::Blue => Some(Colour::Blue),
            First::SetUp => self.rules.setups[usize::from(self.setup) - 1].first,
            First::Drawn => None,
        };
        let drawn = || Colour::ALL[self.dealer.below(FIRST, 2) as usize];
        let colour = named.unwrap_or_else(drawn);
        self.active = colour;
        ev.all(Event::FirstPlayer { colour, drawn: named.is_none() });
        self.stack.call(Frame::Turn(TurnStep::Begin));
    }

    // Ruling 12: the territory cards alone are shuffled, the first nine get a city, then the whole
    // deck is shuffled.
    fn set_up_command_room(&mut self, ev: &mut impl EventSink<Event>) {
        let mut shown: Vec<Territory> =
            Card::ALL.iter().filter_map(|card| card.territory()).collect();
        self.dealer.shuffle(CITY_CARDS, &mut shown);
        self.cities = shown.into_iter().take(CITIES).collect();
        let mut objectives = Objective::ALL.to_vec();
        self.dealer.shuffle(OBJECTIVE_CARDS, &mut objectives);
        self.open = objectives.into_iter().take(OBJECTIVES).collect();
        self.shuffle_deck(Card::ALL.to_vec());
        self.lands[Owner::Neutral] = Territory::ALL.iter().copied().collect();
        self.tell_set_up(None, ev);
        self.placer = self.dealer.below(PLACER, 2) as u8;
        ev.all(Event::PlacerDrawn { seat: self.placer });
        self.stack.call(Frame::Turn(TurnStep::Begin));
        self.stack.call(Frame::PlaceMap);
    }

    fn tell_set_up(&self, setup: Option<u8>, ev: &mut impl EventSink<Event>) {
        ev.all(Event::SetUp {
            version: self.version,
            setup,
            cities: self.cities.iter().collect(),
            objectives: self.open.iter().collect(),
        });
    }

    /// Builds a new deck from cards in their canonical order.
    pub(super) fn shuffle_deck(&mut self, mut cards: Vec<Card>) {
        self.dealer.shuffle(CARDS, &mut cards);
        self.deck = Pile::from_top(&cards);
    }
}
