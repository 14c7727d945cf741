//! `cargo run --release -p campaigns -- <name>`.

use campaigns::records;
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
    /// Records of finished matches, and touched ones, before all three verifiers
    Records(records::Arguments),
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().campaign {
        Campaign::Records(arguments) => records::run(&arguments),
    }
}
