//! Lines of plain text: cleaned, wrapped, and coloured only where a terminal asks for it.
//!
//! Everything that is printed goes through here, so that nothing that a server or another player says
//! can steer the terminal, look like a line of ours, or move the cursor: the output reads the same
//! through a pipe or a screen reader. It must not know what it prints.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::sync::{Arc, Mutex};

use fairness::text::{printable, steers};
use unicode_width::UnicodeWidthStr;

/// The widest text, in characters.
pub const WIDTH: usize = 80;

/// The narrowest text, in characters: on a terminal that is narrower still, its lines are broken anywhere.
const LEAST_WIDTH: usize = 24;

/// The narrowest text that a hanging indent may leave, in characters.
const NARROWEST: usize = 30;

/// Kind of a line, which decides its style. The style is never the only sign of anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Nothing special.
    Plain,
    /// A heading.
    Head,
    /// An event of the game.
    Event,
    /// Somebody's words.
    Chat,
    /// Something is asked.
    Ask,
    /// Something is wrong.
    Alert,
}

impl Tone {
    const fn code(self) -> Option<&'static str> {
        match self {
            Self::Plain | Self::Chat => None,
            Self::Head => Some("1"),
            Self::Event => Some("36"),
            Self::Ask => Some("1;32"),
            Self::Alert => Some("1;31"),
        }
    }
}

/// Destination of printed lines.
pub struct Paper {
    out: Box<dyn Write + Send>,
    colour: bool,
    /// Returns how wide what it writes to is now, if that is known.
    columns: fn() -> Option<usize>,
}

impl std::fmt::Debug for Paper {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Paper").field("colour", &self.colour).finish_non_exhaustive()
    }
}

impl Paper {
    /// Writes to standard output; coloured on a terminal, unless `NO_COLOR` says otherwise.
    pub fn stdout() -> Self {
        let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
            || std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let colour = io::stdout().is_terminal() && !refused;
        Self { out: Box::new(io::stdout()), colour, columns }
    }

    /// Writes to something else.
    pub fn new(out: impl Write + Send + 'static, colour: bool) -> Self {
        Self { out: Box::new(out), colour, columns: || None }
    }

    /// Returns how wide its lines are: as wide as the terminal is now, within bounds.
    pub fn width(&self) -> usize {
        (self.columns)().map_or(WIDTH, |columns| columns.clamp(LEAST_WIDTH, WIDTH))
    }

    /// Creates a paper in memory whose text can be read back.
    pub fn memory() -> (Self, SharedBuffer) {
        let buffer = SharedBuffer::default();
        (Self::new(buffer.clone(), false), buffer)
    }

    /// Prints a line, wrapped.
    pub fn line(&mut self, text: impl AsRef<str>) -> io::Result<()> {
        self.styled(Tone::Plain, text)
    }

    /// Prints a line of a tone, wrapped.
    pub fn styled(&mut self, tone: Tone, text: impl AsRef<str>) -> io::Result<()> {
        for row in wrap(&clean(text.as_ref()), self.width()) {
            match tone.code().filter(|_| self.colour && !row.is_empty()) {
                Some(code) => writeln!(self.out, "\x1b[{code}m{row}\x1b[0m")?,
                None => writeln!(self.out, "{row}")?,
            }
        }
        self.out.flush()
    }

    /// Prints a line for programs that read lines: not wrapped.
    pub fn unwrapped(&mut self, text: &str) -> io::Result<()> {
        self.verbatim(&clean(text))
    }

    /// Prints JSON on one line.
    pub fn json(&mut self, json: &str) -> io::Result<()> {
        self.verbatim(&escaped(json))
    }

    /// Prints a line as it is: only for what this program alone has made.
    pub fn verbatim(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{text}")?;
        self.out.flush()
    }
}

/// Returns the width that `COLUMNS` says, else that of the terminal.
fn columns() -> Option<usize> {
    let wanted = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let terminal = || {
        // Without a terminal crossterm would ask another program, which has to start, for every line.
        let size = io::stdout().is_terminal().then(crossterm::terminal::size)?;
        size.ok().map(|(columns, _)| usize::from(columns))
    };
    wanted.or_else(terminal).filter(|columns| *columns > 0)
}

/// The text written to a [`Paper::memory`].
#[derive(Clone, Debug, Default)]
pub struct SharedBuffer(Arc<Mutex<Vec<u8>>>);

