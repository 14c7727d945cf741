//! `entente-server backup`: one copy by name, or the newest few in a folder; and `check`.
//!
//! A copy with damage is made all the same, for the others, but is called so and replaces no
//! good one.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use x509_cert::der::DateTime;

use super::OperatorError;
use super::gathered::Gathered;
use super::inspection::{Damaged, Inspection, inspect};
use super::scratch::Scratch;
use crate::log::{self, LogError, NatsAddress, OwnKey, Snapshot, UnnamedCopy};
use crate::notices::KEY_NAMES;
use crate::paths;
use crate::settings::Settings;
use crate::settings::cli::Backup;

/// Extension of a kept copy's name, and the length of the time before it.
const ENDING: &str = ".db";
const STAMP: usize = "20260131T235959.999Z".len();

/// A copy that was made.
#[derive(Clone, Debug)]
pub struct Made {
    /// Its path.
    pub path: PathBuf,
    /// Result of looking at every row of it.
    pub inspection: Inspection,
    /// Copies in its folder that are older.
    pub older: Older,
}

/// Copies that would have to make room for a new one.
#[derive(Clone, Debug, Default)]
pub struct Older {
    /// Those that were removed.
    pub removed: Vec<PathBuf>,
    /// Those that do not say of which database they are, and stay.
    pub unknown: Vec<PathBuf>,
}

impl Backup {
    /// Makes the copy, and looks at every row of it before it gets its name.
    pub fn make(&self, settings: &Settings) -> Result<Made, OperatorError> {
        let address = log::nats_address(&settings.database)?;
        let stem = self.keep.map(|_| match &address {
            Some(address) => address.name().to_owned(),
            None => stem(&settings.database),
        });
        let path = stem.as_ref().map_or(self.file.clone(), |stem| {
            self.file.join(format!("{stem}-{}{ENDING}", stamp(SystemTime::now())))
        });
        let folder = paths::folder(&path);
        let refused = |source| OperatorError::Folder { path: folder.to_owned(), source };
        // Of its own, whatever else is being copied to this name; and gone with whoever is stopped.
        let scratch = Scratch::inside(folder).map_err(refused)?;
        let (draft, damaged_there) = copied(settings, address, (scratch.path(), &path))?;
        let looked = draft.look()?;
        let inspection = inspect(&looked)?.and(damaged_there);
        if !inspection.complaints().is_empty() {
            let path = damaged(&path);
            draft.name(&path, self.replace)?;
            return Ok(Made { path, inspection, older: Older::default() });
        }
        let own = keys(&looked)?;
        draft.name(&path, self.replace)?;
        let older = match (self.keep, stem) {
            (Some(keep), Some(stem)) => rotate(&self.file, (&stem, &own), keep, &path)?,
            _ => Older::default(),
        };
        Ok(Made { path, inspection, older })
    }
}

/// Copies a store into a folder, for a copy that shall be called so; returns what is not in it, too.
fn copied(
    settings: &Settings,
    address: Option<NatsAddress>,
    (folder, name): (&Path, &Path),
) -> Result<(UnnamedCopy, Vec<Damaged>), OperatorError> {
    let draft = folder.join("copy.db");
    let Some(address) = address else {
        return Ok((log::copy(&settings.database, &draft, name)?, Vec::new()));
    };
    let mut gathered = Gathered::of(settings, &address, folder)?;
    let damaged = gathered.take_damaged();
    Ok((log::copy_file(&gathered.database(), &draft, name)?, damaged))
}

/// Looks at every row of a database that a server may have open; nothing if there is none yet.
pub fn check(settings: &Settings) -> Result<Option<Inspection>, OperatorError> {
    if let Some(address) = log::nats_address(&settings.database)? {
        let mut gathered = Gathered::of(settings, &address, &std::env::temp_dir())?;
        let damaged = gathered.take_damaged();
        let snapshot = log::look_at_copy(&gathered.database())?;
        return Ok(Some(inspect(&snapshot)?.and(damaged)));
    }
    if !log::is_there(&settings.database)? {
        return Ok(None);
    }
    let snapshot = log::snapshot(&settings.database)?;
    snapshot.sound()?;
    Ok(Some(inspect(&snapshot)?))
}

