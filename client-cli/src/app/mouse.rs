//! The effect of the mouse: it points at what keys can do too.
//!
//! Here, apart from the keys, because it needs to know the layout. It must not do anything that no
//! key does.

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Rect};

use super::{App, Effect};

/// Lines that one turn of the wheel moves.
const WHEEL: i32 = 3;

impl App {
    pub(super) fn mouse(&mut self, mouse: MouseEvent) -> Vec<Effect> {
        let Some(areas) = self.areas().filter(|_| self.overlay.is_none()) else {
            return Vec::new();
        };
        let at = Position::new(mouse.column, mouse.row);
        if mouse.kind == MouseEventKind::Down(MouseButton::Left) {
            return self.click(at);
        }
        let down = mouse.kind == MouseEventKind::ScrollDown;
        if !down && mouse.kind != MouseEventKind::ScrollUp {
            return Vec::new();
        }
        let wheel: i8 = if down { 1 } else { -1 };
        if areas.list.contains(at) {
            self.step_cursor(wheel.into());
        } else {
            self.scroll(i32::from(wheel) * WHEEL);
        }
        Vec::new()
    }

    /// Handles a click: the first one marks, a second one on the same row chooses.
    fn click(&mut self, at: Position) -> Vec<Effect> {
        let Some(areas) = self.areas() else { return Vec::new() };
        self.notice = None;
        if areas.tabs.contains(at) {
            self.click_tab(areas.tabs, at.x);
        }
        if !areas.list.contains(at) {
            return Vec::new();
        }
        let list = self.list_lines(areas.list.width);
        let top = self.list_top(areas.list.width, areas.list.height);
        let line = usize::from(top + at.y - areas.list.y);
        let Some(item) = list.items.get(line).copied().flatten() else { return Vec::new() };
        let again = match &mut self.walking {
            Some(walking) if walking.marks() => {
                walking.finder.point(item);
                walking.mark();
                return Vec::new();
            }
            Some(walking) => match walking.point(item) {
                Ok(again) => again,
                Err(why) => {
                    self.note(format!("{why}."));
                    return Vec::new();
                }
            },
            None => self.finder.point(item),
        };
        if again { self.enter() } else { Vec::new() }
    }

    fn click_tab(&mut self, tabs: Rect, x: u16) {
        let mut end = tabs.x + 1;
        for (at, name) in self.page_names().into_iter().enumerate() {
            // A sign on either side of the name.
            end += name.len() as u16 + 2;
            if x < end {
                return self.open_page(at);
            }
        }
    }

    fn step_cursor(&mut self, by: isize) {
        if let Some(walking) = &mut self.walking {
            if let Err(why) = walking.roll(by) {
                self.note(format!("{why}."));
            }
            return;
        }
        let items = self.items().len();
        self.finder.roll(by, items);
    }
}
