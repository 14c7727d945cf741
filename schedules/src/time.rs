//! Time as tokio has it, except that it stands still until a scenario moves it.
//!
//! All tasks of a schedule run on one thread, so the clock is the thread's.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::{Add, Sub};
use std::pin::Pin;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

#[derive(Default)]
struct Clock {
    now: Duration,
    next: u64,
    sleeping: BTreeMap<(Duration, u64), Waker>,
}

thread_local! {
    static CLOCK: RefCell<Clock> = RefCell::default();
}

/// A moment, counted from the beginning of a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instant(Duration);

impl Instant {
    /// Now.
    pub fn now() -> Self {
        Self(CLOCK.with_borrow(|clock| clock.now))
    }

    /// The time since.
    pub fn elapsed(&self) -> Duration {
        Self::now().saturating_duration_since(*self)
    }

    /// The time since another moment, none if that is later.
    pub fn saturating_duration_since(&self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }
}

impl Add<Duration> for Instant {
    type Output = Self;

    fn add(self, time: Duration) -> Self {
        Self(self.0 + time)
    }
}

impl Sub<Instant> for Instant {
    type Output = Duration;

    fn sub(self, earlier: Self) -> Duration {
        self.saturating_duration_since(earlier)
    }
}

/// Begins a schedule: the clock at 0, nobody asleep.
pub(crate) fn begin() {
    CLOCK.take();
}

/// Moves the clock, and wakes whose time has come.
pub(crate) fn advance(time: Duration) {
    let due = CLOCK.with_borrow_mut(|clock| {
        clock.now += time;
        let later = clock.sleeping.split_off(&(clock.now + Duration::from_nanos(1), 0));
        std::mem::replace(&mut clock.sleeping, later)
    });
    due.into_values().for_each(Waker::wake);
}

/// Sleeps until a moment.
#[derive(Debug)]
pub struct Sleep {
    until: Instant,
    place: Option<u64>,
}

/// Waits until the clock is moved to `until`.
pub fn sleep_until(until: Instant) -> Sleep {
    Sleep { until, place: None }
}

impl Future for Sleep {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        if Instant::now() >= self.until {
            return Poll::Ready(());
        }
        let (until, place) = (self.until.0, self.place);
        self.place = Some(CLOCK.with_borrow_mut(|clock| {
            let place = place.unwrap_or_else(|| {
                clock.next += 1;
                clock.next
            });
            clock.sleeping.insert((until, place), context.waker().clone());
            place
        }));
        Poll::Pending
    }
}

impl Drop for Sleep {
    fn drop(&mut self) {
        if let Some(place) = self.place {
            // A waker may end a task, and with it another sleep: it is let go outside.
            let waker =
                CLOCK.try_with(|clock| clock.borrow_mut().sleeping.remove(&(self.until.0, place)));
            drop(waker);
        }
    }
}
