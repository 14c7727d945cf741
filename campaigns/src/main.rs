//! `cargo run --release -p campaigns -- <name>`.

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
    /// RFC 6455 by the Autobahn cases, against an echo on the server's socket layer
    Conformance(campaigns::conformance::Arguments),
    /// Fill the disk, and let it fail: nothing is acknowledged that is not stored
    Disk(campaigns::disk::Arguments),
    /// Kill the server under load: nothing accepted is lost, nothing is there twice
    Kill(campaigns::kill::Arguments),
    /// Tell the server to stop under load: it says goodbye in time and loses nothing
    Restart(campaigns::restart::Arguments),
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().campaign {
        Campaign::Conformance(arguments) => campaigns::conformance::run(&arguments),
        Campaign::Disk(arguments) => campaigns::disk::run(arguments),
        Campaign::Kill(arguments) => campaigns::kill::run(arguments),
        Campaign::Restart(arguments) => campaigns::restart::run(arguments),
    }
}
