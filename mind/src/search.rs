//! Information set tree search with several observers (Cowling, Powley and Whitehouse 2012).
//!
//! Each iteration plays down one guess. Each seat has a tree of its own, whose nodes are what that seat
//! has been sent and has done since the search began, so that nobody in the search knows what it could
//! not know in the match. At a leaf the network says the chance to win.

#![expect(clippy::cast_precision_loss, reason = "visits are counted to some thousands")]

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

use engine::think::{Guess, Think};
use engine::{Audience, EventSink, Game, Seat};
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rustc_hash::FxHasher;

use crate::judge::Appraiser;
use crate::net::Net;

/// The length of a thought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchBudget {
    /// Guesses that are played down.
    pub iterations: u32,
    /// The most nodes that are kept.
    pub nodes: usize,
}

/// Numbers by which a search is tuned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tuning {
    /// Weight of what was tried little.
    pub explore: f32,
    /// The difference in chance by which a command is expected to be better by a factor of e.
    pub heat: f32,
    /// Turns that it looks ahead.
    pub turns: u32,
    /// Samples of a command whose result is up to chance: of the decision itself.
    pub samples: u32,
    /// Samples further down.
    pub deep_samples: u32,
}

impl Default for Tuning {
    fn default() -> Self {
        Self { explore: 0.3, heat: 0.04, turns: 2, samples: 4, deep_samples: 1 }
    }
}

/// A command with what the search thinks of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranked<C> {
    /// The command.
    pub command: C,
    /// Number of times that it was tried.
    pub visits: u32,
    /// The seat's chance to win after it, from 0 to 1.
    pub chance: f32,
}

struct Edge<C> {
    command: C,
    visits: u32,
    available: u32,
    /// The last iteration in whose world it was possible.
    seen: u32,
    /// Sum of the chances of its visits, for the seat that commands.
    total: f32,
    /// The chance one command ahead.
    ahead: f32,
    /// Promise of that beside the node's best command.
    promise: f32,
}

impl<C> Edge<C> {
    fn chance(&self) -> f32 {
        // What was foreseen counts as one visit.
        (self.ahead + self.total) / (1.0 + self.visits as f32)
    }
}

/// Keys are hashes already.
#[derive(Default)]
struct Plain(u64);

impl Hasher for Plain {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {}

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// Everything that each seat has been sent since the search began, as a hash.
#[derive(Default)]
struct Observed {
    seats: [u64; SEATS],
}

impl Observed {
    fn note(&mut self, seat: usize, what: &impl Hash) {
        let mut hasher = FxHasher::default();
        self.seats[seat].hash(&mut hasher);
        what.hash(&mut hasher);
        self.seats[seat] = hasher.finish();
    }
}

impl<E: Hash> EventSink<E> for Observed {
    fn emit(&mut self, audience: Audience, event: E) {
        match audience {
            Audience::All => (0..SEATS).for_each(|seat| self.note(seat, &event)),
            Audience::Only(seat) => self.note(seat.index(), &event),
        }
    }
}

/// Iterations between two looks at whether to stop.
pub(crate) const STRIDE: u32 = 8;

/// Checks whether nobody waits for a thought any more; gets the number of positions weighed so far.
///
/// Asked before every command that is weighed, so that a thought ends at once wherever it is. What it
/// leads to then is nothing that anybody should play.
pub type Abandoned<'a> = &'a dyn Fn(u64) -> bool;

/// Seats of the games that are searched.
const SEATS: usize = 2;

/// A search for one decision.
pub struct Search<'a, G: Think> {
    judge: Appraiser<'a>,
    abandoned: Abandoned<'a>,
    tuning: Tuning,
    coins: ChaCha8Rng,
    /// Numbers of nodes by what their seat has been sent and has done.
    index: HashMap<u64, usize, BuildHasherDefault<Plain>>,
    /// The commands that each node has seen.
    nodes: Vec<Vec<Edge<G::Command>>>,
    candidates: Vec<G::Command>,
    results: Vec<(G, f32)>,
    iteration: u32,
}

impl<G: Think> std::fmt::Debug for Search<'_, G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Search").field("nodes", &self.nodes.len()).finish_non_exhaustive()
    }
}

/// A step down a guess: the node and the edge taken, and who took it.
struct Taken {
    node: usize,
    edge: usize,
    first: bool,
}

