//! Permits for attempts to deliver: so many at a time in all, to one receiver, and for one seat. Whoever was
//! slow shares few of them with others like that: those who answer at once never wait for receivers that do not,
//! however many names these have.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::time::{Instant, timeout};
use uuid::Uuid;

use super::{Delivery, Notice};
use crate::time::HOUR_MS;

/// The most deliveries at a time.
pub const UNDER_WAY_MAX: usize = 64;

/// The most deliveries at a time to one receiver.
pub const RECEIVER_MAX: usize = 4;

/// The most deliveries at a time for one seat.
pub const SEAT_MAX: usize = 4;

/// The most deliveries at a time to receivers, or for seats, of which one was slow lately.
pub const DOUBTFUL_MAX: usize = 16;

/// Time for which that counts, in milliseconds.
pub const DOUBTFUL_MS: u64 = HOUR_MS;

/// Time limit of an attempt.
pub const ATTEMPT: Duration = Duration::from_secs(10);

/// Time that an attempt may take without being slow.
pub const PROMPT: Duration = Duration::from_secs(2);

/// The most receivers and seats of which it is remembered; for one more, the oldest is forgotten.
const DOUBTS_KEPT: usize = 4_096;

/// Somebody who takes part in an attempt.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Party {
    Receiver(String),
    Seat(Uuid, u8),
}

/// Attempts under way, and what is remembered of those before.
#[derive(Debug, Default)]
pub(super) struct Permits(Arc<Mutex<Attempts>>);

#[derive(Debug, Default)]
struct Attempts {
    under_way: HashMap<u64, NoticeAttempt>,
    /// Number of attempts that there have ever been.
    begun: u64,
    /// Those of whom an attempt was slow, and when.
    doubts: HashMap<Party, Instant>,
}

#[derive(Clone, Debug)]
struct NoticeAttempt {
    receiver: Party,
    seat: Party,
    doubtful: bool,
}

/// The permit for an attempt, which ends when it is dropped.
#[derive(Debug)]
pub(super) struct AttemptPermit {
    attempts: Arc<Mutex<Attempts>>,
    number: u64,
}

impl Permits {
    /// Takes a permit; `None` if there are too many already.
    pub(super) fn take(&self, receiver: &str, notice: &Notice) -> Option<AttemptPermit> {
        let attempts = &mut *self.0.lock();
        attempts.doubts.retain(|_, since| since.elapsed() < Duration::from_millis(DOUBTFUL_MS));
        let receiver = Party::Receiver(receiver.to_owned());
        let seat = Party::Seat(notice.room, notice.seat);
        let doubtful = [&receiver, &seat].iter().any(|party| attempts.doubts.contains_key(party));
        let under_way = |of: &dyn Fn(&NoticeAttempt) -> bool| {
            attempts.under_way.values().filter(|attempt| of(attempt)).count()
        };
        if attempts.under_way.len() >= UNDER_WAY_MAX
            || under_way(&|attempt| attempt.receiver == receiver) >= RECEIVER_MAX
            || under_way(&|attempt| attempt.seat == seat) >= SEAT_MAX
            || doubtful && under_way(&|attempt| attempt.doubtful) >= DOUBTFUL_MAX
        {
            return None;
        }
        attempts.begun += 1;
        let number = attempts.begun;
        attempts.under_way.insert(number, NoticeAttempt { receiver, seat, doubtful });
        Some(AttemptPermit { attempts: self.0.clone(), number })
    }
}

impl AttemptPermit {
    /// Delivers in the time that an attempt has, and remembers whether that was slow.
    pub(super) async fn deliver(self, delivering: impl Future<Output = Delivery>) -> Delivery {
        let begun = Instant::now();
        let delivery = timeout(ATTEMPT, delivering).await.unwrap_or(Delivery::Failed);
        let attempts = &mut *self.attempts.lock();
        if let Some(NoticeAttempt { receiver, seat, .. }) =
            attempts.under_way.get(&self.number).cloned()
        {
            if begun.elapsed() > PROMPT {
                attempts.doubt(receiver);
                attempts.doubt(seat);
            } else if delivery == Delivery::Delivered {
                // A seat is not trusted again for one answer: it may have many receivers.
                attempts.doubts.remove(&receiver);
            }
        }
        delivery
    }
}

impl Attempts {
    fn doubt(&mut self, party: Party) {
        if self.doubts.len() >= DOUBTS_KEPT && !self.doubts.contains_key(&party) {
            let oldest = self.doubts.iter().min_by_key(|(_, since)| **since);
            if let Some(oldest) = oldest.map(|(party, _)| party.clone()) {
                self.doubts.remove(&oldest);
            }
        }
        self.doubts.insert(party, Instant::now());
    }
}

