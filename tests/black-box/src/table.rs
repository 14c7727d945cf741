//! A match, its seats and its spectators, played by seeded random moves.
//!
//! After every move each viewer reads all that was sent to it, so a test may look at any moment of
//! the match as everybody sees it, without waiting for anything that might not come.

use std::collections::BTreeMap;
use std::time::Instant;

use futures_util::future::join_all;
use protocol::room::{RoomState, Seated};
use protocol::{Code, Outcome};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::PATIENCE;
use crate::deal::Entropy;
use crate::player::{Player, Refused};
use crate::seed::Seed;
use crate::server::Server;

/// More moves than any match has.
const MOVES_MAX: usize = 20_000;

/// A match in play.
#[derive(Debug)]
pub struct Table {
    /// The seats' keys.
    pub keys: Vec<Seated>,
    /// The seats.
    pub seats: Vec<Player>,
    /// The spectators.
    pub gallery: Vec<Player>,
    /// The source of the choices.
    pub seed: Seed,
    /// Every accepted move, in order.
    pub made: Vec<Made>,
}

/// An accepted move.
#[derive(Clone, Debug, PartialEq)]
pub struct Made {
    /// The seat that made it.
    pub seat: usize,
    /// Its id.
    pub id: Uuid,
    /// The decision it answered.
    pub decision: u64,
    /// The command itself.
    pub command: Value,
    /// The entry it became.
    pub seq: u64,
}

impl Table {
    /// Opens a room of [`crate::GAME`] with these options, takes both seats, connects this
    /// many spectators, and begins.
    pub async fn begin(server: &Server, options: Value, spectators: usize, seed: Seed) -> Self {
        Self::of(server, crate::GAME, options, spectators, seed).await
    }

    /// Opens a room of any game, takes every seat, connects this many spectators, and begins.
    pub async fn of(
        server: &Server,
        game: &str,
        options: Value,
        spectators: usize,
        seed: Seed,
    ) -> Self {
        Self::dealt(&[server], game, options, spectators, seed, &[]).await
    }

    /// Begins a match like [`Table::begin`], with seats and spectators on these servers in turn.
    pub async fn across(
        servers: &[&Server],
        options: Value,
        spectators: usize,
        seed: Seed,
    ) -> Self {
        Self::dealt(servers, crate::GAME, options, spectators, seed, &[]).await
    }

    /// Begins a match of any game like [`Table::of`], on these servers in turn; `entropy` is what the
    /// first seats bring to the deal.
    pub async fn dealt(
        servers: &[&Server],
        game: &str,
        options: Value,
        spectators: usize,
        seed: Seed,
        entropy: &[Option<Entropy>],
    ) -> Self {
        let mut keys = vec![servers[0].http.create_game(game, options, json!({})).await];
        let code = keys[0].room.code.clone();
        for number in 1..keys[0].room.seats.len() {
            keys.push(servers[number % servers.len()].http.join(&code).await);
        }
        let mut gallery = Vec::new();
        for number in 0..spectators {
            gallery.push(Player::watch(servers[number % servers.len()], &code, None).await);
        }
        let mut seats = Vec::new();
        for (number, key) in keys.iter().enumerate() {
            seats.push(Player::seat(servers[number % servers.len()], key, None).await);
        }
        let mut table = Self { keys, seats, gallery, seed, made: Vec::new() };
        let brought = |seat: usize| entropy.get(seat).copied().flatten();
        for (number, seat) in table.seats.iter_mut().enumerate() {
            match brought(number) {
                Some(entropy) => seat.commit(&entropy).await,
                None => seat.ready().await,
            }
        }
        // Nobody reveals before everybody is bound, so this is a round of its own.
        for (number, seat) in table.seats.iter_mut().enumerate() {
            if let Some(entropy) = brought(number) {
                seat.reveal(&entropy).await;
            }
        }
        for viewer in table.seats.iter_mut().chain(&mut table.gallery) {
            viewer.until(|viewer| viewer.view.is_some()).await;
        }
        table
    }

    /// Returns the room's code.
    pub fn code(&self) -> &str {
        &self.keys[0].room.code
    }

