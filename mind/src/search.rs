//! Information set tree search with several observers (Cowling, Powley and Whitehouse 2012).
//!
//! Each iteration plays down one guess. Each seat has a tree of its own, whose nodes are what that seat
//! has been sent and has done since the search began, so that nobody in the search knows what it could
//! not know in the match. At a leaf the network says the chance to win.

#![expect(clippy::cast_precision_loss, reason = "visits are counted to some thousands")]

mod further;
mod observed;

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash};

use engine::think::{Guess, Think};
use engine::{Game, Seat};
use rand::Rng;
use rand_chacha::ChaCha8Rng;

use self::observed::{Observed, Plain, key};
use crate::judge::{Appraiser, Worth};
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
    /// The seat's chance to win after it, from 0 to 1, as the mind plays by it: how clearly a match is won
    /// counts too.
    pub value: f32,
    /// The chance to win that people are shown.
    pub chance: f32,
}

struct Edge<C> {
    command: C,
    visits: u32,
    available: u32,
    /// The last iteration in whose world it was possible.
    seen: u32,
    /// Sum over its visits, for the seat that commands.
    total: Worth,
    /// The worth one command ahead, or before it where nothing else could be chosen.
    ahead: Worth,
    /// `true` if that is of the position ahead.
    foreseen: bool,
    /// Promise of that beside the node's best command.
    promise: f32,
}

impl<C> Edge<C> {
    fn new(command: C, ahead: Worth) -> Self {
        let (total, promise) = (Worth::default(), 0.0);
        Self { command, visits: 0, available: 0, seen: 0, total, ahead, foreseen: true, promise }
    }

    fn value(&self) -> f32 {
        // What was foreseen counts as one visit.
        (self.ahead.value + self.total.value) / (1.0 + self.visits as f32)
    }

    fn chance(&self) -> f32 {
        let foreseen = if self.foreseen || self.visits == 0 { 1.0 } else { 0.0 };
        (foreseen * self.ahead.chance + self.total.chance) / (foreseen + self.visits as f32)
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
            self.play_down(world, guess.seat(), budget.nodes, None);
        }
        self.ranked()
    }

    /// Returns what a thought would lead to if it ended now; the best command first.
    pub fn ranked(&self) -> Vec<Ranked<G::Command>> {
        let root = self.nodes.first().into_iter().flatten();
        let mut ranked: Vec<Ranked<G::Command>> = root
            .map(|edge| Ranked {
                value: edge.value(),
                chance: edge.chance(),
                visits: edge.visits,
                command: edge.command.clone(),
            })
            .collect();
        ranked.sort_by(|one, other| {
            other.visits.cmp(&one.visits).then(other.value.total_cmp(&one.value))
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

    /// Plays a guess down, with one of the edges of the decision itself if it is named; returns what the
    /// first side has of it. `None` if a candidate was refused.
    fn play_down(
        &mut self,
        mut world: G,
        root: Seat,
        most: usize,
        named: Option<usize>,
    ) -> Option<Worth> {
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
            let named = named.filter(|_| !below_root);
            let Some(edge) = named.or_else(|| self.choose(node)) else { break };
            let command = self.nodes[node][edge].command.clone();
            observed.note(seat.index(), &command);
            path.push(Taken { node, edge, first });
            if let Some((result, next)) = self.drawn(&world, seat, &command) {
                // What is thrown openly everybody sees.
                (0..SEATS).for_each(|seat| observed.note(seat, &(&command, result)));
                world = next;
            } else if world.apply(0, seat, &command, &mut observed).is_err() {
                // A fault of the candidates: nobody should choose it again.
                let all = Worth { value: 1.0, chance: 1.0 };
                self.back_up(path, all.to(!first));
                return None;
            }
        }
        let worth = self.judge.first_worth(&world);
        self.back_up(path, worth);
        Some(worth)
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

    fn back_up(&mut self, path: Vec<Taken>, first: Worth) {
        for taken in path {
            let edge = &mut self.nodes[taken.node][taken.edge];
            edge.visits += 1;
            edge.total = edge.total.and(first.to(taken.first));
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
            edges.push(Edge {
                available: 1,
                seen: self.iteration,
                foreseen: samples > 0,
                ..Edge::new(command, ahead)
            });
        }
        if edges.len() > before {
            let best = edges.iter().map(|edge| edge.ahead.value).fold(0.0, f32::max);
            for edge in &mut edges {
                edge.promise = libm::expf((edge.ahead.value - best) / self.tuning.heat);
            }
        }
        self.candidates = candidates;
        self.nodes[node] = edges;
    }

    /// Returns what a seat has of a position after a command; where chance or hidden cards decide, the mean
    /// of some results. Without samples what it has before it.
    fn ahead(&mut self, world: &G, seat: Seat, command: &G::Command, samples: u32) -> Worth {
        if samples == 0 {
            return self.judge.worth(world, seat);
        }
        self.results.clear();
        world.results(seat, command, &mut self.results);
        if !self.results.is_empty() {
            let shares = self.results.iter();
            let worths = shares.map(|(next, share)| self.judge.worth(next, seat).share(*share));
            return worths.fold(Worth::default(), Worth::and);
        }
        let mut sum = Worth::default();
        let mut count = 0.0;
        for sample in 0..samples {
            let mut next = world.clone();
            if sample > 0 {
                let coins = &mut self.coins;
                next.redeal(engine::Viewer::Seat(seat), &mut |n| coins.random_range(0..n));
            }
            let before = next.epoch();
            if next.apply(0, seat, command, &mut ()).is_err() {
                return Worth::default();
            }
            sum = sum.and(self.judge.worth(&next, seat));
            count += 1.0;
            if next.epoch() == before {
                break;
            }
        }
        sum.share(1.0 / count)
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
            edge.value() + explore * edge.promise * rare
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
