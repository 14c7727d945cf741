//! The choice before a match as cells.
//!
//! Pure, as the picture of the match is. It must not change anything.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Text};
use ratatui::widgets::{Clear, Paragraph, Widget};

use super::Home;
use crate::paper::clean;
use crate::render::page::{FAINT, HEAD, MARKED, rows};
use crate::screen::draw::{bleach, fitting, notice, too_small};
use crate::screen::layout::is_too_small;

/// The keys.
const HELP: &str = "\
Up, Down       point at a line;  Enter chooses it
words          type a part of a line to find it
K7P2XR Enter   a code or a pasted link goes to that room
Left, Right    change a setting of a new room
Delete         forget a match of yours
Esc            one step back;  Ctrl-C leaves
Go on: goes on with a match of yours;  New room: opens one
Join: takes a free seat;  Watch: looks on
`entente --help` shows what else this program does";

/// The heading and the empty line below it.
const ABOVE: u16 = 2;

/// The rows below the list: the typed text, and the keys.
const BELOW: u16 = 2;

/// The lines of the list, with the row that each belongs to.
struct HomeList {
    lines: Vec<(Option<usize>, Line<'static>)>,
    /// The first line in sight.
    top: usize,
}

impl Home {
    /// Draws it.
    pub fn draw(&self, frame: &mut Frame<'_>, colour: bool) {
        let area = frame.area();
        if is_too_small(area.as_size()) {
            return too_small(frame, area);
        }
        let buffer = frame.buffer_mut();
        let row = |y: u16| Rect { y, height: 1, ..area };
        let what = match &self.form {
            Some(form) => form.heading(),
            None => "what would you like to play?",
        };
        let heads = [format!(" entente at {}: {what}", self.server), format!(" entente: {what}")];
        let width = usize::from(area.width);
        let head = heads.iter().find(|head| Line::from(head.as_str()).width() <= width);
        let head = head.unwrap_or(&heads[1]);
        Line::styled(clean(head).into_owned(), HEAD).render(row(0), buffer);
        let HomeList { lines, top } = self.list();
        let text: Text<'_> = lines.into_iter().map(|(_, line)| line).collect();
        let body = Rect { y: ABOVE, height: area.height - ABOVE - BELOW, ..area };
        Paragraph::new(text).scroll((top as u16, 0)).render(body, buffer);
        let input = row(area.height - 2);
        let keys = if self.form.is_some() {
            "? help  Up Down  Left Right change  Enter on, then does it  Esc back  ^C quit"
        } else {
            "? help  Up Down  Enter choose  Del forget  or type a code, part of a line  ^C quit"
        };
        let keys = if self.help { "any key closes" } else { keys };
        Line::styled(fitting(keys, width), FAINT).render(row(area.height - 1), buffer);
        if self.help {
            Clear.render(body, buffer);
            Paragraph::new(HELP).render(body, buffer);
        }
        let cursor = match (&self.notice, &self.form) {
            _ if self.help => None,
            (Some(text), _) => {
                notice(text, true, input, buffer);
                None
            }
            (None, Some(_)) => self.name_cursor(body),
            (None, None) => {
                let typed = format!("> {}", clean(&self.finder.line.text()));
                Line::from(typed).render(input, buffer);
                let before = Line::from(format!("> {}", clean(self.finder.line.before())));
                Some((before.width() as u16, input.y))
            }
        };
        if !colour {
            bleach(frame.buffer_mut());
        }
        if let Some((x, y)) = cursor.filter(|(x, _)| *x < area.width) {
            frame.set_cursor_position((x, y));
        }
    }

    /// Returns the position of the cursor in the name.
    fn name_cursor(&self, body: Rect) -> Option<(u16, u16)> {
        let typed = self.form.as_ref()?.typed()?;
        let HomeList { lines, top } = self.list();
        let at = lines.iter().position(|(row, _)| *row == Some(0))?;
        Some((typed as u16 + 2, body.y + at.checked_sub(top)? as u16))
    }

    /// Returns the row of the list in this line of the terminal.
    pub(super) fn row_at(&self, y: u16) -> Option<usize> {
        let last = self.size.height.saturating_sub(BELOW);
        let HomeList { lines, top } = self.list();
        let line = usize::from(y.checked_sub(ABOVE).filter(|_| y < last)?) + top;
        lines.get(line)?.0
    }

    /// Returns the list for the size of the terminal; the cursor stays in sight.
    fn list(&self) -> HomeList {
        let width = usize::from(self.size.width).saturating_sub(2);
        let mut lines = Vec::new();
        let mut marked = 0;
        let mut add = |at: usize, here: bool, text: &str, more: &str| {
            for (text, nth) in rows(text, width).into_iter().zip(0..) {
                let lead = if here && nth == 0 { "> " } else { "  " };
                let style = if here { MARKED } else { Line::default().style };
                lines.push((Some(at), Line::styled(format!("{lead}{text}"), style)));
            }
            if here && !more.is_empty() {
                for text in rows(&format!("    {more}"), width) {
                    lines.push((Some(at), Line::styled(format!("  {text}"), FAINT)));
                }
            }
            if here {
                marked = lines.len();
            }
        };
        if let Some(form) = &self.form {
            for ((text, more), at) in form.rows().iter().zip(0..) {
                add(at, at == form.cursor(), text, more);
            }
        } else {
            for ((_, text), at) in self.entries().iter().zip(0..) {
                add(at, at == self.finder.cursor, text, "");
            }
            if lines.is_empty() && self.finder.line.is_empty() {
                lines.push((None, Line::styled("  Nothing here: type a code or a link.", FAINT)));
            }
        }
        let height = usize::from(self.size.height.saturating_sub(ABOVE + BELOW));
        HomeList { lines, top: marked.saturating_sub(height) }
    }
}
