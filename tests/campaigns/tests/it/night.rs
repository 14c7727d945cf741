//! The night of all campaigns runs each of them.

use std::collections::BTreeSet;

/// Campaigns that `make campaigns` does not run, each with the reason.
const ELSEWHERE: [(&str, &str); 3] = [
    ("balance", "it is judged with each change of the bots, in docs/BOTS.md"),
    ("golden", "it makes fixtures, and proves nothing"),
    ("ladder", "it is judged with each change of the bots, in docs/BOTS.md"),
];

fn read(path: &str) -> String {
    std::fs::read_to_string(black_box::root().join(path)).expect("a file of the repository")
}

/// Returns the campaigns that the program knows, as its command line calls them.
fn known() -> BTreeSet<String> {
    let main = read("tests/campaigns/src/main.rs");
    let names = main.lines().filter_map(|line| line.split_once("(campaigns::")?.1.split_once("::"));
    names.map(|(name, _)| name.replace('_', "-")).collect()
}

/// Returns the words of a target's recipe and of those that it asks for.
fn recipe(makefile: &str, target: &str) -> Vec<String> {
    let head = format!("\n{target}:");
    let Some((_, rest)) = makefile.split_once(&head) else { return Vec::new() };
    let (first, _) = rest.split_once("\n\n").unwrap_or((rest, ""));
    let (asked, body) = first.split_once('\n').unwrap_or((first, ""));
    let asked = asked.split_whitespace().flat_map(|asked| recipe(makefile, asked));
    let body = body.replace(['\\', ';'], " ");
    asked.chain(body.split_whitespace().map(str::to_owned)).collect()
}

#[test]
fn every_campaign_is_part_of_the_night() {
    let run: BTreeSet<String> = recipe(&read("Makefile"), "campaigns").into_iter().collect();
    let known = known();
    assert!(known.len() > 20, "main.rs was not understood: {known:?}");
    let missing: BTreeSet<&str> =
        known.iter().filter(|name| !run.contains(*name)).map(String::as_str).collect();
    assert_eq!(missing, ELSEWHERE.into_iter().map(|(name, _)| name).collect());
}
