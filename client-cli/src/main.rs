//! The binary `entente`: arguments in, exit code out.

#![deny(clippy::print_stdout, clippy::print_stderr, reason = "`paper` cleans what is printed")]

use std::process::ExitCode;

use anyhow::Context;
use clap::Parser;
use client_cli::args::Cli;
use client_cli::error::{EXIT_FAILURE, EXIT_OK};
use client_cli::paper::{Paper, complain};

fn main() -> ExitCode {
    let cli = Cli::parse();
    match start(cli) {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            complain(format!("entente: {error:#}"));
            ExitCode::from(EXIT_FAILURE)
        }
    }
}

fn start(cli: Cli) -> anyhow::Result<u8> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .context("starting the network")?;
    let result = runtime.block_on(client_cli::run(cli, &mut Paper::stdout()));
    Ok(match result {
        Ok(()) => EXIT_OK,
        // Whoever read us has read enough.
        Err(error) if error.is_broken_pipe() => EXIT_OK,
        Err(error) => {
            complain(format!("entente: {error}"));
            error.exit_code()
        }
    })
}
