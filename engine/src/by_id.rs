//! Total maps and sets over closed sets of identifiers: look-ups that cannot fail, in plain memory.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

use protocol::ids::Id;

/// A value for each identifier of `K`; `N` is their number.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ById<K, V, const N: usize> {
    values: [V; N],
    key: PhantomData<K>,
}

impl<K: Id, V, const N: usize> ById<K, V, N> {
    /// Builds the map by calling `value` for each identifier.
    pub fn from_fn(mut value: impl FnMut(K) -> V) -> Self {
        const { assert!(N == K::ALL.len(), "a total map has a value for each identifier") };
        Self { values: std::array::from_fn(|index| value(K::ALL[index])), key: PhantomData }
    }

    /// Returns identifiers and values, in canonical order.
    pub fn iter(&self) -> impl Iterator<Item = (K, &V)> {
        K::ALL.iter().copied().zip(&self.values)
    }

    /// Returns the values, in canonical order.
    pub fn values(&self) -> &[V; N] {
        &self.values
    }
}

impl<K: Id, V: Default, const N: usize> Default for ById<K, V, N> {
    fn default() -> Self {
        Self::from_fn(|_| V::default())
    }
}

impl<K: Id, V, const N: usize> Index<K> for ById<K, V, N> {
    type Output = V;
    fn index(&self, key: K) -> &V {
        &self.values[key.index()]
    }
}

impl<K: Id, V, const N: usize> IndexMut<K> for ById<K, V, N> {
    fn index_mut(&mut self, key: K) -> &mut V {
        &mut self.values[key.index()]
    }
}

impl<K: Id, V: fmt::Debug, const N: usize> fmt::Debug for ById<K, V, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

/// A set of identifiers; at most 64 exist.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct IdSet<K> {
    bits: u64,
    key: PhantomData<K>,
}

impl<K: Id> IdSet<K> {
    /// The empty set.
    pub const EMPTY: Self = Self { bits: 0, key: PhantomData };

    /// Builds the set from these bits, by [`Id::index`].
    pub const fn from_bits(bits: u64) -> Self {
        Self { bits, key: PhantomData }
    }

    /// Returns the bits, by [`Id::index`].
    pub const fn bits(self) -> u64 {
        self.bits
    }

    /// Builds the set that holds only this identifier.
    pub fn only(id: K) -> Self {
        Self::from_bits(1 << id.index())
    }

    /// Checks whether the identifier is in the set.
    pub fn contains(self, id: K) -> bool {
        self.bits & 1 << id.index() != 0
    }

    /// Adds an identifier.
    pub fn insert(&mut self, id: K) {
        self.bits |= 1 << id.index();
    }

    /// Removes an identifier; returns whether it was in the set.
    pub fn remove(&mut self, id: K) -> bool {
        let had = self.contains(id);
        self.bits &= !(1 << id.index());
        had
    }

    /// Returns the number of identifiers in the set.
    pub const fn len(self) -> usize {
        self.bits.count_ones() as usize
    }

    /// Checks whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// Returns the union of both sets.
    pub const fn union(self, other: Self) -> Self {
        Self::from_bits(self.bits | other.bits)
    }

    /// Returns the identifiers that are in both sets.
    pub const fn intersection(self, other: Self) -> Self {
        Self::from_bits(self.bits & other.bits)
    }

    /// Returns this set without the identifiers of the other.
    pub const fn difference(self, other: Self) -> Self {
        Self::from_bits(self.bits & !other.bits)
    }

    /// Returns the identifiers, in canonical order.
    pub fn iter(self) -> impl Iterator<Item = K> {
        let mut bits = self.bits;
        std::iter::from_fn(move || {
            // Without bits the index is 64, beyond every identifier.
            let index = bits.trailing_zeros() as usize;
            // Clears the lowest bit.
            bits &= bits.wrapping_sub(1);
            K::ALL.get(index).copied()
        })
    }

    /// Returns the `n`-th identifier of the set, in canonical order.
    pub fn nth(self, n: usize) -> Option<K> {
        self.iter().nth(n)
    }
}

impl<K: Id> Default for IdSet<K> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<K: Id> FromIterator<K> for IdSet<K> {
    fn from_iter<I: IntoIterator<Item = K>>(ids: I) -> Self {
        let mut set = Self::EMPTY;
        for id in ids {
            set.insert(id);
        }
        set
    }
}

impl<K: Id> fmt::Debug for IdSet<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
