//! Marks of reconstructed values.
//!
//! Here because every rendering marks what no printed source has. It must not know any game.

use protocol::Source;

/// Put behind a value that no printed source has.
pub(super) const MARK: char = '~';

/// The explanation of [`MARK`].
pub(super) const LEGEND: &str = "~ reconstructed, not read from the printed game";

/// Returns [`MARK`] for a reconstructed value, else nothing.
pub(super) fn mark(source: impl Into<Option<Source>>) -> &'static str {
    if source.into() == Some(Source::Reconstructed) { "~" } else { "" }
}
