//! Information set tree search with several observers (Cowling, Powley and Whitehouse 2012).
//!
//! Each iteration plays down one guess. Each seat has a tree of its own, whose nodes are what that seat
//! has been sent and has done since the search began, so that nobody in the search knows what it could
//! not know in the match. At a leaf the network says the chance to win.

#![expect(clippy::cast_precision_loss, reason = "visits are counted to some thousands")]

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, DefaultHasher, Hash, Hasher};

use engine::think::{Feature, Guess, Think};
use engine::{Audience, EventSink, Game, Seat};
use rand::Rng;
use rand_chacha::ChaCha8Rng;

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
    /// Samples of a command whose result is up to chance.
    pub samples: u32,
}

impl Default for Tuning {
    fn default() -> Self {
        Self { explore: 0.3, heat: 0.04, turns: 2, samples: 4 }
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
        let mut hasher = DefaultHasher::new();
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
const STRIDE: u32 = 8;

/// Seats of the games that are searched.
const SEATS: usize = 2;

/// A search for one decision.
pub struct Search<'a, G: Think> {
    net: &'a Net,
    tuning: Tuning,
    coins: ChaCha8Rng,
    /// The commands that each node has seen.
    nodes: HashMap<u64, Vec<Edge<G::Command>>, BuildHasherDefault<Plain>>,
    features: Vec<Feature>,
    candidates: Vec<G::Command>,
    iteration: u32,
    /// The node of the decision that is thought about.
    root: u64,
}

impl<G: Think> std::fmt::Debug for Search<'_, G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Search").field("nodes", &self.nodes.len()).finish_non_exhaustive()
    }
}

