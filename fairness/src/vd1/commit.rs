//! The commitments by which server and seats bind themselves before any of them knows another's
//! part.
//!
//! Both commitments name the room and the attempt, so that a value revealed in one place proves
//! nothing in another. This file must not know how the parts are mixed afterwards.

use crate::Hash;
use crate::hash_input::HashInput;

/// Returns `C`: the server's commitment to its `secret`, published before any seat's entropy is
/// taken.
///
/// `rules` is `<game id>/<rules version>`; one secret serves one `attempt` and no other.
pub fn server_commitment(room: &[u8; 16], rules: &str, attempt: u32, secret: &[u8; 32]) -> Hash {
    HashInput::hash("vd1/commit")
        .field(room)
        .field(rules.as_bytes())
        .u32(attempt)
        .field(secret)
        .finish()
}

/// Returns `K_i`: the commitment of seat `seat` (counted from 0) to its `entropy`, sent with
/// `ready`.
pub fn seat_commitment(room: &[u8; 16], attempt: u32, seat: u8, entropy: &[u8; 32]) -> Hash {
    HashInput::hash("vd1/seat").field(room).u32(attempt).u8(seat).field(entropy).finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_part_of_a_server_commitment_counts() {
        let all = BTreeSet::from([
            server_commitment(&[0; 16], "g/1", 0, &[0; 32]),
            server_commitment(&[1; 16], "g/1", 0, &[0; 32]),
            server_commitment(&[0; 16], "g/2", 0, &[0; 32]),
            server_commitment(&[0; 16], "g/1", 1, &[0; 32]),
            server_commitment(&[0; 16], "g/1", 0, &[1; 32]),
        ]);
        assert_eq!(all.len(), 5);
    }

    #[test]
    fn every_part_of_a_seat_commitment_counts() {
        let all = BTreeSet::from([
            seat_commitment(&[0; 16], 0, 0, &[0; 32]),
            seat_commitment(&[1; 16], 0, 0, &[0; 32]),
            seat_commitment(&[0; 16], 1, 0, &[0; 32]),
            seat_commitment(&[0; 16], 0, 1, &[0; 32]),
            seat_commitment(&[0; 16], 0, 0, &[1; 32]),
        ]);
        assert_eq!(all.len(), 5);
    }
}