/// Looks at every row of a copy.
pub fn check_copy(path: &Path) -> Result<Inspection, OperatorError> {
    Ok(inspect(&log::look_at_copy(path)?)?)
}

/// Returns the name of a copy with damage, which is none of a good copy's, also where there is no other.
fn damaged(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".damaged");
    name.into()
}

/// Returns the prefix of the names of a database's copies.
fn stem(url: &str) -> String {
    let stem = Path::new(url.rsplit(':').next().unwrap_or_default()).file_stem();
    stem.map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

/// A time in UTC as names have it: in their order, and without what file systems forbid.
fn stamp(at: SystemTime) -> String {
    let ms = at.duration_since(UNIX_EPOCH).unwrap_or_default().subsec_millis();
    // Beyond the year 9999 the order would end; there, all have the same name, and one is refused.
    let at = DateTime::from_system_time(at)
        .or_else(|_| DateTime::from_unix_duration(Duration::ZERO))
        .unwrap_or(DateTime::INFINITY);
    let day = format!("{:04}{:02}{:02}", at.year(), at.month(), at.day());
    format!("{day}T{:02}{:02}{:02}.{ms:03}Z", at.hour(), at.minutes(), at.seconds())
}

/// Returns the keys by which a database is known again; none if no server has had it open.
fn keys(snapshot: &Snapshot) -> Result<Vec<OwnKey>, LogError> {
    let keys = KEY_NAMES.iter().map(|name| snapshot.key(name));
    Ok(keys.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
}

/// Removes all copies of this database but the newest `keep`; nothing else in the folder.
///
/// Another database may have the same name, so its own keys say which copies are this one's.
fn rotate(
    folder: &Path,
    (stem, own): (&str, &[OwnKey]),
    keep: u32,
    new: &Path,
) -> Result<Older, OperatorError> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |source| OperatorError::Folder { path: path.clone(), source }
    };
    let mut older = Older::default();
    for entry in fs::read_dir(folder).map_err(failed(folder))? {
        let entry = entry.map_err(failed(folder))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if !is_copy(&name, stem) || entry.path() == new {
            continue;
        }
        let found = log::look_at_copy(&entry.path()).ok().and_then(|copy| keys(&copy).ok());
        match found.unwrap_or_default() {
            found if found.is_empty() || own.is_empty() => older.unknown.push(entry.path()),
            found if found == own => older.removed.push(entry.path()),
            _ => {}
        }
    }
    let Older { removed, unknown } = &mut older;
    unknown.sort();
    removed.sort();
    // The new one counts, whatever the clock said when the others were made.
    removed.truncate(removed.len().saturating_sub(keep.saturating_sub(1) as usize));
    for copy in &*removed {
        fs::remove_file(copy).map_err(failed(copy))?;
    }
    Ok(older)
}

/// Checks whether a file has the name of a copy of this database.
fn is_copy(name: &str, stem: &str) -> bool {
    let stamp = name.strip_prefix(stem).and_then(|rest| rest.strip_prefix('-'));
    let stamp = stamp.and_then(|rest| rest.strip_suffix(ENDING));
    let fits = |(at, byte): (usize, u8)| match at {
        8 => byte == b'T',
        15 => byte == b'.',
        19 => byte == b'Z',
        _ => byte.is_ascii_digit(),
    };
    stamp.is_some_and(|stamp| stamp.len() == STAMP && stamp.bytes().enumerate().all(fits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_distinct_and_in_the_order_of_time() {
        let at = |ms| stamp(UNIX_EPOCH + Duration::from_millis(ms));
        assert_eq!(at(0), "19700101T000000.000Z");
        assert_eq!(at(1_795_360_000_123), "20261122T150640.123Z");
        assert!(at(999) < at(1_000) && at(59_999) < at(60_000));
        assert!(is_copy("entente-20261122T150640.123Z.db", "entente"));
        for other in [
            "entente-20261122T150640.123Z.db.damaged",
            "entente-20261122T150640.123Z.db-wal",
            "entente-2026.db",
            "other-20261122T150640.123Z.db",
            "entente-diary-of-somebody-1.db",
            "entente.db",
        ] {
            assert!(!is_copy(other, "entente"), "{other}");
        }
        assert_eq!(stem("sqlite:/data/entente.db"), "entente");
        assert_eq!(stem("sqlite://entente.db"), "entente");
    }
}
