//! Sources of the component data, reported to those who correct them.

use std::fs;
use std::path::Path;

use super::{server, texts};

fn output(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = server().args(arguments).output().unwrap();
    let (said, complained) = texts(&output);
    (output.status.code(), said, complained)
}

/// The counts of cells in the line of a game: printed, derived, reconstructed.
fn cells(said: &str, game: &str) -> [usize; 3] {
    let line = said.lines().find(|line| line.starts_with(&format!("{game}: "))).unwrap();
    let numbers: Vec<usize> = line.split(' ').filter_map(|word| word.parse().ok()).collect();
    numbers.try_into().unwrap()
}

#[test]
fn a_corrected_value_is_named_with_what_it_was() {
    let (code, shipped, _) = output(&["check"]);
    assert_eq!(code, Some(0));
    for game in engine::REGISTRY {
        let [printed, _, reconstructed] = cells(&shipped, game.id);
        assert!(printed > 0 && reconstructed > 0, "{shipped}");
    }
    assert!(!shipped.contains(" becomes "), "{shipped}");

    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("europe-divided");
    fs::create_dir(&game).unwrap();
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/europe-divided/cards.toml");
    let text = fs::read_to_string(data).unwrap();
    let row = "initiative = 3\ninitiative_source = \"reconstructed\"";
    let mended = "initiative = 2\ninitiative_source = \"printed\"";
    fs::write(game.join("cards.toml"), text.replacen(row, mended, 1)).unwrap();
    let name = folder.path().to_str().unwrap();
    let (code, said, _) = output(&["--data", name, "check"]);
    assert_eq!(code, Some(0));
    let changes: Vec<&str> = said.lines().filter(|line| line.contains(" becomes ")).collect();
    assert_eq!(
        changes,
        [
            "  cards.action.europe-austria.initiative: 3 becomes 2",
            "  cards.action.europe-austria.initiative_source: \"reconstructed\" becomes \"printed\"",
        ]
    );
    let [printed, derived, reconstructed] = cells(&shipped, "europe-divided");
    assert_eq!(cells(&said, "europe-divided"), [printed + 1, derived, reconstructed - 1]);

    fs::write(game.join("cards.toml"), text.replacen("initiative = 3", "initiative = 9999", 1))
        .unwrap();
    let (code, _, complained) = output(&["--data", name, "check"]);
    assert_eq!(code, Some(2), "{complained}");
    assert!(complained.contains("cards.toml"), "{complained}");
}
