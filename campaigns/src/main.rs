//! `cargo run --release -p campaigns -- <name>`.

use campaigns::{schedules, simulation, ties};
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
    /// The server's rooms under every order of their tasks that a seed says.
    Schedules(schedules::Arguments),
    /// Server, clients, network and disk in one process, with faults from a seed.
    Simulation(simulation::Arguments),
    /// Two seats at the same moment: who is first gets it, whatever the seat's number.
    Ties(ties::Arguments),
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().campaign {
        Campaign::Schedules(arguments) => schedules::run(&arguments),
        Campaign::Simulation(arguments) => simulation::run(&arguments),
        Campaign::Ties(arguments) => ties::run(&arguments),
    }
}
