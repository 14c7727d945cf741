//! Setting up a match.

use std::sync::Arc;

use protocol::Handicap;
use protocol::games::europe::data::Count;
use protocol::games::europe::{
    Citizen, Crisis, Cubes, Event, Options, Phase, Resource, ResourceCard,
};

use super::state::{Europe, MOST_PLAYERS, PlayerState, Rules, SLOTS};
use super::tables::Tables;
use crate::by_id::IdSet;
use crate::dealer::{Dealer, Label};
use crate::game::{EventSink, Seat};
use crate::zone::{Knowledge, Pile};

const STARTING: Label = Label { slot: 0, name: "starting" };
pub(super) const RESOURCES: Label = Label { slot: 1, name: "resources" };
pub(super) const CITIZENS: Label = Label { slot: 2, name: "citizens" };
pub(super) const CRISES: Label = Label { slot: 3, name: "crises" };
/// The two dice for each unmet citizen.
pub(super) const PLACATE: Label = Label { slot: 4, name: "placate" };

/// Coin for a step of a handicap: the price of a cube from the bank, by default.
const HANDICAP_COIN: u8 = 2;

impl Europe {
    /// Returns the room's handicap.
    pub(super) fn handicap(&self) -> Option<Handicap> {
        Handicap::of(self.options().handicap_for.number(), self.options().handicap)
    }

    /// Sets up the table to the choice of countries.
    // Rules page 2.3.
    pub(super) fn set_up(
        options: &Options,
        tables: Arc<Tables>,
        mut dealer: Dealer,
        ev: &mut impl EventSink<Event>,
    ) -> Self {
        let mut deck = cards_where(&tables, |starting| !starting);
        dealer.shuffle(RESOURCES, &mut deck);
        let of_deck = |card: &Citizen| tables.has_citizen(options, *card);
        let mut citizens: Vec<Citizen> = Citizen::ALL.iter().copied().filter(of_deck).collect();
        dealer.shuffle(CITIZENS, &mut citizens);
        let of_deck = |crisis: &Crisis| tables.has_crisis(options, *crisis);
        let mut crises: Vec<Crisis> = Crisis::ALL.iter().copied().filter(of_deck).collect();
        dealer.shuffle(CRISES, &mut crises);
        let player = PlayerState {
            happiness: options.start_happiness,
            coin: options.start_coin,
            ..PlayerState::default()
        };
        let counts = &tables.counts;
        let mut game = Self {
            dealer,
            knowledge: Knowledge::default(),
            phase: Phase::Country,
            round: 0,
            began: 0,
            jumped: 0,
            crises_past: 0,
            players: [player; MOST_PLAYERS],
            supply: Resource::ALL.iter().map(|kind| (*kind, counts[Count::CubesEach])).collect(),
            bank_cards: IdSet::EMPTY,
            bank_stock: Cubes::NONE,
            bank_coin: counts[Count::CoinTotal] - options.start_coin * options.players,
            resources: Pile::from_top(&deck),
            resource_discards: IdSet::EMPTY,
            market: [None; SLOTS],
            citizens: Pile::from_top(&citizens),
            citizen_discards: Pile::default(),
            crises: Pile::from_top(&crises),
            crisis_discards: IdSet::EMPTY,
            in_play: Pile::default(),
            turned: IdSet::EMPTY,
            debts: Vec::new(),
            offers: Vec::new(),
            offers_made: 0,
            last_clean_up: None,
            end: None,
            rules: Rules { tables, options: Arc::new(options.clone()) },
        };
        ev.all(Event::SetUp { players: options.players });
        game.give_handicap(ev);
        game.deal_starting_cards(ev);
        game
    }

    /// Moves the coin of the room's handicap from the bank to the seat that it favours.
    // A house rule of this project.
    fn give_handicap(&mut self, ev: &mut impl EventSink<Event>) {
        let Some(Handicap { seat, steps }) = self.handicap() else { return };
        let coin = steps * HANDICAP_COIN;
        self.bank_coin -= coin;
        self.player_mut(Seat(seat)).coin += coin;
        ev.all(Event::HandicapGiven { seat, coin });
    }

    /// Deals each player the same number of starting cards, face up; the bank gets the rest.
    // Text, "Setup" 2.
    fn deal_starting_cards(&mut self, ev: &mut impl EventSink<Event>) {
        let mut cards = cards_where(self.tables(), |starting| starting);
        self.dealer.shuffle(STARTING, &mut cards);
        let each = self.tables().starting_cards(self.options().players);
        let mut cards = cards.into_iter();
        for seat in self.seats() {
            for card in cards.by_ref().take(usize::from(each)) {
                self.player_mut(seat).cards.insert(card);
                ev.all(Event::StartingCardDealt { seat: seat.0, card });
            }
        }
        self.bank_cards = cards.collect();
    }
}

/// Returns the resource cards that are starting cards, or the others, in canonical order.
fn cards_where(tables: &Tables, wanted: impl Fn(bool) -> bool) -> Vec<ResourceCard> {
    let all = ResourceCard::ALL.iter().copied();
    all.filter(|card| wanted(tables.resources[*card].starting)).collect()
}
