//! The component data of every game: those shipped, with an operator's files in their place.
//!
//! A folder that is not a game's or a file that no game has is an error: somebody meant something by
//! it, and a match would silently be played with other data. Names that begin with a dot are
//! passed over, because volumes and editors leave such files everywhere.

use std::collections::BTreeMap;
use std::fs::{self, DirEntry};
use std::path::{Path, PathBuf};

use engine::GameEntry;
use engine::catalogue::{Catalogue, DataFault, nearest};

/// File name extension of the data files.
const EXTENSION: &str = ".toml";

/// Reason why the component data cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// A file or folder cannot be read.
    #[error("{}: {source}", path.display())]
    Unreadable {
        /// The file or folder.
        path: PathBuf,
        /// The system's answer.
        source: std::io::Error,
    },
    /// A folder has the name of no game.
    #[error("{}: no such game, did you mean {near:?}?", path.display())]
    UnknownGame {
        /// The folder.
        path: PathBuf,
        /// The nearest game.
        near: String,
    },
    /// The game has no such file.
    #[error("{}: {game} has no such data file, did you mean {near:?}?", path.display())]
    UnknownFile {
        /// The file.
        path: PathBuf,
        /// The game.
        game: &'static str,
        /// The nearest file.
        near: String,
    },
    /// Something lies where only a folder for each game should.
    #[error("{}: only folders named after games belong here, such as {near:?}", path.display())]
    Stray {
        /// The stray file or folder.
        path: PathBuf,
        /// The nearest game.
        near: String,
    },
    /// A file's contents do not hold together.
    #[error("{}{fault}", prefix(.folder.as_deref(), .game))]
    DataFault {
        /// The game.
        game: &'static str,
        /// The game's folder of the operator, if there is one.
        folder: Option<PathBuf>,
        /// The file, the row and the reason.
        fault: DataFault,
    },
}

/// Returns the prefix of a fault: the operator's folder, or the game whose shipped data are at fault.
fn prefix(folder: Option<&Path>, game: &str) -> String {
    match folder {
        Some(folder) => format!("{}{}", folder.display(), std::path::MAIN_SEPARATOR),
        None => format!("component data of {game}: "),
    }
}

/// The catalogue of each game, with the files of `folder` instead of those shipped.
pub fn load_catalogues(
    games: &'static [GameEntry],
    folder: Option<&Path>,
) -> Result<BTreeMap<&'static str, Catalogue>, DataError> {
    let mut replaced = match folder {
        Some(folder) => read_folder(games, folder)?,
        None => BTreeMap::new(),
    };
    let mut catalogues = BTreeMap::new();
    for game in games {
        let files = replaced.remove(game.id).unwrap_or_default();
        let catalogue = game.catalogue(&files).map_err(|fault| DataError::DataFault {
            game: game.id,
            // Without a replaced file the fault is in the data shipped.
            folder: folder.filter(|_| !files.is_empty()).map(|folder| folder.join(game.id)),
            fault,
        })?;
        // Nobody can replace the rules in words, or a lesson; a fault is in those shipped.
        game.reference().map_err(|fault| DataError::DataFault {
            game: game.id,
            folder: None,
            fault,
        })?;
        game.lessons().map_err(|fault| DataError::DataFault {
            game: game.id,
            folder: None,
            fault,
        })?;
        catalogues.insert(game.id, catalogue);
    }
    Ok(catalogues)
}

/// An operator's files: name without ending, and text.
type Files = BTreeMap<String, String>;

fn read_folder(
    games: &'static [GameEntry],
    folder: &Path,
) -> Result<BTreeMap<&'static str, Files>, DataError> {
    let mut found = BTreeMap::new();
    for entry in entries(folder)? {
        let (path, name) = (entry.path(), name(&entry));
        let near = || nearest(&name, games.iter().map(|game| game.id)).to_owned();
        if !path.is_dir() {
            return Err(DataError::Stray { near: near(), path });
        }
        let game = games
            .iter()
            .find(|game| game.id == name)
            .ok_or_else(|| DataError::UnknownGame { near: near(), path: path.clone() })?;
        found.insert(game.id, read_game(game, &path)?);
    }
    Ok(found)
}

fn read_game(game: &'static GameEntry, folder: &Path) -> Result<Files, DataError> {
    let mut files = Files::new();
    for entry in entries(folder)? {
        let (path, name) = (entry.path(), name(&entry));
        let known = || game.files().iter().map(|(file, _)| *file);
        let stem = name.strip_suffix(EXTENSION).filter(|stem| known().any(|file| file == *stem));
        let Some(stem) = stem else {
            let near = format!("{}{EXTENSION}", nearest(&name, known()));
            return Err(DataError::UnknownFile { path, game: game.id, near });
        };
        let text = fs::read_to_string(&path)
            .map_err(|source| DataError::Unreadable { path: path.clone(), source })?;
        tracing::info!(file = %path.display(), "this file replaces component data shipped");
        files.insert(stem.to_owned(), text);
    }
    Ok(files)
}

fn name(entry: &DirEntry) -> String {
    entry.file_name().to_string_lossy().into_owned()
}

/// Lists a folder sorted by name, so that the first fault is always the same one.
fn entries(folder: &Path) -> Result<Vec<DirEntry>, DataError> {
    let unreadable = |source| DataError::Unreadable { path: folder.to_owned(), source };
    let mut entries: Vec<DirEntry> =
        fs::read_dir(folder).map_err(unreadable)?.collect::<Result<_, _>>().map_err(unreadable)?;
    entries.retain(|entry| !name(entry).starts_with('.'));
    entries.sort_by_key(DirEntry::file_name);
    Ok(entries)
}
