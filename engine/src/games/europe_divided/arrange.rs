//! Arranged positions: a board, hands and money for a test or a puzzle.
//!
//! An arrangement starts at the initiative step of a turn. Whatever it does not name is as after
//! the set-up; cards it does not name lie in the deck of their owner, in canonical order.

use std::sync::Arc;

use protocol::games::europe_divided::data::NotChosen;
use protocol::games::europe_divided::{
    ActionCard, AdvantageCard, Headline, Options, Power, Region, Side, Space,
};

use super::state::{EuropeDivided, Frame, TurnStep};
use super::tables::Tables;
use crate::by_id::IdSet;
use crate::dealer::Dealer;
use crate::zone::Pile;

/// One side of an arranged position.
#[derive(Clone, Debug, Default)]
pub struct ArrangedSide {
    /// Its money; `None` leaves that of the set-up.
    pub money: Option<u16>,
    /// Its prestige on the track.
    pub prestige: u16,
    /// Its hand of Action Cards; empty leaves the dealt one.
    pub hand: Vec<ActionCard>,
    /// The top of its Action deck, first card first; the rest lies below.
    pub deck_top: Vec<ActionCard>,
    /// Its open discards.
    pub discards: Vec<ActionCard>,
    /// Contested Action Cards it has taken; those not named elsewhere lie in the deck.
    pub taken: Vec<ActionCard>,
    /// Its Advantage Cards.
    pub advantages: Vec<AdvantageCard>,
    /// Its hand of headlines; empty leaves the dealt one.
    pub headlines: Vec<Headline>,
    /// Its armies, instead of those of the set-up; empty leaves them.
    pub armies: Vec<(Space, u8)>,
}

/// A position to start from.
#[derive(Clone, Debug, Default)]
pub struct Arrangement {
    /// The room's options.
    pub options: Options,
    /// The turn whose initiative step begins; 0 stands for 1.
    pub turn: u8,
    /// Influence dice.
    pub dice: Vec<(Power, Region, u8)>,
    /// Money tokens.
    pub tokens: Vec<(Space, u8)>,
    /// The Current headlines; empty leaves those of the set-up.
    pub current: Vec<Headline>,
    /// The Forthcoming headlines; empty leaves those of the set-up.
    pub forthcoming: Vec<Headline>,
    /// Europe's side.
    pub europe: ArrangedSide,
    /// Russia's side.
    pub russia: ArrangedSide,
}

impl Arrangement {
    /// Builds the position, with chance dealt by `dealer`.
    pub fn build(&self, tables: Arc<Tables>, dealer: Dealer) -> EuropeDivided {
        let mut game = EuropeDivided::set_up(self.options, tables, dealer, &mut ());
        while game.stack.finish().is_some() {}
        for (power, region, value) in &self.dice {
            game.dice[*power][*region] = *value;
        }
        for (space, count) in &self.tokens {
            game.tokens[*space] = *count;
        }
        for (side, arranged) in [(Side::Europe, &self.europe), (Side::Russia, &self.russia)] {
            game.arrange_side(side, arranged);
        }
        game.arrange_headlines(self);
        game.update_seas(&mut ());
        game.turn = self.turn.max(1) - 1;
        game.stack.call(Frame::Turn(TurnStep::Advance));
        game.settle(&mut ());
        game.put_question(None);
        game
    }
}

impl EuropeDivided {
    fn arrange_side(&mut self, side: Side, arranged: &ArrangedSide) {
        let not_chosen = self.rules.edition(self.edition).advantage_not_chosen;
        let own = &mut self.sides[side];
        own.money = arranged.money.unwrap_or(own.money);
        own.prestige = arranged.prestige;
        let taken: IdSet<ActionCard> = arranged.taken.iter().copied().collect();
        own.open = own.open.difference(taken);
        own.taken = arranged.taken.len() as u8;
        let cycle = own.hand.union(own.deck.iter().collect()).union(taken);
        if !arranged.hand.is_empty() {
            own.hand = arranged.hand.iter().copied().collect();
        }
        own.discards = arranged.discards.iter().copied().collect();
        let top: IdSet<ActionCard> = arranged.deck_top.iter().copied().collect();
        let rest = cycle.difference(own.hand).difference(own.discards).difference(top);
        let deck: Vec<ActionCard> = arranged.deck_top.iter().copied().chain(rest.iter()).collect();
        own.deck = Pile::from_top(&deck);
        let all: IdSet<AdvantageCard> = own.advantage_deck.iter().chain(own.drawn.iter()).collect();
        own.advantages = arranged.advantages.iter().copied().collect();
        own.drawn = IdSet::EMPTY;
        let left = match not_chosen {
            NotChosen::BackToDeck => all.len(),
            NotChosen::OutOfTheGame => 4,
        };
        let deck: Vec<AdvantageCard> = all.difference(own.advantages).iter().take(left).collect();
        own.returned = all.difference(own.advantages).difference(deck.iter().copied().collect());
        own.advantage_deck = Pile::from_top(&deck);
        if !arranged.armies.is_empty() {
            self.armies[side] = super::board::BySpace::default();
            for (space, count) in &arranged.armies {
                self.armies[side][*space] = *count;
            }
        }
    }

    /// Swaps the named headlines with the dealt ones, so that each stays in one pile.
    fn arrange_headlines(&mut self, arranged: &Arrangement) {
        let named = arranged.current.iter().chain(&arranged.forthcoming);
        let named = named.chain(&arranged.europe.headlines).chain(&arranged.russia.headlines);
        let named: IdSet<Headline> = named.copied().collect();
        for side in Side::ALL.iter().copied() {
            let own = if side == Side::Europe { &arranged.europe } else { &arranged.russia };
            let hand = &mut self.sides[side].headlines;
            *hand = if own.headlines.is_empty() {
                hand.difference(named)
            } else {
                own.headlines.iter().copied().collect()
            };
        }
        let slots = |given: &[Headline], dealt: [Option<Headline>; 2]| {
            if given.is_empty() {
                dealt.map(|slot| slot.filter(|headline| !named.contains(*headline)))
            } else {
                [given.first().copied(), given.get(1).copied()]
            }
        };
        self.forthcoming = slots(&arranged.forthcoming, self.forthcoming);
        self.current = slots(&arranged.current, self.current);
        for headline in named.iter() {
            self.headline_deck.remove(headline);
            self.unseen.remove(headline);
        }
    }
}
