//! Reasons why a server cannot start or ended, and what they mean to a supervisor.

use std::io::ErrorKind;
use std::net::SocketAddr;

use crate::component_data::DataError;
use crate::log::{LogError, OpenError};
use crate::notices::CourierError;
use crate::position::PositionError;
use crate::tls::TlsError;

/// Reason why the server ended without being asked to.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The store cannot be opened.
    #[error("ENTENTE_DATABASE: {0}")]
    Open(#[from] OpenError),
    /// The component data cannot be used.
    #[error("ENTENTE_DATA: {0}")]
    Data(#[from] DataError),
    /// The position at which rooms begin cannot be used.
    #[error("ENTENTE_DEV_POSITION: {0}")]
    Position(#[from] PositionError),
    /// TLS cannot be served.
    #[error(transparent)]
    Tls(#[from] TlsError),
    /// Notices cannot be sent with these settings.
    #[error(transparent)]
    Notices(#[from] CourierError),
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {source}{}", advice(source))]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The system's answer.
        source: std::io::Error,
    },
    /// The rooms could not be read.
    #[error("reading the rooms: {0}")]
    Read(LogError),
    /// The store failed while the server ran. Nothing that was not stored has been acknowledged.
    #[error("the store failed: {0}")]
    StoreFailed(String),
    /// The store could not be closed in good order. Everything acknowledged is stored all the same.
    #[error("closing the store: {0}")]
    Close(LogError),
    /// A part of the server stopped that should not.
    #[error("{0}")]
    Broken(String),
}

impl RunError {
    /// The exit code: 1 a failure, 2 a setting or data file that must be changed, 3 the store could
    /// not be opened or failed. (0 is a clean end.)
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Data(_) | Self::Position(_) | Self::Tls(_) | Self::Notices(_) => 2,
            Self::Open(error) => error.exit_code(),
            Self::Read(_) | Self::StoreFailed(_) | Self::Close(_) => 3,
            Self::Listen { .. } | Self::Broken(_) => 1,
        }
    }
}

/// Returns advice on an error of the system, or nothing.
fn advice(source: &std::io::Error) -> &'static str {
    let advices = [
        (
            ErrorKind::AddrInUse,
            "; another program listens there: stop it, or choose another address",
        ),
        (ErrorKind::AddrNotAvailable, "; this machine has no such address"),
        (ErrorKind::PermissionDenied, "; ports below 1024 need privileges: choose another"),
    ];
    advices.iter().find(|(kind, _)| *kind == source.kind()).map_or("", |(_, advice)| advice)
}
