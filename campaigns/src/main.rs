//! `cargo run --release -p campaigns -- <name>`.

use campaigns::simulation;
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
    /// Server, clients, network and disk in one process, with faults from a seed.
    Simulation(simulation::Arguments),
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().campaign {
        Campaign::Simulation(arguments) => simulation::run(&arguments),
    }
}
