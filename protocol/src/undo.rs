//! Taking back: a room's options for it, and its description in an update.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The rule for taking moves back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum UndoPolicy {
    /// While they taught nobody anything; otherwise the others have to agree.
    #[default]
    #[schemars(title = "Freely")]
    Free,
    /// Even where they taught nobody anything.
    #[schemars(title = "Only if the others agree")]
    Consent,
    /// Moves stand.
    #[schemars(title = "Never")]
    Off,
}

/// Options that a room of any game without a clock may set, besides the game's own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct TableOptions {
    /// For slips of the hand.
    #[schemars(title = "Taking moves back", extend("default" = "free"))]
    pub undo: UndoPolicy,
}

/// The part of the log that a seat may take back: its newest move, and everything after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct TakeBack {
    /// The entry whose state the match would return to.
    pub to: u64,
    /// `true` if it needs nobody's consent.
    pub free: bool,
}
