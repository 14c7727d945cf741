//! `cargo run --release -p campaigns -- <name>`.

use std::process::ExitCode;

use campaigns::{backup, damage, disk, golden, kill, order, restart};
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
    /// Back up a running server under load, and restore every copy
    Backup(backup::Arguments),
    /// Flip bits of the database: none of them is believed
    Damage(damage::Arguments),
    /// Fill the disk, and let it fail: nothing is acknowledged that is not stored
    Disk(disk::Arguments),
    /// Make the golden database anew (no campaign, but made with the same tools)
    Golden(golden::Arguments),
    /// Kill the server under load: nothing accepted is lost, nothing is there twice
    Kill(kill::Arguments),
    /// Trace the server's system calls: durable, then visible
    Order(order::Arguments),
    /// Tell the server to stop under load: it says goodbye in time and loses nothing
    Restart(restart::Arguments),
}

fn main() -> ExitCode {
    let done = match Arguments::parse().campaign {
        Campaign::Backup(arguments) => backup::run(arguments),
        Campaign::Damage(arguments) => damage::run(arguments),
        Campaign::Disk(arguments) => disk::run(arguments),
        Campaign::Golden(arguments) => golden::run(arguments),
        Campaign::Kill(arguments) => kill::run(arguments),
        Campaign::Order(arguments) => order::run(arguments),
        Campaign::Restart(arguments) => restart::run(arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}
