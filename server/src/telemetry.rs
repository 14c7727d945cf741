//! Sets up what the server writes about itself: lines for people or JSON, on standard error.
//!
//! Standard output stays free for the one line that says where to play. Nothing here decides what
//! may be logged; whoever logs must leave out tokens, codes and hands.

use std::error::Error;
use std::io::{self, IsTerminal};

use clap::ValueEnum;
use engine::catalogue::near;
use tracing::subscriber::set_global_default;
use tracing::{Level, Metadata};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::layer::SubscriberExt;

/// The crates of ours that log.
const OURS: [&str; 2] = ["server", "entente_server"];

/// Levels, which a filter may name without a part.
const LEVELS: [&str; 6] = ["off", "error", "warn", "info", "debug", "trace"];

/// Format of the log.
#[derive(Clone, Copy, Debug, derive_more::Display, PartialEq, Eq, ValueEnum)]
#[display(rename_all = "lowercase")]
pub enum LogFormat {
    /// Lines for people.
    Text,
    /// One JSON object a line.
    Json,
}

/// Reason why the log cannot be set up.
#[derive(Debug, thiserror::Error)]
pub enum TelemetryError {
    /// The filter cannot be read.
    #[error("the log filter is wrong: {0}")]
    Filter(String),
    /// The filter would leave out everything of ours.
    #[error("{word:?} is not a level{}; a filter is one of {}, or such as info,server::log=debug",
            near.map_or(String::new(), |near| format!(", did you mean {near:?}?")),
            LEVELS.join(", "))]
    Stranger {
        /// The part that names nothing of ours.
        word: String,
        /// The level that was probably meant.
        near: Option<&'static str>,
    },
    /// The process has a log already.
    #[error("the log is set up already")]
    Twice,
}

/// The filter as it was given, if it can be read and says anything about this server: to the library
/// a level that is mistyped is the name of a part that nobody has, and everything is left out.
pub(crate) fn checked_filter(filter: &str) -> Result<String, TelemetryError> {
    parsed(filter)?;
    let parts = || filter.split(',').map(str::trim).filter(|part| !part.is_empty());
    // A part without a level is hardly ever meant.
    let word = |part: &&str| !part.contains(['=', '[']) && !concerns_us(part);
    match parts().find(word).or_else(|| parts().next().filter(|_| !parts().any(concerns_us))) {
        None => Ok(filter.to_owned()),
        Some(word) => {
            let meant = near(&word.to_lowercase(), LEVELS.into_iter());
            let near = LEVELS.into_iter().find(|level| Some(*level) == meant);
            Err(TelemetryError::Stranger { word: word.to_owned(), near })
        }
    }
}

/// Checks whether a part of a filter is about anything that this server logs.
fn concerns_us(part: &str) -> bool {
    let target = part.split(['=', '[']).next().unwrap_or_default();
    let level = LEVELS.contains(&target.to_lowercase().as_str())
        || target.parse().is_ok_and(|level: u8| level <= 5);
    level || OURS.iter().any(|own| own.starts_with(target) || target.starts_with(own))
}

fn parsed(filter: &str) -> Result<EnvFilter, TelemetryError> {
    EnvFilter::builder().parse(filter).map_err(|error| TelemetryError::Filter(error.to_string()))
}

/// An error with its causes, each said once: most errors say their cause themselves.
pub fn describe(error: &dyn Error) -> String {
    let mut said = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let text = error.to_string();
        if !said.contains(&text) {
            said = format!("{said}: {text}");
        }
        cause = error.source();
    }
    said
}

/// Starts logging, once in a process; `most` is the most talkative level of the client of NATS, whatever the
/// filter says.
pub fn start(filter: &str, format: LogFormat, most: Level) -> Result<(), TelemetryError> {
    let builder = tracing_subscriber::fmt()
        .with_env_filter(parsed(filter)?)
        .with_writer(io::stderr)
        .with_ansi(io::stderr().is_terminal());
    // Not `try_init`, which would also take in what dependencies write through the `log` crate: at
    // its most talkative, the WebSocket crate writes whole frames, tokens and hands included.
    // Beyond `info` the client of NATS writes what it reads from there: rows, hands included.
    let most = most.min(Level::INFO);
    let discreet = filter_fn(move |about: &Metadata<'_>| {
        !about.target().starts_with("async_nats") || *about.level() <= most
    });
    let started = match format {
        LogFormat::Text => set_global_default(builder.finish().with(discreet)),
        LogFormat::Json => {
            set_global_default(builder.json().flatten_event(true).finish().with(discreet))
        }
    };
    started.map_err(|_| TelemetryError::Twice)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filter_says_something_about_this_server() {
        for sound in [
            "",
            "info",
            "OFF",
            "5",
            "info,hyper=debug",
            "server::log=debug,tokio=off",
            "entente_server=warn",
            "[room]=debug",
            "warn,server[room]",
        ] {
            assert_eq!(checked_filter(sound).as_deref().ok(), Some(sound));
        }
        let refused = |filter: &str| checked_filter(filter).unwrap_err().to_string();
        for (filter, said) in [
            ("debgu", "\"debgu\" is not a level, did you mean \"debug\"?"),
            ("loud", "\"loud\" is not a level; a filter is one of off, error,"),
            ("info,debgu", "\"debgu\""),
            ("hyper=debug", "\"hyper=debug\""),
            ("info,server=loud", "the log filter is wrong"),
        ] {
            assert!(refused(filter).contains(said), "{}", refused(filter));
        }
    }

    #[test]
    fn a_cause_is_said_once() {
        #[derive(Debug, thiserror::Error)]
        #[error("reading: {source}")]
        struct Says {
            source: Hides,
        }
        #[derive(Debug, thiserror::Error)]
        #[error("it is damaged")]
        struct Hides {
            source: io::Error,
        }
        let error = Says { source: Hides { source: io::Error::other("at byte 5") } };
        assert_eq!(describe(&error), "reading: it is damaged: at byte 5");
    }
}
