//! The state of the screen as cells.
//!
//! Pure: the same state gives the same cells. Everything that comes from the server is text in cells,
//! cleaned of what steers a terminal. It must not change anything.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Clear, Paragraph, Widget};

use super::layout::{Areas, SMALLEST};
use crate::app::{App, Overlay};
use crate::paper::{Tone, clean};
use crate::render::page::{ALERT, FAINT, HEAD, MARKED, fit, rows};

mod choices;
mod head;
mod overlay;

/// The most columns of a box over the rest, and those of its border and margins.
const BOX_WIDTH: u16 = 78;
const BOX_EDGES: u16 = 4;

/// The beginning of lines of a list where no cursor stands.
const NO_LEAD: &str = "  ";

/// Draws everything.
pub fn draw(frame: &mut Frame<'_>, app: &App, colour: bool) {
    let area = frame.area();
    let Some(areas) = app.areas() else {
        too_small(frame, area);
        return;
    };
    let buffer = frame.buffer_mut();
    head::draw(app, &areas, buffer);
    board(app, &areas, buffer);
    choices::draw(app, &areas, buffer);
    story(app, areas.story, buffer);
    keys(app, areas.keys, buffer);
    let cursor = input(app, &areas, buffer);
    overlay::draw(app, area, buffer);
    if !colour {
        bleach(buffer);
    }
    if let Some(cursor) = cursor {
        frame.set_cursor_position(cursor);
    }
}

