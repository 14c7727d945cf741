//! The pages of the board, and which part of them is in sight.
//!
//! The chosen page comes first and the others follow it, so that spare room is never empty. It must
//! not know the content of a page.

use ratatui::layout::Size;
use ratatui::style::Style;
use ratatui::text::Line;

use super::say;
use super::{App, Tone, levels};
use crate::render;
use crate::render::page::{ALERT, ASK, CHAT, EVENT, FAINT, HEAD, Page, PageBuilder, is_legend};

impl App {
    /// Returns all pages for this much room: those of the game, then the room and the story.
    pub fn pages(&self, room: Size) -> Vec<Page> {
        let mut pages = match (self.room(), self.scene()) {
            (Some(known), Some(scene)) => render::of(&known.game).pages(&scene, room),
            _ => Vec::new(),
        };
        pages.push(self.room_page(room.width));
        pages.push(self.story_page(room.width));
        pages
    }

    /// Returns the chosen page and those behind it, a heading before each of these.
    pub fn document(&self, room: Size) -> Vec<Line<'static>> {
        let mut lines: Vec<Line<'static>> = Vec::new();
        let pages = self.pages(room);
        let last = pages.len().saturating_sub(1);
        for (at, page) in pages.into_iter().enumerate().skip(self.page) {
            // What happened stands below anyway.
            if at == last && at > self.page {
                break;
            }
            if at > self.page {
                // What explained the mark may have left an empty line behind.
                while lines.last().is_some_and(|line| line.width() == 0) {
                    lines.pop();
                }
                lines.push(Line::default());
                let rule = "-".repeat(usize::from(room.width).saturating_sub(page.name.len() + 4));
                lines.push(Line::styled(format!("- {} {rule}", page.name), FAINT));
            }
            // The mark is explained once in sight, and not by every page again.
            let explained = lines.iter().any(is_legend);
            lines.extend(page.text.lines.into_iter().filter(|line| !explained || !is_legend(line)));
        }
        lines
    }

    /// Turns to another page; behind the last comes the first.
    pub(super) fn turn_page(&mut self, by: isize) {
        let last = self.page_names().len().saturating_sub(1);
        self.open_page(match by {
            1 if self.page >= last => 0,
            -1 if self.page == 0 => last,
            by => self.page.saturating_add_signed(by).min(last),
        });
    }

    /// Goes to a page; one that is open stays where it was.
    pub(super) fn open_page(&mut self, page: usize) {
        let name = self.page_names().get(page).copied();
        if page != self.page || name != self.page_name {
            self.offset = 0;
        }
        (self.page, self.page_name) = (page, name);
    }

    pub(super) fn page_names(&self) -> Vec<&'static str> {
        let room = self.areas().map_or(Size::new(80, 10), |areas| areas.board.as_size());
        self.pages(room).iter().map(|page| page.name).collect()
    }

    /// Scrolls within the pages.
    pub(super) fn scroll(&mut self, by: i32) {
        let Some(areas) = self.areas() else { return };
        let lines = self.document(areas.board.as_size()).len();
        let last = lines.saturating_sub(usize::from(areas.board.height));
        let to = (i32::from(self.offset) + by).max(0);
        self.offset = u16::try_from(to).unwrap_or(u16::MAX).min(last as u16);
    }

    /// Builds the page of the room: its people, the open requests, and the basis of the deal.
    fn room_page(&self, width: u16) -> Page {
        let mut sheet = PageBuilder::new(width);
        let Some(room) = self.room() else {
            sheet.line(Style::new(), format!("Connecting to {} ...", self.config.server));
            sheet.line(Style::new(), format!("Room {}", self.config.code));
            return sheet.page("Room");
        };
        let own = self.session.seat();
        for (at, line) in say::lobby(room, own, self.roles(&room.game)).into_iter().enumerate() {
            sheet.line(if at == 0 { HEAD } else { Style::new() }, line);
        }
        for line in say::requests(room, own, &self.names()) {
            sheet.line(ALERT, line);
        }
        sheet.line(Style::new(), format!("Link to share: {}", self.config.link));
        if self.session.update().is_none() {
            sheet.gap();
            sheet.line(HEAD, say::lobby_wait(room, own));
            if let Some(text) = levels::choice(room, own, self.bot_levels(&room.game)) {
                sheet.line(Style::new(), text);
            }
        }
        sheet.gap();
        for line in say::deal(room).into_iter().chain(say::options(room)) {
            sheet.line(Style::new(), line);
        }
        let heads = self.session.heads().seen().len();
        if heads > 0 {
            sheet.line(Style::new(), format!("Heads of the log kept here: {heads}"));
        }
        sheet.page("Room")
    }

    /// Builds the page of the story, the newest line first, since that is what one looks for.
    fn story_page(&self, width: u16) -> Page {
        let mut sheet = PageBuilder::new(width);
        for (tone, text) in self.story.iter().rev() {
            sheet.line(style(*tone), text);
        }
        sheet.page("Log")
    }
}

/// Returns the style of a line of the story.
pub(crate) const fn style(tone: Tone) -> Style {
    match tone {
        Tone::Event => EVENT,
        Tone::Chat => CHAT,
        Tone::Plain => Style::new(),
        Tone::Head => HEAD,
        Tone::Ask => ASK,
        Tone::Alert => ALERT,
    }
}
