//! The command line.
//!
//! Here because help texts and their exit codes are part of the interface. It must not know what a
//! command does.

mod values;

use std::path::PathBuf;

use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{ArgGroup, Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use protocol::room::{BotLevel, Hints, SeatPreference};
use serde_json::{Map, Value};

pub use self::values::NAME_CHARS;
pub(crate) use self::values::name;
use self::values::{hints, level, option, seat};
use crate::error::Error;

/// Usual address of a server.
pub const DEFAULT_SERVER: &str = "http://127.0.0.1:8080";

const EXIT_CODES: &str = "Exit codes:
  0  done; for bot: all games ended properly
  1  something failed
  2  the command line is wrong
  3  the server cannot be reached
  4  the server refused

Files: running games and the log heads seen are kept in $ENTENTE_HOME, else in
$XDG_STATE_HOME/entente, else in ~/.local/state/entente. They hold your seats'
tokens: whoever has a token plays for the seat.

Environment: NO_COLOR takes the colours away; TERM=dumb, or a pipe, gives lines of
text as --plain does.";

/// Returns the text below the arguments: examples with their effects.
fn help(examples: &[&str]) -> String {
    let lines: Vec<String> = examples.iter().map(|line| format!("  {line}")).collect();
    format!("Examples:\n{}\n\n{EXIT_CODES}", lines.join("\n"))
}

/// Play European great-power board games in the terminal.
#[derive(Clone, Debug, Parser)]
#[command(name = "entente", version, about)]
#[command(after_help = help(&[
    "entente play",
    "entente play --create europe --option players=3",
    "entente play --join http://your.host/r/K7P2XR",
    "entente --server https://play.example.org rooms",
]))]
pub struct Cli {
    /// The server's address; a base path is kept.
    #[arg(long, global = true, env = "ENTENTE_SERVER", default_value = DEFAULT_SERVER, value_name = "URL", display_order = 100)]
    pub server: String,
    /// A PEM file with the certificate of an authority of your own, for servers with https.
    #[arg(long, global = true, env = "ENTENTE_CA", value_name = "FILE", display_order = 101, value_parser = OsStringValueParser::new().map(PathBuf::from))]
    pub ca: Option<PathBuf>,
    /// The subcommand.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Clone, Debug, Subcommand)]
pub enum Command {
    /// Play: open a room, join one, go on with a running game; without arguments choose on the screen.
    Play(PlayArgs),
    /// Watch a match until its end.
    Watch(WatchArgs),
    /// Look at a match that is over, step by step.
    Replay(ReplayArgs),
    /// Say what a mind thinks of every choice of a match that is over.
    Analysis(AnalysisArgs),
    /// Play on from an entry of a match that is over, in a new room.
    Practice(PracticeArgs),
    /// Learn a game by playing; without a game, list the lessons.
    Learn(LearnArgs),
    /// Solve a puzzle: what would you do? Without a name, list the puzzles; `today` is that of the day.
    Puzzle(PuzzleArgs),
    /// Play random legal moves.
    Bot(BotArgs),
    /// List the games of the server, with their options.
    #[command(after_help = help(&["entente games", "entente games --json"]))]
    Games(ListArgs),
    /// List the rooms that wait for players or may be watched, or your own matches.
    #[command(after_help = help(&["entente rooms --json", "entente rooms --mine"]))]
    Rooms(RoomsArgs),
    /// Print the rules of a game in words, or what they say about a rule that the log names.
    Rules(RulesArgs),
    /// Check the record of a match that is over.
    Verify(VerifyArgs),
    /// Print the licence texts of this program and of what it is made of.
    #[command(after_help = help(&["entente licences"]))]
    Licences,
    /// Print what makes a shell complete the commands and options of this program.
    #[command(after_help = help(&["entente completion bash"]))]
    Completion {
        /// The shell.
        shell: Shell,
    },
    /// Print the manual page.
    #[command(after_help = help(&["entente man"]))]
    Man,
}

/// `rooms`.
#[derive(Clone, Copy, Debug, Args)]
pub struct RoomsArgs {
    #[command(flatten)]
    /// The form of the list.
    pub list: ListArgs,
    /// List the matches in which you hold a seat: against whom, whose turn since when, how one ended.
    #[arg(long)]
    pub mine: bool,
}

/// `games` and `rooms`.
#[derive(Clone, Copy, Debug, Args)]
pub struct ListArgs {
    /// Print each as one line of JSON.
    #[arg(long)]
    pub json: bool,
}

/// `play`.
#[derive(Clone, Debug, Args)]
#[command(group = ArgGroup::new("how").args(["create", "join", "resume"]))]
#[command(after_help = help(&[
    "entente play --create europe-divided --option edition=first",
    "entente play --join http://your.host:8080/r/K7P2XR",
]))]
pub struct PlayArgs {
    #[command(flatten)]
    /// The room to open or to join.
    pub room: RoomArgs,
    /// Go on with this running game.
    #[arg(long = "continue", value_name = "CODE")]
    pub resume: Option<String>,
    /// Your name.
    #[arg(long, env = "ENTENTE_NAME", value_parser = name)]
    pub name: Option<String>,
    /// Print the whole board at these moments (with --plain).
    #[arg(long, value_enum, default_value_t = BoardMode::Turn)]
    pub board: BoardMode,
    /// Bring no entropy to the deal: it is then the server's and the other seats' alone.
    #[arg(long)]
    pub no_entropy: bool,
    /// Lines of text instead of the full screen, as without a terminal: for pipes and screen readers.
    #[arg(long)]
    pub plain: bool,
    /// Leave the mouse to the terminal, which selects text with it (`/mouse` changes it meanwhile).
    #[arg(long)]
    pub no_mouse: bool,
    /// The match to play on from, and the entry: `practice`.
    #[arg(skip)]
    pub practice: Option<(String, u64)>,
    /// The game and the lesson or the puzzle to begin: `learn` and `puzzle`.
    #[arg(skip)]
    pub lesson: Option<(String, String)>,
}

