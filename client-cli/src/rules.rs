//! The rules of a game in words: as lines of text, found by a citation or by words, and
//! `entente rules`.
//!
//! The marks of the text are taken out here: what is strong or a link in a browser is plain, and a
//! picture is the word beside it. It must not know any game.

use std::io::{self, IsTerminal, Write};
use std::process::{Command, Stdio};

use protocol::Reference;
use protocol::reference::{LegendRow, ReferenceBlock, ReferenceSection};
use unicode_width::UnicodeWidthStr;

use crate::api::Api;
use crate::args::RulesArgs;
use crate::error::Error;
use crate::paper::{Paper, Tone, WIDTH, clean, wrap, wrap_flush};

/// Program that shows a long text page by page, unless `PAGER` names another one; the options of
/// `less` make it end at once if the text fits the screen.
const PAGER: &str = "less";
const LESS: &str = "FRX";

/// The space between two columns of a table.
const GAP: &str = "  ";

/// Prints the rules of a game, or the sections that were asked for.
pub(crate) async fn run(api: &Api, args: &RulesArgs, paper: &mut Paper) -> Result<(), Error> {
    let reference = api.rules(&args.game).await?;
    let words = args.rule.join(" ");
    let found = find(&reference, &words);
    if found.is_empty() {
        let game = &reference.name;
        return Err(Error::Failed(format!("the rules of {game} say nothing about {words:?}")));
    }
    let mut lines = Vec::new();
    if words.is_empty() {
        lines.push((Tone::Head, format!("The rules of {}", reference.name)));
    }
    let width = paper.width();
    lines.extend(found.into_iter().flat_map(|section| written(section, width)));
    if io::stdout().is_terminal() && paged(&lines) {
        return Ok(());
    }
    for (tone, line) in lines {
        paper.styled(tone, line)?;
    }
    Ok(())
}

/// Hands the lines to the pager; `false` if there is none.
fn paged(lines: &[(Tone, String)]) -> bool {
    let wanted = std::env::var("PAGER").unwrap_or_else(|_| PAGER.to_owned());
    let mut words = wanted.split_whitespace();
    let Some(program) = words.next() else { return false };
    let pager = Command::new(program)
        .args(words)
        .env("LESS", std::env::var("LESS").unwrap_or_else(|_| LESS.to_owned()))
        .stdin(Stdio::piped())
        .spawn();
    let Ok(mut pager) = pager else { return false };
    if let Some(mut to) = pager.stdin.take() {
        for (_, line) in lines {
            // Whoever has read enough closes the pager.
            if writeln!(to, "{}", clean(line)).is_err() {
                break;
            }
        }
    }
    pager.wait().is_ok()
}

/// Finds the sections that were asked for: by a citation or an anchor exactly, else by words of the
/// title, else by words of the text. Without words, all of them.
pub(crate) fn find<'a>(reference: &'a Reference, words: &str) -> Vec<&'a ReferenceSection> {
    let exact = reference.cited(words).or_else(|| reference.section(words));
    if let Some(section) = exact {
        return vec![section];
    }
    let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
    let has = |text: &str| {
        let text = text.to_lowercase();
        words.iter().all(|word| text.contains(word.as_str()))
    };
    let titled: Vec<_> = reference
        .sections
        .iter()
        .filter(|section| has(&format!("{} {}", section.title, section.cites.join(" "))))
        .collect();
    if !titled.is_empty() {
        return titled;
    }
    let says = |section: &&ReferenceSection| {
        has(&section
            .blocks
            .iter()
            .flat_map(|block| block_lines(block, WIDTH))
            .collect::<Vec<_>>()
            .join(" "))
    };
    reference.sections.iter().filter(says).collect()
}

/// Returns a section as lines of at most `width` columns: its title, and its text.
pub(crate) fn written(section: &ReferenceSection, width: usize) -> Vec<(Tone, String)> {
    let mut lines = vec![(Tone::Plain, String::new()), (Tone::Head, section.title.clone())];
    for (at, block) in section.blocks.iter().enumerate() {
        if at > 0 {
            lines.push((Tone::Plain, String::new()));
        }
        lines.extend(block_lines(block, width).into_iter().map(|line| (Tone::Plain, line)));
    }
    lines
}

fn block_lines(block: &ReferenceBlock, width: usize) -> Vec<String> {
    let wrapped = |lead: &str, text: &str| wrap(&format!("{lead}{}", plain(text)), width);
    match block {
        ReferenceBlock::Text { text } => wrap_flush(&plain(text), width),
        ReferenceBlock::Ruling { text } => wrapped("  Our ruling: ", text),
        ReferenceBlock::House { text } => wrapped("  House rule: ", text),
        ReferenceBlock::Example { text } => wrapped("  Example: ", text),
        ReferenceBlock::List { items } => {
            items.iter().flat_map(|item| wrapped("- ", item)).collect()
        }
        ReferenceBlock::Legend { rows } => {
            // What only boards draw is not on these screens.
            rows.iter().filter_map(legend_line).flat_map(|line| wrap(&line, width)).collect()
        }
        ReferenceBlock::Table { head, rows } => table(head, rows, width),
    }
}

fn legend_line(row: &LegendRow) -> Option<String> {
    let LegendRow { mark, name, text, .. } = row;
    mark.as_ref().map(|mark| format!("{mark}  {name}: {}", plain(text)))
}

