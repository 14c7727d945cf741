//! The ladder and the balance in small, by their commands.

use std::process::Command;

/// Runs a campaign; returns what it prints.
fn campaign(arguments: &[&str]) -> String {
    let done = Command::new(env!("CARGO_BIN_EXE_campaigns")).args(arguments).output();
    let done = done.expect("the campaigns are built");
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
