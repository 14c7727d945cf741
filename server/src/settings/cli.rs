//! The command line: the settings, and what the binary does beside serving.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use super::Settings;
use super::values::{Optional, optional};
use crate::analyse::Analyse;
use crate::position::CutPosition;
use crate::rooms::normalise_code;
use crate::verify::Verify;

/// Help on the exit codes, from which a supervisor may draw conclusions.
const EXIT_CODES: &str = "Exit codes: 0 a clean end, 1 a failure, 2 wrong usage or configuration, \
                          3 the store could not be opened or failed\n\n\
                          Example: entente-server --listen 0.0.0.0:8080 --database \
                          sqlite:/var/lib/entente/entente.db";

/// Help on copying the database and putting it back.
const BACKUP_HELP: &str = "A copy with damaged rooms, which are named, replaces no other copy: \
                           it is called FILE.damaged instead of FILE, and nothing is removed.\n\n\
                           Exit codes: 0 done, 1 done, but rooms are damaged, 2 wrong usage, 3 a \
                           file or the database cannot be used\n\n\
                           Example: entente-server --database \
                           sqlite:/var/lib/entente/entente.db backup --keep 14 /var/backups/entente";
const RESTORE_HELP: &str = "A store on NATS is not replaced: the backup is moved into one that has \
                            no rooms yet, and every row is read again there.\n\nExit codes: 0 done, 1 done, but rooms are damaged, 2 wrong usage, 3 a \
                            file or the database cannot be used, or a server has it\n\nExample: entente-server --database \
                            sqlite:/var/lib/entente/entente.db restore copy.db --replace";

/// Help on the exit codes of `rooms`.
const ROOMS_EXIT_CODES: &str = "Exit codes: 0 done, 1 the room or the file is refused, 2 wrong \
                                usage or a file that cannot be read, 3 the database cannot be \
                                used\n\nExample: entente-server rooms list";

/// The command line.
#[derive(Parser, Clone, Debug)]
#[command(name = "entente-server", version, about = "An authoritative server for board games",
          after_help = EXIT_CODES)]
pub struct Cli {
    /// The settings.
    #[command(flatten)]
    pub settings: Settings,

    /// A TOML file with settings; the environment wins over it, and flags over both
    #[arg(long = "config", env = "ENTENTE_CONFIG", value_name = "FILE", default_value = "",
          hide_default_value = true, value_parser = optional::<PathBuf>)]
    pub config_file: Optional<PathBuf>,

    /// Check every setting and what it names, without serving, and exit
    #[arg(long, conflicts_with = "print_config")]
    pub check_config: bool,

    /// Print every setting as KEY=value, in the form of environment variables, and exit
    #[arg(long)]
    pub print_config: bool,

    /// The sub-command to run instead of serving.
    #[command(subcommand)]
    pub command: Option<ServerCommand>,
}

/// Sub-commands beside serving. Settings stand before them.
#[derive(Subcommand, Clone, Debug)]
pub enum ServerCommand {
    /// Copy the database and look at every row of the copy; the server may go on meanwhile
    #[command(after_help = BACKUP_HELP)]
    Backup(Backup),
    /// Replace the database, which no server may have open, by a backup
    #[command(after_help = RESTORE_HELP)]
    Restore {
        /// The backup
        file: PathBuf,
        /// Move the existing database aside
        #[arg(long)]
        replace: bool,
    },
    /// Look at stored rooms; move, close and delete them
    #[command(subcommand, after_help = ROOMS_EXIT_CODES)]
    Rooms(RoomsCommand),
    /// Show where the component data come from, what your files change, and whether every row of the
    /// database is sound
    #[command(
        after_help = "Exit codes: 0 all is sound, 1 rooms are damaged, 2 the component data \
                            cannot be played with, 3 the database cannot be used\n\n\
                            Example: entente-server --data mine check"
    )]
    Check,
    /// Ask the server of these settings whether it is ready
    #[command(after_help = "Exit codes: 0 it is ready, 1 it is not or cannot be reached, 2 wrong \
                            usage\n\n\
                            Example: ENTENTE_LISTEN=0.0.0.0:8080 entente-server healthcheck")]
    Healthcheck(Healthcheck),
    /// Write the documents of this version as pages, for any web server or none
    #[command(
        after_help = "A server shows them itself, at /docs. Earlier documents in the folder are \
                            replaced; a folder with anything else in it is refused.\n\n\
                            Exit codes: 0 done, 1 the files cannot be written\n\n\
                            Example: entente-server docs site"
    )]
    Docs {
        /// The folder
        folder: PathBuf,
    },
    /// Print the licence texts of everything that this program is made of
    #[command(after_help = "Exit codes: 0 done, 1 the output cannot be written\n\n\
                            Example: entente-server licences")]
    Licences,
    /// Check the record of a match that is over, with the rules
    #[command(after_help = "Exit codes: 0 the record holds, 1 it is refused, 2 wrong usage or a \
                            file that cannot be used\n\nExample: entente-server verify record.json")]
    Verify(Verify),
    /// Say what a mind thinks of every choice in the record of a match that is over
    #[command(
        after_help = "Exit codes: 0 done, 1 the record is refused or no mind knows its game, 2 wrong usage \
                            or a file that cannot be used\n\n\
                            Example: entente-server analyse record.json"
    )]
    Analyse(Analyse),
    /// Print the position after an entry of a record, for a server that begins rooms there
    #[command(
        after_help = "Exit codes: 0 done, 1 the record is refused or has no such entry, 2 wrong usage \
                            or a file that cannot be used\n\n\
                            Example: entente-server position record.json --entry 41 > 41.json"
    )]
    Position(CutPosition),
}

