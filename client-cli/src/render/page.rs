//! Pages: the situation as a full screen shows it.
//!
//! Here, beside plain text, because a screen has room for boxes and colours and none for sentences. A
//! page is text already laid out for a width; sixteen colours at most, and colour is never the only
//! sign of anything. It must not know its position on the screen.

use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span, Text};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::data::{self, LEGEND, MARK};
use crate::paper::{clean, wrap};

/// Headings.
pub const HEAD: Style = Style::new().add_modifier(Modifier::BOLD);
/// Parts that are of no concern now.
pub const FAINT: Style = Style::new().add_modifier(Modifier::DIM);
/// Parts that want an answer of the person.
pub const ASK: Style = Style::new().fg(Color::Green).add_modifier(Modifier::BOLD);
/// Warnings.
pub const ALERT: Style = Style::new().fg(Color::Red).add_modifier(Modifier::BOLD);
/// Events.
pub const EVENT: Style = Style::new().fg(Color::Cyan);
/// Chat.
pub const CHAT: Style = Style::new().fg(Color::Magenta);
/// The row under the cursor.
pub const MARKED: Style = Style::new().add_modifier(Modifier::REVERSED);

/// A part of the situation with a name of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// Its name, a word.
    pub name: &'static str,
    /// Its content.
    pub text: Text<'static>,
}

impl Page {
    /// Builds a page from lines of text, as they are without a full screen.
    pub(super) fn written(
        name: &'static str,
        width: u16,
        write: impl FnOnce(&mut data::Text),
    ) -> Self {
        let mut text = data::Text::default();
        write(&mut text);
        Self::plain(name, &text.finish(), width)
    }

    /// Creates a page of plain text.
    pub fn plain(name: &'static str, text: &str, width: u16) -> Self {
        let mut sheet = PageBuilder::new(width);
        sheet.plain(text);
        sheet.page(name)
    }
}

/// A page in the making.
#[derive(Debug)]
pub struct PageBuilder {
    width: usize,
    lines: Vec<Line<'static>>,
    marked: bool,
}

impl PageBuilder {
    /// Creates an empty one of this many cells in width.
    pub fn new(width: u16) -> Self {
        Self { width: usize::from(width).max(1), lines: Vec::new(), marked: false }
    }

    /// Adds a line of one style, wrapped where it is too long.
    pub fn line(&mut self, style: Style, text: impl AsRef<str>) {
        let text = clean(text.as_ref());
        self.marked |= text.contains(MARK);
        for row in rows(&text, self.width) {
            self.lines.push(Line::styled(row, style));
        }
    }

    /// Adds the lines of a plain text.
    pub fn plain(&mut self, text: &str) {
        text.trim_end().lines().for_each(|line| self.line(Style::new(), line));
    }

    /// Adds a line in parts, cut where it is too long.
    pub fn spans(&mut self, parts: Vec<Span<'static>>) {
        self.marked |= parts.iter().any(|part| part.content.contains(MARK));
        self.lines.push(Line::from(parts));
    }

    /// Adds an empty line, unless the page is still empty.
    pub fn gap(&mut self) {
        if !self.lines.is_empty() {
            self.lines.push(Line::default());
        }
    }

    /// Finishes the page, with an explanation of the mark if it is used.
    pub fn page(mut self, name: &'static str) -> Page {
        let explained = self.lines.iter().any(is_legend);
        if self.marked && !explained {
            self.line(FAINT, LEGEND);
        }
        Page { name, text: Text::from(self.lines) }
    }
}

/// Checks whether a line only explains the mark.
pub fn is_legend(line: &Line<'_>) -> bool {
    line.spans.iter().any(|span| span.content == LEGEND)
}

/// Breaks a text into rows of this many cells, cleaned; a word without a space to break at is broken
/// anywhere.
pub fn rows(text: &str, width: usize) -> Vec<String> {
    wrap(&clean(text), width).into_iter().flat_map(|row| broken(row, width)).collect()
}

fn broken(row: String, width: usize) -> Vec<String> {
    if row.width() <= width {
        return vec![row];
    }
    let (mut rows, mut used) = (vec![String::new()], 0);
    for sign in row.chars() {
        let cells = sign.width().unwrap_or_default();
        if used + cells > width && used > 0 {
            rows.push(String::new());
            used = 0;
        }
        used += cells;
        if let Some(last) = rows.last_mut() {
            last.push(sign);
        }
    }
    rows
}

/// Cuts or fills a text to this many cells.
pub fn fit(text: &str, width: usize) -> String {
    let (mut cut, mut used) = (String::new(), 0);
    for sign in clean(text).chars() {
        used += sign.width().unwrap_or_default();
        if used > width {
            used -= sign.width().unwrap_or_default();
            break;
        }
        cut.push(sign);
    }
    cut.extend(std::iter::repeat_n(' ', width - used));
    cut
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_is_wrapped_and_cleaned() {
        let page = Page::plain("Table", "one two three\nb\u{1b}[2J\n", 9);
        let rows: Vec<String> = page.text.lines.iter().map(ToString::to_string).collect();
        assert_eq!(rows, ["one two", "three", "b\u{fffd}[2J"]);
    }

    #[test]
    fn a_mark_is_explained_once() {
        let mut sheet = PageBuilder::new(80);
        sheet.line(HEAD, "Poland~");
        let rows = sheet.page("Map").text.lines;
        assert_eq!(rows.len(), 2);
        assert_eq!(Page::plain("Table", &format!("Poland~\n{LEGEND}"), 80).text.lines.len(), 2);
    }

    #[test]
    fn cells_have_their_width() {
        for (text, fitted) in
            [("abc", "ab"), ("a", "a "), ("\u{6f22}b", "\u{6f22}"), ("a\u{6f22}", "a ")]
        {
            assert_eq!(fit(text, 2), fitted);
        }
    }

    #[test]
    fn what_is_too_long_is_broken_anywhere() {
        assert_eq!(rows("see http://a.example now", 8), ["see", "http://a", ".example", "now"]);
        assert_eq!(rows("\u{6f22}\u{6f22}\u{6f22}", 4), ["\u{6f22}\u{6f22}", "\u{6f22}"]);
    }
}