/// Moments at which the whole board is printed. `h` prints it at any time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum BoardMode {
    /// At the start of your turn, not after each move of yours, and at the end.
    #[default]
    Turn,
    /// At every question to you, and at the end.
    Asked,
    /// After every change.
    Always,
}

/// Which room to open or to join.
#[derive(Clone, Debug, Default, PartialEq, Args)]
pub struct RoomArgs {
    /// Open a room for this game (see `entente games`).
    #[arg(long, value_name = "GAME")]
    pub create: Option<String>,
    /// Join this room.
    #[arg(long, value_name = "CODE or LINK")]
    pub join: Option<String>,
    /// An option of the game (with --create); can be given several times.
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = option, requires = "create", conflicts_with = "join")]
    pub options: Vec<(String, Value)>,
    /// The seat you want; default the first free one.
    #[arg(long, value_name = "N or random", value_parser = seat)]
    pub seat: Option<SeatPreference>,
    /// Have bots of the server take all other seats, at this level (with --create).
    #[arg(long, value_name = "easy, normal, hard or expert", value_parser = level, requires = "create", conflicts_with = "join")]
    pub bots: Option<BotLevel>,
    /// Show the room in the public list (with --create).
    #[arg(long, requires = "create", conflicts_with = "join")]
    pub listed: bool,
    /// Let nobody watch (with --create).
    #[arg(long, requires = "create", conflicts_with = "join")]
    pub no_spectators: bool,
    /// Let only those play who bring entropy to the deal (with --create).
    #[arg(long, requires = "create", conflicts_with = "join")]
    pub require_entropy: bool,
    /// Give hints to a person who plays bots alone, to all, or to nobody: off (with --create).
    #[arg(long, value_name = "alone, all or off", value_parser = hints, requires = "create", conflicts_with = "join")]
    pub hints: Option<Hints>,
}

impl RoomArgs {
    /// Returns the options as the protocol wants them.
    pub fn options(&self) -> Map<String, Value> {
        self.options.iter().cloned().collect()
    }
}

