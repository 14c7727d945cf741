//! Texts of others, fit to be printed.
//!
//! Here because records and servers are foreign, and whoever prints a word of theirs must do the same
//! about it. This module must not know where a text comes from.

use std::borrow::Cow;

/// Checks whether a character acts on the text around it instead of showing something: it could steer
/// a terminal, begin a line that looks like somebody else's, or turn the reading direction around.
/// Those that join letters and pictures stay.
pub fn steers(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// Returns a text on one line in which nothing steers.
pub fn printable(text: &str) -> Cow<'_, str> {
    if text.contains(steers) {
        Cow::Owned(text.chars().map(|c| if steers(c) { '\u{fffd}' } else { c }).collect())
    } else {
        Cow::Borrowed(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_steers_is_left_and_pictures_stay_whole() {
        let text = "a\u{1b}[2J\u{7}\r\n\u{9b}\u{202e}\u{2067}\u{2028}\u{feff}b";
        let shown = printable(text);
        assert!(!shown.contains(steers), "{shown:?}");
        assert_eq!(shown.chars().count(), text.chars().count());
        for fine in ["Zo\u{eb}", "\u{1f469}\u{200d}\u{1f4bb}", "\u{645}\u{6cc}\u{200c}\u{62e}"] {
            assert_eq!(printable(fine), fine);
        }
    }
}
