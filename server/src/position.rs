//! Positions as files: moments of old matches at which a server for authors begins its rooms.
//!
//! A position is the beginning of a record: its header, the server's secret, and the entries up to one.
//! `entente-server position` cuts it off a record that it has checked, and a start reads it as if
//! anybody had written it. What is dealt from there on is the new room's affair.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;
use engine::GameEntry;
use engine::catalogue::Catalogue;
use engine::matches::{Beginning, Match, ReplayError};
use engine::record::{VerifyError, beginning_of, rules_of, verify};
use fairness::record::Header;
use fairness::verify::MAX_RECORD_BYTES;
use fairness::{canonical, hex};
use protocol::scan;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::verify::{Unverified, opened, read_bounded};

/// The version of a position's form.
const POSITION_VERSION: u32 = 1;

/// Arguments of `position`.
#[derive(Args, Clone, Debug, PartialEq, Eq)]
pub struct CutPosition {
    /// The record
    pub file: PathBuf,

    /// The last entry that has been made; 0 is the set-up
    #[arg(long, value_name = "SEQ")]
    pub entry: u64,

    /// The component data of the match, if they are not those shipped: the file that the server
    /// stored, or a folder with GAME/FILE.toml files
    #[arg(long, value_name = "FILE_OR_FOLDER")]
    pub data: Option<PathBuf>,
}

/// A position as a file has it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionFile {
    /// [`POSITION_VERSION`].
    position: u32,
    header: Header,
    server_secret: String,
    entries: Vec<Value>,
}

/// Reason why there is no position.
#[derive(Debug, thiserror::Error)]
pub enum PositionError {
    /// The record cannot be used.
    #[error(transparent)]
    Record(#[from] Unverified),
    /// The record has fewer entries, or is over with this one.
    #[error("a position is one of the entries 0 to {last} of this record")]
    Entry {
        /// The last entry after which the match goes on.
        last: u64,
    },
    /// The file cannot be read.
    #[error("{}: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's answer.
        source: std::io::Error,
    },
    /// The file is no position.
    #[error("{} is no position: {reason}", path.display())]
    Form {
        /// The file.
        path: PathBuf,
        /// The problem with it.
        reason: String,
    },
}

impl PositionError {
    /// The exit code: 1 the record is refused or has no such entry, 2 a file that was named cannot be used.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Record(why) => why.exit_code(),
            Self::Entry { .. } => 1,
            Self::Unreadable { .. } | Self::Form { .. } => 2,
        }
    }
}

/// Returns the text of the position file of an entry of a record.
///
/// # Errors
/// If the record is refused, has no such entry or is over with it, or a file cannot be used.
pub fn cut(arguments: &CutPosition) -> Result<String, PositionError> {
    let (record, _, catalogue) = opened(&arguments.file, arguments.data.as_deref())?;
    verify(&record, &catalogue).map_err(Unverified::from)?;
    let last = record.entries.len().saturating_sub(1);
    let kept = usize::try_from(arguments.entry).ok().filter(|kept| *kept <= last);
    let kept = kept.ok_or(PositionError::Entry { last: last as u64 })?;
    let entries = record.entries.into_iter().take(kept).collect();
    let (header, server_secret) = (record.header, record.server_secret);
    let position = PositionFile { position: POSITION_VERSION, header, server_secret, entries };
    serde_json::to_string(&position).map_err(|error| PositionError::Form {
        path: arguments.file.clone(),
        reason: error.to_string(),
    })
}

/// A position at which rooms begin.
#[derive(Debug)]
pub struct StartPosition {
    pub(crate) game: &'static GameEntry,
    /// The match that it is of.
    pub(crate) beginning: Beginning,
    /// The entries that have been made, as a log has them.
    pub(crate) rows: Vec<String>,
}

impl StartPosition {
    /// Reads a position file, for a server with these component data.
    ///
    /// # Errors
    /// If it cannot be read, is no position of a match that goes on, or has other component data.
    pub fn read(
        path: &Path,
        catalogues: &BTreeMap<&'static str, Catalogue>,
    ) -> Result<Self, PositionError> {
        let bytes = read_bounded(path, MAX_RECORD_BYTES)
            .map_err(|source| PositionError::Unreadable { path: path.to_owned(), source })?;
        if bytes.len() > MAX_RECORD_BYTES {
            let reason = format!("it has more than {MAX_RECORD_BYTES} bytes");
            return Err(PositionError::Form { path: path.to_owned(), reason });
        }
        let text = String::from_utf8_lossy(&bytes);
        Self::parse(&text, catalogues)
            .map_err(|reason| PositionError::Form { path: path.to_owned(), reason })
    }

    fn parse(text: &str, catalogues: &BTreeMap<&'static str, Catalogue>) -> Result<Self, String> {
        scan::check(text).map_err(|error| error.to_string())?;
        let file: PositionFile = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if file.position != POSITION_VERSION {
            return Err(format!("its form has version {}", file.position));
        }
        let game = rules_of(&file.header).map_err(|error| error.to_string())?;
        let catalogue = catalogues.get(game.id).ok_or("the server does not play its game")?;
        let given = hex::encode(&catalogue.digest());
        if given != file.header.data {
            let wanted = file.header.data;
            return Err(VerifyError::OtherData { wanted, given }.to_string());
        }
        let beginning =
            beginning_of(&file.header, &file.server_secret).ok_or("its header is damaged")?;
        let options = game.resolve_options(&beginning.options).map_err(|why| why.to_string())?;
        if options != beginning.options {
            return Err(VerifyError::Options.to_string());
        }
        let rows = file.entries.iter().map(canonical::to_string).collect::<Result<_, _>>();
        let position = Self { game, beginning, rows: rows.map_err(|error| error.to_string())? };
        position.tried(catalogue)?;
        Ok(position)
    }

    /// Makes the match, so that no room fails at it later.
    fn tried(&self, catalogue: &Catalogue) -> Result<(), String> {
        let header = self.beginning.header(self.game, catalogue).map_err(|why| why.to_string())?;
        let rows = std::iter::once(header.as_str()).chain(self.rows.iter().map(String::as_str));
        let made = Match::replay(self.game, catalogue, &self.beginning, rows, |_| {});
        let made = made.map_err(|error: ReplayError| error.to_string())?;
        if made.outcome().is_some() { Err("the match is over".to_owned()) } else { Ok(()) }
    }

    /// Returns the last entry that has been made.
    pub(crate) fn seq(&self) -> u64 {
        self.rows.len() as u64
    }
}
