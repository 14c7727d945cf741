//! Benches. `cargo run --release -p bench -- engine` and so on; figures are of one core.

mod engine_speed;

use clap::{Parser, Subcommand};

#[derive(Debug, Parser)]
#[command(about = "Benches of Entente")]
struct Arguments {
    #[command(subcommand)]
    bench: Bench,
}

#[derive(Debug, Subcommand)]
enum Bench {
    /// Random legal decisions a second (`choices` + `apply`, events discarded), and a state's copy.
    Engine {
        /// Decisions to make.
        #[arg(long, default_value_t = 3_000_000)]
        decisions: u64,
        /// The first seed.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().bench {
        Bench::Engine { decisions, seed } => engine_speed::run(decisions, seed),
    }
}
