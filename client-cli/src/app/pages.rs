//! The pages of the board, and which part of them is in sight.
//!
//! The chosen page comes first and the others follow it, so that spare room is never empty. It must
//! not know the content of a page.

use protocol::room::Room;
use ratatui::layout::Size;
use ratatui::style::Style;
use ratatui::text::Line;

use super::say;
use super::{App, Tone, levels};
use crate::face::Face;
use crate::render;
use crate::render::page::{ALERT, ASK, CHAT, EVENT, HEAD, Page, PageBuilder};

impl App {
    /// Returns all pages for this much room: those of the game, then the room and the story.
    pub fn pages(&self, room: Size) -> Vec<Page> {
        let mut pages = match (self.room(), self.scene()) {
            (Some(known), Some(scene)) => {
                render::of(&known.game).pages(&scene, Face::Screen(self.steady(room)))
            }
            _ => Vec::new(),
        };
        let mut known = self.room_lines();
        known.push((Tone::Plain, String::new()));
        known.extend(self.basis_lines());
        // What one looks for in the story is the newest line.
        let story: Vec<_> = self.story.iter().rev().cloned().collect();
        for (name, lines) in [("Room", known), ("Log", story)] {
            let mut sheet = PageBuilder::new(Face::Screen(room));
            for (tone, text) in lines {
                sheet.styled(style(tone), text);
            }
            pages.push(sheet.page(name));
        }
        pages
    }

    /// Returns the chosen page and those behind it, a heading before each of these.
    pub fn document(&self, room: Size) -> Vec<Line<'static>> {
        let mut pages = self.pages(room);
        // What happened stands below anyway.
        if self.page + 1 < pages.len() {
            pages.pop();
        }
        Page::joined(pages.into_iter().skip(self.page), room.width.into())
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

    /// Describes the room: its people, the open requests, and what the lobby waits for.
    pub(super) fn room_lines(&self) -> Vec<(Tone, String)> {
        let Some(room) = self.room() else {
            let (server, code) = (&self.config.server, &self.config.code);
            let lines = [format!("Connecting to {server} ..."), format!("Room {code}")];
            return lines.map(|line| (Tone::Plain, line)).into();
        };
        let own = self.session.seat();
        let tones = [Tone::Head].into_iter().chain(std::iter::repeat(Tone::Plain));
        let people = tones.zip(say::lobby(room, own, self.info(&room.game)));
        let requests = say::requests(room, own, &self.names());
        let requests = requests.into_iter().map(|line| (Tone::Alert, line));
        let link = (Tone::Plain, format!("Link to share: {}", self.config.link));
        let mut lines: Vec<_> = people.chain(requests).chain([link]).collect();
        if self.session.update().is_none() {
            lines.extend(self.wait_lines(room));
        }
        lines
    }

    /// Describes the basis of the deal.
    pub(super) fn basis_lines(&self) -> Vec<(Tone, String)> {
        let Some(room) = self.room() else { return Vec::new() };
        let heads = self.session.heads().seen().len();
        let heads = (heads > 0).then(|| format!("Heads of the log kept here: {heads}"));
        let lines = say::deal(room).into_iter().chain(heads);
        lines.map(|line| (Tone::Plain, line)).collect()
    }

    /// Describes what the lobby waits for.
    pub(super) fn wait_lines(&self, room: &Room) -> Vec<(Tone, String)> {
        let own = self.session.seat();
        let text = say::lobby_wait(room, own);
        let tone = if text == say::PRESS_ENTER { Tone::Ask } else { Tone::Head };
        let choice = levels::choice(room, own, &self.bot_levels(&room.game));
        let choice = choice.map(|text| (Tone::Plain, text));
        [(tone, text.to_owned())].into_iter().chain(choice).collect()
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
