//! Re-deals what a viewer cannot know: hands of others, and the order of the deck.
//!
//! When the deck runs out every card lies in a hand or open, so each player then knows the other's
//! hand; those cards stay. A spectator knows only that both hands together hold them.

use protocol::games::balance_of_power::{Card, Colour};

use super::state::BalanceOfPower;
use crate::by_id::IdSet;
use crate::game::{Below, Viewer, shuffle};
use crate::zone::Pile;

impl BalanceOfPower {
    /// Re-deals everything that the viewer cannot know.
    pub(super) fn redeal_for(&mut self, viewer: Viewer, below: Below<'_>) {
        let own = match viewer {
            Viewer::Seat(seat) => self.colours[seat.index()],
            Viewer::Public => None,
        };
        let hidden: Vec<Colour> =
            Colour::ALL.iter().copied().filter(|colour| Some(*colour) != own).collect();
        if own.is_none() {
            self.redeal_deduced(below);
        }
        let mut pool: Vec<Card> = self.deck.iter().collect();
        for colour in &hidden {
            pool.extend(self.hands[*colour].difference(self.deduced).iter());
        }
        pool.sort_unstable();
        shuffle(&mut pool, below);
        for colour in hidden {
            let known = self.hands[colour].intersection(self.deduced);
            let drawn = self.hands[colour].len() - known.len();
            self.hands[colour] = pool.drain(..drawn).collect::<IdSet<Card>>().union(known);
        }
        self.deck = Pile::from_top(&pool);
        self.dealer.rekey(below);
    }

    /// Re-deals what neither player knows: the order of the deck, and every roll to come.
    pub(super) fn redeal_for_nobody(&mut self, below: Below<'_>) {
        self.deck = self.deck.mixed(below);
        self.dealer.rekey(below);
    }

    /// Re-deals for a spectator the cards that were out when the discards were shuffled: either
    /// player may hold them.
    fn redeal_deduced(&mut self, below: Below<'_>) {
        let [red, blue] = [Colour::Red, Colour::Blue];
        let known = |game: &Self, colour: Colour| game.hands[colour].intersection(game.deduced);
        let (of_red, of_blue) = (known(self, red), known(self, blue));
        let mut cards: Vec<Card> = of_red.union(of_blue).iter().collect();
        shuffle(&mut cards, below);
        let (to_red, to_blue) = cards.split_at(of_red.len());
        let swap = |hand: IdSet<Card>, old: IdSet<Card>, new: &[Card]| {
            hand.difference(old).union(new.iter().copied().collect())
        };
        self.hands[red] = swap(self.hands[red], of_red, to_red);
        self.hands[blue] = swap(self.hands[blue], of_blue, to_blue);
    }
}
