//! A seat's part in the deal, by hand: it commits itself with `ready`, and reveals.

use fairness::{hex, vd1};
use protocol::ClientMessage;
use protocol::room::{Room, RoomState};

use crate::player::Player;

/// The entropy that a seat may bring to the deal.
pub type Entropy = [u8; 32];

impl Player {
    /// Returns the room as it was last shown.
    pub fn room(&self) -> &Room {
        self.room.as_ref().expect("the server has shown the room")
    }

    /// Returns the commitment of the seat in the current attempt.
    pub fn bound(&self, entropy: &Entropy) -> String {
        let (room, seat) = (self.room(), self.number().unwrap());
        let attempt = room.fairness.attempt;
        hex::encode(&vd1::seat_commitment(room.id.as_bytes(), attempt, seat, entropy))
    }

    /// Says that this seat is ready, bound to its entropy, and waits until the room says so too.
    pub async fn commit(&mut self, entropy: &Entropy) {
        let (seat, commitment) = (usize::from(self.number().unwrap()), self.bound(entropy));
        self.send(&ClientMessage::Ready { id: None, commitment: Some(commitment.clone()) }).await;
        let bound = Some(commitment);
        self.until(|own| own.room().fairness.seats[seat].commitment == bound).await;
    }

    /// Waits until everybody is bound, and reveals.
    pub async fn reveal(&mut self, entropy: &Entropy) {
        self.until(|own| own.room().state == RoomState::Sealing).await;
        self.send(&ClientMessage::Reveal { id: None, entropy: hex::encode(entropy) }).await;
    }
}
