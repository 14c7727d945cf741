//! The matches that the campaigns of the bots play: of all games, editions and set-ups, or of some.

use std::str::FromStr;

use arena::ladder::ways;
use serde_json::Value;

/// The game and the options that a campaign is narrowed to.
#[derive(Clone, Debug, clap::Args)]
pub struct Wanted {
    /// Only this game
    #[arg(long)]
    game: Option<String>,
    /// Only matches with these options, as JSON
    // A `Value` comes of any text too, as that text: clap would prefer it.
    #[arg(long, value_parser = Value::from_str)]
    options: Option<Value>,
}

impl Wanted {
    /// Returns the options of a game's matches that are wanted; none if the game is not.
    pub(crate) fn ways(&self, game: &str) -> Vec<Value> {
        if self.game.as_ref().is_some_and(|only| only != game) {
            return Vec::new();
        }
        let mut ways = ways(game);
        ways.retain(|options| self.options.as_ref().is_none_or(|only| only == options));
        ways
    }
}
