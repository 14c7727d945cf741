//! A map as a graph: who is next to whom, and how far one may go.

use protocol::ids::Id;

use crate::by_id::IdSet;

/// Symmetric adjacency over at most 64 places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph<K: Id> {
    near: Vec<IdSet<K>>,
}

impl<K: Id> Default for Graph<K> {
    fn default() -> Self {
        Self { near: vec![IdSet::EMPTY; K::ALL.len()] }
    }
}

impl<K: Id> Graph<K> {
    /// Joins two places.
    pub fn join(&mut self, a: K, b: K) {
        self.near[a.index()].insert(b);
        self.near[b.index()].insert(a);
    }

    /// The places next to `place`.
    pub fn neighbours(&self, place: K) -> IdSet<K> {
        self.near[place.index()]
    }

    /// Everything reached from `from` in one step or more, ring by ring: `visit` is called with
    /// each new ring and its distance and says whether to go on. Only places in `enter` are
    /// reached, and only those also in `pass` are gone through.
    pub fn rings(
        &self,
        from: K,
        enter: IdSet<K>,
        pass: IdSet<K>,
        mut visit: impl FnMut(IdSet<K>, u8) -> bool,
    ) {
        let mut seen = IdSet::only(from);
        let mut edge = seen;
        for distance in 1.. {
            let mut ring = IdSet::EMPTY;
            for place in edge.iter() {
                ring = ring.union(self.neighbours(place));
            }
            ring = ring.intersection(enter).difference(seen);
            if ring.is_empty() || !visit(ring, distance) {
                return;
            }
            seen = seen.union(ring);
            edge = ring.intersection(pass);
        }
    }
}
