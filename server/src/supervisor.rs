//! What systemd is told of a service of the type `notify`: that it serves, reads its certificates again,
//! stops, and is alive. Told to nobody where nobody listens (`NOTIFY_SOCKET`).

use std::future::Future;

/// Connections are accepted.
pub(crate) fn ready() {
    told::ready();
}

/// What can be read again is being read; [`ready`] follows.
pub(crate) fn reloading() {
    told::reloading();
}

/// The goodbyes have begun.
pub(crate) fn stopping() {
    told::stopping();
}

/// What says in time, for ever, that the runtime still goes on; none if nobody wants to hear it. A full
/// disk or a slow one is no reason to end the matches, so nothing else is asked.
pub(crate) fn watched() -> Option<impl Future<Output = ()> + Send + 'static> {
    told::watched()
}

#[cfg(target_os = "linux")]
mod told {
    use std::future::Future;

    use sd_notify::NotifyState;
    use tokio::time::{MissedTickBehavior, interval};

    /// How often the supervisor hears of the server in the time after which it would end it.
    const SIGNS: u32 = 2;

    fn tell(states: &[NotifyState<'_>]) {
        if let Err(error) = sd_notify::notify(states) {
            tracing::warn!(%error, ?states, "the supervisor cannot be told");
        }
    }

    pub(super) fn ready() {
        tell(&[NotifyState::Ready]);
    }

    pub(super) fn reloading() {
        match NotifyState::monotonic_usec_now() {
            Ok(now) => tell(&[NotifyState::Reloading, now]),
            Err(error) => tracing::warn!(%error, "the supervisor cannot be told of a reload"),
        }
    }

    pub(super) fn stopping() {
        tell(&[NotifyState::Stopping]);
    }

    pub(super) fn watched() -> Option<impl Future<Output = ()> + Send + 'static> {
        // A time of nothing would be no interval.
        let pause = sd_notify::watchdog_enabled()?.checked_div(SIGNS).filter(|it| !it.is_zero())?;
        Some(async move {
            let mut signs = interval(pause);
            signs.set_missed_tick_behavior(MissedTickBehavior::Delay);
            loop {
                signs.tick().await;
                tell(&[NotifyState::Watchdog]);
            }
        })
    }
}

#[cfg(not(target_os = "linux"))]
mod told {
    pub(super) fn ready() {}

    pub(super) fn reloading() {}

    pub(super) fn stopping() {}

    pub(super) fn watched() -> Option<std::future::Pending<()>> {
        None
    }
}
