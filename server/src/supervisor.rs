//! Messages to systemd for a service of the type `notify`: the server is ready, reads its certificates
//! again, stops, and is alive. Nothing is sent where nobody listens (`NOTIFY_SOCKET`).

pub(crate) use self::systemd::{ready, reloading, stopping, watched};

#[cfg(target_os = "linux")]
mod systemd {
    use std::future::Future;

    use sd_notify::NotifyState;
    use tokio::time::{MissedTickBehavior, interval};

    /// Number of signs of life in the time after which the supervisor would end the server.
    const SIGNS: u32 = 2;

    fn send(states: &[NotifyState<'_>]) {
        if let Err(error) = sd_notify::notify(states) {
            tracing::warn!(%error, ?states, "the supervisor cannot be notified");
        }
    }

    /// Reports that connections are accepted.
    pub(crate) fn ready() {
        send(&[NotifyState::Ready]);
    }

    /// Reports that whatever can be read again is being read; [`ready`] follows.
    pub(crate) fn reloading() {
        match NotifyState::monotonic_usec_now() {
            Ok(now) => send(&[NotifyState::Reloading, now]),
            Err(error) => tracing::warn!(%error, "the supervisor cannot be notified of a reload"),
        }
    }

    /// Reports that the server has begun to say goodbye.
    pub(crate) fn stopping() {
        send(&[NotifyState::Stopping]);
    }

    /// Returns a future that reports in time, without end, that the runtime is alive; `None` if
    /// nobody wants to know. A full disk or a slow one is no reason to end the matches, so nothing
    /// else is checked.
    pub(crate) fn watched() -> Option<impl Future<Output = ()> + Send + 'static> {
        // A time of nothing would be no interval.
        let pause = sd_notify::watchdog_enabled()?.checked_div(SIGNS).filter(|it| !it.is_zero())?;
        Some(async move {
            let mut signs = interval(pause);
            signs.set_missed_tick_behavior(MissedTickBehavior::Delay);
            loop {
                signs.tick().await;
                send(&[NotifyState::Watchdog]);
            }
        })
    }
}

#[cfg(not(target_os = "linux"))]
mod systemd {
    pub(crate) fn ready() {}

    pub(crate) fn reloading() {}

    pub(crate) fn stopping() {}

    pub(crate) fn watched() -> Option<std::future::Pending<()>> {
        None
    }
}
