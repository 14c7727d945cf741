//! Rooms of every game, full of seeded random players that go on whatever happens to the server.
//!
//! A crowd plays one *life* of a server at a time: [`Crowd::play`] begins it, [`Crowd::gather`] ends
//! it, and between the two the campaign does to the server what it is about. What the players know
//! afterwards is compared with the database by [`Crowd::audit`]. Nothing here knows a rule.

mod audit;
mod sitter;

use std::net::SocketAddr;
use std::ops::RangeInclusive;
use std::time::Duration;

use black_box::{Seed, Server};
use engine::REGISTRY;
use serde_json::json;
use tokio::task::JoinHandle;
use tokio::time::sleep;
use uuid::Uuid;

pub use audit::Audit;
pub use sitter::{End, Manners, Sitter};

/// The range of the moment of a fault, in milliseconds after the players began to connect.
pub const MOMENT_MS: RangeInclusive<usize> = 20..=500;

/// A room and who plays in it.
#[derive(Debug)]
pub struct Company {
    /// The room.
    pub id: Uuid,
    /// Its game.
    pub game: &'static str,
    /// The seats.
    pub sitters: Vec<Sitter>,
}

/// All rooms, those included whose match is over.
#[derive(Debug)]
pub struct Crowd {
    rooms: usize,
    seed: Seed,
    opened: usize,
    /// The rooms.
    pub companies: Vec<Company>,
}

/// A life that is being played.
#[derive(Debug)]
#[must_use = "whoever plays must be gathered again"]
pub struct Life(Vec<Vec<JoinHandle<Sitter>>>);

impl Crowd {
    /// Creates a crowd that keeps this many matches going.
    pub fn new(rooms: usize, seed: Seed) -> Self {
        Self { rooms, seed, opened: 0, companies: Vec::new() }
    }

    /// Opens rooms until as many matches go on as should.
    pub async fn fill(&mut self, server: &Server) {
        let going = self.companies.iter().filter(|company| !company.over()).count();
        for _ in going..self.rooms {
            let game = REGISTRY[self.opened % REGISTRY.len()].id;
            self.opened += 1;
            let mut keys = vec![server.http.create_game(game, json!({}), json!({})).await];
            let (id, code) = (keys[0].room.id, keys[0].room.code.clone());
            for _ in 1..keys[0].room.seats.len() {
                keys.push(server.http.join(&code).await);
            }
            let sitters = keys.into_iter().map(|key| Sitter::new(key, self.seed.branch()));
            self.companies.push(Company { id, game, sitters: sitters.collect() });
        }
    }

    /// Has everybody connect, resume and play, until the match or the connection ends.
    pub fn play(&mut self, at: SocketAddr) -> Life {
        let start = |sitter: Sitter| tokio::spawn(sitter.play(at));
        let seats = |company: &mut Company| company.sitters.drain(..).map(start).collect();
        Life(self.companies.iter_mut().map(seats).collect())
    }

    /// Plays a life in as many matches as should go on, up to a random moment.
    pub async fn play_for_a_moment(&mut self, server: &Server, seed: &mut Seed) -> Life {
        self.fill(server).await;
        let life = self.play(server.at);
        let span = MOMENT_MS.end() - MOMENT_MS.start() + 1;
        let moment = MOMENT_MS.start() + seed.below(span);
        sleep(Duration::from_millis(moment as u64)).await;
        life
    }

    /// Waits until everybody's connection has ended.
    ///
    /// # Panics
    /// If a player met something that breaks the protocol.
    pub async fn gather(&mut self, life: Life) {
        for (company, seats) in self.companies.iter_mut().zip(life.0) {
            for seat in seats {
                let sitter = seat.await.expect("a player met what the protocol does not allow");
                company.sitters.push(sitter);
            }
        }
    }

    /// Iterates over everybody.
    pub fn sitters(&self) -> impl Iterator<Item = &Sitter> {
        self.companies.iter().flat_map(|company| &company.sitters)
    }

    /// Returns the number of those who have no answer to their last command.
    pub fn unanswered(&self) -> u64 {
        self.sitters().filter(|sitter| sitter.unanswered.is_some()).count() as u64
    }

    /// Returns the number of commands whose answer was found by their id.
    pub fn resolved(&self) -> u64 {
        self.sitters().map(|sitter| sitter.resolved).sum()
    }
}

impl Company {
    /// Returns `true` if the match has an outcome that everybody has seen.
    pub fn over(&self) -> bool {
        self.sitters.iter().all(|sitter| sitter.end == End::Over)
    }
}
