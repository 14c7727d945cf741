//! The running games of this person: which seats they hold, and the tokens that open them.
//!
//! One JSON file, readable by its owner only, replaced as a whole so that a crash leaves the old or
//! the new one. A file that cannot be read is set aside, never overwritten: the tokens in it are the
//! only way back to the seats. It must not know what a game is.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use crate::error::Error;

/// The version of the file's form.
const VERSION: u32 = 1;

/// Number of games that are kept. Lessons make room for others, the oldest first; matches do not.
const MAX_GAMES: usize = 200;

/// The file that says that no advice is wanted; it is empty.
const NO_ADVICE: &str = "no-advice";

/// Number of damaged files that are kept apart.
const MAX_DAMAGED: u32 = 1_000;

/// A seat that this person holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedGame {
    /// The server's address.
    pub server: String,
    /// The room's code.
    pub code: String,
    /// The seat.
    pub seat: u8,
    /// The seat's token.
    pub token: String,
    /// The game's id.
    pub game: String,
    /// The name played under.
    pub name: String,
    /// Time at which this person was last there, in milliseconds since 1970; unknown of games kept long
    /// ago.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub played_ms: Option<u64>,
    /// `true` if it is a lesson or a puzzle, which can be begun again; unknown of games kept long ago.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lesson: bool,
}

impl SavedGame {
    fn is_same_seat(&self, other: &Self) -> bool {
        self.server == other.server && self.code == other.code && self.seat == other.seat
    }
}

/// Returns the error of a list that has no room for another game.
fn full() -> Error {
    Error::Failed(format!(
        "{MAX_GAMES} matches are kept already; Delete forgets one in the list of `entente play`"
    ))
}

#[derive(Debug, Serialize, Deserialize)]
struct GamesFile {
    version: u32,
    games: Vec<SavedGame>,
}

/// The saved games of one person.
#[derive(Clone, Debug)]
pub struct SavedGames {
    home: PathBuf,
}

impl SavedGames {
    /// Opens the games kept below `home`; nothing is touched yet.
    pub fn new(home: impl Into<PathBuf>) -> Self {
        Self { home: home.into() }
    }

    /// Returns the folder.
    pub fn home(&self) -> &Path {
        &self.home
    }

    /// Keeps a game that is played now; what was known of the same seat is replaced. There is no room for
    /// it where as many matches are kept as may be: none of them is given up for it.
    pub fn keep(&self, game: &SavedGame) -> Result<(), Error> {
        self.change(|games| {
            games.retain(|old| !old.is_same_seat(game));
            while games.len() >= MAX_GAMES {
                let lesson = games.iter().position(|old| old.lesson);
                games.remove(lesson.ok_or_else(full)?);
            }
            games.push(SavedGame { played_ms: Some(now_ms()), ..game.clone() });
            Ok(())
        })
    }

    /// Checks whether the seat with this token is kept, at this server, by the code of its room.
    pub(crate) fn has(&self, server: &str, code: &str, token: &str) -> Result<bool, Error> {
        let own =
            |game: &SavedGame| (&*game.server, &*game.code, &*game.token) == (server, code, token);
        Ok(self.list()?.iter().any(own))
    }

    /// Forgets a game.
    pub fn forget(&self, game: &SavedGame) -> Result<(), Error> {
        self.change(|games| {
            games.retain(|old| !old.is_same_seat(game));
            Ok(())
        })
    }

    fn path(&self) -> PathBuf {
        self.home.join("games.json")
    }

    /// Checks whether this person wants to be advised on what is asked: until they say enough.
    pub fn wants_advice(&self) -> bool {
        !self.home.join(NO_ADVICE).exists()
    }

    /// Keeps whether this person wants to be advised on what is asked.
    pub fn want_advice(&self, wanted: bool) -> Result<(), Error> {
        let path = self.home.join(NO_ADVICE);
        let done = if wanted {
            match fs::remove_file(&path) {
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
                done => done,
            }
        } else {
            private_folder(&self.home)?;
            private_options().write(true).create(true).truncate(false).open(&path).map(drop)
        };
        done.map_err(|error| Error::io(format!("keeping {}", path.display()), error))
    }

