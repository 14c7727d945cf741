//! The table of goods, for every width: even columns where there is room, else columns as narrow as what is
//! in them, else a sentence for each row.
//!
//! Here, apart from what is in it, because only the width decides. It must not know a match.

use ratatui::style::Style;
use ratatui::text::Span;

use crate::render::page::{PageBuilder, fit};

/// The width of the first column, in cells.
const LABEL: usize = 13;

/// The least of it that tells players apart, in cells.
const LEAST_LABEL: usize = 8;

/// The width of what stands behind a row, in cells.
const STATE: usize = 10;

/// The narrowest and the widest even column, in cells: names of five letters, and whole ones.
const EVEN: usize = 6;
const EVEN_WIDEST: usize = 10;

/// A row of the table.
#[derive(Debug)]
pub(super) struct GoodsRow {
    /// Name of the player, the bank or the supply.
    pub(super) label: String,
    /// Happiness, coin, and the number of each kind; in the first row their names.
    pub(super) cells: Vec<(String, Style)>,
    /// The style of the label.
    pub(super) style: Style,
    /// A word behind the row.
    pub(super) state: &'static str,
}

/// Writes the rows; the first one names the columns.
pub(super) fn write(rows: &[GoodsRow], width: usize, sheet: &mut PageBuilder) {
    let Some((heads, rows)) = rows.split_first() else { return };
    let count = heads.cells.len();
    let even = width.saturating_sub(LABEL + STATE) / count.max(1);
    let columns =
        if even >= EVEN { vec![even.min(EVEN_WIDEST); count] } else { narrow(heads, rows) };
    let used: usize = columns.iter().sum();
    let label = width.saturating_sub(used).min(LABEL);
    if label < LEAST_LABEL {
        return rows.iter().for_each(|row| sheet.styled(row.style, sentence(heads, row)));
    }
    let beside = label + used + STATE <= width;
    for (at, row) in std::iter::once(heads).chain(rows).enumerate() {
        let mut parts = vec![Span::styled(fit(&row.label, label), row.style)];
        for ((text, style), column) in row.cells.iter().zip(&columns) {
            // The names alone are cut.
            let most = if *column < EVEN_WIDEST { EVEN.min(*column) } else { *column } - 1;
            let text = if at == 0 { text.chars().take(most).collect() } else { text.clone() };
            parts.push(Span::styled(format!("{text:>column$}"), *style));
        }
        if beside {
            parts.push(Span::styled(format!("  {}", row.state), row.style));
        }
        sheet.spans(parts);
    }
    let states = rows.iter().filter(|row| !beside && !row.state.is_empty());
    let states: Vec<String> = states.map(|row| format!("{}: {}", row.label, row.state)).collect();
    if !states.is_empty() {
        sheet.line(states.join("; "));
    }
}

/// Returns the widths of columns as narrow as what is in them; the first ones keep their names.
fn narrow(heads: &GoodsRow, rows: &[GoodsRow]) -> Vec<usize> {
    let width = |at: usize| {
        let cells = rows.iter().filter_map(|row| row.cells.get(at));
        let widest = cells.map(|(text, _)| text.chars().count()).max().unwrap_or_default();
        let least = if at < 2 { heads.cells[at].0.chars().count() } else { 4 };
        widest.max(least) + 1
    };
    (0..heads.cells.len()).map(width).collect()
}

/// Returns a row as a sentence, without what is nothing.
fn sentence(heads: &GoodsRow, row: &GoodsRow) -> String {
    let cells = heads.cells.iter().zip(&row.cells);
    let some = cells.filter(|(_, (text, _))| !matches!(text.as_str(), "" | "." | "0"));
    let mut parts: Vec<String> =
        some.map(|((head, _), (text, _))| format!("{head} {text}")).collect();
    if !row.state.is_empty() {
        parts.push(row.state.to_owned());
    }
    let parts = if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") };
    format!("{}: {parts}", row.label)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::face::Face;

    fn shown(width: usize) -> Vec<String> {
        let row = |label: &str, cells: &[&str], state| GoodsRow {
            label: label.to_owned(),
            cells: cells.iter().map(|text| ((*text).to_owned(), Style::new())).collect(),
            style: Style::new(),
            state,
        };
        let kinds = ["cloth", "dyes", "grain", "livestock", "fuel", "water", "materials"];
        let heads = [["hap/8", "coin"].as_slice(), &kinds].concat();
        let rows = [
            row("(* is you)", &heads, ""),
            row("*Finland", &["1", "4", ".", "12+3", "4", ".", ".", ".", "25"], "ready"),
            row("bank", &["", "96", ".", "3", ".", ".", ".", ".", "."], ""),
        ];
        let mut sheet = PageBuilder::new(Face::LINES);
        write(&rows, width, &mut sheet);
        let page = sheet.page("Desk");
        page.lines.iter().map(|line| line.to_string().trim_end().to_owned()).collect()
    }

    #[test]
    fn the_wide_table_has_even_columns() {
        assert_eq!(
            shown(80)[..2],
            [
                "(* is you)    hap/8  coin cloth  dyes grain lives  fuel water mater",
                "*Finland          1     4     .  12+3     4     .     .     .    25  ready",
            ]
        );
    }

    #[test]
    fn the_narrow_table_says_what_was_done_below() {
        assert_eq!(
            shown(60),
            [
                "(* is you)    hap/8 coin clot dyes grai live fuel wate mate",
                "*Finland          1    4    . 12+3    4    .    .    .   25",
                "bank                  96    .    3    .    .    .    .    .",
                "*Finland: ready",
            ]
        );
    }

    #[test]
    fn the_narrowest_table_is_sentences() {
        assert_eq!(
            shown(50),
            [
                "*Finland: hap/8 1, coin 4, dyes 12+3, grain 4, materials 25, ready",
                "bank: coin 96, dyes 3",
            ]
        );
    }
}
