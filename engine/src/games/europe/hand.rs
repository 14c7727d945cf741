//! A player's citizens: a small sorted set in plain memory.
//!
//! There are more copies of citizens than an [`crate::by_id::IdSet`] holds, and a hand has few.

use protocol::games::europe::Citizen;

/// The most citizens that a player may hold.
pub(super) const MOST_HELD: usize = 8;

/// Citizens by ascending id.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Hand {
    cards: [Option<Citizen>; MOST_HELD],
    len: u8,
}

impl Hand {
    /// Returns the number of cards.
    pub(super) const fn len(&self) -> usize {
        self.len as usize
    }

    /// Checks whether the hand is empty.
    pub(super) const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the cards, by ascending id.
    pub(super) fn iter(&self) -> impl Iterator<Item = Citizen> {
        self.cards[..self.len()].iter().copied().flatten()
    }

    /// Adds a card.
    ///
    /// # Panics
    /// If the hand is full, which is a fault in the rules: the limit on citizens is checked before.
    pub(super) fn insert(&mut self, card: Citizen) {
        assert!(self.len() < MOST_HELD, "a player holds at most {MOST_HELD} citizens");
        let at = self.iter().take_while(|own| *own < card).count();
        let len = self.len();
        self.cards.copy_within(at..len, at + 1);
        self.cards[at] = Some(card);
        self.len += 1;
    }
}

impl FromIterator<Citizen> for Hand {
    fn from_iter<I: IntoIterator<Item = Citizen>>(cards: I) -> Self {
        let mut hand = Self::default();
        for card in cards {
            hand.insert(card);
        }
        hand
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hand_is_sorted() {
        let hand: Hand = [Citizen::C3x1, Citizen::C1x2, Citizen::C2x1].into_iter().collect();
        assert_eq!(hand.iter().collect::<Vec<_>>(), [Citizen::C1x2, Citizen::C2x1, Citizen::C3x1]);
    }
}
