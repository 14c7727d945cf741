//! Errors of a command, and the exit code that a script sees.
//!
//! Here because every module reports through one type, so that a refusal reads the same wherever
//! it comes from. It must not know how a message is shown.

use std::io;

use crate::duration::spelled_out;

/// The program did what was asked.
pub const EXIT_OK: u8 = 0;
/// Something failed that is no refusal: a damaged file, an answer that makes no sense, a lost match.
pub const EXIT_FAILURE: u8 = 1;
/// The command line is wrong.
pub const EXIT_USAGE: u8 = 2;
/// The server cannot be reached.
pub const EXIT_UNREACHABLE: u8 = 3;
/// The server refused.
pub const EXIT_REFUSED: u8 = 4;

/// The reason why a command ended without doing what was asked.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The command line, a link or a code makes no sense.
    #[error("{0}")]
    Usage(String),
    /// No connection, or none that lasted.
    #[error("{server} cannot be reached: {why}")]
    Unreachable {
        /// Its address.
        server: String,
        /// The cause.
        why: String,
    },
    /// The server said no.
    #[error("{0}")]
    Refused(ServerRefusal),
    /// The program's own reasons.
    #[error("{0}")]
    Failed(String),
    /// The terminal, the pipe or a file.
    #[error("{what}: {source}")]
    Io {
        /// The action that failed.
        what: String,
        /// The system's error.
        source: io::Error,
    },
}

impl Error {
    /// Returns the exit code for this error.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Usage(_) => EXIT_USAGE,
            Self::Unreachable { .. } => EXIT_UNREACHABLE,
            Self::Refused(_) => EXIT_REFUSED,
            Self::Failed(_) | Self::Io { .. } => EXIT_FAILURE,
        }
    }

    /// Adds to the reason of a refusal what may help.
    pub(crate) fn and(self, help: &str) -> Self {
        let Self::Refused(refusal) = self else { return self };
        let detail = format!("{}; {help}", refusal.detail);
        Self::Refused(ServerRefusal { detail, ..refusal })
    }

    /// Creates an error of the system while doing `what`.
    pub fn io(what: impl Into<String>, source: io::Error) -> Self {
        Self::Io { what: what.into(), source }
    }

    /// Checks whether the reader of our output went away, which is no fault: `entente rooms | head`.
    pub fn is_broken_pipe(&self) -> bool {
        matches!(self, Self::Io { source, .. } if source.kind() == io::ErrorKind::BrokenPipe)
    }

    /// Checks whether the server refused with this code.
    pub fn is_refusal(&self, code: &str) -> bool {
        matches!(self, Self::Refused(refusal) if refusal.code == code)
    }
}

impl From<io::Error> for Error {
    fn from(source: io::Error) -> Self {
        Self::io("writing the output", source)
    }
}

/// A refusal by the server. The code is text, because a newer server may know more of them.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the server refused: {detail} ({code}){}", later(*.retry_after_ms))]
pub struct ServerRefusal {
    /// The reason, for programs.
    pub code: String,
    /// The reason, for people.
    pub detail: String,
    /// The wait after which trying again may help, in milliseconds.
    pub retry_after_ms: Option<u64>,
}

fn later(hint: Option<u64>) -> String {
    hint.map_or_else(String::new, |hint| format!("; try again in {}", spelled_out(hint)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_has_its_exit_code() {
        let refusal = ServerRefusal {
            code: "room_full".to_owned(),
            detail: "no seat is free".to_owned(),
            retry_after_ms: Some(1_500),
        };
        for (error, code) in [
            (Error::Usage("no".to_owned()), 2),
            (Error::Unreachable { server: "s".to_owned(), why: "w".to_owned() }, 3),
            (Error::Refused(refusal.clone()), 4),
            (Error::Failed("no".to_owned()), 1),
            (Error::from(io::Error::from(io::ErrorKind::BrokenPipe)), 1),
        ] {
            assert_eq!(error.exit_code(), code, "{error}");
        }
        assert_eq!(
            Error::Refused(refusal).to_string(),
            "the server refused: no seat is free (room_full); try again in 2 seconds"
        );
    }
}
