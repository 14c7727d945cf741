//! Hidden cards: ordered piles in plain memory, and the knowledge epoch.
//!
//! Nobody may see a pile's order. The epoch rises whenever somebody learns something hidden, so
//! that "has anyone learnt anything since?" is one comparison (undo rests on it).

use crate::game::{Below, shuffle};

/// An ordered pile of at most `N` things; the top is drawn first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pile<T, const N: usize> {
    items: [Option<T>; N],
    len: u8,
}

impl<T: Copy, const N: usize> Default for Pile<T, N> {
    fn default() -> Self {
        Self { items: [None; N], len: 0 }
    }
}

impl<T: Copy, const N: usize> Pile<T, N> {
    /// Builds a pile with the first of `items` on top.
    pub fn from_top(items: &[T]) -> Self {
        let mut pile = Self::default();
        for item in items.iter().rev() {
            pile.put_on_top(*item);
        }
        pile
    }

    /// Returns the number of things in the pile.
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Checks whether the pile is empty.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Puts a thing on top.
    ///
    /// # Panics
    /// If there are more things than the pile has room for, which is a fault in the rules.
    pub fn put_on_top(&mut self, item: T) {
        self.items[self.len as usize] = Some(item);
        self.len += 1;
    }

    /// Draws the top thing.
    pub fn draw(&mut self) -> Option<T> {
        self.len = self.len.checked_sub(1)?;
        self.items[self.len as usize].take()
    }

    /// Removes a certain thing, keeping the order of the others; returns whether it was there.
    pub fn remove(&mut self, wanted: T) -> bool
    where
        T: PartialEq,
    {
        let Some(at) = self.iter().rev().position(|item| item == wanted) else {
            return false;
        };
        self.items.copy_within(at + 1..self.len as usize, at);
        self.len -= 1;
        self.items[self.len as usize] = None;
        true
    }

    /// Returns the same things in random order, whatever theirs was: for re-dealing what nobody knows.
    pub(crate) fn mixed(&self, below: Below<'_>) -> Self
    where
        T: Ord,
    {
        let mut items: Vec<T> = self.iter().collect();
        items.sort_unstable();
        shuffle(&mut items, below);
        Self::from_top(&items)
    }

    /// Returns the things, from the top.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = T> {
        self.items[..self.len as usize].iter().rev().copied().flatten()
    }
}

/// The knowledge epoch: rises whenever anyone learns something hidden.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Knowledge(u32);

impl Knowledge {
    /// Notes that somebody learns something hidden.
    pub fn learnt(&mut self) {
        self.0 += 1;
    }

    /// Returns the epoch.
    pub const fn epoch(self) -> u32 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pile_keeps_its_order_when_a_thing_is_taken_out() {
        let mut pile: Pile<u8, 5> = Pile::from_top(&[1, 2, 3, 4]);
        assert!(pile.remove(3));
        assert!(!pile.remove(3));
        assert_eq!(pile.iter().collect::<Vec<_>>(), [1, 2, 4]);
        assert_eq!(pile, Pile::from_top(&[1, 2, 4]));
        assert_eq!(pile.draw(), Some(1));
    }
}
