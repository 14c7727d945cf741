//! Chat of a room: its last lines, kept in memory only.
//!
//! While a match runs, spectators talk among themselves: a line of theirs could reveal to a seat what
//! it may not know. Everyone gets the lines of seats.

use std::collections::VecDeque;

use bytestring::ByteString;

/// Longest line of chat, in characters.
pub const CHAT_CHARS: usize = 500;

/// Number of lines that a newcomer is shown.
pub const LINES_KEPT: usize = 50;

/// The most bytes of lines that are kept of those of the seats, and as many of those of spectators.
pub const CHAT_BYTES: usize = 16 * 1024;

/// As many of a match that is over, once nobody is there.
pub const CHAT_BYTES_OVER: usize = 4 * 1024;

/// The lines of one room. Spectators' lines cannot push out those of the seats.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chat {
    said: u64,
    table: ChatLines,
    gallery: ChatLines,
}

/// Some of the lines, oldest first.
#[derive(Clone, Debug, Default)]
struct ChatLines(VecDeque<ChatEntry>);

#[derive(Clone, Debug)]
struct ChatEntry {
    number: u64,
    text: ByteString,
}

impl Chat {
    /// Keeps a line; `gallery` for one that only spectators may read while the match runs.
    pub(crate) fn keep(&mut self, gallery: bool, text: &str) {
        self.said += 1;
        let lines = if gallery { &mut self.gallery } else { &mut self.table };
        // A copy, for the text may lie in a buffer twice as large.
        let text = ByteString::from(text);
        lines.0.push_back(ChatEntry { number: self.said, text });
        lines.shorten(CHAT_BYTES);
    }

    /// Forgets the oldest lines of the seats beyond so many bytes, and those of spectators.
    pub(crate) fn shorten(&mut self, bytes: usize) {
        self.table.shorten(bytes);
        self.gallery.shorten(bytes);
    }

    /// Returns the last lines, oldest first; with the spectators' own if `gallery`.
    pub(crate) fn last(&self, gallery: bool) -> Vec<ByteString> {
        let mut lines: Vec<&ChatEntry> = self.table.0.iter().collect();
        if gallery {
            lines.extend(&self.gallery.0);
            lines.sort_by_key(|line| line.number);
        }
        let skipped = lines.len().saturating_sub(LINES_KEPT);
        lines.into_iter().skip(skipped).map(|line| line.text.clone()).collect()
    }
}

impl ChatLines {
    fn shorten(&mut self, bytes: usize) {
        let mut left = self.0.iter().map(|line| line.text.len()).sum::<usize>();
        while left > bytes || self.0.len() > LINES_KEPT {
            let Some(oldest) = self.0.pop_front() else { return };
            left -= oldest.text.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spectators_neither_reach_seats_nor_push_them_out() {
        let mut chat = Chat::default();
        chat.keep(false, "seat");
        for number in 0..2 * LINES_KEPT {
            chat.keep(true, &number.to_string());
        }
        assert_eq!(chat.last(false), ["seat"]);
        assert_eq!(chat.last(true).len(), LINES_KEPT);
        assert_eq!(chat.last(true).last().unwrap(), "99");
    }

    #[test]
    fn long_lines_are_fewer_lines_and_the_last_ones_stay() {
        let mut chat = Chat::default();
        let lines: Vec<String> = (0..LINES_KEPT).map(|number| format!("{number:0>1000}")).collect();
        for line in &lines {
            chat.keep(false, line);
        }
        assert_eq!(chat.last(false), lines[LINES_KEPT - CHAT_BYTES / 1_000..]);
        chat.keep(true, "gallery");
        chat.shorten(CHAT_BYTES_OVER);
        assert_eq!(chat.last(false), lines[LINES_KEPT - CHAT_BYTES_OVER / 1_000..]);
        assert_eq!(chat.last(true).last().unwrap(), "gallery");
    }

    #[test]
    fn lines_come_in_the_order_said() {
        let mut chat = Chat::default();
        for (gallery, text) in [(true, "a"), (false, "b"), (true, "c")] {
            chat.keep(gallery, text);
        }
        assert_eq!(chat.last(true), ["a", "b", "c"]);
    }
}
