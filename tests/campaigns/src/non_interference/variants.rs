//! Every game with the options that change who is asked and what is hidden.

use std::sync::LazyLock;

use engine::REGISTRY;
use serde_json::{Map, Value};

/// The most sets of options of a game: each has rooms of its own, and what is hidden depends on few.
const MOST_OF_A_GAME: usize = 4;

/// A game with options.
#[derive(Debug)]
pub(super) struct Variant {
    /// The name in figures and failures.
    pub(super) name: String,
    /// The game's id.
    pub(super) game: &'static str,
    /// The options, as a room is created with them.
    pub(super) options: Map<String, Value>,
}

/// The variants that are played.
pub(super) static VARIANTS: LazyLock<Vec<Variant>> = LazyLock::new(|| {
    let trials = REGISTRY.iter().flat_map(|game| {
        let trials = game.trials();
        let step = trials.len().div_ceil(MOST_OF_A_GAME).max(1);
        trials.into_iter().step_by(step).map(move |trial| (game.id, trial))
    });
    let variant = |(game, trial): (&'static str, Value)| Variant {
        name: format!("{game} with {trial}"),
        game,
        options: trial.as_object().cloned().unwrap_or_default(),
    };
    trials.map(variant).collect()
});
