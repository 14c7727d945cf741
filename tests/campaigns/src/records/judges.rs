//! The verifiers: `fairness` alone, the rules, and the other programs in bulk.

use std::process::Command;

use anyhow::{Context as _, ensure};
use engine::catalogue::Catalogue;
use fairness::verify::{Kept, read, verify};
use serde_json::Value;

use super::play::Made;

/// The programs that check records without rules: what runs them, and where they are in the workspace.
const PROGRAMS: [(&str, &str); 2] =
    [("python3", "docs/verify.py"), ("node", "tests/browser/tools/verify.js")];

/// Accepted, or the word for the first fault and its place.
pub(super) type Verdict = Result<(), (String, String)>;

/// Returns the verdict of `fairness`, with what was kept.
pub(super) fn fairness(made: &Made) -> Verdict {
    let kept = Kept::read(&made.kept).map_err(|line| ("kept".to_owned(), line.to_string()))?;
    let checked = read(made.json.to_string().as_bytes()).and_then(|record| verify(&record, &kept));
    checked.map(drop).map_err(|no| (no.fault.word().to_owned(), no.pointer))
}

/// Returns the verdict of the rules.
pub(super) fn rules(json: &Value, catalogue: &Catalogue) -> Result<(), String> {
    let record = read(json.to_string().as_bytes()).map_err(|no| no.to_string())?;
    engine::record::verify(&record, catalogue).map(drop).map_err(|no| no.to_string())
}

/// Returns each program's verdicts on all records, from one process.
pub(super) fn programs(made: &[Made]) -> anyhow::Result<Vec<(&'static str, Vec<Verdict>)>> {
    let folder = tempfile::tempdir()?;
    for (number, one) in made.iter().enumerate() {
        let path = folder.path().join(format!("{number:06}.json"));
        if !one.kept.is_empty() {
            std::fs::write(path.with_extension("heads"), &one.kept)?;
        }
        std::fs::write(path, one.json.to_string())?;
    }
    let root = black_box::root();
    let mut all = Vec::new();
    for (runner, program) in PROGRAMS {
        let mut command = Command::new(runner);
        let run = command.arg(root.join(program)).arg(folder.path()).arg("--json").output();
        let run = run.with_context(|| format!("{runner}, which runs {program}"))?;
        let errors = String::from_utf8_lossy(&run.stderr);
        ensure!(run.status.code().is_some_and(|code| code < 2), "{program}: {errors}");
        let said: Vec<Verdict> =
            String::from_utf8(run.stdout)?.lines().map(verdict).collect::<Result<_, _>>()?;
        ensure!(said.len() == made.len(), "{program} left out a record: {errors}");
        all.push((program, said));
    }
    Ok(all)
}

fn verdict(line: &str) -> anyhow::Result<Verdict> {
    let said: Value = serde_json::from_str(line)?;
    if said["verdict"] == "verified" {
        return Ok(Ok(()));
    }
    let text = |field: &str| said[field].as_str().map(str::to_owned).context("a fault is named");
    Ok(Err((text("fault")?, text("place")?)))
}
