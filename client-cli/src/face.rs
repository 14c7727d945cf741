//! The face that the client shows: lines of text, or the full screen.
//!
//! Here, because sentences and pages differ by it alone: how a command is typed, and how wide a line may
//! be. It must not know what is said.

use ratatui::layout::Size;

use crate::paper::WIDTH;

/// A face, and the room in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// Lines of text of this width, in cells.
    Lines(usize),
    /// A part of the screen.
    Screen(Size),
}

impl Face {
    /// Lines of text where nothing says how wide they may be.
    pub const LINES: Self = Self::Lines(WIDTH);

    /// Returns the width, in cells.
    pub fn width(self) -> usize {
        match self {
            Self::Lines(width) => width,
            Self::Screen(size) => size.width.into(),
        }
    }

    /// Returns the height, in cells; lines of text have none.
    pub fn height(self) -> Option<u16> {
        match self {
            Self::Lines(_) => None,
            Self::Screen(size) => Some(size.height),
        }
    }

    /// Checks whether this is the full screen.
    pub fn is_screen(self) -> bool {
        matches!(self, Self::Screen(_))
    }

    /// Returns a command as it is typed here: on the screen letters narrow the list, and a command comes after a
    /// slash.
    pub fn typed(self, command: &str) -> String {
        if self.is_screen() { format!("/{command}") } else { command.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use crate::app::input::{UserInput, read};

    /// The helps, each of one face alone.
    const HELPS: [&str; 2] = ["app/input.rs", "screen/draw/overlay.rs"];

    /// Typed in both faces alike: in the lobby it finds the item of the list.
    const LISTED: &str = "bot";

    fn files(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let named = |name: &str| path.file_stem().is_some_and(|stem| stem == name);
            if path.is_dir() && !named("tests") {
                files(&path, found);
            } else if path.extension().is_some_and(|kind| kind == "rs") && !named("tests") {
                found.push(path);
            }
        }
    }

    /// Returns the words that a literal tells people to type, or that stand in it after a slash.
    fn named(text: &str) -> Vec<String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let plain = |word: &str| word.trim_matches(|sign: char| !sign.is_alphabetic()).to_owned();
        let after = words.windows(2).filter(|pair| plain(pair[0]).eq_ignore_ascii_case("type"));
        // What is in braces comes from elsewhere.
        let after = after.filter(|pair| !pair[1].starts_with('{'));
        let slashed =
            words.iter().filter_map(|word| word.trim_start_matches('(').strip_prefix('/'));
        after.map(|pair| plain(pair[1])).chain(slashed.map(plain)).collect()
    }

    fn is_command(word: &str) -> bool {
        word.len() > 1 && !matches!(read(word), UserInput::Offer(_)) && word != LISTED
    }

    #[test]
    fn only_the_face_says_how_a_command_is_typed() {
        let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut found = Vec::new();
        files(&src, &mut found);
        let mut wrong = Vec::new();
        for file in found {
            let name = file.strip_prefix(&src).unwrap().to_str().unwrap().to_owned();
            let text = std::fs::read_to_string(&file).unwrap();
            let text = text.split("#[cfg(test)]").next().unwrap_or_default();
            let code: Vec<&str> =
                text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
            let code = code.join("\n").replace("\\\"", "");
            let literals = code.split('"').skip(1).step_by(2);
            let commands = literals.flat_map(named).filter(|word| is_command(word));
            if !HELPS.contains(&name.as_str()) {
                wrong.extend(commands.map(|word| format!("{name}: {word}")));
            }
        }
        assert!(wrong.is_empty(), "say it with Face::typed: {wrong:#?}");
    }

    #[test]
    fn commands_in_sentences_are_found() {
        for (text, words) in [
            ("Type agree or refuse.", ["agree"].as_slice()),
            ("(type hint and a number)", &["hint"]),
            ("Enough: /advice has it again (/mouse)", &["advice", "mouse"]),
            ("type {agree} or {refuse}", &[]),
        ] {
            assert_eq!(named(text), words, "{text:?}");
        }
    }
}
