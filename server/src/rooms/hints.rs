//! Hints as the rooms have them worked out: on the bots' threads, so that no command waits for one.

use std::time::Duration;

use protocol::Code;
use tokio::time::Instant;

use super::actor::Actor;
use super::thinkers::{Waiting, answer_by};
use crate::metrics::ThoughtFailure;
use crate::room::{Advised, HintWanted, Refusal};

/// The longest that a hint is waited for, in milliseconds: bots may have taken the threads.
pub const HINT_MS: u64 = 5_000;

/// Time after which to ask again where there was no place for a hint, in milliseconds.
const HINT_RETRY_MS: u64 = 2_000;

impl Actor {
    /// Has a hint worked out, and brings it to the room.
    pub(super) fn advise(&self, wanted: HintWanted) {
        let HintWanted { seat, id, decision, guesses } = wanted;
        let work = move |waiting: &dyn Waiting| mind::advise(&guesses, &|| waiting.late());
        let founder = self.handle.payer();
        let mut advice = self.hub.thinkers.work_out(founder, self.hub.random.repeats(), work);
        let handle = self.handle.clone();
        tokio::spawn(async move {
            let until = Instant::now() + Duration::from_millis(HINT_MS);
            let advice = match answer_by(&mut advice, until).await {
                Ok(advice) => advice.ok_or_else(Refusal::no_mind),
                // It would panic again.
                Err(ThoughtFailure::Panicked) => Err(Refusal::panicked()),
                Err(ThoughtFailure::Full | ThoughtFailure::Late) => {
                    let detail = "bots are using all the thinking time; ask again later";
                    Err(Refusal::new(Code::Busy, detail).after(HINT_RETRY_MS))
                }
            };
            handle.advised(Advised { seat, id, decision, advice }).await;
        });
    }
}
