//! Programs that have announced themselves to another server than the one that has the room.
//!
//! Where a program is announced its seats are counted, also those in rooms elsewhere: the server with the room
//! says again and again that the seat is still held, and one that is silent for long is not counted.

use std::sync::{Arc, Weak};
use std::time::Duration;

use protocol::program::GivenSeat;
use protocol::room::{Program, Room};
use serde::de::DeserializeOwned;
use tokio::time::{MissedTickBehavior, interval};
use uuid::Uuid;

use super::neighbours::lost;
use crate::cluster::{
    CallFailure, Cluster, Denial, OwnCall, ProgramCall, ServerAnswer, ServerCall,
};
use crate::rooms::{Handle, ProgramSeat, Refusal, Rooms, SeatingProgram, TokenHash};

/// Interval at which a server says that a seat is still held.
const SAID: Duration = Duration::from_secs(2);

/// A program at another server.
struct AwayProgram {
    cluster: Arc<Cluster>,
    home: Uuid,
    program: Uuid,
    promise: Uuid,
}

/// Gives a free seat of a room here to a program that has announced itself to the server `home`.
pub(super) async fn seat(
    (rooms, cluster, home): (&Rooms, Arc<Cluster>, Uuid),
    room: &Handle,
    (bearer, seat): (TokenHash, u8),
    program: Uuid,
) -> Result<Room, Refusal> {
    rooms.seats_programs()?;
    let look = room.look().await?;
    let promise = cluster.draw_id();
    let away = AwayProgram { cluster, home, program, promise };
    let (game, options) = (look.game.clone(), look.options.clone());
    let promised: (String, Program) =
        away.ask(ProgramCall::Promise { promise, game, options }).await?;
    let holding = Arc::<ProgramSeat>::default();
    let held = Arc::downgrade(&holding);
    let seating = SeatingProgram { name: promised.0, program: promised.1, holding };
    let (room, given) = match rooms.give_seat(room, bearer, seat, seating).await {
        Ok(given) => given,
        Err(refusal) => {
            away.release().await;
            return Err(refusal);
        }
    };
    // Whoever gave the seat sees what becomes of it in the room.
    tokio::spawn(away.keep(held, given));
    Ok(room)
}

/// Answers a request about a program that has announced itself here.
pub(super) fn answer(rooms: &Rooms, program: Uuid, call: ProgramCall) -> ServerAnswer {
    let denied = |refusal: Refusal| Denial::from(refusal);
    match call {
        ProgramCall::Promise { promise, game, options } => {
            let promised = rooms.promise_afar(program, (&game, &options), promise);
            ServerAnswer::json(&promised.map_err(denied))
        }
        ProgramCall::Keep { promise, connected, seat } => {
            let kept = rooms.keep_afar(program, promise, (connected, seat));
            ServerAnswer::json(&kept.map_err(denied))
        }
        ProgramCall::Release { promise } => {
            rooms.release_afar(program, promise);
            ServerAnswer::json(&Ok::<(), Denial>(()))
        }
    }
}

impl AwayProgram {
    /// Asks the server to which the program has announced itself.
    async fn ask<T: DeserializeOwned>(&self, call: ProgramCall) -> Result<T, Refusal> {
        let own = Some(OwnCall::Program(self.program, call));
        let call = ServerCall { own, ..ServerCall::default() };
        let answer =
            self.cluster.call(self.home, &call, b"").await.map_err(|failure| match failure {
                CallFailure::Moved => Refusal::storage(),
                CallFailure::Unknown => lost(),
            })?;
        let said: Result<T, Denial> = serde_json::from_slice(&answer.body).map_err(|_| lost())?;
        said.map_err(Refusal::from)
    }

    /// Says that the seat is held, as long as it is, and in the end that it is not.
    async fn keep(self, held: Weak<ProgramSeat>, seat: GivenSeat) {
        let mut ticks = interval(SAID);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            let Some(connected) = held.upgrade().map(|held| held.connected()) else { break };
            let (promise, seat) = (self.promise, seat.clone());
            let kept: Result<(), Refusal> =
                self.ask(ProgramCall::Keep { promise, connected, seat }).await;
            // Announcements are forgotten with their server, or when their program is silent.
            let cluster = &self.cluster;
            if kept.is_err_and(|refusal| !refusal.passing() || !cluster.lives(self.home)) {
                return;
            }
        }
        self.release().await;
    }

    async fn release(&self) {
        let promise = self.promise;
        // If nobody hears it, the seat is not counted any more after a while.
        let _: Result<(), Refusal> = self.ask(ProgramCall::Release { promise }).await;
    }
}
