//! The bot's report of a match that it has played.
//!
//! Here because both forms, for people and for programs, are read by others. It must not know how
//! the match went on.

use protocol::Outcome;
use protocol::room::Seated;
use serde_json::json;

use crate::args::BotArgs;
use crate::error::Error;
use crate::paper::Paper;

/// The result of a match.
pub(super) struct MatchReport {
    pub(super) outcome: Outcome,
    pub(super) seconds: f64,
    pub(super) commands: u64,
    /// The last round, in games that count them.
    pub(super) rounds: Option<u64>,
    /// Result of the check of the match's record, or the reason why there was none.
    pub(super) record: String,
}

pub(super) fn report(
    played: &MatchReport,
    args: &BotArgs,
    number: u32,
    seated: &Seated,
    seed: u64,
    paper: &mut Paper,
) -> Result<(), Error> {
    let MatchReport { outcome, seconds, commands, rounds, record } = played;
    if args.json {
        let mut line = json!({
            "match": number,
            "code": seated.room.code,
            "game": seated.room.game,
            "seat": seated.seat,
            "seed": seed,
            "winners": outcome.winners,
            "scores": outcome.scores,
            "reason": outcome.reason,
            "seconds": (seconds * 1_000.0).round() / 1_000.0,
            "commands": commands,
            "record": record,
        });
        if let Some(rounds) = rounds {
            line["rounds"] = json!(rounds);
        }
        return Ok(paper.json(&line.to_string())?);
    }
    let list = |numbers: Vec<String>| {
        if numbers.is_empty() { "nobody".to_owned() } else { numbers.join(", ") }
    };
    let winners = list(outcome.winners.iter().map(u8::to_string).collect());
    let scores = list(outcome.scores.iter().map(i64::to_string).collect());
    Ok(paper.unwrapped(&format!(
        "match {number} in room {}, seat {}: winner {winners}; scores {scores}; reason {}; \
         {seconds:.3} seconds; {commands} commands; record {record}",
        seated.room.code, seated.seat, outcome.reason
    ))?)
}
