//! A match that goes on from an entry of another one: the other's entries, then chance of its own.
//!
//! The entries up to the fork are made again with the deal of the match that they come from, whose
//! secrets are known once it is over. There everything that no seat knows is dealt anew from this
//! match's own key, so that whoever has read the other one's record knows nothing of what comes.
//! Nobody can prove how such a match was dealt: its header says so, and it has no record.

use std::collections::VecDeque;

use fairness::canonical::{self, CanonicalError};
use fairness::hex;
use fairness::record::{Header, HeaderSeat, SCHEME};
use fairness::vd1::{MatchKey, SeatEntropy};
use serde::Serialize;
use serde_json::Value;

use super::consent::Pause;
use super::timeline::Timeline;
use super::{Beginning, Match};
use crate::catalogue::Catalogue;
use crate::dealer::unrecorded;
use crate::registry::GameEntry;

/// The scheme that headers name where nobody can prove how it was dealt.
const UNPROVEN: &str = "unproven";

/// Label of the coins by which everything unseen is dealt anew.
const COINS: &str = "fork";

/// The header of a match that parts from another one.
#[derive(Serialize)]
struct ForkedHeader {
    #[serde(flatten)]
    header: Header,
    practice: ForkOrigin,
}

/// The entry that both matches have last.
#[derive(Serialize)]
struct ForkOrigin {
    room: String,
    seq: u64,
}

/// Returns the key of the set-up, and those that follow it: the entry after which each one counts.
pub(super) fn keys(beginning: &Beginning, own: MatchKey) -> (MatchKey, VecDeque<(u64, MatchKey)>) {
    let deals = beginning.fork.iter().flat_map(|fork| &fork.deals);
    let keys: Vec<MatchKey> = deals.clone().map(|(_, deal)| deal.key()).chain([own]).collect();
    let forks = deals.zip(&keys[1..]).map(|((seq, _), key)| (*seq, *key)).collect();
    (keys[0], forks)
}

/// Returns the canonical text of the header, with which the log begins. That of a fork is written
/// before anybody has taken a seat, so it names nobody.
pub(super) fn header(
    game: &GameEntry,
    catalogue: &Catalogue,
    beginning: &Beginning,
) -> Result<String, CanonicalError> {
    let header = dealt_header(game, catalogue, beginning);
    let Some(fork) = &beginning.fork else { return header.to_canonical() };
    let seats = vec![HeaderSeat::default(); header.seats.len()];
    let header = Header { scheme: UNPROVEN.to_owned(), seats, ..header };
    if fork.deals.is_empty() {
        return header.to_canonical();
    }
    let practice = ForkOrigin { room: fork.room.to_string(), seq: fork.seq() };
    canonical::serialize(&ForkedHeader { header, practice })
}

impl Beginning {
    /// Returns the canonical text of the header with which its log begins.
    ///
    /// # Errors
    /// If the options are no plain JSON.
    pub fn header(
        &self,
        game: &GameEntry,
        catalogue: &Catalogue,
    ) -> Result<String, CanonicalError> {
        header(game, catalogue, self)
    }
}

fn dealt_header(game: &GameEntry, catalogue: &Catalogue, beginning: &Beginning) -> Header {
    let seat = |(number, (name, brought)): (u8, &(String, SeatEntropy))| HeaderSeat {
        bot: beginning.bots.get(&number).cloned(),
        commitment: brought.commitment.map(|hash| hex::encode(&hash)),
        entropy: brought.entropy.map(|bytes| hex::encode(&bytes)),
        name: name.clone(),
    };
    Header {
        v: 1,
        scheme: SCHEME.to_owned(),
        rules: game.rules(),
        game: game.id.to_owned(),
        room: beginning.room.to_string(),
        attempt: beginning.attempt,
        commitment: hex::encode(&beginning.commitment),
        data: hex::encode(&catalogue.digest()),
        options: Value::Object(beginning.options.clone()),
        seats: (0..).zip(&beginning.seats).map(seat).collect(),
    }
}

impl Match {
    /// Parts from the match whose entries it begins with, if the last one of them was made.
    pub(super) fn part(&mut self) {
        while let Some((_, key)) = self.forks.pop_front_if(|(seq, _)| *seq == self.chain.seq()) {
            let mut coins = key.stream(COINS);
            let mut table = self.table.boxed();
            unrecorded(|| table.redeal_unseen(&mut |n| coins.below(n)));
            self.table = table;
            // What was done before the fork was done in another match; and whoever stopped its clock
            // is not here.
            self.timeline = Timeline::new(self.seq());
            self.pause = Pause::No;
        }
    }
}