/// `watch`.
#[derive(Clone, Debug, Args)]
#[command(after_help = help(&["entente watch K7P2XR"]))]
pub struct WatchArgs {
    /// The room.
    #[arg(value_name = "CODE or LINK")]
    pub room: String,
    /// Print each message of the server as one line of JSON.
    #[arg(long)]
    pub json: bool,
    /// Lines of text instead of the full screen, as without a terminal.
    #[arg(long)]
    pub plain: bool,
    /// Leave the mouse to the terminal, which selects text with it (`/mouse` changes it meanwhile).
    #[arg(long)]
    pub no_mouse: bool,
}

/// `replay`.
#[derive(Clone, Debug, Args)]
#[command(after_help = help(&["entente replay K7P2XR --seat 0"]))]
pub struct ReplayArgs {
    /// The room.
    #[arg(value_name = "CODE or LINK")]
    pub room: String,
    /// Show what this seat saw; default: what everybody saw.
    #[arg(long, value_name = "N")]
    pub seat: Option<u8>,
    /// Begin with this step (in a terminal), or print only this one.
    #[arg(long, value_name = "K")]
    pub step: Option<usize>,
    /// Lines of text instead of the full screen, as without a terminal.
    #[arg(long)]
    pub plain: bool,
    /// Leave the mouse to the terminal, which selects text with it (`/mouse` changes it meanwhile).
    #[arg(long)]
    pub no_mouse: bool,
}

