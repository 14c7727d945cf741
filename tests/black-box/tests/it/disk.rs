//! Databases on disks that are full or cannot be written: what is said about them.
//!
//! The disk is a file system in memory, in a mount namespace of the server's own. A machine that allows no
//! such namespaces tries none of this.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

use black_box::{PATIENCE, Server, Setup, Stopped, Store};
use protocol::Code;
use serde_json::json;
use tempfile::TempDir;

/// Mounts a disk of 4 MiB on the folder that it is given, copies what is beside that into it, does what it
/// is told there, and becomes what follows.
const ON_DISK: &str = "mount -t tmpfs -o size=4m disk \"$1\" && cp \"$1\".d/* \"$1\" && cd \"$1\" \
                       && eval \"$2\" && shift 2 && exec \"$@\"";

/// Fills the disk, up to its last block.
const FILL: &str = "(head -c 8m /dev/zero > fill || true) 2> /dev/null";

/// A folder on which a disk with a database is mounted.
struct Disk(TempDir);

impl Disk {
    /// Prepares a disk with a database; `None` where none can be mounted.
    fn with_database() -> Option<Self> {
        let may = Command::new("unshare").args(["--map-root-user", "--mount", "true"]).output();
        if !may.is_ok_and(|output| output.status.success()) {
            eprintln!("no disk can be mounted here");
            return None;
        }
        let folder = tempfile::tempdir().expect("a folder");
        let disk = Self(folder);
        fs::create_dir(disk.mounted()).expect("a folder");
        let files = disk.0.path().join("disk.d");
        fs::create_dir(&files).expect("a folder");
        let store = Some(Store::File(files.join("entente.db")));
        drop(Stopped::of(Setup { store, ..Setup::unlimited() }).start());
        // What is made again by whoever opens it, which takes space.
        for made in ["entente.db-shm", "entente.db.orders"] {
            fs::remove_file(files.join(made)).expect(made);
        }
        Some(disk)
    }

    fn mounted(&self) -> PathBuf {
        self.0.path().join("disk")
    }

    /// Describes a server whose database lies on this disk, with which this is done first.
    fn setup(&self, first: &str) -> Setup {
        let mounted = self.mounted().display().to_string();
        let under =
            ["unshare", "--map-root-user", "--mount", "sh", "-c", ON_DISK, "sh", &mounted, first];
        let store = Some(Store::File(self.mounted().join("entente.db")));
        Setup { store, under: under.map(str::to_owned).to_vec(), ..Setup::unlimited() }
    }
}

/// Returns what a server said that did not start, with code 3.
fn refusal(setup: Setup) -> String {
    let (status, stopped) = Stopped::of(setup).try_start().expect_err("it does not start");
    assert_eq!(status.code(), Some(3), "{}", stopped.log());
    stopped.log()
}

#[test]
fn a_start_on_a_full_disk_or_one_that_cannot_be_written_says_so() {
    let Some(disk) = Disk::with_database() else { return };
    let said = refusal(disk.setup(FILL));
    assert!(said.contains("the disk is full: free some space there"), "{said}");
    let said = refusal(disk.setup("mount -o remount,ro ."));
    assert_eq!(said.matches("Read-only file system").count(), 1, "{said}");
    // Read only where the rights are, and not where the server looks first.
    let mut looked = disk.setup("mount -o remount,ro .");
    looked.arguments.extend(["rooms", "list"].map(str::to_owned));
    let said = refusal(looked);
    assert!(said.contains("the file system is read-only there"), "{said}");
    let failed = said.lines().find(|line| line.contains("failed: ")).expect(&said);
    assert_eq!(failed.to_lowercase().matches("unable to open database file").count(), 1, "{said}");
}

#[test]
fn a_backup_that_finds_no_room_says_where() {
    let Some(disk) = Disk::with_database() else { return };
    // The other way round: the database lies beside the disk, and the copy on it.
    let database = disk.0.path().join("disk.d/entente.db");
    let mut backup = disk.setup(FILL);
    backup.store = Some(Store::File(database.clone()));
    let copy = disk.mounted().join("copy.db").display().to_string();
    backup.arguments.extend(["backup".to_owned(), copy.clone()]);
    let said = refusal(backup);
    assert!(said.contains(&copy) && said.contains("free some space there"), "{said}");
    assert!(!said.contains(&database.display().to_string()), "{said}");
}

#[tokio::test]
async fn a_disk_that_is_full_stands_in_the_log_once() {
    let Some(disk) = Disk::with_database() else { return };
    let server = Stopped::of(disk.setup("true")).start();
    let inside = format!("/proc/{}/root{}", server.pid(), disk.mounted().display());
    assert!(fs::write(format!("{inside}/fill"), vec![0; 8 * 1024 * 1024]).is_err(), "it is full");
    let body = json!({"game": black_box::GAME, "name": "Ada"});
    let began = Instant::now();
    // What is left of the last block takes some rooms.
    while room(&server, &body).await {
        assert!(began.elapsed() < PATIENCE, "the disk takes more and more");
    }
    assert!(!room(&server, &body).await);
    let log = server.log();
    let lines =
        log.lines().filter(|line| line.contains("ERROR") && line.contains("the disk is full"));
    assert_eq!(lines.count(), 1, "{log}");
}

/// Opens a room, if the store takes it.
async fn room(server: &Server, body: &serde_json::Value) -> bool {
    let answer = server.http.post("/api/v1/rooms", body).await;
    if answer.status == 503 {
        assert_eq!(answer.code(), Code::StorageUnavailable, "{answer:?}");
    }
    answer.status != 503
}