pub(super) fn too_small(frame: &mut Frame<'_>, area: Rect) {
    let text = format!(
        "This terminal is {} x {}; the screen needs {} x {}. Make it larger: nothing is lost. Ctrl-C \
         quits; --plain plays in lines.",
        area.width, area.height, SMALLEST.width, SMALLEST.height
    );
    let lines = rows(&text, usize::from(area.width.max(1)));
    frame.render_widget(
        Paragraph::new(lines.into_iter().map(Line::from).collect::<Text<'_>>()),
        area,
    );
}

/// Draws the names of the pages, and as much of them as there is room for.
fn board(app: &App, areas: &Areas, buffer: &mut Buffer) {
    let room = areas.board.as_size();
    let mut tabs = vec![Span::raw(" ")];
    for (at, page) in app.pages(room).iter().enumerate() {
        let name =
            if at == app.page { format!("[{}]", page.name) } else { format!(" {} ", page.name) };
        tabs.push(Span::styled(name, if at == app.page { HEAD } else { FAINT }));
    }
    let lines = app.document(room);
    let below = lines.len().saturating_sub(usize::from(app.offset) + usize::from(room.height));
    let mut tabs = Line::from(tabs);
    if below > 0 || app.offset > 0 {
        let texts = [
            format!("  PgUp PgDn ({below} more)"),
            format!("  ({below} more)"),
            format!("+{below}"),
        ];
        let room = usize::from(areas.tabs.width).saturating_sub(tabs.width());
        let fitting = texts.into_iter().find(|text| text.len() <= room);
        tabs.push_span(Span::styled(fitting.unwrap_or_default(), FAINT));
    }
    tabs.render(areas.tabs, buffer);
    Paragraph::new(Text::from(lines)).scroll((app.offset, 0)).render(areas.board, buffer);
}

/// Draws as many lines of the story as there is room for, the newest last.
fn story(app: &App, area: Rect, buffer: &mut Buffer) {
    if area.height == 0 {
        return;
    }
    if area.x > 0 {
        let above = Rect { y: area.y - 1, height: 1, ..area };
        Line::styled("-".repeat(usize::from(area.width)), FAINT).render(above, buffer);
    }
    let mut shown: Vec<Line<'_>> = Vec::new();
    for (tone, text) in app.story.iter().rev() {
        let style = crate::app::style(*tone);
        let lines = rows(text, usize::from(area.width));
        shown.extend(lines.into_iter().rev().map(|line| Line::styled(line, style)));
        if shown.len() >= usize::from(area.height) {
            break;
        }
    }
    shown.truncate(usize::from(area.height));
    shown.reverse();
    Paragraph::new(Text::from(shown)).render(area, buffer);
}

/// Draws the typed text; returns the position of the cursor.
fn input(app: &App, areas: &Areas, buffer: &mut Buffer) -> Option<(u16, u16)> {
    let area = areas.input;
    if let Some((tone, text)) = &app.notice {
        notice(text, *tone == Tone::Alert, area, buffer);
        return None;
    }
    let (prompt, line) = match (&app.overlay, &app.walking) {
        (Some(Overlay::Chat(line)), _) => ("Say: ", line),
        (Some(Overlay::Notices(_, line)), _) => ("Tell me at: ", line),
        (Some(Overlay::Commands(finder)), _) => ("/", &finder.line),
        (Some(Overlay::Help(_) | Overlay::Rules(_) | Overlay::Confirm(_)), _) => return None,
        (None, Some(walking)) => ("> ", &walking.finder.line),
        (None, None) => ("> ", &app.finder.line),
    };
    beside(app, areas, line.is_empty(), buffer);
    let before = Line::from(format!("{prompt}{}", clean(line.before())));
    let most = area.width.saturating_sub(1);
    let place = u16::try_from(before.width()).unwrap_or(u16::MAX);
    let hidden = place.saturating_sub(most);
    let text = Line::from(format!("{prompt}{}", clean(&line.text())));
    let typed = Rect { width: (text.width() as u16).min(area.width), ..area };
    Paragraph::new(text).scroll((0, hidden)).render(typed, buffer);
    Some((area.x + place - hidden, area.y))
}

/// Draws what is beside the typed text: the message that waits for its answer, and the position in a
/// long list.
fn beside(app: &App, areas: &Areas, empty: bool, buffer: &mut Buffer) {
    if app.overlay.is_some() {
        return;
    }
    let place = Line::styled(app.place_in_list(areas).unwrap_or_default(), FAINT);
    let mut left = areas.input;
    left.x += 2;
    left.width = left.width.saturating_sub(place.width() as u16 + 4);
    let over = app.session.outcome().is_some();
    if let Some(act) = app.pending().filter(|_| empty && !over) {
        Line::styled(fit(&format!("On its way: {}", act.text), left.width.into()), FAINT)
            .render(left, buffer);
    }
    let preview = app.preview_text();
    if areas.preview.height == 0 && empty && !preview.is_empty() && app.pending().is_none() {
        Line::styled(fit(&format!("Then: {preview}"), left.width.into()), FAINT)
            .render(left, buffer);
    }
    place.alignment(Alignment::Right).render(areas.input, buffer);
}

/// Draws the result of the last key: upwards from the row of the input, as far as it needs.
pub(super) fn notice(text: &str, alert: bool, area: Rect, buffer: &mut Buffer) {
    let rows = rows(text, usize::from(area.width));
    // Only what is wrong may hide what can be chosen.
    let most = if alert { area.y + 1 } else { 2 };
    let height = (rows.len() as u16).min(most);
    let over = Rect { y: area.y + 1 - height, height, ..area };
    let style = if alert { ALERT } else { HEAD };
    Clear.render(over, buffer);
    let rows = rows.into_iter().map(|row| Line::styled(row, style));
    Paragraph::new(rows.collect::<Text<'_>>()).render(over, buffer);
}

fn keys(app: &App, area: Rect, buffer: &mut Buffer) {
    let text = match (&app.overlay, &app.walking) {
        (Some(Overlay::Chat(_)), _) => "Enter says it   Esc closes",
        (Some(Overlay::Notices(..)), _) => "Enter saves it   Esc leaves it as it is",
        (Some(Overlay::Commands(_)), _) => "Enter does it   Up Down   type to narrow   Esc closes",
        (Some(Overlay::Help(_)), _) => "Up Down   r the rules   any other key closes",
        (Some(Overlay::Rules(_)), _) => "Up Down PgUp PgDn   Left Right: sections   Esc closes",
        (Some(Overlay::Confirm(_)), _) => "Enter or y: yes   any other key: no",
        (None, Some(walking)) if walking.marks() => {
            "? help  Space marks  Enter is done  Up Down  Esc one step back  ^B bigger  ^C quit"
        }
        (None, Some(_)) => "? help  Enter takes it  Up Down  Esc one step back  ^B bigger  ^C quit",
        (None, None) if app.is_replay() => {
            "? help  Right next  Left back  End last  p plays on  Tab page  12 Enter that step  ^C quit"
        }
        (None, None) => {
            "? help  Enter choose  Tab page  / commands  ^T say  ^Z undo  ^B bigger  ^C quit"
        }
    };
    Line::styled(fitting(text, usize::from(area.width)), FAINT).render(area, buffer);
}

/// Returns as many of the keys as there is room for; the last one, how to leave, stays.
pub(super) fn fitting(keys: &str, width: usize) -> String {
    let mut parts: Vec<&str> = keys.split("  ").collect();
    while parts.join("  ").len() > width && parts.len() > 1 {
        parts.remove(parts.len() - 2);
    }
    parts.join("  ")
}

/// Takes all colours away; bold, faint and reversed text stays so.
pub(super) fn bleach(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        cell.fg = Color::Reset;
        cell.bg = Color::Reset;
    }
}

/// Returns the columns inside a box over the rest.
fn inner_width(area: Rect) -> u16 {
    area.width.min(BOX_WIDTH).saturating_sub(BOX_EDGES)
}

/// Draws a box over the rest, as high as its lines, and its inside.
fn boxed(area: Rect, lines: u16, buffer: &mut Buffer) -> Rect {
    let width = area.width.min(BOX_WIDTH);
    let height = (lines + 2).min(area.height.saturating_sub(2));
    let over = Rect { x: (area.width - width) / 2, y: (area.height - height) / 2, width, height };
    Clear.render(over, buffer);
    ratatui::widgets::Block::bordered().render(over, buffer);
    let (x, width) = (over.x + BOX_EDGES / 2, inner_width(area));
    Rect { x, y: over.y + 1, width, height: height.saturating_sub(2) }
}

/// A row of a list.
#[derive(Clone, Copy, Debug)]
struct ListRow {
    /// It is under the cursor.
    marked: bool,
    /// It can be chosen now.
    possible: bool,
}

impl ListRow {
    /// Returns its style.
    fn style(self) -> Style {
        let style = if self.possible { Style::new() } else { FAINT };
        if self.marked { style.patch(MARKED) } else { style.remove_modifier(Modifier::REVERSED) }
    }

    /// Returns what its first line begins with.
    fn lead(self) -> &'static str {
        if self.marked { "> " } else { NO_LEAD }
    }
}
