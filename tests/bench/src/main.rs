//! Benches. `cargo run --release -p bench -- engine` and so on; figures are for one core.

// Counts are far below 2^52.
#![allow(clippy::cast_precision_loss)]

mod engine_speed;
mod match_parts;
mod played;
mod record;
mod thoughts;
mod update_size;

use std::path::PathBuf;

use clap::{Parser, Subcommand};

#[derive(Debug, Parser)]
#[command(about = "Benches of Entente")]
struct Arguments {
    #[command(subcommand)]
    bench: Bench,
}

#[derive(Debug, Subcommand)]
enum Bench {
    /// Random legal decisions per second (`choices` + `apply`, events discarded), and a state's copy.
    Engine {
        /// Decisions to make.
        #[arg(long, default_value_t = 3_000_000)]
        decisions: u64,
        /// The first seed.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// The cost of a move around the rules: folding its entry from a log, views and offers after it.
    Moves {
        /// Matches of each game.
        #[arg(long, default_value_t = 100)]
        matches: u64,
        /// The first seed.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// The size of a typical update.
    Updates {
        /// The first seed.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Thoughts of expert bots: how long they are, and how long nobody looks whether to stop them.
    Thoughts {
        /// Thoughts of each game and edition.
        #[arg(long, default_value_t = 100)]
        thoughts: u32,
        /// The first seed.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Searches for matches that end in each way, and writes those that are missing among the
    /// recorded matches.
    Record {
        /// The folder of the recorded matches.
        #[arg(long, default_value = "tests/fixtures")]
        folder: PathBuf,
    },
}

/// Returns a seeded source of choices.
fn numbers(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut state = seed;
    move |n| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 32) * n) >> 32
    }
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().bench {
        Bench::Engine { decisions, seed } => engine_speed::run(decisions, seed),
        Bench::Moves { matches, seed } => match_parts::run(matches, seed),
        Bench::Record { folder } => record::run(&folder),
        Bench::Thoughts { thoughts, seed } => thoughts::run(thoughts, seed),
        Bench::Updates { seed } => update_size::run(seed),
    }
}
