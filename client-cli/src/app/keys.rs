//! The effect of a key, depending on what is on top of the screen.
//!
//! Every letter and digit narrows the list or answers a question, so that commands are keys with
//! Ctrl, function keys, or come after a slash. It must not do anything itself.

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use protocol::lesson::LessonGo;

use super::editor::{Editor, Finder};
use super::input::{SeatAction, TypedChoice, UserInput, read};
use super::{App, Effect, Exit, Overlay, Zoom};

/// Lines that a page key moves a board whose height nobody has measured yet.
const LEAST_PAGE: u16 = 3;

impl App {
    pub(super) fn key(&mut self, key: KeyEvent) -> Vec<Effect> {
        if key.kind == KeyEventKind::Release {
            return Vec::new();
        }
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if self.areas().is_none() {
            // Nobody sees what another key would do.
            let leaves = control && matches!(key.code, KeyCode::Char('c' | 'q'));
            return leaves.then_some(Effect::Leave(Exit::Quit)).into_iter().collect();
        }
        self.notice = None;
        if control && let Some(effects) = self.control(key.code) {
            return effects;
        }
        match self.overlay.clone() {
            Some(overlay) => self.over_key(overlay, key),
            None => self.plain(key),
        }
    }

    /// Keys that do the same everywhere; `None` for those of a line.
    fn control(&mut self, code: KeyCode) -> Option<Vec<Effect>> {
        let KeyCode::Char(sign) = code else { return None };
        match sign {
            'c' | 'q' => return Some(vec![Effect::Leave(Exit::Quit)]),
            'y' => return Some(self.copy()),
            't' => self.overlay = Some(Overlay::Chat(Editor::default())),
            'r' => return Some(self.show_rules(None)),
            'n' | 's' | 'p' if self.session.lesson().is_some() => {
                let go = match sign {
                    'n' => LessonGo::Next,
                    's' => LessonGo::Skip,
                    _ => LessonGo::Back,
                };
                return Some(self.act(UserInput::Act(SeatAction::Lesson(go))));
            }
            'z' => return Some(self.act(UserInput::Act(SeatAction::Undo(None)))),
            'b' => {
                self.zoom = match self.zoom {
                    Zoom::Neither => Zoom::Board,
                    Zoom::Board => Zoom::Choices,
                    Zoom::Choices => Zoom::Neither,
                };
            }
            _ => return None,
        }
        Some(Vec::new())
    }

    /// Handles a key while nothing covers board and choices.
    fn plain(&mut self, key: KeyEvent) -> Vec<Effect> {
        let typing = match &self.walking {
            Some(walking) => !walking.finder.line.is_empty(),
            None => !self.finder.line.is_empty(),
        };
        match (key.code, typing) {
            (KeyCode::F(1), _) | (KeyCode::Char('?'), false) => {
                self.overlay = Some(Overlay::Help(0));
            }
            (KeyCode::Char('/'), false) | (KeyCode::F(2), _) => {
                self.overlay = Some(Overlay::Commands(Finder::default()));
            }
            (KeyCode::Tab, _) => self.turn_page(1),
            (KeyCode::BackTab, _) => self.turn_page(-1),
            (KeyCode::PageDown, _) => self.scroll(i32::from(self.page_height())),
            (KeyCode::PageUp, _) => self.scroll(-i32::from(self.page_height())),
            (KeyCode::Esc, _) => self.back(),
            _ if self.is_replay() => return self.replay_key(key),
            (KeyCode::Enter, _) => return self.enter(),
            _ => match &mut self.walking {
                Some(walking) => {
                    if let Err(why) = walking.key(key) {
                        self.note(format!("{why}."));
                    }
                }
                None => self.find(key),
            },
        }
        Vec::new()
    }

    /// Keys of the list.
    fn find(&mut self, key: KeyEvent) {
        let items = self.items().len();
        match (key.code, self.finder.line.is_empty()) {
            (KeyCode::Up, _) => self.finder.step(-1, items),
            (KeyCode::Down, _) => self.finder.step(1, items),
            (KeyCode::Home, true) => (self.finder.cursor, self.finder.pointed) = (0, true),
            (KeyCode::End, true) => {
                (self.finder.cursor, self.finder.pointed) = (items.saturating_sub(1), true);
            }
            _ => {
                self.finder.key(key);
            }
        }
    }