impl<'a, G> Search<'a, G>
where
    G: Think,
    G::Command: Hash,
    G::Event: Hash,
{
    /// Creates a search with these coins.
    pub fn new(net: &'a Net, tuning: Tuning, coins: ChaCha8Rng) -> Self {
        Self {
            judge: Appraiser::new(net),
            abandoned: &|_| false,
            tuning,
            coins,
            index: HashMap::default(),
            nodes: Vec::new(),
            candidates: Vec::new(),
            results: Vec::new(),
            iteration: 0,
        }
    }

    /// Has the search ask whether nobody waits for it any more.
    #[must_use]
    pub fn unless(mut self, abandoned: Abandoned<'a>) -> Self {
        self.abandoned = abandoned;
        self
    }

    fn is_abandoned(&self) -> bool {
        (self.abandoned)(self.judge.weighed)
    }

    /// Thinks about the decision that the guess's seat is asked for, until the budget is spent or
    /// `stop`, which is asked every few iterations, says so; the best command first. Empty if nothing
    /// was asked.
    pub fn think(
        &mut self,
        guess: &Guess<G>,
        budget: SearchBudget,
        stop: &mut dyn FnMut(&Self) -> bool,
    ) -> Vec<Ranked<G::Command>> {
        for iteration in 0..budget.iterations {
            let settled = self.nodes.first().is_some_and(|root| root.len() == 1);
            if settled || (iteration % STRIDE == STRIDE - 1 && stop(self)) || self.is_abandoned() {
                break;
            }
            self.iteration = iteration;
            let coins = &mut self.coins;
            let world = guess.another(&mut |n| coins.random_range(0..n));
            self.play_down(world, guess.seat(), budget.nodes);
        }
        self.ranked()
    }

    /// Returns what a thought would lead to if it ended now; the best command first.
    pub fn ranked(&self) -> Vec<Ranked<G::Command>> {
        let root = self.nodes.first().into_iter().flatten();
        let mut ranked: Vec<Ranked<G::Command>> = root
            .map(|edge| Ranked {
                chance: edge.chance(),
                visits: edge.visits,
                command: edge.command.clone(),
            })
            .collect();
        ranked.sort_by(|one, other| {
            other.visits.cmp(&one.visits).then(other.chance.total_cmp(&one.chance))
        });
        ranked
    }

    /// Checks whether the command that would be chosen now stays the one, however what is left of the
    /// budget goes: no other command can be tried as often any more.
    pub fn is_decided(&self, budget: SearchBudget) -> bool {
        let left = budget.iterations.saturating_sub(self.iteration + 1);
        let Some(root) = self.nodes.first() else { return false };
        let (mut most, mut second) = (0, 0);
        for edge in root {
            second = second.max(edge.visits.min(most));
            most = most.max(edge.visits);
        }
        most > second + left
    }

    fn play_down(&mut self, mut world: G, root: Seat, most: usize) {
        let horizon = world.turn_number() + self.tuning.turns;
        let mut observed = Observed::default();
        let mut path: Vec<Taken> = Vec::new();
        while let Some(seat) = asked(&world, root) {
            let below_root = !path.is_empty();
            if below_root && world.turn_number() > horizon {
                break;
            }
            let first = world.is_first_side(seat);
            let Some(node) = self.node(key(seat, &observed), below_root, most) else { break };
            self.list(&world, seat, node, seat == root);
            if self.is_abandoned() {
                break;
            }
            let Some(edge) = self.choose(node) else { break };
            let command = self.nodes[node][edge].command.clone();
            observed.note(seat.index(), &command);
            path.push(Taken { node, edge, first });
            if let Some((result, next)) = self.drawn(&world, seat, &command) {
                // What is thrown openly everybody sees.
                (0..SEATS).for_each(|seat| observed.note(seat, &(&command, result)));
                world = next;
            } else if world.apply(0, seat, &command, &mut observed).is_err() {
                // A fault of the candidates: nobody should choose it again.
                return self.back_up(path, if first { 0.0 } else { 1.0 });
            }
        }
        let first_chance = self.judge.first_chance(&world);
        self.back_up(path, first_chance);
    }

    /// Returns the node of what a seat has been sent and has done; `None` if it ends the way down: what
    /// is seen for the first time is weighed, and listed when it is seen again.
    fn node(&mut self, key: u64, below_root: bool, most: usize) -> Option<usize> {
        if let Some(node) = self.index.get(&key) {
            return Some(*node);
        }
        let node = self.nodes.len();
        if node >= most {
            return None;
        }
        self.index.insert(key, node);
        self.nodes.push(Vec::new());
        (!below_root).then_some(node)
    }

    fn back_up(&mut self, path: Vec<Taken>, first_chance: f32) {
        for taken in path {
            let edge = &mut self.nodes[taken.node][taken.edge];
            edge.visits += 1;
            edge.total += if taken.first { first_chance } else { 1.0 - first_chance };
        }
    }

    /// Draws one of the few results that stand for all of a command that dice decide, so that the search
    /// comes back to it; the result's number and the position. `None` if the game knows none.
    fn drawn(&mut self, world: &G, seat: Seat, command: &G::Command) -> Option<(usize, G)> {
        self.results.clear();
        world.results(seat, command, &mut self.results);
        let last = self.results.len().checked_sub(1)?;
        let mut left = self.coins.random_range(0.0..1.0_f32);
        let drawn = self.results.iter().position(|(_, share)| {
            left -= share;
            left < 0.0
        });
        let drawn = drawn.unwrap_or(last);
        Some((drawn, self.results.swap_remove(drawn).0))
    }

    /// Lists the commands of this world in a node, those that are new with what one ply shows. The
    /// seat that thinks has the same ones in every world.
    fn list(&mut self, world: &G, seat: Seat, node: usize, own: bool) {
        let mut edges = std::mem::take(&mut self.nodes[node]);
        if own && !edges.is_empty() {
            for edge in &mut edges {
                edge.available += 1;
                edge.seen = self.iteration;
            }
            self.nodes[node] = edges;
            return;
        }
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clear();
        let coins = &mut self.coins;
        world.candidates(seat, &mut |n| coins.random_range(0..n), &mut candidates);
        let samples = match (candidates.len(), node) {
            (1, _) => 0,
            (_, 0) => self.tuning.samples,
            _ => self.tuning.deep_samples,
        };
        let before = edges.len();
        for (at, command) in candidates.drain(..).enumerate() {
            let same = |edge: &Edge<G::Command>| edge.command == command;
            let known = if edges.get(at).is_some_and(same) {
                Some(at)
            } else {
                edges.iter().position(same)
            };
            if let Some(known) = known {
                edges[known].available += 1;
                edges[known].seen = self.iteration;
                continue;
            }
            if self.is_abandoned() {
                break;
            }
            let ahead = self.ahead(world, seat, &command, samples);
            let seen = self.iteration;
            edges.push(Edge {
                command,
                visits: 0,
                available: 1,
                seen,
                total: 0.0,
                ahead,
                promise: 0.0,
            });
        }
        if edges.len() > before {
            let best = edges.iter().map(|edge| edge.ahead).fold(0.0, f32::max);
            for edge in &mut edges {
                edge.promise = libm::expf((edge.ahead - best) / self.tuning.heat);
            }
        }
        self.candidates = candidates;
        self.nodes[node] = edges;
    }

    /// Returns the seat's chance after a command; where chance or hidden cards decide, the mean of
    /// some results. Without samples the chance before it.
    fn ahead(&mut self, world: &G, seat: Seat, command: &G::Command, samples: u32) -> f32 {
        if samples == 0 {
            return self.judge.chance(world, seat);
        }
        self.results.clear();
        world.results(seat, command, &mut self.results);
        if !self.results.is_empty() {
            let shares = self.results.iter();
            return shares.map(|(next, share)| share * self.judge.chance(next, seat)).sum();
        }
        let mut sum = 0.0;
        let mut count = 0.0;
        for sample in 0..samples {
            let mut next = world.clone();
            if sample > 0 {
                let coins = &mut self.coins;
                next.redeal(engine::Viewer::Seat(seat), &mut |n| coins.random_range(0..n));
            }
            let before = next.epoch();
            if next.apply(0, seat, command, &mut ()).is_err() {
                return 0.0;
            }
            sum += self.judge.chance(&next, seat);
            count += 1.0;
            if next.epoch() == before {
                break;
            }
        }
        sum / count
    }

    /// Chooses the edge to go down: good ones, and ones tried little. Only those that are possible in
    /// this world may be taken.
    fn choose(&self, node: usize) -> Option<usize> {
        let open = || {
            let edges = self.nodes[node].iter().enumerate();
            edges.filter(|(_, edge)| edge.seen == self.iteration)
        };
        let all: f32 = open().map(|(_, edge)| edge.promise).sum();
        let explore = self.tuning.explore / all;
        let score = |edge: &Edge<G::Command>| {
            let rare = (edge.available as f32).sqrt() / (1.0 + edge.visits as f32);
            edge.chance() + explore * edge.promise * rare
        };
        let scored = open().map(|(at, edge)| (at, score(edge)));
        scored.max_by(|(_, one), (_, other)| one.total_cmp(other)).map(|(at, _)| at)
    }
}

/// Returns the seat that decides next: the one that thinks, if it is asked.
fn asked<G: Game>(world: &G, root: Seat) -> Option<Seat> {
    let awaiting = world.awaiting();
    if awaiting.contains(root) { Some(root) } else { awaiting.iter().next() }
}

fn key(seat: Seat, observed: &Observed) -> u64 {
    let mut hasher = FxHasher::default();
    (seat, observed.seats[seat.index()]).hash(&mut hasher);
    hasher.finish()
}
