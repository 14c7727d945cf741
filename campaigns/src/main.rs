//! `cargo run --release -p campaigns -- <name>`.

use clap::Parser;

#[derive(Debug, Parser)]
#[command(
    about = "Campaigns of Entente: what it promises, tried at scale",
    arg_required_else_help = true
)]
struct Arguments {}

fn main() {
    Arguments::parse();
}
