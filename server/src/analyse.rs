//! `entente-server analyse FILE`: what a mind thinks of every choice of a record.
//!
//! The same analysis as the server makes on request, byte for byte: its coins are heads of the log's
//! chain. It believes the record; `verify` checks it.

use std::fmt::{self, Write as _};
use std::path::PathBuf;

use clap::Args;
use engine::record::{Hindsight, RecordError};
use mind::Analyst;
use protocol::Rejection;
use protocol::hint::{Analysis, percent};

use crate::verify::{Unverified, opened};

/// Arguments of `analyse`.
#[derive(Args, Clone, Debug, PartialEq, Eq)]
pub struct Analyse {
    /// The record
    pub file: PathBuf,

    /// The component data of the match, if they are not those shipped: the file that the server
    /// stored, or a folder with GAME/FILE.toml files
    #[arg(long, value_name = "FILE_OR_FOLDER")]
    pub data: Option<PathBuf>,

    /// Print everything as one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Reason why a record is not analysed.
#[derive(Debug, thiserror::Error)]
pub enum Unanalysed {
    /// It cannot be read.
    #[error(transparent)]
    Unreadable(#[from] Unverified),
    /// It is not the record of a match by these rules.
    #[error("the record is refused: {0}")]
    Log(#[from] RecordError),
    /// An entry is not of the match.
    #[error("the record is refused: {0}")]
    Entry(#[from] Rejection),
    /// The mind does not know the game.
    #[error("no mind knows the game {0}")]
    NoMind(&'static str),
}

impl Unanalysed {
    /// The exit code: 1 the record is refused, 2 a file that was named cannot be used.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Unreadable(why) => why.exit_code(),
            Self::Log(_) | Self::Entry(_) | Self::NoMind(_) => 1,
        }
    }
}

/// An analysis with the names of the seats, to be printed.
#[derive(Debug)]
pub struct Analysed {
    /// The analysis.
    pub analysis: Analysis,
    names: Vec<String>,
}

/// Analyses the record in a file.
///
/// # Errors
/// If it cannot be read, or the mind does not know its game.
pub fn analyse(arguments: &Analyse) -> Result<Analysed, Unanalysed> {
    let (record, game, catalogue) = opened(&arguments.file, arguments.data.as_deref())?;
    let past = Hindsight::of_record(game, &catalogue, &record)?;
    let mut analyst = Analyst::new(past).ok_or(Unanalysed::NoMind(game.id))?;
    while analyst.step()? {}
    let names = record.header.seats.iter().map(|seat| seat.name.clone()).collect();
    Ok(Analysed { analysis: analyst.finish(), names })
}

impl fmt::Display for Analysed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "seat                  choices    best  lost by one       luck")?;
        for (seat, name) in self.analysis.seats.iter().zip(&self.names) {
            let (choices, best) = (seat.choices, seat.best);
            let lost = format!("{} %", seat.mean_lost());
            let luck = format!("{} wins", seat.wins_by_luck());
            writeln!(f, "{name:20} {choices:>8} {best:>7} {lost:>12} {luck:>10}")?;
        }
        let worst = self.analysis.worst();
        if worst.is_empty() {
            return writeln!(f, "\nno choice but the best");
        }
        writeln!(f, "\nentry    lost  choice")?;
        for (seq, choice) in worst {
            let name = self.names.get(usize::from(choice.seat)).map_or("", String::as_str);
            let lost = percent(choice.lost());
            let mut line = format!("{seq:>5} {lost:>7}  {name}: {}", choice.text);
            if let Some(best) = &choice.best {
                write!(line, "; better: {}", best.text)?;
            }
            writeln!(f, "{line}")?;
        }
        Ok(())
    }
}
