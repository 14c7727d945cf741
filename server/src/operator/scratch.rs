//! A folder in which one command gathers what it looks at, or makes a copy: everybody's hands, so nothing of
//! it stays.
//!
//! It goes with whoever made it, and at a signal to stop. One that is left behind all the same, by a process
//! that was killed, goes with the next command: each holds a lock on its folder for as long as it lives.

use std::fs::{self, DirBuilder, File};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::thread;

use parking_lot::Mutex;
use tokio::signal::unix::{SignalKind, signal};
use uuid::Uuid;

/// Beginning of a folder's name, before an id.
const PREFIX: &str = ".entente-";

/// Times that a folder is made which somebody takes for one that was left behind.
const MADE_AGAIN: usize = 8;

/// The folders of this process.
static OWN: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A folder of this process; dropped, it is gone.
#[derive(Debug)]
pub(super) struct Scratch {
    folder: PathBuf,
    /// Locked.
    _held: File,
}

impl Scratch {
    /// Makes a folder inside of `place`, and removes those in it that nobody uses any more.
    pub(super) fn inside(place: &Path) -> io::Result<Self> {
        sweep(place);
        go_when_stopped();
        for _ in 0..MADE_AGAIN {
            let folder = place.join(format!("{PREFIX}{}", Uuid::new_v4().simple()));
            // From here on nobody forgets it.
            OWN.lock().push(folder.clone());
            DirBuilder::new().mode(0o700).create(&folder)?;
            let held = match File::open(&folder) {
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                opened => opened?,
            };
            // Until it was locked, another command could take it for one that was left behind.
            if held.try_lock().is_ok() && is_at(&held, &folder) {
                return Ok(Self { folder, _held: held });
            }
        }
        Err(ErrorKind::AlreadyExists.into())
    }

    /// Returns its path.
    pub(super) fn path(&self) -> &Path {
        &self.folder
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_dir_all(&self.folder) {
            let folder = self.folder.display();
            tracing::warn!(%error, "{folder} holds everybody's hands and was not removed");
        }
        OWN.lock().retain(|folder| *folder != self.folder);
    }
}

/// Checks whether an open folder still has this path.
fn is_at(held: &File, folder: &Path) -> bool {
    let (held, there) = (held.metadata(), fs::symlink_metadata(folder));
    held.is_ok_and(|held| {
        there.is_ok_and(|there| (held.dev(), held.ino()) == (there.dev(), there.ino()))
    })
}

/// Removes the folders of this user's in a place that no process holds.
fn sweep(place: &Path) {
    let Ok(found) = fs::read_dir(place) else { return };
    for found in found.flatten().filter(|found| is_scratch(&found.file_name().to_string_lossy())) {
        let folder = found.path();
        let own = |found: &fs::Metadata| {
            found.is_dir() && found.uid() == rustix::process::geteuid().as_raw()
        };
        if !fs::symlink_metadata(&folder).is_ok_and(|found| own(&found)) {
            continue;
        }
        let Ok(held) = File::open(&folder) else { continue };
        if held.try_lock().is_err() {
            continue;
        }
        match fs::remove_dir_all(&folder) {
            Ok(()) => tracing::info!("{} was left behind; it is removed", folder.display()),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => {
                let folder = folder.display();
                tracing::warn!(%error, "{folder} was left behind and cannot be removed");
            }
        }
    }
}

/// Checks whether a folder has the name of one of these.
fn is_scratch(name: &str) -> bool {
    let id = name.strip_prefix(PREFIX);
    id.is_some_and(|id| Uuid::try_parse(id).is_ok_and(|parsed| parsed.simple().to_string() == id))
}

/// Has a signal to stop remove what there is, and end the process with code 1.
fn go_when_stopped() {
    static LISTENING: Once = Once::new();
    LISTENING.call_once(|| {
        let listening = listen().and_then(|listening| {
            thread::Builder::new().name("stop".to_owned()).spawn(listening).map(drop)
        });
        if let Err(error) = listening {
            tracing::warn!(%error, "what is gathered stays if this command is broken off");
        }
    });
}

/// Listens for the signals; what is returned waits for one of them.
fn listen() -> io::Result<impl FnOnce() + Send + 'static> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
    let (mut terminate, mut interrupt) = {
        let _entered = runtime.enter();
        (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?)
    };
    Ok(move || {
        runtime.block_on(async {
            tokio::select! {
                biased;
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
        });
        // Held to the end: no folder is made meanwhile.
        let own = OWN.lock();
        for folder in own.iter() {
            remove(folder);
        }
        std::process::exit(1);
    })
}

/// Removes a folder into which another thread may still be writing.
fn remove(folder: &Path) {
    for _ in 0..MADE_AGAIN {
        match fs::remove_dir_all(folder) {
            Err(error) if error.kind() != ErrorKind::NotFound => {}
            Ok(()) | Err(_) => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_holds_is_removed_and_nothing_else() {
        let place = tempfile::tempdir().unwrap();
        let at = |name: &str| place.path().join(name);
        let left = at(".entente-0123456789abcdef0123456789abcdef");
        let others = [
            ".entente-0123456789ABCDEF0123456789ABCDEF",
            ".entente-01234567-89ab-cdef-0123-456789abcdef",
            ".entente-",
            "0123456789abcdef0123456789abcdef",
        ];
        for folder in others.map(at).iter().chain([&left]) {
            fs::create_dir(folder).unwrap();
            fs::write(folder.join("entente.db"), "hands").unwrap();
        }
        let first = Scratch::inside(place.path()).unwrap();
        let second = Scratch::inside(place.path()).unwrap();
        assert!(first.path().exists() && second.path().exists() && !left.exists());
        drop((first, second));
        let there = fs::read_dir(place.path()).unwrap().count();
        assert_eq!(there, others.len(), "the others, and nothing of ours");
    }
}
