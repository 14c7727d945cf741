//! This seat's part in the deal: entropy that nobody knew before everybody was bound.
//!
//! Here because every client that wants a deal it can trust does the same three steps: commit with
//! `ready`, reveal while the room is sealing, and remember what the server was bound to. It must not
//! know a socket.

use fairness::{hex, vd1};
use protocol::room::{Room, RoomState};
use rand::{TryRngCore, rngs::OsRng};

use crate::error::Error;

/// Entropy for one attempt of one room.
#[derive(Clone)]
pub(crate) struct Seal {
    entropy: [u8; 32],
    attempt: u32,
    /// The server's commitment at the time of ours.
    server: String,
    ours: String,
}

impl std::fmt::Debug for Seal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The entropy is a secret until it is revealed.
        f.debug_struct("Seal").field("attempt", &self.attempt).finish_non_exhaustive()
    }
}

/// The next duty of a seat that committed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Duty {
    /// Nothing.
    Nothing,
    /// Send this entropy.
    Reveal(String),
    /// Do not reveal: the server changed what it, or somebody, was bound to.
    Distrust,
    /// This seat is bound to entropy that this program does not have.
    Lost,
}

impl Seal {
    /// Draws fresh entropy from the system for the room's current attempt.
    pub(crate) fn new(room: &Room, seat: u8) -> Result<Self, Error> {
        let mut entropy = [0; 32];
        OsRng
            .try_fill_bytes(&mut entropy)
            .map_err(|error| Error::Failed(format!("the system gives no randomness: {error}")))?;
        Ok(Self::with(entropy, room, seat))
    }

    /// Takes entropy that was kept from before, for the room's current attempt.
    pub(crate) fn with(entropy: [u8; 32], room: &Room, seat: u8) -> Self {
        let attempt = room.fairness.attempt;
        let ours = vd1::seat_commitment(room.id.as_bytes(), attempt, seat, &entropy);
        Self {
            entropy,
            attempt,
            server: room.fairness.commitment.clone(),
            ours: hex::encode(&ours),
        }
    }

    /// Checks whether it was made for the room's current attempt.
    pub(crate) fn fits(&self, room: &Room) -> bool {
        self.attempt == room.fairness.attempt && self.server == room.fairness.commitment
    }

    /// Returns the commitment that goes with `ready`.
    pub(crate) fn commitment(&self) -> &str {
        &self.ours
    }

    /// Returns the entropy, to be kept before anybody counts on it.
    pub(crate) fn entropy(&self) -> &[u8; 32] {
        &self.entropy
    }

    /// Returns the duty in this state of the room.
    pub(crate) fn duty(&self, room: &Room, seat: u8) -> Duty {
        let brought = room.fairness.seats.get(usize::from(seat));
        let bound = brought.and_then(|brought| brought.commitment.as_deref());
        if room.state != RoomState::Sealing || brought.is_some_and(|one| one.entropy.is_some()) {
            Duty::Nothing
        } else if self.fits(room) && bound == Some(&self.ours) {
            Duty::Reveal(hex::encode(&self.entropy))
        } else {
            Duty::Distrust
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::room;

    #[test]
    fn it_commits_and_reveals_only_while_sealing() {
        let mut room = room(RoomState::Lobby);
        room.id = uuid::Uuid::nil();
        let seal = Seal::with([1; 32], &room, 0);
        // The known answer of the scheme's own page.
        assert_eq!(
            seal.commitment(),
            "2ab34d279a54600a8301cd1f40c6272101406b5687a549f8c17092a549775900"
        );
        assert_eq!(seal.duty(&room, 0), Duty::Nothing);
        room.state = RoomState::Sealing;
        assert_eq!(seal.duty(&room, 0), Duty::Distrust, "the server did not take our commitment");
        room.fairness.seats[0].commitment = Some(seal.commitment().to_owned());
        assert_eq!(seal.duty(&room, 0), Duty::Reveal("01".repeat(32)));
        room.fairness.seats[0].entropy = Some("01".repeat(32));
        assert_eq!(seal.duty(&room, 0), Duty::Nothing);
    }

    #[test]
    fn it_does_not_reveal_to_a_server_that_changed_its_mind() {
        let mut room = room(RoomState::Sealing);
        let seal = Seal::new(&room, 1).unwrap();
        room.fairness.seats[1].commitment = Some(seal.commitment().to_owned());
        room.fairness.commitment = "another".to_owned();
        assert_eq!(seal.duty(&room, 1), Duty::Distrust);
        assert!(!seal.fits(&room));
        assert!(!format!("{seal:?}").contains("entropy"));
        room.fairness.commitment.clone_from(&seal.server);
        room.fairness.seats[1].commitment = Some("11".repeat(32));
        assert_eq!(seal.duty(&room, 1), Duty::Distrust, "not what we sent");
    }
}
