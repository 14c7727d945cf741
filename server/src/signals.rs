//! Signals that mean something other than the end.
//!
//! SIGHUP has the certificates read again. Without any it is caught all the same, and so are SIGUSR1
//! and SIGUSR2: a supervisor, a rotation of logs or a closed terminal sends them to whoever runs, and
//! what nobody listens for ends a process.

use std::io;

use tokio::signal::unix::{Signal, SignalKind, signal};

use crate::supervisor;
use crate::tls::Certificates;

/// The signals that are listened for: from when it is made until it is dropped.
#[derive(Debug)]
pub(crate) struct Signals {
    hangup: Signal,
    first: Signal,
    second: Signal,
}

impl Signals {
    pub(crate) fn listen() -> io::Result<Self> {
        Ok(Self {
            hangup: signal(SignalKind::hangup())?,
            first: signal(SignalKind::user_defined1())?,
            second: signal(SignalKind::user_defined2())?,
        })
    }

    /// Does what they ask for, without end.
    pub(crate) async fn obey(mut self, certificates: Option<Certificates>) {
        loop {
            let signal = tokio::select! {
                biased;
                _ = self.hangup.recv() => "SIGHUP",
                _ = self.first.recv() => "SIGUSR1",
                _ = self.second.recv() => "SIGUSR2",
            };
            let hangup = signal == "SIGHUP";
            if hangup {
                supervisor::reloading();
            }
            match &certificates {
                Some(certificates) if hangup => reload(certificates),
                Some(_) | None => tracing::info!(signal, "this signal is ignored"),
            }
            // systemd waits for this after every reload, even one that changed nothing.
            if hangup {
                supervisor::ready();
            }
        }
    }
}

fn reload(certificates: &Certificates) {
    match certificates.reload() {
        Ok(()) => tracing::info!("the certificates were read again"),
        Err(error) => tracing::error!(%error, "the old certificates stay in use"),
    }
    if let Some(warning) = certificates.warning() {
        tracing::warn!("{warning}");
    }
}