    /// Handles a key of an overlay.
    fn over_key(&mut self, overlay: Overlay, key: KeyEvent) -> Vec<Effect> {
        if key.code == KeyCode::Esc {
            self.back();
            return Vec::new();
        }
        match overlay {
            Overlay::Help(_) if matches!(key.code, KeyCode::Char('r' | 'R')) => {
                self.overlay = None;
                self.show_rules(None)
            }
            Overlay::Rules(top) => {
                self.rules_key(top, key.code);
                Vec::new()
            }
            Overlay::Help(top) => {
                let to = match (key.code, top) {
                    (KeyCode::Down, top) => Some(top.saturating_add(1)),
                    (KeyCode::Up, top) => Some(top.saturating_sub(1)),
                    _ => None,
                };
                self.overlay = to.map(Overlay::Help);
                Vec::new()
            }
            Overlay::Commands(finder) => self.command_key(finder, key),
            Overlay::Chat(line) if key.code == KeyCode::Enter => {
                self.overlay = None;
                self.chat(line.text())
            }
            Overlay::Notices(_, line) if key.code == KeyCode::Enter => {
                self.overlay = None;
                self.set_notices(&line.text())
            }
            Overlay::Chat(_) | Overlay::Notices(..) => {
                if let Some(Overlay::Chat(line) | Overlay::Notices(_, line)) = &mut self.overlay {
                    line.key(key);
                }
                Vec::new()
            }
            Overlay::Confirm(question) => {
                let yes = matches!(key.code, KeyCode::Enter | KeyCode::Char('y' | 'Y'));
                self.confirmed(question, yes)
            }
        }
    }

    fn command_key(&mut self, mut finder: Finder, key: KeyEvent) -> Vec<Effect> {
        let items = self.commands(&finder);
        match (key.code, finder.line.is_empty()) {
            (KeyCode::Up, _) => finder.step(-1, items.len()),
            (KeyCode::Down, _) => finder.step(1, items.len()),
            (KeyCode::Backspace, true) => {
                self.overlay = None;
                return Vec::new();
            }
            (KeyCode::Enter, _) => {
                self.overlay = None;
                let line = finder.line.text();
                // A command with what belongs to it, such as the entry of an undo.
                return match (read(&line), items.into_iter().nth(finder.cursor)) {
                    // What only lines of text have, or want more of, is a part of a name here.
                    (
                        UserInput::Offer(TypedChoice::Empty | TypedChoice::Text(_))
                        | UserInput::Incomplete(..)
                        | UserInput::Log(_)
                        | UserInput::Board
                        | UserInput::Time,
                        Some(item),
                    ) => self.choose(item),
                    (UserInput::Offer(_), _) => {
                        self.note(format!("No command contains {line:?}."));
                        Vec::new()
                    }
                    (input, _) => self.act(input),
                };
            }
            _ => {
                finder.key(key);
            }
        }
        self.overlay = Some(Overlay::Commands(finder));
        Vec::new()
    }

    pub(super) fn paste(&mut self, text: &str) {
        if self.areas().is_none() {
            return;
        }
        match (&mut self.overlay, &mut self.walking) {
            (Some(Overlay::Chat(line) | Overlay::Notices(_, line)), _) => line.insert(text),
            (Some(Overlay::Commands(finder)), _) => finder.insert(text),
            (Some(Overlay::Help(_) | Overlay::Rules(_) | Overlay::Confirm(_)), _) => {}
            (None, Some(walking)) => walking.finder.insert(text),
            (None, None) => self.finder.insert(text),
        }
    }

    /// Returns the number of lines that a page key moves.
    fn page_height(&self) -> u16 {
        self.areas().map_or(LEAST_PAGE, |areas| areas.board.height.saturating_sub(1).max(1))
    }
}
