//! `cargo run --release -p campaigns -- <name>`.

use campaigns::non_interference;
use clap::{Parser, Subcommand};

#[derive(Debug, Parser)]
#[command(
    about = "Campaigns of Entente: what it promises, tried at scale",
    arg_required_else_help = true
)]
struct Arguments {
    #[command(subcommand)]
    campaign: Campaign,
}

#[derive(Debug, Subcommand)]
enum Campaign {
    /// Two worlds that differ in what a viewer may not know: the same bytes for the viewer.
    NonInterference(non_interference::Arguments),
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().campaign {
        Campaign::NonInterference(arguments) => non_interference::run(&arguments),
    }
}
