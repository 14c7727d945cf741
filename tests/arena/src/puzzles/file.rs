//! Puzzles as files.

use std::fmt::Write;
use std::path::Path;

use anyhow::Context;
use serde_json::Value;

use super::{FoundPuzzle, Words};

/// Writes each puzzle to a folder, and beside it what whoever writes its texts wants to know.
///
/// # Errors
/// If a file cannot be written.
pub fn write(folder: &Path, puzzles: &[FoundPuzzle]) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder).context("a folder")?;
    for puzzle in puzzles {
        let name = format!("{}-{:02}-{}", puzzle.seed, puzzle.before.len(), puzzle.kind);
        std::fs::write(folder.join(format!("{name}.en.toml")), text(puzzle)?)?;
        let notes = serde_json::to_string_pretty(&puzzle.notes)?;
        std::fs::write(folder.join(format!("{name}.json")), notes)?;
    }
    Ok(())
}

/// Returns a value as TOML within a line, the type of a command first.
fn inline(value: &Value) -> anyhow::Result<String> {
    Ok(match value {
        Value::Object(fields) if fields.is_empty() => "{}".to_owned(),
        Value::Object(fields) => {
            let (first, others): (Vec<_>, Vec<_>) =
                fields.iter().partition(|(key, _)| *key == "type");
            let fields = first.into_iter().chain(others);
            let fields = fields.map(|(key, value)| Ok(format!("{key} = {}", inline(value)?)));
            format!("{{ {} }}", fields.collect::<anyhow::Result<Vec<_>>>()?.join(", "))
        }
        Value::Array(items) => {
            let items = items.iter().map(inline).collect::<anyhow::Result<Vec<_>>>()?;
            format!("[{}]", items.join(", "))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            toml::Value::try_from(value)?.to_string()
        }
    })
}

/// Returns the text of a puzzle's file.
fn text(puzzle: &FoundPuzzle) -> anyhow::Result<String> {
    let FoundPuzzle { seed, options, before, seat, kind, allow, margin, easy, words, .. } = puzzle;
    let Words { ask, other, why, rule } = words;
    let said = |text: &str| inline(&Value::from(text));
    let mut out =
        format!("# Margin {margin:.2}; the easiest level finds it {easy:.2} of the time.\n\n");
    writeln!(out, "title = {}", said(kind)?)?;
    writeln!(out, "seat = {seat}\nseed = {seed}")?;
    writeln!(out, "options = {}", inline(&Value::Object(options.clone()))?)?;
    writeln!(out, "ask = {}\npoints = []", said(ask)?)?;
    writeln!(out, "allow = [")?;
    for part in allow {
        writeln!(out, "  {},", inline(part)?)?;
    }
    writeln!(out, "]\nother = {}\nwhy = {}\nrule = {}", said(other)?, said(why)?, said(rule)?)?;
    writeln!(out, "before = [")?;
    for scripted in before {
        writeln!(
            out,
            "  {{ seat = {}, command = {} }},",
            scripted.seat,
            inline(&scripted.command)?
        )?;
    }
    writeln!(out, "]")?;
    Ok(out)
}