/// A step down a guess: the node and the edge taken, and who took it.
struct Taken {
    node: u64,
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
            net,
            tuning,
            coins,
            nodes: HashMap::default(),
            features: Vec::new(),
            candidates: Vec::new(),
            iteration: 0,
            root: 0,
        }
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
        self.root = key(guess.seat(), &Observed::default());
        for iteration in 0..budget.iterations {
            if iteration % STRIDE == STRIDE - 1 && stop(self) {
                break;
            }
            self.iteration = iteration;
            let coins = &mut self.coins;
            let world = guess.another(&mut |n| coins.random_range(0..n));
            self.play_down(world, guess.seat(), budget.nodes);
        }
        let root = self.nodes.remove(&self.root);
        let mut ranked: Vec<Ranked<G::Command>> = root
            .unwrap_or_default()
            .into_iter()
            .map(|edge| Ranked {
                chance: edge.chance(),
                visits: edge.visits,
                command: edge.command,
            })
            .collect();
        ranked.sort_by(|one, other| {
            other.visits.cmp(&one.visits).then(other.chance.total_cmp(&one.chance))
        });
        ranked
    }

    /// Returns the command that a thought would lead to if it ended now.
    pub fn best(&self) -> Option<&G::Command> {
        // Of equal ones the first, as in the order of a finished thought: `max_by` takes the last.
        let edges = self.nodes.get(&self.root)?.iter().rev();
        let best = edges.max_by(|one, other| {
            one.visits.cmp(&other.visits).then(one.chance().total_cmp(&other.chance()))
        });
        best.map(|edge| &edge.command)
    }

    fn play_down(&mut self, mut world: G, root: Seat, most: usize) {
        let horizon = world.turn_number() + self.tuning.turns;
        let mut observed = Observed::default();
        let mut path: Vec<Taken> = Vec::new();
        let first_chance = loop {
            let Some(seat) = asked(&world, root) else { break self.weigh(&world) };
            if world.turn_number() > horizon && !path.is_empty() {
                break self.weigh(&world);
            }
            let first = world.is_first_side(seat);
            let node = key(seat, &observed);
            let fresh = !self.nodes.contains_key(&node);
            if fresh && self.nodes.len() >= most {
                break self.weigh(&world);
            }
            self.list(&world, seat, node);
            if fresh && !path.is_empty() {
                let Some(edges) = self.nodes.get(&node) else { break self.weigh(&world) };
                let best = edges.iter().map(|edge| edge.ahead).fold(0.0, f32::max);
                break if first { best } else { 1.0 - best };
            }
            let Some(edge) = self.choose(node) else { break self.weigh(&world) };
            let Some(command) = self.nodes.get(&node).map(|edges| edges[edge].command.clone())
            else {
                break self.weigh(&world);
            };
            observed.note(seat.index(), &command);
            path.push(Taken { node, edge, first });
            if world.apply(0, seat, &command, &mut observed).is_err() {
                // A fault of the candidates: nobody should choose it again.
                break if first { 0.0 } else { 1.0 };
            }
        };
        for taken in path {
            if let Some(edge) =
                self.nodes.get_mut(&taken.node).and_then(|edges| edges.get_mut(taken.edge))
            {
                edge.visits += 1;
                edge.total += if taken.first { first_chance } else { 1.0 - first_chance };
            }
        }
    }

    /// Lists the commands of this world in a node, those that are new with what one ply shows.
    fn list(&mut self, world: &G, seat: Seat, node: u64) {
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clear();
        let coins = &mut self.coins;
        world.candidates(seat, &mut |n| coins.random_range(0..n), &mut candidates);
        let mut edges = self.nodes.remove(&node).unwrap_or_default();
        let single = candidates.len() == 1;
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
            let ahead = if single {
                self.own_chance(world, seat)
            } else {
                self.ahead(world, seat, &command)
            };
            let seen = self.iteration;
            edges.push(Edge { command, visits: 0, available: 1, seen, total: 0.0, ahead });
        }
        self.candidates = candidates;
        self.nodes.insert(node, edges);
    }

    fn own_chance(&mut self, world: &G, seat: Seat) -> f32 {
        let chance = self.weigh(world);
        if world.is_first_side(seat) { chance } else { 1.0 - chance }
    }

    /// Returns the seat's chance after a command; where chance or hidden cards decide, the mean of some.
    fn ahead(&mut self, world: &G, seat: Seat, command: &G::Command) -> f32 {
        let mut sum = 0.0;
        let mut count = 0.0;
        for sample in 0..self.tuning.samples {
            let mut next = world.clone();
            if sample > 0 {
                let coins = &mut self.coins;
                next.redeal(engine::Viewer::Seat(seat), &mut |n| coins.random_range(0..n));
            }
            let before = next.epoch();
            if next.apply(0, seat, command, &mut ()).is_err() {
                return 0.0;
            }
            sum += self.own_chance(&next, seat);
            count += 1.0;
            if next.epoch() == before {
                break;
            }
        }
        sum / count
    }

    /// Returns the first side's chance in a position.
    fn weigh(&mut self, world: &G) -> f32 {
        if world.awaiting().is_empty() {
            return f32::midpoint(world.lead(), 1.0);
        }
        self.features.clear();
        world.features(&mut self.features);
        self.net.chance(&self.features)
    }

    /// Chooses the edge to go down: good ones, and ones tried little.
    fn choose(&self, node: u64) -> Option<usize> {
        let edges = self.nodes.get(&node)?;
        let best = edges.iter().map(|edge| edge.ahead).fold(0.0, f32::max);
        let weight = |edge: &Edge<G::Command>| libm::expf((edge.ahead - best) / self.tuning.heat);
        let all: f32 = edges.iter().map(weight).sum();
        let score = |edge: &Edge<G::Command>| {
            let rare = (edge.available as f32).sqrt() / (1.0 + edge.visits as f32);
            edge.chance() + self.tuning.explore * weight(edge) / all * rare
        };
        // Only those that are possible in this world may be taken.
        let open = edges.iter().enumerate().filter(|(_, edge)| edge.seen == self.iteration);
        open.max_by(|(_, one), (_, other)| score(one).total_cmp(&score(other))).map(|(at, _)| at)
    }
}

/// Returns the seat that decides next: the one that thinks, if it is asked.
fn asked<G: Game>(world: &G, root: Seat) -> Option<Seat> {
    let awaiting = world.awaiting();
    if awaiting.contains(root) { Some(root) } else { awaiting.iter().next() }
}

fn key(seat: Seat, observed: &Observed) -> u64 {
    let mut hasher = DefaultHasher::new();
    (seat, observed.seats[seat.index()]).hash(&mut hasher);
    hasher.finish()
}
