//! The primitives of scheme `vd1`: commitments, the match key, and the draws that follow from it.
//!
//! Each function is one formula of the design page and is named after it. The caller decides when
//! something is committed to or revealed; this module must not know the order of play, only the
//! arithmetic.

mod commit;
mod draw;
mod key;

pub use commit::{seat_commitment, server_commitment};
pub use draw::Stream;
pub use key::{MatchKey, Salts, SeatEntropy};
