//! Checking a published record without any rules: commitments, key, every draw, the log chain.
//!
//! Pure and offline, for whoever does not trust the server that published the record. [`read()`]
//! takes bytes from anywhere and never panics; [`verify`] follows the scheme's page step by step,
//! in an order that a second implementation can keep, so that both name the same first fault. It
//! must not know which draws a game asks for: that needs the rules, and the report says so.

mod draws;
mod fact;
mod kept;
mod log;
mod parts;
mod read;
mod refusal;
mod report;
mod strict;

pub use fact::{About, Contradiction, Fact};
pub use kept::Kept;
pub use read::{MAX_RECORD_BYTES, read};
pub use refusal::{Fault, Refusal};
pub use report::{Outcome, Report, Seat, Void};

use crate::record::Record;

/// Verifies all that can be verified without the rules, and against what a client kept.
///
/// # Errors
///
/// Names the first fault and its place in the record.
pub fn verify(record: &Record, kept: &Kept) -> Result<Report, Refusal> {
    let key = parts::check(record)?;
    let heads = log::check(record, &key)?;
    draws::check(record, &key)?;
    let outcome = report::outcome(record)?;
    kept::check(record, &heads, kept)?;
    Ok(report::report(record, kept, outcome))
}