/// Returns a table in columns where they fit, else row by row with the heads before the cells.
fn table(head: &[String], rows: &[Vec<String>], width: usize) -> Vec<String> {
    let rows: Vec<Vec<String>> =
        rows.iter().map(|row| row.iter().map(|cell| plain(cell)).collect()).collect();
    let widths: Vec<usize> = head
        .iter()
        .enumerate()
        .map(|(at, title)| {
            let cells = rows.iter().filter_map(|row| row.get(at)).map(|cell| cell.width());
            cells.chain([title.width()]).max().unwrap_or_default()
        })
        .collect();
    if widths.iter().map(|width| width + GAP.len()).sum::<usize>() <= width + GAP.len() {
        let line = |row: &[String]| {
            let cells = row.iter().zip(&widths).map(|(cell, width)| {
                format!("{cell}{}", " ".repeat(width.saturating_sub(cell.width())))
            });
            cells.collect::<Vec<_>>().join(GAP).trim_end().to_owned()
        };
        return [head].into_iter().chain(rows.iter().map(Vec::as_slice)).map(line).collect();
    }
    let mut lines = Vec::new();
    for row in &rows {
        if let [first, second] = &row[..] {
            lines.extend(wrap(&format!("- {first}: {second}"), width));
            continue;
        }
        let named = row.iter().zip(head);
        let (first, rest): (Vec<_>, Vec<_>) = named.enumerate().partition(|(at, _)| *at == 0);
        lines
            .extend(first.into_iter().flat_map(|(_, (cell, _))| wrap(&format!("- {cell}"), width)));
        for (_, (cell, title)) in rest {
            let lead = if title.is_empty() { String::new() } else { format!("{title}: ") };
            lines.extend(wrap(&format!("    {lead}{cell}"), width));
        }
    }
    lines
}

/// Returns a text without its marks.
fn plain(text: &str) -> String {
    let mut said = String::new();
    let text = text.replace("**", "");
    let mut rest = text.as_str();
    while let Some(at) = rest.find(['[', ':']) {
        let (before, from) = rest.split_at(at);
        said.push_str(before);
        if let Some((words, after)) = link(from) {
            said.push_str(words);
            rest = after;
        } else if let Some(after) = sign(from) {
            // The space before it goes along, if nothing but a space or the end of a sentence follows.
            let end = said.trim_end_matches(' ').len();
            said.truncate(end);
            rest = if said.is_empty() { after.trim_start() } else { after };
        } else {
            said.push_str(&from[..1]);
            rest = &from[1..];
        }
    }
    said.push_str(rest);
    said
}

/// Reads a link at the beginning: its words, and what follows.
fn link(text: &str) -> Option<(&str, &str)> {
    let (words, rest) = text.strip_prefix('[')?.split_once("](#")?;
    let (_, after) = rest.split_once(')')?;
    (!words.contains('[')).then_some((words, after))
}

/// Reads the name of a sign at the beginning; returns what follows.
fn sign(text: &str) -> Option<&str> {
    let (name, after) = text.strip_prefix(':')?.split_once(':')?;
    let named = |sign: char| sign.is_ascii_lowercase() || sign.is_ascii_digit() || sign == '-';
    let begins = name.starts_with(|sign: char| sign.is_ascii_lowercase());
    (begins && name.chars().all(named)).then_some(after)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn section(id: &str, title: &str, blocks: Vec<ReferenceBlock>) -> ReferenceSection {
        ReferenceSection {
            id: id.to_owned(),
            part: "All".to_owned(),
            title: title.to_owned(),
            cites: vec![format!("Cited {title}")],
            blocks,
        }
    }

    fn text(text: &str) -> ReferenceBlock {
        ReferenceBlock::Text { text: text.to_owned() }
    }

    #[test]
    fn marks_are_taken_out() {
        for (marked, shown) in [
            ("two **EU** dice", "two EU dice"),
            ("see [the turn](#turn).", "see the turn."),
            ("the EU :eu-die: and NATO :nato-die:.", "the EU and NATO."),
            (":place: Costs 2.", "Costs 2."),
            ("at 12:30: late [sic]", "at 12:30: late [sic]"),
        ] {
            assert_eq!(plain(marked), shown, "{marked}");
        }
    }

    #[test]
    fn a_section_is_found_by_its_citation_its_title_or_its_text() {
        let sections = vec![
            section("one", "The first", vec![text("About armies.")]),
            section("two", "The second", vec![text("About money and the first.")]),
        ];
        let reference =
            Reference { game: "g".to_owned(), name: "G".to_owned(), sections, prompts: Vec::new() };
        let found = |words: &str| -> Vec<&str> {
            find(&reference, words).iter().map(|section| section.id.as_str()).collect()
        };
        assert_eq!(found("Cited The second"), ["two"]);
        assert_eq!(found("one"), ["one"]);
        assert_eq!(found("FIRST"), ["one"]);
        assert_eq!(found("money about"), ["two"]);
        assert_eq!(found(""), ["one", "two"]);
        assert!(found("cavalry").is_empty());
    }

    #[test]
    fn a_table_has_columns_where_they_fit() {
        let words = |all: &[&str]| all.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>();
        let table = ReferenceBlock::Table {
            head: words(&["", "First", "Revised"]),
            rows: vec![words(&["Money", "6 and **3**", "8 and 2"])],
        };
        assert_eq!(block_lines(&table, 40), ["       First    Revised", "Money  6 and 3  8 and 2"]);
        assert_eq!(
            block_lines(&table, 20),
            ["- Money", "    First: 6 and 3", "    Revised: 8 and 2"]
        );
        let pairs = ReferenceBlock::Table {
            head: words(&["Step", "What happens"]),
            rows: vec![words(&["Draft", "new troops come"])],
        };
        assert_eq!(block_lines(&pairs, 20), ["- Draft: new troops", "come"]);
    }
}
