//! Overlays: help, rules, commands, a question.
//!
//! It must not know what an answer does.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Text};
use ratatui::widgets::{Paragraph, Widget};

use super::{App, ListRow, boxed, inner_width};
use crate::app::say;
use crate::app::{Overlay, style};
use crate::paper::{clean, wrap, wrap_flush};
use crate::render::page::{ASK, rows};

/// The keys, each with what it does behind a tab.
const HELP: &str = "\
Choosing
  type\twords or a number narrow the list; end finds the way out
  Up, Down\tmove;  Enter chooses;  Esc one step back
  3 2 grain;all\ta number and the answers to what it asks, at once
  Space\tmarks one of several;  Left, Right change a number
Looking
  Tab\tthe next page of the board, Shift-Tab the one before
  PgUp, PgDn\tup and down on the board
  Ctrl-B\ta bigger board, bigger choices, both
  Ctrl-R, or r\tthe rules at what is asked; /rules army looks for a word
  /advice\twhat usually is good stands below the question, or no longer
More
  /\tcommands: undo, pause, agree, resign, claim, rematch, notify (of your turn while you are away) ...
  Ctrl-T\tsay something;  Ctrl-Z takes your last move back
  Ctrl-Y\tcopies the link to share, if the terminal lets it
  Ctrl-C\tleaves; the game is kept, `entente play` resumes it
Signs
  > awaited   * you   + connected   - away   ~ reconstructed, not read from the printed game   \
... asks more   a dot is nothing";

/// The keys of a replay, likewise.
const REPLAY_HELP: &str = "\
Steps
  Right, Enter\tthe next step, also n and Space;  Left, b one back
  Home, End\tthe first and the last one
  12 Enter\tthat step
  p\tplays on by itself; any other key stops it
Looking
  Tab\tthe next page of the board, Shift-Tab the one before
  PgUp, PgDn\tup and down on the board
  Ctrl-B\ta bigger board, bigger choices, both
  Ctrl-R, or r\tthe rules
  q, Ctrl-C\tleaves
Signs
  > awaited   * you   + connected   - away   ~ reconstructed, not read from the printed game   \
a dot is nothing";

/// Width of the column of keys.
const KEYS: usize = 16;

/// Breaks help into rows of at most this width; what a key does goes on below where it begins.
fn help_rows(help: &str, width: usize) -> Vec<String> {
    let row = |line: &str| match line.split_once('\t') {
        None => wrap(line, width),
        Some((keys, does)) => {
            let parts = wrap_flush(does, width.saturating_sub(KEYS));
            let heads = std::iter::once(keys).chain(std::iter::repeat(""));
            heads.zip(parts).map(|(head, part)| format!("{head:<KEYS$}{part}")).collect()
        }
    };
    help.lines().flat_map(row).collect()
}

pub(super) fn draw(app: &App, area: Rect, buffer: &mut Buffer) {
    match &app.overlay {
        Some(Overlay::Help(top)) => {
            let help = if app.is_replay() { REPLAY_HELP } else { HELP };
            let rows = help_rows(help, usize::from(inner_width(area)));
            let inside = boxed(area, rows.len() as u16, buffer);
            let rows: Text<'_> = rows.into_iter().map(Line::raw).collect();
            Paragraph::new(rows).scroll((*top, 0)).render(inside, buffer);
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
                let row = ListRow { marked: at == cursor, possible: item.refused.is_none() };
                Line::styled(format!("{}{}{why}", row.lead(), item.text), row.style())
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
    let width = usize::from(inner_width(area));
    let rows: Vec<String> = texts.iter().flat_map(|text| rows(text, width)).collect();
    let inside = boxed(area, rows.len() as u16, buffer);
    let rows = rows.into_iter().map(|row| Line::styled(row, ASK));
    Paragraph::new(rows.collect::<Text<'_>>()).render(inside, buffer);
}
