//! The ladder and the balance in small, by their commands.

use std::fs;
use std::process::{Command, Output};

/// Runs a campaign.
fn run(arguments: &[&str]) -> Output {
    let done = Command::new(env!("CARGO_BIN_EXE_campaigns")).args(arguments).output();
    done.expect("the campaigns are built")
}

/// Runs a campaign that judges well; returns what it prints.
fn campaign(arguments: &[&str]) -> String {
    let done = run(arguments);
    let said = String::from_utf8_lossy(&done.stdout).into_owned();
    assert!(done.status.success(), "{said}{}", String::from_utf8_lossy(&done.stderr));
    said
}

#[test]
fn the_normal_level_climbs_over_any_offer() {
    let options = r#"{"setup": 3}"#;
    let only = ["--game", "balance-of-power", "--options", options, "--rung", "random"];
    let said = campaign(&[&["ladder", "--pairs", "2"], &only[..]].concat());
    let row = r#"balance-of-power {"setup":3}: normal beats random"#;
    assert!(said.contains(row) && !said.contains(r#"{"setup":2}"#), "{said}");
}

#[test]
fn a_few_matches_do_not_show_that_a_game_is_unfair() {
    let options = r#"{"edition": "first"}"#;
    let only = ["--game", "europe-divided", "--options", options, "--rung", "easy"];
    let said = campaign(&[&["balance", "--matches", "4"], &only[..]].concat());
    let row = r#"europe-divided {"edition":"first"}, easy against itself"#;
    assert!(said.contains(row) && !said.contains("revised"), "{said}");
}

#[test]
fn the_balance_of_other_component_data_is_theirs() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = folder.path().join("europe-divided");
    fs::create_dir(&game).expect("a folder of the game's");
    let shipped = include_str!("../../../../data/europe-divided/editions.toml");
    let rich = shipped.replace("europe = 6, russia = 3", "europe = 0, russia = 40");
    assert_ne!(rich, shipped);
    fs::write(game.join("editions.toml"), rich).expect("written");
    let folder = folder.path().to_str().expect("a path in UTF-8");
    let options = r#"{"edition": "first"}"#;
    let only = ["--game", "europe-divided", "--options", options, "--rung", "easy"];
    let balance = [&["balance", "--matches", "4"], &only[..]].concat();
    let theirs = campaign(&[&balance[..], &["--data", folder]].concat());
    assert_ne!(theirs, campaign(&balance), "the same deals, otherwise played");

    fs::write(game.join("editions.toml"), "edition = 1").expect("written");
    let refused = run(&[&balance[..], &["--data", folder]].concat());
    let why = String::from_utf8_lossy(&refused.stderr);
    assert!(!refused.status.success() && why.contains("editions.toml"), "{why}");
}