    /// Iterates over the seats and the spectators.
    pub fn viewers(&self) -> impl Iterator<Item = &Player> {
        self.seats.iter().chain(&self.gallery)
    }

    /// Has everybody read all that was sent to them.
    pub async fn sync(&mut self) {
        join_all(self.seats.iter_mut().chain(&mut self.gallery).map(Player::sync)).await;
    }

    /// Makes a seat's move, which must be accepted; everybody reads what came of it.
    pub async fn make(&mut self, seat: usize, decision: u64, command: Value) -> &Made {
        let made = self.offer(seat, decision, command.clone()).await;
        made.unwrap_or_else(|why| panic!("seat {seat} offered {command}: {why:?}"));
        self.made.last().unwrap()
    }

    /// Makes a seat's move, if it is accepted, and under the same id again as long as the store cannot take it;
    /// everybody reads what came of it.
    async fn offer(&mut self, seat: usize, decision: u64, command: Value) -> Result<(), Refused> {
        let (id, began) = (self.seed.id(), Instant::now());
        let answer = loop {
            match self.seats[seat].command(id, decision, command.clone()).await {
                Err(Refused { code: Code::StorageUnavailable, .. })
                    if began.elapsed() < PATIENCE => {}
                answer => break answer,
            }
        };
        let made = answer.map(|seq| self.made.push(Made { seat, id, decision, command, seq }));
        self.sync().await;
        made
    }

    /// Chooses a random awaited seat and its random move; `None` once the match is over.
    pub fn choose(&mut self) -> Option<(usize, u64, Value)> {
        let awaited: Vec<usize> = (0..self.seats.len())
            .filter(|seat| self.seats[*seat].now().decision.is_some())
            .collect();
        if awaited.is_empty() {
            assert!(self.outcome().is_some(), "nobody is asked and the match is not over");
            return None;
        }
        let seat = awaited[self.seed.below(awaited.len())];
        let (decision, command) = self.seats[seat].choose(&mut self.seed)?;
        Some((seat, decision, command))
    }

    /// Makes one random move; `false` if there was none to make.
    pub async fn step(&mut self) -> bool {
        let Some((seat, decision, command)) = self.choose() else { return false };
        let seen = self.seats[seat].now().seq;
        if let Err(why) = self.offer(seat, decision, command.clone()).await {
            // Where a clock runs, something may fall due between the look and the command.
            let raced = self.seats[seat].now().seq > seen;
            assert!(raced, "seat {seat} offered {command}: {why:?}");
        }
        true
    }

    /// Makes this many random moves, or fewer if the match ends.
    pub async fn play(&mut self, moves: usize) {
        for _ in 0..moves {
            if !self.step().await {
                return;
            }
        }
    }

    /// Plays random moves to the end, which is the same for everybody.
    pub async fn finish(&mut self) -> Outcome {
        self.play(MOVES_MAX).await;
        let outcome = self.outcome().expect("the match ends");
        for viewer in self.viewers() {
            assert_eq!(viewer.now().outcome.as_ref(), Some(&outcome));
            let state = viewer.room.as_ref().map(|room| room.state);
            assert_eq!(state, Some(RoomState::Finished));
        }
        outcome
    }

    /// Returns the outcome, once there is one.
    pub fn outcome(&self) -> Option<Outcome> {
        self.seats[0].now().outcome.clone()
    }

    /// Returns the head after each entry; equal for all who were sent one.
    pub fn heads(&self) -> BTreeMap<u64, String> {
        let mut heads = BTreeMap::new();
        for (seq, head) in self.viewers().flat_map(|viewer| &viewer.heads) {
            let known = heads.entry(*seq).or_insert_with(|| head.clone());
            assert_eq!(known, head, "entry {seq} has one head for everybody");
        }
        heads
    }

    /// Has everybody come back with what they have, perhaps to a server that was started again.
    pub async fn come_back(&mut self, server: &Server) {
        for viewer in self.seats.iter_mut().chain(&mut self.gallery) {
            viewer.come_back(server).await;
        }
        self.sync().await;
    }
}
