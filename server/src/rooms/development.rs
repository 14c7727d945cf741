//! Rooms of a server for authors: each deal follows from the settings' seed, and a match may begin in the
//! middle of another one.
//!
//! Like practice, such a room is stored with the log that it begins with, is not provably dealt and says
//! so. Tokens and codes come from the operating system all the same.

use engine::matches::{Fork, Match};
use fairness::Hash;
use protocol::room::Entropy;
use serde_json::{Map, Value};
use tracing::error;

use super::directory::Rooms;
use super::hub::{BegunLog, Hub, Offered};
use crate::position::StartPosition;
use crate::room::{DealAttempt, Randomness, Refusal, RoomRecord, StoredUnproven};

impl Rooms {
    /// Has every new room of the position's game begin there. Once, before anybody comes.
    pub fn begin_at(&self, position: StartPosition) {
        // A second position would come too late to hold for all.
        let _ = self.0.position.set(position);
    }
}

impl Hub {
    /// Returns the options of a new room: as wanted, or those of the position at which it begins.
    pub(super) fn options(
        &self,
        offered: &Offered,
        wanted: &Map<String, Value>,
    ) -> Result<Map<String, Value>, Refusal> {
        match self.position_of(offered) {
            Some(position) => Ok(position.beginning.options.clone()),
            None => Ok(offered.game.entry.resolve_options(wanted)?),
        }
    }

    fn position_of(&self, offered: &Offered) -> Option<&StartPosition> {
        self.position.get().filter(|position| position.game.id == offered.game.entry.id)
    }

    /// Has a room dealt by the seed, if the server is one for authors.
    pub(super) fn deal_by_seed(&self, record: &mut RoomRecord) {
        if self.settings.dev {
            record.attempt = DealAttempt::fixed(&secret(self.seed()));
            record.entropy = Entropy::Optional;
        }
    }

    /// Returns the log that a new room's match begins with on a server for authors.
    pub(super) fn known_log(
        &self,
        offered: &Offered,
        record: &mut RoomRecord,
    ) -> Result<BegunLog, Refusal> {
        let game = &offered.game;
        let position = self.position_of(offered);
        let fork = match position {
            Some(position) => position.beginning.fork_at(position.seq()),
            None => Fork::known(),
        };
        record.unproven = Some(StoredUnproven::dev(self.seed(), &fork));
        let unavailable = |reason: String| {
            error!(reason, "a match with a known deal cannot be made");
            Refusal::unavailable()
        };
        let beginning = record.beginning().ok_or_else(|| unavailable("no record".to_owned()))?;
        let begun = Match::begin(game.entry, &game.catalogue, &beginning);
        let header = begun.map_err(|why| unavailable(why.to_string()))?.header;
        let entries = position.into_iter().flat_map(|position| position.rows.iter().cloned());
        let data: (Hash, String) =
            (game.catalogue.digest(), game.catalogue.canonical().to_string());
        Ok((data, std::iter::once(header).chain(entries).collect()))
    }

    fn seed(&self) -> u64 {
        self.settings.dev_seed.unwrap_or_default()
    }

    /// Returns the coins of the bot on a seat: on a server for authors they repeat themselves.
    pub(super) fn coins(&self, seat: u8) -> Randomness {
        if !self.settings.dev {
            return self.random.clone();
        }
        let mut seed = secret(self.seed());
        // Beside the deal's secret, which is the same but for this.
        seed[31] = seat + 1;
        Randomness::seeded(seed)
    }
}

/// Returns the secret that a seed deals with; like a lesson's, it is committed to by zeros.
fn secret(seed: u64) -> [u8; 32] {
    let mut secret = [0; 32];
    secret[..8].copy_from_slice(&seed.to_le_bytes());
    secret
}
