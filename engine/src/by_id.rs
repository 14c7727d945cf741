//! Total maps and sets over closed sets of identifiers: look-ups that cannot fail, in plain memory.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

use protocol::ids::Id;

/// A value for every identifier of `K`; `N` is how many there are.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ById<K, V, const N: usize> {
    values: [V; N],
    key: PhantomData<K>,
}

impl<K: Id, V, const N: usize> ById<K, V, N> {
    /// The value of each identifier, from a function.
    pub fn from_fn(mut value: impl FnMut(K) -> V) -> Self {
        const { assert!(N == K::ALL.len(), "a total map has a value for each identifier") };
        Self { values: std::array::from_fn(|index| value(K::ALL[index])), key: PhantomData }
    }

    /// Identifiers and values, in canonical order.
    pub fn iter(&self) -> impl Iterator<Item = (K, &V)> {
        K::ALL.iter().copied().zip(&self.values)
    }

    /// The values, in canonical order.
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

    /// The set with these bits, by [`Id::index`].
    pub const fn from_bits(bits: u64) -> Self {
        Self { bits, key: PhantomData }
    }

    /// The bits, by [`Id::index`].
    pub const fn bits(self) -> u64 {
        self.bits
    }

    /// Only this identifier.
    pub fn only(id: K) -> Self {
        Self::from_bits(1 << id.index())
    }

    /// Whether the identifier is in the set.
    pub fn contains(self, id: K) -> bool {
        self.bits & 1 << id.index() != 0
    }

    /// Puts an identifier in.
    pub fn insert(&mut self, id: K) {
        self.bits |= 1 << id.index();
    }

    /// Takes an identifier out; says whether it was in.
    pub fn remove(&mut self, id: K) -> bool {
        let had = self.contains(id);
        self.bits &= !(1 << id.index());
        had
    }

    /// How many identifiers are in the set.
    pub const fn len(self) -> usize {
        self.bits.count_ones() as usize
    }

    /// Whether no identifier is in the set.
    pub const fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// Both sets together.
    pub const fn union(self, other: Self) -> Self {
        Self::from_bits(self.bits | other.bits)
    }

    /// What is in both sets.
    pub const fn intersection(self, other: Self) -> Self {
        Self::from_bits(self.bits & other.bits)
    }

    /// This set without the other.
    pub const fn difference(self, other: Self) -> Self {
        Self::from_bits(self.bits & !other.bits)
    }

    /// The identifiers, in canonical order.
    pub fn iter(self) -> impl Iterator<Item = K> {
        let mut bits = self.bits;
        std::iter::from_fn(move || {
            let index = bits.trailing_zeros() as usize;
            bits &= bits.wrapping_sub(1);
            K::ALL.get(index).copied()
        })
    }

    /// The `n`-th identifier of the set, in canonical order.
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
