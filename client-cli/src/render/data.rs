//! Marks of reconstructed values, and text in the making.
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

/// Text in the making.
#[derive(Default)]
pub(super) struct Text(String);

impl Text {
    pub(super) fn line(&mut self, text: impl AsRef<str>) {
        self.0.push_str(text.as_ref().trim_end());
        self.0.push('\n');
    }

    pub(super) fn gap(&mut self) {
        self.0.push('\n');
    }

    /// Returns the length so far, in bytes.
    pub(super) fn length(&self) -> usize {
        self.0.len()
    }

    /// Returns the text, with the legend if anything in it is marked.
    pub(super) fn finish(mut self) -> String {
        if self.0.contains(MARK) {
            self.gap();
            self.line(LEGEND);
        }
        self.0
    }
}