/// Arguments of `backup`.
#[derive(Args, Clone, Debug)]
pub struct Backup {
    /// The copy; with --keep, the folder of the copies
    pub file: PathBuf,
    /// Replace an earlier copy with this name
    #[arg(long, conflicts_with = "keep")]
    pub replace: bool,
    /// Name the copy by its time, and remove all but the newest COUNT
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..))]
    pub keep: Option<u32>,
}

/// Arguments of `healthcheck`.
#[derive(Args, Clone, Copy, Debug)]
pub struct Healthcheck {
    /// Time limit of the whole check
    #[arg(long, value_name = "MS", default_value_t = 3_000,
          value_parser = clap::value_parser!(u64).range(1..))]
    pub timeout_ms: u64,
}

/// Sub-commands of `rooms`.
#[derive(Subcommand, Clone, Debug)]
pub enum RoomsCommand {
    /// List every room: code, game, state, seats taken, last activity, size
    #[command(after_help = "Example: entente-server --database sqlite:/data/entente.db rooms list")]
    List {
        /// Print one JSON object a line
        #[arg(long)]
        json: bool,
    },
    /// Show what everybody in a room may see of it; nothing that is hidden in its match
    #[command(after_help = "Example: entente-server rooms show K7P2XR --json")]
    Show {
        /// The room's code
        #[arg(value_parser = code)]
        code: String,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// End a room for good, at once, even while a server runs
    #[command(
        after_help = "A match is abandoned, a lobby given up: those who are there, or come back, \
                            see that it is over.\n\n\
                            Example: entente-server rooms close K7P2XR"
    )]
    Close {
        /// The room's code
        #[arg(value_parser = code)]
        code: String,
    },
    /// Delete a room for good, with all that is known of those in it, at once, even while a server runs
    #[command(
        after_help = "Its record, log, tokens and addresses are overwritten; only a note of \
                            the deletion stays, by which `restore` deletes it again. Older backups \
                            and exports still contain it: delete those, too.\n\n\
                            Example: entente-server rooms delete K7P2XR"
    )]
    Delete {
        /// The room's code
        #[arg(value_parser = code)]
        code: String,
    },
    /// Forget rooms that have been over for a while, at once, even while a server runs
    #[command(
        after_help = "ENTENTE_KEEP_FINISHED_MS makes the server do so by itself after a time.\n\n\
                            Example: entente-server rooms forget-finished --days 7"
    )]
    ForgetFinished {
        /// Only those in which nothing has happened for COUNT days
        #[arg(long, value_name = "COUNT", default_value_t = 0)]
        days: u32,
    },
    /// Write one room to a file, to continue it on another server; it stays here too
    #[command(after_help = "The file holds every hand and the seats' keys: protect it like the \
                            database. Let nobody play on here: stop the server, export, close.\n\n\
                            Example: entente-server rooms export K7P2XR K7P2XR.room")]
    Export {
        /// The room's code
        #[arg(value_parser = code)]
        code: String,
        /// The new file
        file: PathBuf,
    },
    /// Import an exported room; no server may have the database open
    #[command(
        after_help = "It refuses a code or a room that exists here already, another format, \
                            rules that this server does not play, and damage.\n\n\
                            Example: entente-server rooms import K7P2XR.room"
    )]
    Import {
        /// The file
        file: PathBuf,
    },
}

fn code(text: &str) -> Result<String, String> {
    normalise_code(text).ok_or_else(|| "a code looks like K7P2XR".to_owned())
}
