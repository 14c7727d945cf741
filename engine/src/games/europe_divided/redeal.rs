//! Dealing anew what a viewer cannot know.
//!
//! The result looks the same to the viewer: every count, every open card and every announced sum
//! stays. The contract tests rest on it, and so can bots that think about hidden cards.

use protocol::games::europe_divided::{ActionCard, AdvantageCard, Headline, Side};

use super::state::EuropeDivided;
use crate::by_id::IdSet;
use crate::game::{Below, Viewer, shuffle};
use crate::zone::Pile;

/// Tries at a locked pair with the announced sum before the true one is kept.
const TRIES: u32 = 200;

impl EuropeDivided {
    /// Deals anew everything that the viewer cannot know.
    pub(super) fn redeal_for(&mut self, viewer: Viewer, below: Below<'_>) {
        for side in Side::ALL.iter().copied() {
            if Self::is(viewer, side) {
                self.reorder(side, below);
            } else {
                let seen = Self::is(viewer, side.opponent()) && self.intelligence.is_some();
                if !seen || side == Side::Russia {
                    self.redeal_actions(side, below);
                }
                self.redeal_advantages(side, below);
            }
        }
        self.redeal_headlines(viewer, below);
        self.dealer.rekey(below);
    }

    /// A side does not know the order of its own decks.
    fn reorder(&mut self, side: Side, below: Below<'_>) {
        let own = &mut self.sides[side];
        own.deck = own.deck.mixed(below);
        own.advantage_deck = own.advantage_deck.mixed(below);
    }

    /// Hand, locked cards, deck and face-down discards, as large as they were; the locked cards with
    /// the initiative that the announced sum leaves for them.
    fn redeal_actions(&mut self, side: Side, below: Below<'_>) {
        let rules = self.rules.clone();
        let announced = self.sums.is_some();
        let own = &mut self.sides[side];
        let deck: IdSet<ActionCard> = own.deck.iter().collect();
        let pool = own.hand.union(own.locked).union(deck).union(own.face_down);
        let sum = |cards: IdSet<ActionCard>| -> u32 {
            cards.iter().map(|card| u32::from(rules.actions[card].initiative)).sum()
        };
        for _ in 0..TRIES {
            let mut cards: Vec<ActionCard> = pool.iter().collect();
            shuffle(&mut cards, below);
            let mut take = |count: usize| -> IdSet<ActionCard> { cards.drain(..count).collect() };
            let locked = take(own.locked.len());
            if announced && sum(locked) != sum(own.locked) {
                continue;
            }
            let hand = take(own.hand.len());
            let face_down = take(own.face_down.len());
            (own.locked, own.hand, own.face_down) = (locked, hand, face_down);
            own.deck = Pile::from_top(&cards);
            if let Some(before) = &mut self.before {
                // In the middle of a Council Meeting fewer are held now than were then.
                let now = own.hand.union(own.locked);
                let then = before[side].hand.len();
                before[side].hand =
                    now.iter().chain(pool.difference(now).iter()).take(then).collect();
            }
            return;
        }
    }

    fn redeal_advantages(&mut self, side: Side, below: Below<'_>) {
        let own = &mut self.sides[side];
        let mut cards: Vec<AdvantageCard> = own.advantage_deck.iter().collect();
        for hidden in [own.advantages, own.drawn, own.returned, own.scored] {
            cards.extend(hidden.iter());
        }
        cards.sort_unstable();
        shuffle(&mut cards, below);
        let mut take = |count: usize| -> IdSet<AdvantageCard> { cards.drain(..count).collect() };
        own.advantages = take(own.advantages.len());
        own.drawn = take(own.drawn.len());
        own.returned = take(own.returned.len());
        own.scored = take(own.scored.len());
        own.advantage_deck = Pile::from_top(&cards);
        if own.keeping.is_some() {
            let mut drawn = own.drawn.iter();
            own.keeping = drawn.next().zip(drawn.next()).map(|(a, b)| [a, b]);
        }
    }

    /// Hands of others, the deck, and what left unseen: swapped within their period, which the deck's
    /// order makes public.
    fn redeal_headlines(&mut self, viewer: Viewer, below: Below<'_>) {
        for period in [1, 2] {
            let rules = self.rules.clone();
            let of = |headline: &Headline| rules.headlines[*headline].period == period;
            let mut hidden: Vec<Headline> =
                self.headline_deck.iter().chain(self.unseen.iter()).filter(of).collect();
            for side in others(viewer) {
                let own = &self.sides[side];
                hidden.extend(own.headlines.union(own.discarded).iter().filter(of));
            }
            hidden.sort_unstable();
            shuffle(&mut hidden, below);
            let mut next = |old: Headline| if of(&old) { hidden.pop().unwrap_or(old) } else { old };
            let deck: Vec<Headline> = self.headline_deck.iter().map(&mut next).collect();
            self.headline_deck = Pile::from_top(&deck);
            self.unseen = self.unseen.iter().map(&mut next).collect();
            for side in others(viewer) {
                let own = &mut self.sides[side];
                own.headlines = own.headlines.iter().map(&mut next).collect();
                own.discarded = own.discarded.iter().map(&mut next).collect();
            }
        }
        for side in others(viewer) {
            let own = &mut self.sides[side];
            own.placing = own.placing.and_then(|_| own.headlines.nth(0));
        }
    }
}

fn others(viewer: Viewer) -> impl Iterator<Item = Side> {
    Side::ALL.iter().copied().filter(move |side| !EuropeDivided::is(viewer, *side))
}
