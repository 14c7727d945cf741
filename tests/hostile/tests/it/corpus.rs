//! Every kept input of every target, without a fuzzer: what once crashed stays fixed.

use std::panic::{AssertUnwindSafe, catch_unwind};

use hostile::TARGETS;

use super::{corpus, fuzz};

/// All that is kept, in bytes: enough to reach far, little enough to read.
const MOST_BYTES: u64 = 1024 * 1024;

#[test]
fn every_kept_input_keeps_the_promises() {
    let mut broken = Vec::new();
    for (name, target) in TARGETS {
        let files = corpus(name);
        for file in &files {
            let bytes = std::fs::read(file).expect("bytes");
            let held = catch_unwind(AssertUnwindSafe(|| target(&bytes)));
            if held.is_err() {
                broken.push(file.display().to_string());
            }
        }
        println!("{name}: {} inputs", files.len());
    }
    assert!(broken.is_empty(), "{broken:#?}");
}

/// A fuzzer that only ever sees refused records does not get beyond the first check.
#[test]
fn some_kept_records_are_whole() {
    for game in engine::REGISTRY {
        let file = fuzz().join("corpus/record").join(format!("verifies-{}", game.id));
        let bytes = std::fs::read(&file).expect("a kept record");
        let record = fairness::verify::read(&bytes).expect("a record");
        let verdict = fairness::verify::verify(&record, &fairness::verify::Kept::default());
        assert!(verdict.is_ok(), "{}: {verdict:?}", game.id);
    }
}

#[test]
fn the_corpus_stays_small() {
    let sizes = TARGETS.iter().flat_map(|(name, _)| corpus(name));
    let bytes: u64 = sizes.map(|file| file.metadata().expect("a size").len()).sum();
    assert!(bytes <= MOST_BYTES, "{bytes} bytes are kept");
}

#[test]
fn every_target_has_a_shell_and_is_run() {
    let read = |file: &str| std::fs::read_to_string(fuzz().join(file)).expect("text");
    let (manifest, runner) = (read("Cargo.toml"), read("run.py"));
    for (name, _) in TARGETS {
        let shell = read(&format!("fuzz_targets/{name}.rs"));
        assert!(shell.contains(&format!("hostile::{name}(bytes)")), "{name}");
        assert!(manifest.contains(&format!("name = \"{name}\"")), "{name} is not built");
        assert!(runner.contains(&format!("\"{name}\"")), "{name} is not run");
    }
}