    fn change(
        &self,
        edit: impl FnOnce(&mut Vec<SavedGame>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        private_folder(&self.home)?;
        // Two programs may play at once: without the lock one would undo what the other kept.
        let lock = self.home.join("games.lock");
        let guard = private_options()
            .write(true)
            .create(true)
            .open(&lock)
            .and_then(|file| file.lock().map(|()| file))
            .map_err(|error| Error::io(format!("locking {}", lock.display()), error))?;
        let mut games = self.list()?;
        edit(&mut games)?;
        let written = self.write(&GamesFile { version: VERSION, games });
        drop(guard);
        written
    }

    /// Returns all games, the newest last.
    pub fn list(&self) -> Result<Vec<SavedGame>, Error> {
        let path = self.path();
        let name = path.display();
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(Error::io(format!("reading {name}"), error)),
        };
        match serde_json::from_slice::<GamesFile>(&bytes) {
            Ok(document) if document.version == VERSION => Ok(document.games),
            Ok(document) => Err(Error::Failed(format!(
                "{name} has version {} of its form; this program knows version {VERSION}",
                document.version
            ))),
            Err(error) => Err(self.set_aside(&error.to_string())),
        }
    }

    /// Moves a damaged file away under a name of its own, and reports that.
    fn set_aside(&self, why: &str) -> Error {
        let path = self.path();
        let free = (1..=MAX_DAMAGED)
            .map(|n| self.home.join(format!("games.damaged-{n}.json")))
            .find(|name| !name.exists());
        let moved = free.and_then(|aside| fs::rename(&path, &aside).ok().map(|()| aside));
        let kept = match moved {
            Some(aside) => format!(
                "it is now {}; tokens in it may still be copied out by hand. Start the program \
                 again to begin with an empty list",
                aside.display()
            ),
            None => "it was left where it is; move it away to go on".to_owned(),
        };
        Error::Failed(format!("the saved games in {} are damaged ({why}): {kept}", path.display()))
    }

    fn write(&self, document: &GamesFile) -> Result<(), Error> {
        let path = self.path();
        let fault = |error| Error::io(format!("writing {}", path.display()), error);
        let text = serde_json::to_string_pretty(document)
            .map_err(|error| Error::Failed(format!("the saved games: {error}")))?;
        // One name is enough: the lock is held. A left-over of a crash may have a wider mode.
        let temporary = self.home.join("games.json.new");
        match fs::remove_file(&temporary) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(fault(error)),
            Ok(()) | Err(_) => {}
        }
        let mut file =
            private_options().write(true).create_new(true).open(&temporary).map_err(fault)?;
        file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(fault)?;
        fs::rename(&temporary, &path).map_err(fault)?;
        // The rename is on disk once the folder is; not every file system can do this.
        if let Ok(folder) = File::open(&self.home) {
            drop(folder.sync_all());
        }
        Ok(())
    }
}

/// Returns the milliseconds since 1970.
pub(crate) fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// Returns options that make new files readable by their owner only.
pub(crate) fn private_options() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options
}

