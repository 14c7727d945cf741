//! Pages: the situation as the full screen draws it and line mode prints it.
//!
//! A page is text already laid out for a width; sixteen colours at most, and colour is never the only
//! sign of anything. It must not know its position on the screen.

use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::data::{LEGEND, MARK};
use crate::face::Face;
use crate::paper::{clean, wrap};

/// Headings.
pub(crate) const HEAD: Style = Style::new().add_modifier(Modifier::BOLD);
/// Parts that are of no concern now.
pub(crate) const FAINT: Style = Style::new().add_modifier(Modifier::DIM);
/// Parts that want an answer of the person.
pub(crate) const ASK: Style = Style::new().fg(Color::Green).add_modifier(Modifier::BOLD);
/// Warnings.
pub(crate) const ALERT: Style = Style::new().fg(Color::Red).add_modifier(Modifier::BOLD);
/// Events.
pub(crate) const EVENT: Style = Style::new().fg(Color::Cyan);
/// Chat.
pub(crate) const CHAT: Style = Style::new().fg(Color::Magenta);
/// The row under the cursor.
pub(crate) const MARKED: Style = Style::new().add_modifier(Modifier::REVERSED);

/// A part of the situation with a name of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// Its name, a word.
    pub name: &'static str,
    /// Its content.
    pub lines: Vec<Line<'static>>,
}

impl Page {
    /// Builds a page from lines of text.
    pub(super) fn written(
        name: &'static str,
        face: Face,
        write: impl FnOnce(&mut PageBuilder),
    ) -> Self {
        let mut text = PageBuilder::new(face);
        write(&mut text);
        text.page(name)
    }

    /// Returns the lines of several pages, before each but the first its heading with a rule of this
    /// width.
    pub fn joined(pages: impl IntoIterator<Item = Self>, width: usize) -> Vec<Line<'static>> {
        let mut lines: Vec<Line<'static>> = Vec::new();
        for (at, page) in pages.into_iter().enumerate() {
            if at > 0 {
                lines.push(Line::default());
                let rule = "-".repeat(width.saturating_sub(page.name.len() + 4).max(1));
                lines.push(Line::styled(format!("- {} {rule}", page.name), FAINT));
            }
            // The mark is explained once in sight, and not by every page again.
            let explained = lines.iter().any(is_legend);
            lines.extend(page.lines.into_iter().filter(|line| !explained || !is_legend(line)));
        }
        lines
    }
}

/// A page in the making.
#[derive(Debug)]
pub(crate) struct PageBuilder {
    width: usize,
    lines: Vec<Line<'static>>,
    marked: bool,
}

impl PageBuilder {
    /// Creates an empty one as wide as the screen; lines of text are broken where they are printed.
    pub(crate) fn new(face: Face) -> Self {
        let width = if face.is_screen() { face.width().max(1) } else { usize::MAX };
        Self { width, lines: Vec::new(), marked: false }
    }

    /// Adds a line, wrapped where it is too long.
    pub(crate) fn line(&mut self, text: impl AsRef<str>) {
        self.styled(Style::new(), text);
    }

    /// Adds a line of a style, wrapped where it is too long.
    pub(crate) fn styled(&mut self, style: Style, text: impl AsRef<str>) {
        self.marked |= text.as_ref().contains(MARK);
        let rows = rows(text.as_ref(), self.width);
        self.lines.extend(rows.into_iter().map(|row| Line::styled(row, style)));
    }

    /// Returns the number of lines so far.
    pub(crate) fn height(&self) -> usize {
        self.lines.len()
    }

    /// Adds a line in parts; one that no longer fits begins another line.
    pub(crate) fn spans(&mut self, parts: Vec<Span<'static>>) {
        self.marked |= parts.iter().any(|part| part.content.contains(MARK));
        let mut line = Line::default();
        for part in parts {
            // The space behind it may be missing at the end of a line.
            let shown = part.content.trim_end();
            if line.width() > 0 && line.width() + shown.width() > self.width {
                self.lines.push(std::mem::take(&mut line));
            }
            line.push_span(if line.width() + part.width() <= self.width {
                part
            } else {
                Span::styled(shown.to_owned(), part.style)
            });
        }
        self.lines.push(line);
    }

    /// Adds an empty line, unless the page is still empty.
    pub(crate) fn gap(&mut self) {
        if !self.lines.is_empty() {
            self.lines.push(Line::default());
        }
    }

    /// Finishes the page, with an explanation of the mark if it is used.
    pub(crate) fn page(mut self, name: &'static str) -> Page {
        while self.lines.last().is_some_and(|line| line.width() == 0) {
            self.lines.pop();
        }
        if self.marked {
            self.styled(FAINT, LEGEND);
        }
        Page { name, lines: self.lines }
    }
}

/// Checks whether a line only explains the mark.
fn is_legend(line: &Line<'_>) -> bool {
    line.spans.iter().any(|span| span.content == LEGEND)
}

/// Breaks a text into rows of this many cells, cleaned; a word without a space to break at is broken
/// anywhere.
pub(crate) fn rows(text: &str, width: usize) -> Vec<String> {
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
pub(crate) fn fit(text: &str, width: usize) -> String {
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
    use ratatui::layout::Size;

    use super::*;

    fn screen(width: u16) -> Face {
        Face::Screen(Size::new(width, 9))
    }

    #[test]
    fn parts_that_do_not_fit_begin_another_line() {
        let parts = |width| {
            let mut sheet = PageBuilder::new(screen(width));
            sheet.spans(["  ", "one ", "two ", "three"].map(Span::raw).to_vec());
            sheet.page("Table").lines.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(parts(15), ["  one two three"]);
        assert_eq!(parts(9), ["  one two", "three"]);
        assert_eq!(parts(8), ["  one ", "two ", "three"]);
    }

    #[test]
    fn plain_text_is_wrapped_and_cleaned() {
        let page =
            Page::written("Table", screen(9), |text| text.line("one two three b\u{1b}[2J\n"));
        let rows: Vec<String> = page.lines.iter().map(ToString::to_string).collect();
        assert_eq!(rows, ["one two", "three", "b\u{fffd}[2J\u{fffd}"]);
    }

    #[test]
    fn a_mark_is_explained_once() {
        let mut sheet = PageBuilder::new(Face::LINES);
        sheet.styled(HEAD, "Poland~");
        let page = sheet.page("Map");
        assert_eq!(page.lines.len(), 2);
        // An empty line, a heading and what it is about.
        assert_eq!(Page::joined([page.clone(), page], 0).len(), 5);
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
