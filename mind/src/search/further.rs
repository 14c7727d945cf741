//! Questions to a search after its thought: commands are tried on and compared in the same guesses, and it
//! says with which it would go on after one.

use std::hash::Hash;

use engine::Seat;
use engine::think::{Guess, Think};
use rand::Rng;

use super::observed::{Observed, key};
use super::{Edge, Search};

impl<G> Search<'_, G>
where
    G: Think,
    G::Command: Hash,
    G::Event: Hash,
{
    /// Tries a command of the decision on until it was tried so often, or `stop` says so.
    ///
    /// A command may be one that the search did not consider.
    pub fn try_on(
        &mut self,
        guess: &Guess<G>,
        command: &G::Command,
        (visits, nodes): (u32, usize),
        stop: &dyn Fn() -> bool,
    ) {
        let Some(edge) = self.edge_of(guess, command) else { return };
        while self.nodes[0][edge].visits < visits && !stop() {
            let world = self.guessed(guess);
            self.play_down(world, guess.seat(), nodes, Some(edge));
        }
    }

    /// Tries two commands of the decision in the same guesses, so many; returns the seat's mean chance with
    /// each of them there. `None` if nothing was thought before, or one is refused.
    pub fn compare(
        &mut self,
        guess: &Guess<G>,
        commands: [&G::Command; 2],
        (rounds, nodes): (u32, usize),
    ) -> Option<[f32; 2]> {
        let [one, other] = commands.map(|command| self.edge_of(guess, command));
        let edges = [one?, other?];
        let mut sums = [0.0; 2];
        for _ in 0..rounds {
            let world = self.guessed(guess);
            let first = world.is_first_side(guess.seat());
            for (edge, sum) in edges.into_iter().zip(&mut sums) {
                let worth = self.play_down(world.clone(), guess.seat(), nodes, Some(edge))?;
                *sum += worth.to(first).chance;
            }
        }
        Some(sums.map(|sum| sum / rounds as f32))
    }

    /// Returns the command with which the seat would go on after some of its own, the first of which answers
    /// the decision, if it was tried at least so often, and far more often than the others. `None` where
    /// chance has decided on the way.
    pub fn next(
        &self,
        world: &G,
        seat: Seat,
        commands: &[G::Command],
        least: u32,
    ) -> Option<G::Command> {
        let mut world = world.clone();
        let mut observed = Observed::default();
        for command in commands {
            let mut results = Vec::new();
            world.results(seat, command, &mut results);
            if !results.is_empty() {
                return None;
            }
            observed.note(seat.index(), command);
            world.apply(0, seat, command, &mut observed).ok()?;
        }
        let edges = &self.nodes[*self.index.get(&key(seat, &observed))?];
        let most = edges.iter().max_by_key(|edge| edge.visits)?;
        let all: u32 = edges.iter().map(|edge| edge.visits).sum();
        let clear = most.visits >= least && 3 * most.visits >= 2 * all;
        clear.then(|| most.command.clone())
    }

    fn guessed(&mut self, guess: &Guess<G>) -> G {
        // What is possible in a guess is marked with the iteration that it belongs to.
        self.iteration += 1;
        let coins = &mut self.coins;
        guess.another(&mut |n| coins.random_range(0..n))
    }

    /// Returns the place of a command among those of the decision, where it is put if it is not there yet.
    fn edge_of(&mut self, guess: &Guess<G>, command: &G::Command) -> Option<usize> {
        let known = self.nodes.first()?.iter().position(|edge| edge.command == *command);
        known.or_else(|| {
            let world = self.guessed(guess);
            let ahead = self.ahead(&world, guess.seat(), command, self.tuning.samples);
            self.nodes[0].push(Edge::new(command.clone(), ahead));
            Some(self.nodes[0].len() - 1)
        })
    }
}