/// Makes a folder that only its owner can enter.
pub(crate) fn private_folder(path: &Path) -> Result<(), Error> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    builder
        .create(path)
        .map_err(|error| Error::io(format!("making the folder {}", path.display()), error))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(code: &str, seat: u8) -> SavedGame {
        SavedGame {
            server: "http://127.0.0.1:8080".to_owned(),
            code: code.to_owned(),
            seat,
            token: format!("token-{code}-{seat}"),
            game: "europe-divided".to_owned(),
            name: "Ada".to_owned(),
            played_ms: None,
            lesson: false,
        }
    }

    fn lesson(code: &str) -> SavedGame {
        SavedGame { lesson: true, ..game(code, 0) }
    }

    /// Lists the games without the moment at which each was kept, which each has.
    fn listed(store: &SavedGames) -> Vec<SavedGame> {
        let games = store.list().unwrap().into_iter();
        games
            .map(|game| {
                assert!(game.played_ms.is_some_and(|at| at <= now_ms()), "{game:?}");
                SavedGame { played_ms: None, ..game }
            })
            .collect()
    }

    fn store() -> (tempfile::TempDir, SavedGames) {
        let folder = tempfile::tempdir().unwrap();
        let store = SavedGames::new(folder.path().join("state/entente"));
        (folder, store)
    }

    #[test]
    fn games_are_kept_replaced_and_forgotten() {
        let (_folder, store) = store();
        assert_eq!(store.list().unwrap(), vec![]);
        store.keep(&game("K7P2XR", 0)).unwrap();
        store.keep(&game("K7P2XR", 1)).unwrap();
        let renewed = SavedGame { token: "new".to_owned(), ..game("K7P2XR", 0) };
        store.keep(&renewed).unwrap();
        assert_eq!(listed(&store), vec![game("K7P2XR", 1), renewed.clone()]);
        store.forget(&renewed).unwrap();
        assert_eq!(listed(&store), vec![game("K7P2XR", 1)]);
    }

    #[test]
    fn a_full_list_loses_lessons_first_and_a_match_never() {
        let (_folder, store) = store();
        let mut games: Vec<SavedGame> = (0..MAX_GAMES).map(|n| game(&format!("M{n}"), 0)).collect();
        games[7] = lesson("L7");
        games[9] = lesson("L9");
        private_folder(store.home()).unwrap();
        store.write(&GamesFile { version: VERSION, games }).unwrap();
        for (new, lost) in [(game("A", 0), "L7"), (lesson("B"), "L9"), (game("C", 0), "B")] {
            store.keep(&new).unwrap();
            let codes: Vec<String> =
                store.list().unwrap().into_iter().map(|one| one.code).collect();
            assert_eq!(codes.len(), MAX_GAMES, "{lost}");
            assert!(codes.contains(&new.code) && codes.contains(&"M0".to_owned()), "{lost}");
            assert!(!codes.iter().any(|code| code == lost), "{lost}");
        }
        for new in [game("D", 0), lesson("E")] {
            let error = store.keep(&new).unwrap_err().to_string();
            assert!(error.contains("200 matches are kept already"), "{error}");
        }
        store.keep(&game("M0", 0)).unwrap();
        assert_eq!(store.list().unwrap().len(), MAX_GAMES);
    }

    #[test]
    fn advice_is_wanted_until_somebody_says_enough() {
        let (_folder, store) = store();
        for wanted in [true, false, false, true, true] {
            store.want_advice(wanted).unwrap();
            assert_eq!(store.wants_advice(), wanted);
        }
    }

    #[cfg(unix)]
    #[test]
    fn only_the_owner_can_read_them() {
        use std::os::unix::fs::PermissionsExt;
        let (_folder, store) = store();
        store.keep(&game("K7P2XR", 0)).unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&store.path()), 0o600);
        assert_eq!(mode(store.home()), 0o700);
        // A file that was opened up is closed again by the next write.
        fs::set_permissions(store.path(), fs::Permissions::from_mode(0o644)).unwrap();
        store.keep(&game("K7P2XR", 1)).unwrap();
        assert_eq!(mode(&store.path()), 0o600);
    }

    #[test]
    fn a_damaged_file_is_set_aside_with_a_clear_message() {
        let (_folder, store) = store();
        for round in 1..=2 {
            store.keep(&game("K7P2XR", 0)).unwrap();
            fs::write(store.path(), b"{\"version\":1,\"games\":[{").unwrap();
            let error = store.keep(&game("K7P2XR", 1)).unwrap_err();
            let aside = store.home().join(format!("games.damaged-{round}.json"));
            assert!(error.to_string().contains(&aside.display().to_string()), "{error}");
            assert!(fs::read_to_string(aside).unwrap().starts_with("{\"version\":1"));
            assert_eq!(store.list().unwrap(), vec![]);
        }
    }

    #[test]
    fn a_newer_file_is_left_alone() {
        let (_folder, store) = store();
        private_folder(store.home()).unwrap();
        fs::write(store.path(), b"{\"version\":2,\"games\":[]}").unwrap();
        assert!(store.keep(&game("K7P2XR", 0)).is_err());
        assert_eq!(fs::read(store.path()).unwrap(), b"{\"version\":2,\"games\":[]}");
    }

    #[test]
    fn two_writers_lose_nothing() {
        let (_folder, store) = store();
        std::thread::scope(|scope| {
            for seat in 0..8 {
                let store = &store;
                scope.spawn(move || store.keep(&game("K7P2XR", seat)).unwrap());
            }
        });
        assert_eq!(store.list().unwrap().len(), 8);
    }
}
