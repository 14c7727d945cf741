//! The campaign in small: every game and every set of options once, and that the mutants which show
//! the campaign's sharpness still apply.

use std::path::Path;

use campaigns::non_interference::{Arguments, run};
use serde::Deserialize;

#[test]
fn what_a_viewer_is_told_does_not_depend_on_what_it_may_not_know() {
    let seed = std::env::var("ENTENTE_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    let arguments = Arguments { seed, states: 800, game: None, workers: 2, sockets: 4 };
    run(&arguments).expect("two worlds that look the same");
}

#[derive(Deserialize)]
struct Mutants {
    mutant: Vec<Mutant>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Mutant {
    name: String,
    file: String,
    #[serde(default)]
    game: Option<String>,
    at: String,
    old: String,
    new: String,
}

/// How many rules of visibility are broken, at least.
const MUTANTS: usize = 30;

#[test]
fn every_mutant_of_visibility_still_applies() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let list = std::fs::read_to_string(here.join("mutants/visibility.toml")).expect("the list");
    let Mutants { mutant } = toml::from_str(&list).expect("a list of mutants");
    assert!(mutant.len() >= MUTANTS, "{} mutants", mutant.len());
    for Mutant { name, file, game, at, old, new } in mutant {
        let text = std::fs::read_to_string(here.join("..").join(&file)).expect("a source file");
        let whole = at.replacen("{}", &old, 1);
        assert_eq!(text.matches(&whole).count(), 1, "{name}: {whole:?} in {file}");
        assert_ne!(old, new, "{name}");
        let known = |game: &String| engine::REGISTRY.iter().any(|entry| entry.id == game);
        assert!(game.as_ref().is_none_or(known), "{name}: {game:?}");
    }
}
