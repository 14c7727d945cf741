//! Sets up what the server writes about itself: lines for people or JSON, on standard error.
//!
//! Standard output stays free for the one line that says where to play. Nothing here decides what
//! may be logged; whoever logs must leave out tokens, codes and hands.

use std::io::{self, IsTerminal};

use tracing::subscriber::set_global_default;
use tracing_subscriber::EnvFilter;

use crate::config::LogFormat;

/// Why the log cannot be set up.
#[derive(Debug, thiserror::Error)]
pub enum TelemetryError {
    /// The filter cannot be read.
    #[error("the log filter is wrong: {0}")]
    Filter(String),
    /// The process has a log already.
    #[error("the log is set up already")]
    Twice,
}

/// The filter as it was given, if it can be read.
pub(crate) fn checked_filter(filter: &str) -> Result<String, TelemetryError> {
    parsed(filter).map(|_| filter.to_owned())
}

fn parsed(filter: &str) -> Result<EnvFilter, TelemetryError> {
    EnvFilter::builder().parse(filter).map_err(|error| TelemetryError::Filter(error.to_string()))
}

/// Starts logging, once in a process.
pub fn start(filter: &str, format: LogFormat) -> Result<(), TelemetryError> {
    let builder = tracing_subscriber::fmt()
        .with_env_filter(parsed(filter)?)
        .with_writer(io::stderr)
        .with_ansi(io::stderr().is_terminal());
    // Not `try_init`, which would also take in what dependencies write through the `log` crate: at
    // its most talkative, the WebSocket crate writes whole frames, tokens and hands included.
    let started = match format {
        LogFormat::Text => set_global_default(builder.finish()),
        LogFormat::Json => set_global_default(builder.json().flatten_event(true).finish()),
    };
    started.map_err(|_| TelemetryError::Twice)
}
