//! `entente-server verify FILE`: checks a record with the rules and the component data shipped.
//!
//! Here because this binary is the one with the rules in it. It serves nothing, opens no store and
//! believes nothing that the file says.

mod bots;

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::Args;
use engine::catalogue::{Catalogue, DataFault};
use engine::record::{VerifyError, rules_of};
use engine::{GameEntry, REGISTRY};
use fairness::record::Record;
use fairness::verify::{Kept, MAX_RECORD_BYTES, Report, read};

pub use bots::BotRefusal;

use crate::component_data::{self, DataError};

/// Arguments of `verify`.
#[derive(Args, Clone, Debug, PartialEq, Eq)]
pub struct Verify {
    /// The record
    pub file: PathBuf,

    /// The component data of the match, if they are not those shipped: the file that the server
    /// stored, or a folder with GAME/FILE.toml files
    #[arg(long, value_name = "FILE_OR_FOLDER")]
    pub data: Option<PathBuf>,

    /// Have the server's bots think again, and check that each command is what they would have done
    /// knowing only what their seat knew
    #[arg(long)]
    pub bots: bool,

    /// A client's notes on the match: heads and facts of the deal
    #[arg(long, value_name = "FILE")]
    pub heads: Option<PathBuf>,
}

/// Reason why a record is not verified.
#[derive(Debug, thiserror::Error)]
pub enum Unverified {
    /// A file cannot be read.
    #[error("{}: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's answer.
        source: std::io::Error,
    },
    /// The folder with component data cannot be used.
    #[error(transparent)]
    Folder(#[from] DataError),
    /// The file with component data cannot be used.
    #[error("{}: {fault}", path.display())]
    Data {
        /// The file.
        path: PathBuf,
        /// The problem with it.
        fault: DataFault,
    },
    /// A line of what a client kept is none.
    #[error("{}: line {line} is no head and no fact", path.display())]
    Heads {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    /// The record is refused.
    #[error("the record is refused: {0}")]
    Refused(#[from] VerifyError),
    /// A bot did not act as its mind would, or nobody knows its mind here.
    #[error(transparent)]
    Bots(#[from] BotRefusal),
}

impl Unverified {
    /// The exit code: 1 the record is refused, 2 a file that was named cannot be used.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Refused(_) | Self::Bots(BotRefusal::Other { .. }) => 1,
            Self::Bots(BotRefusal::Unknown { .. })
            | Self::Unreadable { .. }
            | Self::Folder(_)
            | Self::Data { .. }
            | Self::Heads { .. } => 2,
        }
    }
}

/// Verifies the record in a file.
///
/// # Errors
/// If it is refused, or a file cannot be used.
pub fn verify(arguments: &Verify) -> Result<Report, Unverified> {
    let kept = arguments.heads.as_deref().map(kept).transpose()?.unwrap_or_default();
    let (record, game, catalogue) = opened(&arguments.file, arguments.data.as_deref())?;
    let report = fairness::verify::verify(&record, &kept).map_err(VerifyError::from)?;
    engine::record::verify(&record, &catalogue)?;
    let report = report.with_rules();
    Ok(if arguments.bots { report.with(bots::verify(&record, game, &catalogue)?) } else { report })
}

/// Reads a record with its game and the component data given for it, or those shipped.
pub(crate) fn opened(
    file: &Path,
    data: Option<&Path>,
) -> Result<(Record, &'static GameEntry, Catalogue), Unverified> {
    let record = read(&bytes_of(file)?).map_err(VerifyError::from)?;
    let game = rules_of(&record.header)?;
    let catalogue = match data {
        Some(folder) if folder.is_dir() => {
            component_data::load_catalogues(REGISTRY, Some(folder))?.remove(game.id)
        }
        Some(path) => {
            let text = String::from_utf8_lossy(&bytes_of(path)?).into_owned();
            let fault = |fault| Unverified::Data { path: path.to_owned(), fault };
            Some(Catalogue::from_canonical(game, &text).map_err(fault)?)
        }
        None => component_data::load_catalogues(REGISTRY, None)?.remove(game.id),
    };
    // Every game of the registry has its data.
    Ok((record, game, catalogue.ok_or(VerifyError::Other)?))
}

/// Reads a client's notes.
fn kept(path: &Path) -> Result<Kept, Unverified> {
    let text = String::from_utf8_lossy(&bytes_of(path)?).into_owned();
    Kept::read(&text).map_err(|line| Unverified::Heads { path: path.to_owned(), line })
}

/// Reads no more of a file than a record can have.
fn bytes_of(path: &Path) -> Result<Vec<u8>, Unverified> {
    read_bounded(path, MAX_RECORD_BYTES)
        .map_err(|source| Unverified::Unreadable { path: path.to_owned(), source })
}

/// Reads a file of at most `most` bytes; of a longer one, one byte too many, enough to refuse it.
pub(crate) fn read_bounded(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}