impl Drop for AttemptPermit {
    fn drop(&mut self) {
        self.attempts.lock().under_way.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use std::future::{pending, ready};

    use tokio::time::{advance, sleep};

    use super::super::NoticeKind;
    use super::super::tests::notice;
    use super::*;

    /// Takes a permit for a seat of the room with this number.
    fn take(permits: &Permits, receiver: usize, room: usize) -> Option<AttemptPermit> {
        let room = Uuid::from_u128(room as u128);
        let notice = Notice { room, ..notice(NoticeKind::MatchOver) };
        permits.take(&format!("{receiver}.example"), &notice)
    }

    #[test]
    fn permits_are_bounded_for_a_receiver_and_altogether() {
        let permits = Permits::default();
        let mut held: Vec<_> = (0..RECEIVER_MAX).map(|room| take(&permits, 0, room)).collect();
        assert!(held.iter().all(Option::is_some));
        assert!(take(&permits, 0, 1_000).is_none(), "the receiver is busy");
        held.extend((RECEIVER_MAX..UNDER_WAY_MAX).map(|n| take(&permits, n, n)));
        assert!(held.iter().all(Option::is_some), "the others are not");
        assert!(take(&permits, 1_000, 1_000).is_none(), "everything is");
        held.truncate(1);
        assert!(take(&permits, 0, 1_000).is_some() && take(&permits, 1_000, 1_000).is_some());
        held.clear();
        assert!(permits.0.lock().under_way.is_empty(), "what has ended is forgotten");
    }

    #[test]
    fn a_seat_with_many_receivers_has_a_few_permits() {
        let permits = Permits::default();
        let held: Vec<_> = (0..SEAT_MAX).map(|receiver| take(&permits, receiver, 1)).collect();
        assert!(held.iter().all(Option::is_some) && take(&permits, 1_000, 1).is_none());
        assert!(take(&permits, 1_000, 2).is_some(), "another seat");
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_never_answers_takes_no_permit_of_others() {
        let permits = Permits::default();
        let time_out = async |receiver, room| {
            let permit = take(&permits, receiver, room).unwrap();
            assert_eq!(permit.deliver(pending()).await, Delivery::Failed);
        };
        // Seats with one receiver each, and one receiver of many seats.
        for n in 0..=DOUBTFUL_MAX {
            time_out(n, n).await;
        }
        let mut held: Vec<_> = (0..DOUBTFUL_MAX).map(|n| take(&permits, 1_000 + n, n)).collect();
        assert!(held.iter().all(Option::is_some), "they have some");
        assert!(take(&permits, 2_000, DOUBTFUL_MAX).is_none(), "a seat, by another receiver");
        assert!(take(&permits, DOUBTFUL_MAX, 2_000).is_none(), "a receiver, for another seat");
        held.extend((DOUBTFUL_MAX..UNDER_WAY_MAX).map(|n| take(&permits, 3_000 + n, 3_000 + n)));
        assert!(held.iter().all(Option::is_some), "the others have the rest");
        held.clear();
        let again = take(&permits, DOUBTFUL_MAX, 2_000).unwrap();
        assert_eq!(again.deliver(ready(Delivery::Delivered)).await, Delivery::Delivered);
        held.extend((0..DOUBTFUL_MAX).map(|n| take(&permits, 1_000 + n, n)));
        assert!(take(&permits, DOUBTFUL_MAX, 2_000).is_some(), "one that answers is trusted");
        assert!(take(&permits, 2_000, DOUBTFUL_MAX).is_none(), "its seat is not");
        advance(Duration::from_millis(DOUBTFUL_MS)).await;
        assert!(take(&permits, 2_000, DOUBTFUL_MAX).is_some(), "for so long");
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_answers_at_the_last_moment_takes_no_permit_of_others() {
        let permits = Permits::default();
        let late = |outcome| async move {
            sleep(ATTEMPT.saturating_sub(Duration::from_millis(1))).await;
            outcome
        };
        for n in 0..=DOUBTFUL_MAX {
            let outcome = if n % 2 == 0 { Delivery::Delivered } else { Delivery::Failed };
            let permit = take(&permits, n, n).unwrap();
            assert_eq!(permit.deliver(late(outcome)).await, outcome);
        }
        let held: Vec<_> = (0..DOUBTFUL_MAX).map(|n| take(&permits, n, 1_000 + n)).collect();
        assert!(held.iter().all(Option::is_some), "they have some");
        assert!(take(&permits, DOUBTFUL_MAX, 2_000).is_none(), "a receiver");
        assert!(take(&permits, 2_000, DOUBTFUL_MAX).is_none(), "a seat");
        assert!(take(&permits, 2_000, 2_000).is_some(), "the others have the rest");
        drop(held);
        let again = take(&permits, DOUBTFUL_MAX, 2_000).unwrap();
        assert_eq!(again.deliver(ready(Delivery::Failed)).await, Delivery::Failed);
        let _held: Vec<_> = (0..DOUBTFUL_MAX).map(|n| take(&permits, n, 1_000 + n)).collect();
        assert!(
            take(&permits, DOUBTFUL_MAX, 2_000).is_none(),
            "a failure is no reason to trust it"
        );
    }

    #[tokio::test(start_paused = true)]
    async fn a_bounded_number_of_them_is_remembered() {
        let mut attempts = Attempts::default();
        for room in 0..DOUBTS_KEPT as u128 + 2 {
            attempts.doubt(Party::Seat(Uuid::from_u128(room), 0));
            advance(Duration::from_millis(1)).await;
        }
        assert_eq!(attempts.doubts.len(), DOUBTS_KEPT);
        assert!(!attempts.doubts.contains_key(&Party::Seat(Uuid::from_u128(1), 0)));
    }
}