/// `analysis`.
#[derive(Clone, Debug, Args)]
#[command(after_help = help(&["entente analysis K7P2XR"]))]
pub struct AnalysisArgs {
    /// The room.
    #[arg(value_name = "CODE or LINK")]
    pub room: String,
    /// List every choice, in order.
    #[arg(long)]
    pub all: bool,
    /// Print the analysis as one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// `practice`.
#[derive(Clone, Debug, Args)]
#[command(after_help = help(&["entente practice K7P2XR 41 --seat 1"]))]
pub struct PracticeArgs {
    /// The room of the match that is over.
    #[arg(value_name = "CODE or LINK")]
    pub room: String,
    /// The entry after which the new match goes on; 0 is the set-up.
    #[arg(value_name = "SEQ")]
    pub seq: u64,
    /// The seat you want; default the one that is asked something there.
    #[arg(long, value_name = "N or random", value_parser = seat)]
    pub seat: Option<SeatPreference>,
    #[command(flatten)]
    /// The player, and the terminal.
    pub person: PersonArgs,
}

impl From<PracticeArgs> for PlayArgs {
    fn from(args: PracticeArgs) -> Self {
        let PracticeArgs { room, seq, seat, person } = args;
        let seated = RoomArgs { seat, ..RoomArgs::default() };
        Self { room: seated, practice: Some((room, seq)), ..person.plays() }
    }
}

/// The player of what is begun without a seat in a room, and the terminal.
#[derive(Clone, Debug, Args)]
pub struct PersonArgs {
    /// Your name.
    #[arg(long, env = "ENTENTE_NAME", value_parser = name)]
    pub name: Option<String>,
    /// Lines of text instead of the full screen, as without a terminal: for pipes and screen readers.
    #[arg(long)]
    pub plain: bool,
    /// Leave the mouse to the terminal, which selects text with it (`/mouse` changes it meanwhile).
    #[arg(long)]
    pub no_mouse: bool,
}

impl PersonArgs {
    /// Returns how to play; what is played is left open. No such deal takes entropy.
    fn plays(self) -> PlayArgs {
        let Self { name, plain, no_mouse } = self;
        PlayArgs {
            room: RoomArgs::default(),
            resume: None,
            name,
            board: BoardMode::default(),
            no_entropy: true,
            plain,
            no_mouse,
            practice: None,
            lesson: None,
        }
    }
}

/// `learn`.
#[derive(Clone, Debug, Args)]
#[command(after_help = help(&["entente learn", "entente learn europe-divided"]))]
pub struct LearnArgs {
    /// The game to learn.
    pub game: Option<String>,
    /// The lesson; default the first one.
    #[arg(default_value = "first")]
    pub lesson: String,
    #[command(flatten)]
    /// The player, and the terminal.
    pub person: PersonArgs,
}

/// `puzzle`.
#[derive(Clone, Debug, Args)]
#[command(after_help = help(&["entente puzzle", "entente puzzle today", "entente puzzle europe"]))]
pub struct PuzzleArgs {
    /// The game, or `today`.
    pub game: Option<String>,
    /// The puzzle; without one, those of the game are listed.
    pub puzzle: Option<String>,
    #[command(flatten)]
    /// The player, and the terminal.
    pub person: PersonArgs,
}

impl PuzzleArgs {
    /// Returns how to play this puzzle of a game.
    pub fn of(self, game: String, puzzle: String) -> PlayArgs {
        PlayArgs { lesson: Some((game, puzzle)), ..self.person.plays() }
    }
}

impl LearnArgs {
    /// Returns how to play this lesson of a game.
    pub fn of(self, game: String) -> PlayArgs {
        PlayArgs { lesson: Some((game, self.lesson)), ..self.person.plays() }
    }
}

/// `bot`.
#[derive(Clone, Debug, Args)]
#[command(group = ArgGroup::new("how").args(["create", "join"]).required(true))]
#[command(after_help = help(&["entente bot --join K7P2XR"]))]
pub struct BotArgs {
    #[command(flatten)]
    /// The room to open or to join.
    pub room: RoomArgs,
    /// Number of matches, one after the other, through rematches.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub games: u32,
    /// Makes the bot's choices repeatable; default a random one, which is printed.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Print one JSON object a line.
    #[arg(long)]
    pub json: bool,
    /// The bot's name.
    #[arg(long, default_value = "Random bot", value_parser = name)]
    pub name: String,
    /// Say that a program holds the seat, and how to reach you: everybody in the room sees it.
    #[arg(long, env = "ENTENTE_CONTACT", value_name = "TEXT")]
    pub contact: Option<String>,
    /// Bring no entropy to the deal: it is then the server's and the other seats' alone.
    #[arg(long)]
    pub no_entropy: bool,
}

/// `rules`.
#[derive(Clone, Debug, Args)]
#[command(after_help = help(&["entente rules europe-divided", "entente rules europe-divided sea cards"]))]
pub struct RulesArgs {
    /// The game (see `entente games`).
    #[arg(value_name = "GAME")]
    pub game: String,
    /// A rule as offers and the log name it, or words to look for.
    #[arg(value_name = "RULE")]
    pub rule: Vec<String>,
}

/// `verify`.
#[derive(Clone, Debug, Args)]
#[command(after_help = help(&["entente verify record.json"]))]
pub struct VerifyArgs {
    /// The record.
    #[arg(value_name = "FILE")]
    pub record: PathBuf,
    /// The file kept while playing, in the folder `heads`, see below.
    #[arg(long, value_name = "FILE")]
    pub heads: Option<PathBuf>,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// Returns the folder in which tokens and heads are kept.
pub fn home() -> Result<PathBuf, Error> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    home_from(set("ENTENTE_HOME"), set("XDG_STATE_HOME"), set("HOME"))
}

fn home_from(
    own: Option<std::ffi::OsString>,
    state: Option<std::ffi::OsString>,
    user: Option<std::ffi::OsString>,
) -> Result<PathBuf, Error> {
    if let Some(own) = own {
        return Ok(PathBuf::from(own));
    }
    // The XDG rules say that a relative path is to be ignored.
    if let Some(state) = state.map(PathBuf::from).filter(|path| path.is_absolute()) {
        return Ok(state.join("entente"));
    }
    match user {
        Some(user) => Ok(PathBuf::from(user).join(".local/state/entente")),
        None => Err(Error::Usage(
            "no place to keep your seats' tokens: set ENTENTE_HOME or HOME".to_owned(),
        )),
    }
}

#[cfg(test)]
mod tests;
