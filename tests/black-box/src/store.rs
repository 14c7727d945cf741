//! The store of a server under test: a file in a folder of its own, or NATS.
//!
//! The same tests run on either: on NATS if [`ON_NATS`] names one, as the program `on-nats` does for
//! whatever it runs. A test of what only a file has says so by [`Setup::on_file`](crate::Setup::on_file).

use std::env;
use std::path::{Path, PathBuf};

/// Variable with the address of a cluster of NATS on which servers under test keep their matches, each under
/// a name of its own: `nats://HOST:PORT,...`. Every node of it must sync every write.
pub const ON_NATS: &str = "ENTENTE_TEST_DATABASE";

/// The store of a server.
#[derive(Clone, Debug)]
pub enum Store {
    /// A database file.
    File(PathBuf),
    /// A store on NATS: the arguments that name it.
    Nats(Vec<String>),
}

impl Store {
    /// Returns a new store: in this folder, or on the NATS that the environment names.
    pub(crate) fn new(folder: &Path) -> Self {
        let Ok(cluster) = env::var(ON_NATS) else { return Self::in_folder(folder) };
        let nodes = cluster.split(',').count();
        let name = uuid::Uuid::new_v4().simple();
        Self::Nats(vec![
            "--database".to_owned(),
            format!("{cluster}/{name}"),
            "--nats-replicas".to_owned(),
            nodes.to_string(),
            "--nats-unchecked-sync".to_owned(),
            "true".to_owned(),
        ])
    }

    /// Returns a new file in this folder.
    pub(crate) fn in_folder(folder: &Path) -> Self {
        Self::File(folder.join("entente.db"))
    }

    /// Returns the file; panics on NATS.
    pub fn file(&self) -> &Path {
        let Self::File(file) = self else { panic!("this test needs `Setup::on_file`: {self:?}") };
        file
    }

    /// Returns the arguments by which a server or a command of the operator's uses it.
    pub fn arguments(&self) -> Vec<String> {
        match self {
            Self::File(file) => vec!["--database".to_owned(), format!("sqlite:{}", file.display())],
            Self::Nats(arguments) => arguments.clone(),
        }
    }
}
