//! `entente-server verify --bots`: has the server's bots think again.
//!
//! A bot's guesses and coins follow from the match, so its thoughts can be repeated once the record
//! is public. Whoever looks at what a seat could not know would act otherwise sooner or later.

use std::collections::BTreeMap;

use engine::GameEntry;
use engine::catalogue::Catalogue;
use engine::record::{Hindsight, PastCommand, VerifyError};
use fairness::hex;
use fairness::record::{HeaderBot, Record};
use protocol::room::BotLevel;
use serde::Deserialize;
use serde_json::Value;

use super::Unverified;

/// Reason why a record's bots are not verified.
#[derive(Debug, thiserror::Error)]
pub enum BotRefusal {
    /// The mind that played is not the one of this program.
    #[error("the bot of seat {seat} played by a mind that this server does not have")]
    Unknown {
        /// The seat.
        seat: u8,
    },
    /// A command is not what the bot's mind would have chosen.
    #[error("entry {entry}: the bot of seat {seat} would not have chosen this knowing its view")]
    Other {
        /// The entry.
        entry: u64,
        /// The seat.
        seat: u8,
    },
}

/// The commands of bots that were repeated.
#[derive(Default)]
struct Repeated {
    /// Thoughts to their end.
    whole: u64,
    /// Thoughts that the clock ended early.
    short: u64,
}

/// Repeats the thoughts of all bots of a record; returns what was found, for the report.
pub(super) fn verify(
    record: &Record,
    game: &GameEntry,
    catalogue: &Catalogue,
) -> Result<String, Unverified> {
    let levels = levels(record)?;
    let mut past = Hindsight::of_record(game, catalogue, record).map_err(VerifyError::from)?;
    let mut repeated = Repeated::default();
    // The rules have taken every entry before, so none is refused now.
    while let Ok(Some(entry)) = past.step() {
        let Some(command) = entry.command else { continue };
        let Some(level) = levels.get(&command.seat) else { continue };
        if !repeated.again(&command, *level) {
            return Err(BotRefusal::Other { entry: entry.seq, seat: command.seat }.into());
        }
    }
    let Repeated { whole, short } = repeated;
    Ok(format!("{} commands of bots: {whole} thought to the end, {short} cut short", whole + short))
}

/// Returns the seats whose bots have a mind, and their levels.
fn levels(record: &Record) -> Result<BTreeMap<u8, BotLevel>, BotRefusal> {
    let bots = (0..).zip(&record.header.seats);
    let bots = bots.filter_map(|(seat, held)| Some((seat, held.bot.as_ref()?)));
    let level = |(seat, bot): (u8, &HeaderBot)| {
        let played = bot.mind.as_ref()?;
        let level = BotLevel::deserialize(Value::from(bot.level.as_str())).ok();
        let known = level.filter(|level| {
            mind::digest(&record.header.game, *level)
                .is_some_and(|one| hex::encode(&one) == *played)
        });
        Some(known.map(|level| (seat, level)).ok_or(BotRefusal::Unknown { seat }))
    };
    bots.filter_map(level).collect()
}

impl Repeated {
    /// Repeats a thought, and checks that it led to this command. It may have begun at any moment since the
    /// bot was asked: a bot thinks at once, and again if its server was stopped meanwhile.
    fn again(
        &mut self,
        PastCommand { command, before, earlier, .. }: &PastCommand,
        level: BotLevel,
    ) -> bool {
        let mut short = false;
        for moment in earlier.iter().chain([before]) {
            let chosen = mind::choices(moment, level);
            if chosen.last() == Some(command) {
                self.whole += 1;
                return true;
            }
            short |= chosen.contains(command);
        }
        self.short += u64::from(short);
        short
    }
}
