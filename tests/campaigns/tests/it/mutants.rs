//! The mutants that show how sharp the campaigns are still apply.

use std::path::Path;

use serde::Deserialize;

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
    #[serde(default)]
    campaign: Option<String>,
    #[serde(default)]
    counts: Vec<String>,
    at: String,
    old: String,
    new: String,
}

/// Reads the mutants of a list; each must apply where it says.
fn applied(list: &str) -> Vec<Mutant> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(here.join("mutants").join(list)).expect("the list");
    let Mutants { mutant: mutants } = toml::from_str(&text).expect("a list of mutants");
    for Mutant { name, file, at, old, new, .. } in &mutants {
        let text = std::fs::read_to_string(black_box::root().join(file)).expect("a source file");
        let whole = at.replacen("{}", old, 1);
        assert_eq!(text.matches(&whole).count(), 1, "{name}: {whole:?} in {file}");
        assert_ne!(old, new, "{name}");
        // A switch has each of the two in a block of its own.
        for part in [old, new] {
            let parsed = syn::parse_str::<syn::Block>(&format!("{{ {part} }}"));
            assert!(parsed.is_ok(), "{name}: {part:?}: {:?}", parsed.err());
        }
    }
    mutants
}

/// The least number of rules of visibility that are broken.
const OF_VISIBILITY: usize = 30;

#[test]
fn every_mutant_of_visibility_still_applies() {
    let mutants = applied("visibility.toml");
    assert!(mutants.len() >= OF_VISIBILITY, "{} mutants", mutants.len());
    for Mutant { name, game, campaign, .. } in mutants {
        let known = |game: &String| engine::REGISTRY.iter().any(|entry| entry.id == game);
        assert!(game.as_ref().is_none_or(known), "{name}: {game:?}");
        assert_eq!(campaign, None, "{name}");
    }
}

#[test]
fn every_other_mutant_still_applies_and_has_its_campaign() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let read = |name: &str| std::fs::read_to_string(sources.join(name).with_extension("rs"));
    let figures = read("figures").expect("the counts that campaigns share");
    let shared = figures.split("#[cfg(test)]").next().unwrap_or_default();
    for Mutant { name, campaign, counts, .. } in applied("promises.toml") {
        let campaign = campaign.unwrap_or_default();
        let (campaign, _) = campaign.split_once(' ').expect("a campaign and its size");
        let mut text = read(campaign).expect("a campaign");
        if text.contains(".stored(") {
            text.push_str(shared);
        }
        assert!(!counts.is_empty(), "{name}");
        for count in counts {
            assert!(text.contains(&format!(".none(\"{count}\"")), "{name}: {count}");
        }
    }
}
