//! Taking back: what a room may choose about it, and what an update says of it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Whether and how moves may be taken back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum UndoPolicy {
    /// One's own newest moves freely while nobody has learnt anything by them; others by consent.
    #[default]
    Free,
    /// Only if all other seats agree.
    Consent,
    /// Never.
    Off,
}

/// What a room of any game without a clock may choose, besides the game's own options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct TableOptions {
    /// Taking moves back: free while nobody has learnt anything by it, by consent only, or off.
    #[schemars(title = "Undo", extend("default" = "free"))]
    pub undo: UndoPolicy,
}

/// What a seat may take back: its newest move, and everything after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct TakeBack {
    /// The entry that the match would stand at again.
    pub to: u64,
    /// Whether it needs nobody's consent.
    pub free: bool,
}
