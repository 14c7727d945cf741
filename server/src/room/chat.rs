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

/// The lines of one room. Spectators' lines cannot push out those of the seats.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chat {
    said: u64,
    table: VecDeque<ChatEntry>,
    gallery: VecDeque<ChatEntry>,
}

#[derive(Clone, Debug)]
struct ChatEntry {
    number: u64,
    text: ByteString,
}

impl Chat {
    /// Keeps a line; `gallery` for one that only spectators may read while the match runs.
    pub(crate) fn keep(&mut self, gallery: bool, text: ByteString) {
        self.said += 1;
        let lines = if gallery { &mut self.gallery } else { &mut self.table };
        if lines.len() == LINES_KEPT {
            lines.pop_front();
        }
        lines.push_back(ChatEntry { number: self.said, text });
    }

    /// Returns the last lines, oldest first; with the spectators' own if `gallery`.
    pub(crate) fn last(&self, gallery: bool) -> Vec<ByteString> {
        let mut lines: Vec<&ChatEntry> = self.table.iter().collect();
        if gallery {
            lines.extend(&self.gallery);
            lines.sort_by_key(|line| line.number);
        }
        let skipped = lines.len().saturating_sub(LINES_KEPT);
        lines.into_iter().skip(skipped).map(|line| line.text.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spectators_neither_reach_seats_nor_push_them_out() {
        let mut chat = Chat::default();
        chat.keep(false, "seat".into());
        for number in 0..2 * LINES_KEPT {
            chat.keep(true, number.to_string().into());
        }
        assert_eq!(chat.last(false), ["seat"]);
        assert_eq!(chat.last(true).len(), LINES_KEPT);
        assert_eq!(chat.last(true).last().unwrap(), "99");
    }

    #[test]
    fn lines_come_in_the_order_said() {
        let mut chat = Chat::default();
        for (gallery, text) in [(true, "a"), (false, "b"), (true, "c")] {
            chat.keep(gallery, text.into());
        }
        assert_eq!(chat.last(true), ["a", "b", "c"]);
    }
}
