//! The record of a match that is over: fetched, kept beside the heads, and checked against them.
//!
//! Here because everybody who played should learn, without asking for it, whether the deal was what
//! was promised. The checks are those of the crate `fairness`; whether the rules asked for these
//! draws is for a server of one's own to check. It must not know how a match is played.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use fairness::verify::{Kept, Report, read, verify};
use tokio::time::sleep;
use uuid::Uuid;

use crate::api::Api;
use crate::error::Error;
use crate::heads::Heads;
use crate::saved::{private_folder, private_options};

/// Number of tries to fetch a record while the server cannot give it.
const TRIES: u32 = 8;

/// The wait after the first try; after each later one it is longer by as much.
const WAIT: Duration = Duration::from_millis(300);

/// The refusals of what passes: the room may learn of its own end a moment after we did.
const PASSING: [&str; 6] = [
    "busy",
    "not_over",
    "too_many_requests",
    "storage_unavailable",
    "draining",
    "room_unavailable",
];

/// Returns the bytes of the record of a match that is over.
pub(crate) async fn fetch(api: &Api, code: &str) -> Result<Vec<u8>, Error> {
    let mut tries = 1;
    loop {
        match api.record(code).await {
            Err(error) if tries < TRIES && passes(&error) => {
                sleep(WAIT * tries).await;
                tries += 1;
            }
            result => return result,
        }
    }
}

/// Checks whether asking again may help.
fn passes(error: &Error) -> bool {
    matches!(error, Error::Unreachable { .. }) || PASSING.iter().any(|code| error.is_refusal(code))
}

/// Keeps a record beside the heads of the same seat.
pub(crate) fn keep(home: &Path, room: Uuid, seat: u8, record: &[u8]) -> Result<PathBuf, Error> {
    let folder = home.join("heads");
    private_folder(&folder)?;
    let path = folder.join(format!("{room}-{seat}.record.json"));
    let fault = |error| Error::io(format!("writing {}", path.display()), error);
    let mut options = private_options();
    let mut file = options.write(true).create(true).truncate(true).open(&path).map_err(fault)?;
    file.write_all(record).and_then(|()| file.sync_all()).map_err(fault)?;
    Ok(path)
}

/// Checks a record and compares it with the evidence kept; the error says what does not hold.
pub(crate) fn check(record: &[u8], room: Uuid, kept: &Kept) -> Result<Report, String> {
    let record = read(record).map_err(|refusal| refusal.to_string())?;
    if record.header.room != room.to_string() {
        return Err("it is the record of another room".to_owned());
    }
    verify(&record, kept).map_err(|refusal| refusal.to_string())
}

/// A seat's evidence from a match that is over.
#[derive(Clone, Debug)]
pub struct SeatEvidence {
    /// The room.
    pub room: Uuid,
    /// The seat.
    pub seat: u8,
    /// The evidence that the record is compared with.
    pub kept: Kept,
    /// Number of heads of the log that the seat saw.
    pub heads: usize,
}

/// Result of the check of a record, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordCheck {
    /// `true` if the record holds.
    pub holds: bool,
    /// The result of the check, in a sentence.
    pub verdict: String,
    /// The location of the record, in a sentence.
    pub location: String,
}

/// Keeps a record, checks it, and describes the result.
pub(crate) fn keep_and_check(record: &[u8], home: &Path, evidence: &SeatEvidence) -> RecordCheck {
    let SeatEvidence { room, seat, kept, heads } = evidence;
    let location = match keep(home, *room, *seat, record) {
        Ok(path) => format!("Kept in {}", path.display()),
        Err(error) => format!("Not kept: {error}"),
    };
    let (holds, verdict) = match check(record, *room, kept) {
        Ok(report) => (true, summary(&report, *heads)),
        Err(fault) => (
            false,
            format!(
                "WARNING: the record of this match does not hold ({fault}). Keep it and your \
                 file of heads, and ask the operator."
            ),
        ),
    };
    RecordCheck { holds, verdict, location }
}

/// Checks whether the server was bound to a deal that it must show in the end: then facts of it are
/// kept, and a later word that nothing proves it is not believed.
fn promised(kept: &Kept) -> bool {
    !kept.facts.is_empty()
}

/// Describes a record that did not come; `None` if none was promised.
pub(crate) fn withheld(error: &Error, evidence: &SeatEvidence) -> Option<RecordCheck> {
    promised(&evidence.kept).then(|| RecordCheck {
        holds: false,
        verdict: format!(
            "WARNING: the server was bound to show the record of this match, and does not \
             ({error}). Without it nothing proves the deal. Keep your file of heads, and ask the \
             operator."
        ),
        location: "There is no record to keep.".to_owned(),
    })
}

/// Fetches and checks, for a program: a record that does not hold is a fault of the server, and so is
/// one that was promised and does not come.
pub(crate) async fn verdict(
    api: &Api,
    code: &str,
    room: Uuid,
    heads: &Heads,
) -> Result<String, Error> {
    let kept = heads.kept();
    let bytes = match fetch(api, code).await {
        Ok(bytes) => bytes,
        Err(error @ Error::Unreachable { .. }) => return Err(error),
        Err(error) if promised(&kept) => {
            let why = format!("the record does not hold: the server does not give it ({error})");
            return Err(Error::Failed(why));
        }
        Err(error) => return Ok(format!("not checked: {error}")),
    };
    let fault = |fault| Error::Failed(format!("the record does not hold: {fault}"));
    check(&bytes, room, &kept).map(|_| "holds".to_owned()).map_err(fault)
}

/// Summarises a successful check in a line.
pub(crate) fn summary(report: &Report, heads: usize) -> String {
    let brought = report.seats.iter().filter(|seat| seat.entropy);
    let names: Vec<&str> = brought.map(|seat| seat.name.as_str()).collect();
    let dealt = if names.is_empty() {
        "dealt by the server alone".to_owned()
    } else {
        format!("with entropy of {}", names.join(", "))
    };
    format!("The record holds, {dealt}: {}.", counts(report.entries, report.draws, heads))
}

fn counts(entries: u64, draws: u64, heads: usize) -> String {
    let entries = counted(entries, "entry", "entries");
    let draws = counted(draws, "draw", "draws");
    let heads = match heads {
        0 => "no head that you saw".to_owned(),
        1 => "the one head that you saw".to_owned(),
        many => format!("all {many} heads that you saw"),
    };
    format!("{entries}, {draws}, and {heads}")
}

fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn one_entry_is_not_said_as_many() {
        assert_eq!(counts(1, 1, 1), "1 entry, 1 draw, and the one head that you saw");
        assert_eq!(counts(3, 20, 2), "3 entries, 20 draws, and all 2 heads that you saw");
    }

    #[test]
    fn a_record_is_kept_beside_the_heads_and_again() {
        let home = tempfile::tempdir().unwrap();
        for text in ["{}", "{\"scheme\":\"vd1\"}"] {
            let path = keep(home.path(), Uuid::nil(), 1, text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
            assert_eq!(path.parent(), Some(home.path().join("heads").as_path()));
        }
    }

    #[test]
    fn what_is_no_record_does_not_hold() {
        let fault = check(b"{}", Uuid::nil(), &Kept::default()).unwrap_err();
        assert!(!fault.is_empty());
    }
}
