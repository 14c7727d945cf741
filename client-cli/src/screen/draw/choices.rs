//! The question and the list of what can be chosen.
//!
//! It must not know what choosing does.

use ratatui::buffer::Buffer;
use ratatui::style::Style;
use ratatui::text::{Line, Text};
use ratatui::widgets::{Paragraph, Widget};

use super::{App, Areas, ListRow, NO_LEAD};
use crate::app::offers::with_way_out;
use crate::paper::clean;
use crate::render;
use crate::render::page::{ALERT, ASK, FAINT, HEAD, fit, rows};

/// The lines of a list, and the position of the cursor among them.
pub(crate) struct ChoiceList {
    /// The lines.
    pub(crate) lines: Vec<Line<'static>>,
    /// The item that each line belongs to; headings belong to none.
    pub(crate) items: Vec<Option<usize>>,
    /// The lines of the marked item.
    marked: std::ops::Range<usize>,
    /// `true` if every item is shown in full.
    whole: bool,
}

pub(super) fn draw(app: &App, areas: &Areas, buffer: &mut Buffer) {
    if areas.title.height > 0 {
        Paragraph::new(Text::from(app.question_lines(areas.title.width)))
            .render(areas.title, buffer);
    }
    let top = app.list_top(areas.list.width, areas.list.height);
    let list = app.list_lines(areas.list.width);
    Paragraph::new(Text::from(list.lines)).scroll((top, 0)).render(areas.list, buffer);
    let preview = app.preview_text();
    if areas.preview.height > 0 && !preview.is_empty() {
        let width = usize::from(areas.preview.width);
        let lines = rows(&format!("Then: {preview}"), width);
        let lines = lines.into_iter().map(|row| Line::styled(row, FAINT));
        Paragraph::new(lines.collect::<Text<'_>>()).render(areas.preview, buffer);
    }
}

impl App {
    /// Returns the question as lines of this width.
    pub(crate) fn question_lines(&self, width: u16) -> Vec<Line<'static>> {
        let mut lines = Vec::new();
        let mut add = |style: Style, text: &str| {
            lines.extend(
                rows(text, usize::from(width)).into_iter().map(|row| Line::styled(row, style)),
            );
        };
        for line in self.lesson_lines() {
            add(ASK, &line);
        }
        if let Some(walking) = &self.walking {
            add(HEAD, &walking.title());
            for line in self.remarks() {
                add(Style::new(), &line);
            }
            for line in walking.question() {
                add(ASK, &line);
            }
            if let Some(line) = self.advice_line() {
                add(FAINT, &line);
            }
            return lines;
        }
        if let Some(step) = self.step_words() {
            add(HEAD, &step);
        }
        let question = self.room().zip(self.scene());
        let question = question.and_then(|(room, scene)| render::of(&room.game).question(&scene));
        // While the clock runs every line counts, and the board says the same.
        if let Some(text) = question.filter(|_| self.is_running() && !self.session.is_timed()) {
            // The way out stands in the list too: it must not cost a line of it.
            let whole = with_way_out(&text, self.session.offers());
            let height = |text: &str| rows(text, usize::from(width)).len();
            add(HEAD, if height(&whole) > height(&text) { &text } else { &whole });
        }
        if let Some(line) = self.advice_line() {
            add(FAINT, &line);
        }
        for line in self.outcome_lines() {
            add(HEAD, &line);
        }
        if let Some(check) = &self.checked {
            add(if check.holds { Style::new() } else { ALERT }, &check.verdict);
        }
        lines
    }

    /// Returns the items as lines of this width.
    pub(crate) fn list_lines(&self, width: u16) -> ChoiceList {
        let whole = self.is_wide();
        let mut list = ChoiceList { lines: Vec::new(), items: Vec::new(), marked: 0..0, whole };
        if let Some(walking) = &self.walking {
            let rows = walking.rows();
            let cursor = walking.finder.cursor.min(rows.len().saturating_sub(1));
            for (at, row) in rows.iter().enumerate() {
                list.add(at, ListRow { marked: at == cursor, possible: true }, &row.text, width);
            }
            return list;
        }
        let items = self.items();
        let cursor = self.finder.cursor.min(items.len().saturating_sub(1));
        let mut group = "";
        for (at, item) in items.iter().enumerate() {
            if item.group != group {
                group = &item.group;
                list.lines.push(Line::styled(clean(group).into_owned(), FAINT));
                list.items.push(None);
            }
            let number = item.number.map_or_else(String::new, |number| format!("{number:>3}  "));
            let why = item.refused.map_or_else(String::new, |why| format!(" (not now: {why})"));
            let text = format!("{number}{}{why}", item.text);
            let row = ListRow { marked: at == cursor, possible: item.refused.is_none() };
            list.add(at, row, &text, width);
        }
        if items.is_empty() && !self.finder.line.is_empty() {
            let earlier = self.offers.earlier(&self.finder.line.text());
            let text = match earlier {
                Some(earlier) => format!("Not offered now, as it was before: {earlier}"),
                None => "Nothing contains that; Esc shows all.".to_owned(),
            };
            for row in rows(&text, usize::from(width)) {
                list.lines.push(Line::styled(row, FAINT));
                list.items.push(None);
            }
        }
        list
    }

    /// Returns which of how many is marked, where not all have room.
    pub(super) fn place_in_list(&self, areas: &Areas) -> Option<String> {
        let list = self.list_lines(areas.list.width);
        let hidden = list.lines.len() > usize::from(areas.list.height);
        let marked = list.items.get(list.marked.start).copied().flatten();
        let bottom = list.items.iter().flatten().max();
        let (marked, bottom) = marked.zip(bottom).filter(|_| hidden && areas.list.height > 0)?;
        Some(format!(" {} of {}", marked + 1, bottom + 1))
    }

    /// Returns the first line of the list in sight: the cursor stays in the middle where it can.
    pub(crate) fn list_top(&self, width: u16, height: u16) -> u16 {
        let list = self.list_lines(width);
        let height = usize::from(height);
        let most = list.lines.len().saturating_sub(height);
        list.marked.end.saturating_sub(height / 2 + 1).min(most) as u16
    }
}

impl ChoiceList {
    /// Adds an item; where lines are scarce, one that is not under the cursor is cut to one line.
    fn add(&mut self, at: usize, item: ListRow, text: &str, width: u16) {
        let rows = rows(text, usize::from(width).saturating_sub(2));
        let most = if item.marked || self.whole { rows.len() } else { 1 };
        let begin = self.lines.len();
        let cut = rows.len() > most;
        for (row, nth) in rows.into_iter().take(most).zip(0..) {
            // What is left out is told, in the place of the last words.
            let row = if cut {
                fit(&row, usize::from(width).saturating_sub(5)).trim_end().to_owned() + "..."
            } else {
                row
            };
            let lead = if nth == 0 { item.lead() } else { NO_LEAD };
            self.lines.push(Line::styled(format!("{lead}{row}"), item.style()));
            self.items.push(Some(at));
        }
        if item.marked {
            self.marked = begin..self.lines.len();
        }
    }
}
