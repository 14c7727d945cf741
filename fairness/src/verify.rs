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
pub use refusal::{Fault, RecordRefusal};
pub use report::{Report, ReportedOutcome, ReportedSeat, ReportedVoid};

use crate::record::Record;

/// Verifies all that can be verified without the rules, and against what a client kept.
///
/// # Errors
///
/// Names the first fault and its location in the record.
///
/// # Examples
///
/// A server publishes the record of a match that was given up before the first draw; a client, which
/// kept the first head that it was sent, checks it:
///
/// ```
/// use fairness::chain::Chain;
/// use fairness::hex;
/// use fairness::record::{Header, HeaderSeat, Record, SCHEME};
/// use fairness::vd1::server_commitment;
/// use fairness::verify::{Kept, read, verify};
/// use serde_json::json;
///
/// let secret = [7; 32];
/// let header = Header {
///     v: 1,
///     scheme: SCHEME.to_owned(),
///     rules: "europe/1".to_owned(),
///     game: "europe".to_owned(),
///     room: "00000000-0000-0000-0000-000000000000".to_owned(),
///     attempt: 0,
///     commitment: hex::encode(&server_commitment(&[0; 16], "europe/1", 0, &secret)),
///     data: hex::encode(&[0; 32]),
///     options: json!({}),
///     seats: vec![HeaderSeat { name: "Ada".to_owned(), ..HeaderSeat::default() }; 2],
/// };
/// let head = Chain::begin(header.to_canonical().unwrap().as_bytes()).head();
/// let record = Record {
///     scheme: SCHEME.to_owned(),
///     header,
///     server_secret: hex::encode(&secret),
///     voided: vec![],
///     entries: vec![],
///     draws: vec![],
///     head: hex::encode(&head),
///     result: json!({"winners": [0], "scores": [1, 0], "reason": "resigned"}),
/// };
/// let published = serde_json::to_string(&record).unwrap();
///
/// let kept = Kept { heads: vec![(0, head)], ..Kept::default() };
/// let report = verify(&read(published.as_bytes()).unwrap(), &kept).unwrap();
/// assert_eq!(report.result.winners, [0]);
///
/// // Another secret does not open the commitment.
/// let forged = Record { server_secret: hex::encode(&[8; 32]), ..record };
/// let refusal = verify(&forged, &kept).unwrap_err();
/// assert_eq!(refusal.pointer, "/header/commitment");
/// assert_eq!(refusal.fault.word(), "server_commitment");
/// ```
pub fn verify(record: &Record, kept: &Kept) -> Result<Report, RecordRefusal> {
    let key = parts::check(record)?;
    let heads = log::check(record, &key)?;
    draws::check(record, &key)?;
    let outcome = report::outcome(record)?;
    kept::check(record, &heads, kept)?;
    Ok(report::report(record, kept, outcome))
}
