//! A line that one types, and a list that it narrows.
//!
//! Here because filters, numbers, chat and commands are typed alike. Pure. It must not know what the
//! line is for.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// The longest line, in characters.
pub const MAX_CHARS: usize = 500;

/// A line of text with a cursor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Editor {
    before: String,
    after: String,
}

impl Editor {
    /// Returns the whole line.
    pub fn text(&self) -> String {
        format!("{}{}", self.before, self.after)
    }

    /// Returns the text before the cursor.
    pub fn before(&self) -> &str {
        &self.before
    }

    /// Checks whether nothing was typed.
    pub fn is_empty(&self) -> bool {
        self.before.is_empty() && self.after.is_empty()
    }

    /// Replaces the line with another text.
    pub fn set(&mut self, text: impl Into<String>) {
        self.before = text.into();
        self.after.clear();
    }

    /// Empties the line.
    pub fn clear(&mut self) {
        self.set("");
    }

    /// Inserts a text; control characters become spaces, and what is too long is left out.
    pub fn insert(&mut self, text: &str) {
        let mut room = MAX_CHARS.saturating_sub(self.text().chars().count());
        for sign in text.chars() {
            if room == 0 {
                return;
            }
            self.before.push(if sign.is_control() { ' ' } else { sign });
            room -= 1;
        }
    }

    /// Takes a key; `false` if it is none of a line.
    pub fn key(&mut self, key: KeyEvent) -> bool {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let plain = !control && !key.modifiers.contains(KeyModifiers::ALT);
        match (key.code, control) {
            (KeyCode::Char('u'), true) => self.clear(),
            (KeyCode::Char('w'), true) => {
                let kept = self.before.trim_end().rfind(' ').map_or(0, |space| space + 1);
                self.before.truncate(kept);
            }
            (KeyCode::Char('a'), true) | (KeyCode::Home, _) => {
                self.after = self.text();
                self.before.clear();
            }
            (KeyCode::Char('e'), true) | (KeyCode::End, _) => self.set(self.text()),
            (KeyCode::Char(sign), _) if plain => self.insert(sign.encode_utf8(&mut [0; 4])),
            (KeyCode::Backspace, _) => drop(self.before.pop()),
            (KeyCode::Delete, _) if !self.after.is_empty() => drop(self.after.remove(0)),
            (KeyCode::Left, _) => match self.before.pop() {
                Some(sign) => self.after.insert(0, sign),
                None => return false,
            },
            (KeyCode::Right, _) if !self.after.is_empty() => {
                let sign = self.after.remove(0);
                self.before.push(sign);
            }
            _ => return false,
        }
        true
    }
}

/// A line that narrows a list, and the cursor among the remaining items.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Finder {
    /// The line.
    pub line: Editor,
    /// The item, counted among those that are left.
    pub cursor: usize,
    /// `true` if the person has moved the cursor or typed.
    pub pointed: bool,
}

impl Finder {
    /// Checks whether a text contains every word that was typed.
    pub fn admits(&self, text: &str) -> bool {
        let text = text.to_lowercase();
        self.line.text().to_lowercase().split_whitespace().all(|word| text.contains(word))
    }

    /// Moves the cursor within a list of this many items; beyond an end it wraps around.
    pub fn step(&mut self, by: isize, items: usize) {
        let last = items.saturating_sub(1);
        self.pointed = true;
        self.cursor = match self.cursor.min(last) {
            0 if by < 0 => last,
            at if by > 0 && at == last => 0,
            at => at.saturating_add_signed(by).min(last),
        };
    }

    /// Moves the cursor by a wheel, which stops at the ends.
    pub fn roll(&mut self, by: isize, items: usize) {
        self.pointed = true;
        self.cursor = self.cursor.saturating_add_signed(by).min(items.saturating_sub(1));
    }

    /// Points at an item; returns whether the person had pointed at the same one before. One that is
    /// marked because nobody has pointed at anything does not count.
    pub fn point(&mut self, item: usize) -> bool {
        let again = self.pointed && self.cursor == item;
        (self.cursor, self.pointed) = (item, true);
        again
    }

    /// Inserts a text into the line, as if it were typed.
    pub fn insert(&mut self, text: &str) {
        self.line.insert(text);
        (self.cursor, self.pointed) = (0, true);
    }

    /// Handles a key of the line; the cursor goes to the top when the line changes.
    pub fn key(&mut self, key: KeyEvent) -> bool {
        let before = self.line.text();
        let taken = self.line.key(key);
        if self.line.text() != before {
            (self.cursor, self.pointed) = (0, true);
        }
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(editor: &mut Editor, codes: &[KeyCode]) {
        for code in codes {
            editor.key(KeyEvent::new(*code, KeyModifiers::NONE));
        }
    }

    #[test]
    fn a_line_is_typed_and_corrected() {
        let mut editor = Editor::default();
        editor.insert("polnd is");
        press(&mut editor, &[KeyCode::Left; 5]);
        press(&mut editor, &[KeyCode::Char('a'), KeyCode::End, KeyCode::Backspace]);
        assert_eq!(editor.text(), "poland i");
        editor.key(KeyEvent::new(KeyCode::Char('w'), KeyModifiers::CONTROL));
        assert_eq!(editor.text(), "poland ");
        press(&mut editor, &[KeyCode::Home, KeyCode::Delete]);
        assert_eq!((editor.before(), editor.text().as_str()), ("", "oland "));
        editor.key(KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL));
        assert!(editor.is_empty());
    }

    #[test]
    fn what_is_pasted_is_one_line_of_a_limited_length() {
        let mut editor = Editor::default();
        editor.insert("a\u{1b}[2J\nb");
        assert_eq!(editor.text(), "a [2J b");
        editor.insert(&"x".repeat(MAX_CHARS));
        assert_eq!(editor.text().chars().count(), MAX_CHARS);
    }

    #[test]
    fn a_finder_wants_every_word_and_stays_in_its_list() {
        let mut finder = Finder::default();
        finder.line.set("EU pol");
        assert!(finder.admits("Place an EU die in Poland") && !finder.admits("EU in Georgia"));
        finder.step(5, 3);
        assert_eq!(finder.cursor, 2);
        finder.step(1, 3);
        assert_eq!(finder.cursor, 0, "the list has no end to get stuck at");
        finder.step(-1, 3);
        assert_eq!(finder.cursor, 2);
        finder.roll(1, 3);
        assert_eq!(finder.cursor, 2, "a wheel turns too easily for that");
        finder.key(KeyEvent::new(KeyCode::Char('x'), KeyModifiers::NONE));
        assert_eq!(finder.cursor, 0);
    }

    #[test]
    fn nobody_has_pointed_at_what_is_marked_from_the_start() {
        let mut finder = Finder::default();
        assert!(!finder.point(0) && finder.point(0));
        assert!(!finder.point(1) && finder.point(1) && !finder.point(0));
        finder.point(2);
        finder.insert("pol");
        assert_eq!((finder.cursor, finder.pointed), (0, true));
    }
}
