//! Overlays: help, rules, commands, a question. It must not know what an answer does.
//!
//! It must not know what an answer does.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Text};
use ratatui::widgets::{Paragraph, Widget};

use super::{App, boxed, row_style};
use crate::app::say;
use crate::app::{Overlay, style};
use crate::paper::clean;
use crate::render::page::{ASK, rows};

/// The keys.
const HELP: &str = "\
Choosing
  type          words or a number narrow the list; end finds the way out
  Up, Down      move;  Enter chooses;  Esc one step back
  3 2 grain;all a number and the answers to what it asks, at once
  Space         marks one of several;  Left, Right change a number
Looking
  Tab           the next page of the board, Shift-Tab the one before
  PgUp, PgDn    up and down on the board
  Ctrl-B        a bigger board, bigger choices, both
  Ctrl-R, or r  the rules at what is asked; /rules army looks for a word
  /advice       what usually is good stands below the question, or no longer
More
  /             commands: undo, pause, agree, resign, claim, rematch,
                notify (of your turn while you are away) ...
  Ctrl-T        say something;  Ctrl-Z takes your last move back
  Ctrl-Y        copies the link to share, if the terminal lets it
  Ctrl-C        leaves; the game is kept, `entente play` resumes it
Signs
  > awaited   * you   + connected   - away   ~ reconstructed, not read
  from the printed game   ... asks more   a dot is nothing";

/// The keys of a replay.
const REPLAY_HELP: &str = "\
Steps
  Right, Enter  the next step, also n and Space;  Left, b one back
  Home, End     the first and the last one
  12 Enter      that step
  p             plays on by itself; any other key stops it
Looking
  Tab           the next page of the board, Shift-Tab the one before
  PgUp, PgDn    up and down on the board
  Ctrl-B        a bigger board, bigger choices, both
  Ctrl-R, or r  the rules
  q, Ctrl-C     leaves
Signs
  > awaited   * you   + connected   - away   ~ reconstructed, not read
  from the printed game   a dot is nothing";

pub(super) fn draw(app: &App, area: Rect, buffer: &mut Buffer) {
    match &app.overlay {
        Some(Overlay::Help(top)) => {
            let help = if app.is_replay() { REPLAY_HELP } else { HELP };
            let inside = boxed(area, help.lines().count() as u16, buffer);
            Paragraph::new(help).scroll((*top, 0)).render(inside, buffer);
        }
        Some(Overlay::Rules(top)) => {
            let rows: Vec<Line<'_>> = app
                .rules_lines()
                .into_iter()
                .map(|(tone, line, _)| Line::styled(clean(&line).into_owned(), style(tone)))
                .collect();
            let inside = boxed(area, rows.len() as u16, buffer);
            Paragraph::new(rows).scroll((*top, 0)).render(inside, buffer);
        }
        Some(Overlay::Commands(finder)) => {
            let items = app.commands(finder);
            let inside = boxed(area, items.len().max(1) as u16, buffer);
            let cursor = finder.cursor.min(items.len().saturating_sub(1));
            let rows = items.iter().enumerate().map(|(at, item)| {
                let why = item.refused.map_or_else(String::new, |why| format!(" ({why})"));
                let style = row_style(at == cursor, item.refused.is_none());
                let lead = if at == cursor { "> " } else { "  " };
                Line::styled(format!("{lead}{}{why}", item.text), style)
            });
            let top = (cursor + 1).saturating_sub(usize::from(inside.height)) as u16;
            Paragraph::new(rows.collect::<Text<'_>>()).scroll((top, 0)).render(inside, buffer);
        }
        Some(Overlay::Confirm(question)) => message_box(&[&question.text], area, buffer),
        Some(Overlay::Notices(known, _)) => {
            let now = say::notices(known);
            let ways = say::notice_ways(known).unwrap_or_default();
            let how = format!("Type {ways} to be notified there; an empty line ends it.");
            message_box(&[&now, &how], area, buffer);
        }
        Some(Overlay::Chat(_)) | None => {}
    }
}

/// Texts in a box, each on a line of its own.
fn message_box(texts: &[&str], area: Rect, buffer: &mut Buffer) {
    let width = usize::from(area.width.min(78)).saturating_sub(4);
    let rows: Vec<String> = texts.iter().flat_map(|text| rows(text, width)).collect();
    let inside = boxed(area, rows.len() as u16, buffer);
    let rows = rows.into_iter().map(|row| Line::styled(row, ASK));
    Paragraph::new(rows.collect::<Text<'_>>()).render(inside, buffer);
}