impl SharedBuffer {
    /// Returns the text so far.
    pub fn text(&self) -> String {
        match self.0.lock() {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(_) => String::new(),
        }
    }
}

impl Write for SharedBuffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut buffer = self.0.lock().map_err(|_| io::Error::other("a writer panicked"))?;
        buffer.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns a text of others on one line, without characters that steer a terminal or turn the reading
/// direction around. Whoever means several lines makes several: a line break in a text of the server's
/// would begin one that looks like ours.
pub fn clean(text: &str) -> Cow<'_, str> {
    printable(text)
}

/// Prints a line beside the output proper: what went wrong, or goes on. The only way there.
#[expect(clippy::print_stderr, reason = "here it is cleaned")]
pub fn complain(text: impl AsRef<str>) {
    eprintln!("{}", clean(text.as_ref()));
}

/// Returns JSON in which characters that would steer a terminal are escaped, which means the same.
fn escaped(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    for c in json.chars() {
        if c < ' ' {
            // Within a text it is escaped already: this one stands between two values.
            text.push(' ');
        } else if steers(c) {
            let _ = write!(text, "\\u{:04x}", u32::from(c));
        } else {
            text.push(c);
        }
    }
    text
}

/// Breaks a line at spaces; continuation lines are indented two characters deeper than the line
/// began. A word that is longer than the width, such as a link, stays whole.
pub fn wrap(line: &str, width: usize) -> Vec<String> {
    if line.width() <= width {
        return vec![line.trim_end().to_owned()];
    }
    let first = line.len() - line.trim_start_matches(' ').len();
    let hang = (first + 2).min(width.saturating_sub(NARROWEST));
    let mut rows = Vec::new();
    let mut row = " ".repeat(first);
    let mut used = first;
    let mut empty = true;
    for word in line[first..].split(' ') {
        let length = word.width();
        if !empty && used + 1 + length > width {
            rows.push(row.trim_end().to_owned());
            row = " ".repeat(hang);
            used = hang;
            empty = true;
        }
        if !empty {
            row.push(' ');
            used += 1;
        }
        row.push_str(word);
        used += length;
        empty = false;
    }
    rows.push(row.trim_end().to_owned());
    rows
}

/// Breaks a line as [`wrap`] does, all rows of which begin at the edge.
pub fn wrap_flush(text: &str, width: usize) -> Vec<String> {
    wrap(text, width).into_iter().map(|row| row.trim_start().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_break_at_spaces_and_hang() {
        let line = format!("  3  {}", "word ".repeat(20));
        let rows = wrap(&line, 40);
        assert!(rows.len() > 2);
        assert!(rows.iter().all(|row| row.chars().count() <= 40), "{rows:?}");
        assert!(rows[0].starts_with("  3  word"));
        assert!(rows[1].starts_with("    word"));
        assert_eq!(wrap("", 40), vec![""]);
    }

    #[test]
    fn a_link_is_never_broken() {
        let link = format!("https://example.org/r/K7P2XR#seat={}", "x".repeat(80));
        assert_eq!(wrap(&format!("go to {link} now"), 40)[1].trim(), link);
    }

    #[test]
    fn what_others_typed_cannot_steer_the_terminal() {
        let (mut paper, buffer) = Paper::memory();
        paper.line("a\u{1b}[2Jb\u{202e}c\rd\ne").unwrap();
        paper.unwrapped("f\ng\u{7}").unwrap();
        assert_eq!(buffer.text(), "a\u{fffd}[2Jb\u{fffd}c\u{fffd}d\u{fffd}e\nf\u{fffd}g\u{fffd}\n");
    }

    #[test]
    fn json_means_the_same_and_steers_nothing() {
        let (mut paper, buffer) = Paper::memory();
        let value = serde_json::json!({"text": "a\u{1b}\u{9b}\u{202e}\n\u{7f}\u{e9}"});
        paper.json(&value.to_string().replace(':', ":\n")).unwrap();
        let text = buffer.text();
        assert!(!text.trim_end().contains(steers), "{text:?}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), value);
    }

    #[test]
    fn colour_only_where_asked_for() {
        let buffer = SharedBuffer::default();
        Paper::new(buffer.clone(), true).styled(Tone::Head, "Board").unwrap();
        assert_eq!(buffer.text(), "\u{1b}[1mBoard\u{1b}[0m\n");
        let (mut paper, plain) = Paper::memory();
        paper.styled(Tone::Head, "Board").unwrap();
        assert_eq!(plain.text(), "Board\n");
    }
}
