//! Reads the rules in words: a game's own file, and after it what is the same at every table.
//!
//! The files are TOML, so that anchors and citations are data, with texts of a few kinds of block
//! inside (`data/europe-divided/rules.en.toml` describes them). Reading is strict: a link that leads
//! nowhere, a citation in two sections or a table with a hole is a fault. It must not know which
//! rules a game cites; a test compares them.

use std::collections::BTreeSet;

use protocol::reference::{LegendRow, PromptReason, Reference, ReferenceBlock, ReferenceSection};
use serde::Deserialize;

use crate::catalogue::DataFault;

/// The file of every game.
const FILE: &str = "rules.en";

/// Sections that are the same at every table.
const TABLE: &str = include_str!("../../data/table.en.toml");

/// Number of cells in a row of a legend.
const LEGEND_CELLS: usize = 4;

/// The cell of a legend without a picture or a mark.
const NONE: &str = "-";

/// Makes a paragraph of its text.
type Paragraph = fn(String) -> ReferenceBlock;

/// Paragraphs of one kind, by the word that they begin with.
const KINDS: [(&str, Paragraph); 3] = [
    ("Ours: ", |text| ReferenceBlock::Ruling { text }),
    ("House rule: ", |text| ReferenceBlock::House { text }),
    ("Example: ", |text| ReferenceBlock::Example { text }),
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReferenceFile {
    #[serde(default)]
    section: Vec<WrittenSection>,
    #[serde(default)]
    prompt: Vec<PromptReason>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenSection {
    id: String,
    part: String,
    title: String,
    #[serde(default)]
    cites: Vec<String>,
    /// `true` if it is for games of open play alone, `false` if for the others; absent: for all.
    timed: Option<bool>,
    text: String,
}

/// Reads the reference of a game from the text of its file; `timed` games are those of open play.
pub(crate) fn read(
    game: &str,
    name: &str,
    timed: bool,
    text: &str,
) -> Result<Reference, DataFault> {
    let mut sections = Vec::new();
    let mut prompts = Vec::new();
    for text in [text, TABLE] {
        let file: ReferenceFile =
            toml::from_str(text).map_err(|error| DataFault::new(FILE, "syntax", error))?;
        for section in file.section {
            if section.timed.is_none_or(|only| only == timed) {
                sections.push(section.read()?);
            }
        }
        prompts.extend(file.prompt);
    }
    let reference = Reference { game: game.to_owned(), name: name.to_owned(), sections, prompts };
    check(&reference)?;
    Ok(reference)
}

impl WrittenSection {
    fn read(self) -> Result<ReferenceSection, DataFault> {
        let blocks: Result<_, String> = self
            .text
            .split("\n\n")
            .map(str::trim)
            .filter(|block| !block.is_empty())
            .map(block)
            .collect();
        let blocks = blocks.map_err(|reason| DataFault::new(FILE, &self.id, reason))?;
        Ok(ReferenceSection {
            id: self.id,
            part: self.part,
            title: self.title,
            cites: self.cites,
            blocks,
        })
    }
}

/// Reads a block; its first line says of which kind it is.
fn block(written: &str) -> Result<ReferenceBlock, String> {
    let lines = || written.lines().map(str::trim);
    let marked = |sign: &str| -> Result<Vec<String>, String> {
        let line = |line: &str| line.strip_prefix(sign).map(str::to_owned).ok_or(line.to_owned());
        let line = |text| line(text).map_err(|line| format!("{line:?} is not of its block"));
        lines().map(line).collect()
    };
    if written.starts_with("- ") {
        return Ok(ReferenceBlock::List { items: marked("- ")? });
    }
    if written.starts_with("= ") {
        let rows: Result<_, _> = marked("= ")?.iter().map(|row| legend_row(row)).collect();
        return Ok(ReferenceBlock::Legend { rows: rows? });
    }
    if written.starts_with('|') {
        let mut rows = marked("|")?.into_iter().map(|row| {
            let cells = row.strip_suffix('|').ok_or(format!("{row:?} does not end with |"))?;
            Ok(cells.split('|').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>())
        });
        let head = rows.next().ok_or("a table needs a head")??;
        let rows: Vec<Vec<String>> = rows.collect::<Result<_, String>>()?;
        return match rows.iter().find(|row| row.len() != head.len()) {
            Some(row) => Err(format!("{row:?} is not as long as the head of its table")),
            None => Ok(ReferenceBlock::Table { head, rows }),
        };
    }
    let text = lines().collect::<Vec<_>>().join(" ");
    let kind = KINDS.iter().find_map(|(word, of)| Some(of(text.strip_prefix(word)?.to_owned())));
    Ok(kind.unwrap_or(ReferenceBlock::Text { text }))
}

fn legend_row(row: &str) -> Result<LegendRow, String> {
    let cells: Vec<&str> = row.splitn(LEGEND_CELLS, '|').map(str::trim).collect();
    let [sign, mark, name, text] = cells[..] else {
        return Err(format!("{row:?} has not {LEGEND_CELLS} cells"));
    };
    let some = |cell: &str| (cell != NONE).then(|| cell.to_owned());
    Ok(LegendRow {
        sign: some(sign),
        mark: some(mark),
        name: name.to_owned(),
        text: text.to_owned(),
    })
}

/// Checks that anchors and citations are there once, and that every link leads somewhere.
fn check(reference: &Reference) -> Result<(), DataFault> {
    let mut known = BTreeSet::new();
    for section in &reference.sections {
        let fault = |reason: String| Err(DataFault::new(FILE, &section.id, reason));
        for name in section.cites.iter().map(String::as_str).chain([section.id.as_str()]) {
            if !known.insert(name) {
                return fault(format!("{name:?} stands twice"));
            }
        }
        if section.blocks.is_empty() {
            return fault("it has no text".to_owned());
        }
        if let Some(link) = links(section).find(|link| reference.section(link).is_none()) {
            return fault(format!("no section is {link:?}"));
        }
    }
    for prompt in &reference.prompts {
        if reference.section(&prompt.section).is_none() {
            let reason = format!("no section is {:?}", prompt.section);
            return Err(DataFault::new(FILE, prompt.commands.join(", "), reason));
        }
    }
    Ok(())
}

/// Returns the anchors that the text of a section links to.
fn links(section: &ReferenceSection) -> impl Iterator<Item = &str> {
    section
        .blocks
        .iter()
        .flat_map(texts)
        .flat_map(|text| text.split("](#").skip(1))
        .map(|rest| rest.split(')').next().unwrap_or_default())
}

/// Returns everything that a block says, with its marks.
fn texts(block: &ReferenceBlock) -> Vec<&str> {
    match block {
        ReferenceBlock::Text { text }
        | ReferenceBlock::Ruling { text }
        | ReferenceBlock::House { text }
        | ReferenceBlock::Example { text } => vec![text],
        ReferenceBlock::List { items } => items.iter().map(String::as_str).collect(),
        ReferenceBlock::Table { head, rows } => {
            head.iter().chain(rows.iter().flatten()).map(String::as_str).collect()
        }
        ReferenceBlock::Legend { rows } => rows.iter().map(|row| row.text.as_str()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn section(text: &str) -> String {
        format!(
            "[[section]]\nid = \"a\"\npart = \"p\"\ntitle = \"t\"\ncites = [\"A\"]\ntext = '''\n{text}\n'''\n"
        )
    }

    #[test]
    fn a_text_is_read_block_by_block() {
        let text = "One\nline.\n\n- an\n- item\n\n| a | b |\n| 1 | 2 |\n\nOurs: so.\n\nHouse rule: also.\n\nExample: thus.\n\n= - | x | X | a cross";
        let read = read("g", "G", false, &section(text)).expect("it holds together");
        let words = |text: &str| text.to_owned();
        let row = LegendRow {
            sign: None,
            mark: Some(words("x")),
            name: words("X"),
            text: words("a cross"),
        };
        assert_eq!(
            read.cited("A").map(|section| section.blocks.clone()),
            Some(vec![
                ReferenceBlock::Text { text: words("One line.") },
                ReferenceBlock::List { items: vec![words("an"), words("item")] },
                ReferenceBlock::Table {
                    head: vec![words("a"), words("b")],
                    rows: vec![vec![words("1"), words("2")]],
                },
                ReferenceBlock::Ruling { text: words("so.") },
                ReferenceBlock::House { text: words("also.") },
                ReferenceBlock::Example { text: words("thus.") },
                ReferenceBlock::Legend { rows: vec![row] },
            ])
        );
    }

    #[test]
    fn what_does_not_hold_together_is_a_fault_that_names_the_section() {
        let twice = section("Text.") + &section("Text.");
        let prompt = section("Text.")
            + "[[prompt]]\ncommands = [\"c\"]\nsection = \"b\"\ntext = \"t\"\nmore = \"m\"\n";
        for (text, reason) in [
            (section("[there](#b)"), "a: no section is \"b\""),
            (section("| a | b |\n| 1 |"), "a: [\"1\"] is not as long as the head of its table"),
            (section("| a | b"), "a: \" a | b\" does not end with |"),
            (section("- a\nb"), "a: \"b\" is not of its block"),
            (section("= a | b"), "a: \"a | b\" has not 4 cells"),
            (section(""), "a: it has no text"),
            (twice, "a: \"A\" stands twice"),
            (prompt, "c: no section is \"b\""),
        ] {
            let fault = read("g", "G", false, &text).expect_err(reason).to_string();
            assert_eq!(fault, format!("rules.en.toml: {reason}"));
        }
    }
}
