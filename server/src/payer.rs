//! Payers: whoever asks for something, as far as it is charged to them. The gateway knows which addresses
//! they are; everybody else only tells one from another.

use std::fmt;

/// Whoever something is charged to. No log and no store has it.
#[derive(Clone, Copy, derive_more::Debug, PartialEq, Eq, Hash)]
#[debug("Payer(..)")]
pub struct Payer {
    /// The address, or the network of one customer.
    pub(crate) own: u128,
    /// The wider network that it is part of; the same where there is none.
    pub(crate) site: u128,
}

/// Something that a payer is charged with for as long as it lives, such as a share among the rooms of an
/// address.
pub trait Charge: fmt::Debug + Send + Sync {
    /// Returns whoever is charged.
    fn payer(&self) -> Payer;
}
