//! A map as a graph: neighbours, and the nodes within reach.

use protocol::ids::Id;

use crate::by_id::IdSet;

/// Symmetric adjacency over at most 64 nodes.
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
    /// Joins two nodes.
    pub fn join(&mut self, a: K, b: K) {
        self.near[a.index()].insert(b);
        self.near[b.index()].insert(a);
    }

    /// Returns the nodes next to `node`.
    pub fn neighbours(&self, node: K) -> IdSet<K> {
        self.near[node.index()]
    }

    /// Visits every node reached from `from` in one step or more, ring by ring: `visit` is called
    /// with each new ring and its distance and returns whether to go on. Only nodes in `enter` are
    /// reached, and only those also in `pass` are passed through.
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
            for node in edge.iter() {
                ring = ring.union(self.neighbours(node));
            }
            ring = ring.intersection(enter).difference(seen);
            if ring.is_empty() || !visit(ring, distance) {
                return;
            }
            seen = seen.union(ring);
            // Nodes that may be entered but not passed end the way.
            edge = ring.intersection(pass);
        }
    }
}
