//! `cargo run --release -p campaigns -- <name>`.

use campaigns::{disk, kill, restart};
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
    /// Fill the disk, and let it fail: nothing is acknowledged that is not stored
    Disk(disk::Arguments),
    /// Kill the server under load: nothing accepted is lost, nothing is there twice
    Kill(kill::Arguments),
    /// Tell the server to stop under load: it says goodbye in time and loses nothing
    Restart(restart::Arguments),
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().campaign {
        Campaign::Disk(arguments) => disk::run(arguments),
        Campaign::Kill(arguments) => kill::run(arguments),
        Campaign::Restart(arguments) => restart::run(arguments),
    }
}
