//! The command line: the settings, and what the binary does beside serving.

use std::path::PathBuf;

use clap::{Parser, Subcommand};

use super::Settings;
use super::values::{Optional, optional_path};
use crate::health::Healthcheck;
use crate::operator::Rooms;
use crate::operator::backups::Backup;
use crate::verify::Verify;

/// What a supervisor may conclude from the end.
const EXIT_CODES: &str = "Exit codes: 0 a clean end, 1 a failure, 2 wrong usage or configuration, \
                          3 the store could not be opened or failed\n\n\
                          Example: entente-server --listen 0.0.0.0:8080 --database \
                          sqlite:/var/lib/entente/entente.db";

/// The same for copying the database and putting it back.
const BACKUP_HELP: &str = "A copy with damaged rooms, which are named, takes no other copy's place: \
                           instead of FILE it is called FILE.damaged, and nothing is removed.\n\n\
                           Exit codes: 0 done, 1 done, but rooms are damaged, 2 wrong usage, 3 a \
                           file or the database cannot be used\n\n\
                           Example: entente-server --database \
                           sqlite:/var/lib/entente/entente.db backup --keep 14 /var/backups/entente";
const RESTORE_HELP: &str = "Exit codes: 0 done, 1 done, but rooms are damaged, 2 wrong usage, 3 a \
                            file or the database cannot be used, or a server has it\n\nExample: entente-server --database \
                            sqlite:/var/lib/entente/entente.db restore copy.db --replace";

/// What the end of `rooms` says.
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
          hide_default_value = true, value_parser = optional_path)]
    pub config_file: Optional<PathBuf>,

    /// Check every setting and what it names, without serving, and exit
    #[arg(long, conflicts_with = "print_config")]
    pub check_config: bool,

    /// Print every setting as KEY=value, in the form of environment variables, and exit
    #[arg(long)]
    pub print_config: bool,

    /// What to do instead of serving.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What the binary does beside serving. Settings stand before it.
#[derive(Subcommand, Clone, Debug)]
pub enum Command {
    /// Copy the database and look at every row of the copy; the server may go on meanwhile
    #[command(after_help = BACKUP_HELP)]
    Backup(Backup),
    /// Put a backup in the place of the database, which no server may have open
    #[command(after_help = RESTORE_HELP)]
    Restore {
        /// The backup
        file: PathBuf,
        /// Move the database aside that is there already
        #[arg(long)]
        replace: bool,
    },
    /// Look at stored rooms; move, close and delete them
    #[command(subcommand, after_help = ROOMS_EXIT_CODES)]
    Rooms(Rooms),
    /// Say where the component data come from, what files of yours change, and whether every row of
    /// the database is sound
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
    /// Print the licence texts of everything that this program is made of
    #[command(after_help = "Exit codes: 0 done, 1 the output cannot be written\n\n\
                            Example: entente-server licences")]
    Licences,
    /// Check the record of a match that is over, with the rules
    #[command(after_help = "Exit codes: 0 the record holds, 1 it is refused, 2 wrong usage or a \
                            file that cannot be used\n\nExample: entente-server verify record.json")]
    Verify(Verify),
}
