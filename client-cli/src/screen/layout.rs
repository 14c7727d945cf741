//! The layout of the screen, for every size of the terminal.
//!
//! Pure, and apart from the drawing, because keys and mouse must know it too. It must not know what is
//! drawn.

use ratatui::layout::{Rect, Size};

use crate::app::{App, Zoom};

/// The narrowest and lowest terminal that can be played on, in cells.
pub const SMALLEST: Size = Size::new(60, 16);

/// Width from which on choices and story are beside the board.
const WIDE: u16 = 120;

/// Least width that a board is drawn for in a wide terminal, in cells.
const BOARD: u16 = 80;

/// The widest column of choices and log, in cells.
const SIDE: u16 = 80;

/// Number of lines for what a choice would change, where choices and story are beside the board.
const PREVIEW: u16 = 5;

/// Number of lines of the story that a low terminal shows.
const LATEST: u16 = 2;

/// Checks whether a terminal of this size has no room for a picture.
pub(crate) fn is_too_small(Size { width, height }: Size) -> bool {
    width < SMALLEST.width || height < SMALLEST.height
}

/// The parts of the screen; what has no room is empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Areas {
    /// Game, seats, connection.
    pub head: Rect,
    /// The stage of the match, the question, the clock.
    pub stage: Rect,
    /// The names of the pages.
    pub tabs: Rect,
    /// The pages.
    pub board: Rect,
    /// The question.
    pub title: Rect,
    /// The items to choose from.
    pub list: Rect,
    /// The changes that the choice under the cursor would make; else the row of the input has them.
    pub preview: Rect,
    /// The newest lines of the story.
    pub story: Rect,
    /// The typed text, or the result of the last key.
    pub input: Rect,
    /// The keys.
    pub keys: Rect,
}

impl App {
    /// Returns the areas of the screen; `None` if there is too little room.
    pub fn areas(&self) -> Option<Areas> {
        if is_too_small(self.size) {
            return None;
        }
        let Size { width, height } = self.size;
        let row = |y: u16| Rect::new(0, y, width, 1);
        let base = Areas {
            head: row(0),
            stage: row(1),
            input: row(height - 2),
            keys: row(height - 1),
            ..Areas::default()
        };
        let body = Rect::new(0, 2, width, height - 4);
        Some(if self.is_wide() { self.beside(base, body) } else { self.stacked(base, body) })
    }

    /// Checks whether choices and story are beside the board, where lines are many and short.
    pub(crate) fn is_wide(&self) -> bool {
        self.size.width >= WIDE
    }

    /// Returns the room that the board has left at every question, out of what it has now. A board that is drawn for
    /// it keeps its form from one question to the next, and while nothing is asked.
    pub(crate) fn steady(&self, room: Size) -> Size {
        let asked = self.session.seat().is_some() && self.session.outcome().is_none();
        if !asked || self.is_replay() || self.is_wide() || self.zoom != Zoom::Neither {
            return room;
        }
        let body = self.size.height.saturating_sub(4);
        let left = body - self.usual(body);
        // The first row names the pages.
        let board = (left - story_lines(left)).saturating_sub(1);
        Size { height: room.height.min(board), ..room }
    }

    /// Returns the height that a question with its choices may usually take.
    fn usual(&self, height: u16) -> u16 {
        // While the clock runs one looks at what others do.
        if self.is_timed() { height * 2 / 5 } else { height / 2 }
    }

    fn stacked(&self, base: Areas, body: Rect) -> Areas {
        let most = match self.zoom {
            // What is half chosen wants to be read.
            Zoom::Neither if self.walking.is_some() => body.height * 2 / 3,
            Zoom::Neither => self.usual(body.height),
            Zoom::Board => 0,
            Zoom::Choices => body.height,
        };
        let (title, list) = self.wanted(body.width);
        let panel = if most == 0 { 0 } else { (title + list).min(most) };
        let left = body.height - panel;
        let story = story_lines(left);
        let board = left - story;
        let (tabs, board) = top(Rect { height: board, ..body });
        let choices = Rect { y: body.y + left, height: panel, ..body };
        let (title, list) = split(choices, title.min(panel));
        let story = Rect { y: body.y + left - story, height: story, ..body };
        Areas { tabs, board, title, list, story, ..base }
    }

    fn beside(&self, base: Areas, body: Rect) -> Areas {
        let side = match self.zoom {
            Zoom::Neither => (body.width * 2 / 5).min(body.width - BOARD).min(SIDE),
            Zoom::Board => 0,
            Zoom::Choices => body.width - BOARD / 2,
        };
        let (tabs, board) = top(Rect { width: body.width - side.saturating_add(1), ..body });
        if side == 0 {
            return Areas { tabs, board, ..base };
        }
        let right = Rect { x: body.width - side, width: side, ..body };
        let (title, list) = self.wanted(side);
        let panel = (title + list).min(right.height * 2 / 3);
        let (title, list) = split(Rect { height: panel, ..right }, title.min(panel));
        let below = Rect { y: right.y + panel, height: right.height - panel, ..right };
        // Always as high, so that nothing moves with the cursor.
        let previewed = if self.has_previews() { PREVIEW } else { 0 };
        let (preview, story) = split(below, below.height.min(previewed));
        // A line between them.
        let (_, story) = top(story);
        Areas { tabs, board, title, list, preview, story, ..base }
    }

    /// Returns the heights that the question and the list would like.
    fn wanted(&self, width: u16) -> (u16, u16) {
        (self.question_lines(width).len() as u16, self.list_lines(width).lines.len() as u16)
    }
}

/// Returns the number of lines of the story, of what the choices leave.
fn story_lines(left: u16) -> u16 {
    if left > LATEST + 6 { LATEST } else { 0 }
}

/// Returns the first row, and the rest.
fn top(area: Rect) -> (Rect, Rect) {
    split(area, area.height.min(1))
}

fn split(area: Rect, first: u16) -> (Rect, Rect) {
    (
        Rect { height: first, ..area },
        Rect { y: area.y + first, height: area.height - first, ..area },
    )
}
