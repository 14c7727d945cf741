//! Every game with the options that change who is asked and what is hidden.

use std::sync::LazyLock;

use engine::REGISTRY;
use serde_json::{Map, Value};

/// A game with options.
#[derive(Debug)]
pub(super) struct Variant {
    /// How figures and failures call it.
    pub(super) name: String,
    /// The game's id.
    pub(super) game: &'static str,
    /// The options, as a room is created with them.
    pub(super) options: Map<String, Value>,
}

/// What is played.
pub(super) static VARIANTS: LazyLock<Vec<Variant>> = LazyLock::new(|| {
    let trials =
        REGISTRY.iter().flat_map(|game| game.trials().into_iter().map(|one| (game.id, one)));
    let variant = |(game, trial): (&'static str, Value)| Variant {
        name: format!("{game} with {trial}"),
        game,
        options: trial.as_object().cloned().unwrap_or_default(),
    };
    trials.map(variant).collect()
});
