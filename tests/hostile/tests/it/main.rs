//! Hostile bytes without a fuzzer: the inputs that are kept, and what comes of them by chance.

mod boards;
mod corpus;
mod mutated;

use std::path::{Path, PathBuf};

/// Returns the fuzzer's folder.
fn fuzz() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("fuzz")
}

/// Lists the inputs that are kept for a target, in an order that does not change.
fn corpus(target: &str) -> Vec<PathBuf> {
    let folder = fuzz().join("corpus").join(target);
    let files = std::fs::read_dir(&folder).unwrap_or_else(|_| panic!("{}", folder.display()));
    let mut files: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    files.sort();
    assert!(!files.is_empty(), "{target} has no kept input");
    files
}
