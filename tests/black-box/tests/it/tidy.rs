//! Rules for the source as text: sizes, dependencies between crates, words that must not occur.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

/// The longest source file, in lines. Data tables are exempt, and what a program in the tree has made.
const MOST_LINES: usize = 700;

/// The verifier, which is one file that anybody can run, and the Python package's copy of it.
const VERIFIERS: [&str; 2] = ["docs/verify.py", "sdk/python/src/entente/_vd1.py"];

/// The longest of a verifier, in lines.
const MOST_LINES_OF_A_VERIFIER: usize = 850;

/// The beginning of a file that a program has made.
const MADE: [&str; 2] = ["# Made from ", "// Made from "];

/// Reads every file that belongs to the project.
pub(crate) fn files() -> Vec<(String, String)> {
    let listed = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .current_dir(black_box::root())
        .output()
        .expect("git lists the files");
    let names = String::from_utf8(listed.stdout).expect("names are UTF-8");
    let read = |name: &str| {
        let text = std::fs::read_to_string(black_box::root().join(name)).ok()?;
        Some((name.to_owned(), text))
    };
    let files: Vec<_> = names.lines().filter_map(read).collect();
    assert!(files.len() > 50, "the files were not found");
    files
}

pub(crate) fn sources_under(folder: &str) -> Vec<(String, String)> {
    let mut found = files();
    found.retain(|(name, _)| {
        name.starts_with(folder) && Path::new(name).extension().is_some_and(|end| end == "rs")
    });
    assert!(!found.is_empty(), "{folder} has no sources");
    found
}

fn assert_absent(files: &[(String, String)], words: &[&str], why: &str) {
    for (name, text) in files {
        for (number, line) in text.lines().enumerate() {
            for word in words {
                assert!(!line.contains(word), "{name}:{}: {word:?}: {why}", number + 1);
            }
        }
    }
}

/// Returns the packages of the workspace in a folder, as cargo describes them.
fn packages(folder: &str) -> Vec<Value> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version", "1", "--offline"])
        .current_dir(black_box::root().join(folder))
        .output()
        .expect("cargo metadata");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    metadata["packages"].as_array().expect("packages").clone()
}

/// Returns the names of a crate's normal dependencies, as cargo resolves them.
fn dependencies(package: &str) -> Vec<String> {
    let packages = packages("");
    let found = packages.iter().find(|one| one["name"] == package).expect("the package");
    let normal = found["dependencies"].as_array().expect("dependencies").iter();
    let mut names: Vec<String> = normal
        .filter(|dependency| dependency["kind"].is_null())
        .filter_map(|dependency| dependency["name"].as_str().map(str::to_owned))
        .collect();
    names.sort();
    names
}

#[test]
fn no_source_file_is_too_long() {
    for (name, text) in files() {
        let code = ["rs", "sh", "py", "js", "ts", "css", "html", "sql"];
        let end = Path::new(&name).extension().and_then(|end| end.to_str()).unwrap_or_default();
        let lines = text.lines().count();
        let exempt = !code.contains(&end) || MADE.iter().any(|made| text.starts_with(made));
        let verifier = VERIFIERS.contains(&&*name);
        let most = if verifier { MOST_LINES_OF_A_VERIFIER } else { MOST_LINES };
        assert!(exempt || lines <= most, "{name} has {lines} lines");
    }
}

#[test]
fn every_test_is_compiled() {
    let root = black_box::root().canonicalize().expect("the project");
    for package in ["", "sdk/engine"].into_iter().flat_map(packages) {
        let mut targets = package["targets"].as_array().expect("targets").clone();
        targets.retain(|one| {
            ["lib", "cdylib", "bin"].map(|kind| json!([kind])).contains(&one["kind"])
        });
        // Modules are those of the library, if there is one that is tested.
        let tested = targets.iter().any(|one| one["test"] == true);
        for target in targets.iter().filter(|one| one["test"] == false) {
            let file = Path::new(target["src_path"].as_str().expect("a path"));
            let place = if tested { file } else { file.parent().expect("a folder") };
            let place = place.strip_prefix(&root).expect("inside").to_str().expect("UTF-8");
            let why = format!("{} says that there are no tests here", package["manifest_path"]);
            assert_absent(&sources_under(place), &["#[test]", "#[tokio::test"], &why);
        }
    }
}

#[test]
fn protocol_is_a_leaf() {
    // Maps, and what writes and describes messages: no I/O, no time.
    assert_eq!(dependencies("protocol"), ["litemap", "schemars", "serde", "serde_json", "uuid"]);
}

#[test]
fn fairness_is_a_leaf() {
    // Hashes, JSON, hexadecimal text, and what derives the words of its errors: no I/O, no time.
    let known = ["derive_more", "hex", "ring", "serde", "serde_json", "strum", "thiserror"];
    assert_eq!(dependencies("fairness"), known);
}

#[test]
fn clients_never_link_the_engine() {
    let linked = dependencies("client-cli");
    assert!(!linked.iter().any(|name| name == "engine" || name == "server"), "{linked:?}");
}

#[test]
fn bots_know_nothing_but_the_protocol() {
    assert_eq!(dependencies("bots"), ["protocol", "rand", "serde", "serde_json"]);
    assert_absent(
        &sources_under("bots/src/"),
        &["std::fs", "std::net", "std::time", "std::env", "OsRng", "rand::rng()", "thread_rng"],
        "a bot has no I/O, no clock and no chance but what it is given",
    );
}

#[test]
fn the_engine_is_pure() {
    let impure = ["tokio", "tracing", "rand", "axum", "rusqlite"];
    let linked = dependencies("engine");
    assert!(!linked.iter().any(|name| impure.contains(&name.as_str())), "{linked:?}");
    assert_absent(
        &sources_under("engine/src/"),
        &["std::fs", "std::net", "std::time", "HashMap", "HashSet", "println!", "std::env"],
        "the engine has no I/O, no clock and no order of its own",
    );
}

#[test]
fn the_server_names_no_game() {
    let capitalised = |word: &str| word[..1].to_uppercase() + &word[1..];
    let module = |id: &str| id.replace('-', "_");
    let type_name = |id: &str| id.split('-').map(capitalised).collect::<String>();
    let ids = engine::REGISTRY.iter().map(|game| game.id);
    let names: Vec<String> =
        ids.flat_map(|id| [id.to_owned(), module(id), type_name(id)]).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    assert_absent(&sources_under("server/src/"), &names, "the server never looks inside a game");
}

#[test]
fn every_route_is_in_the_table() {
    let mut sources = sources_under("server/src/gateway");
    sources.retain(|(name, _)| name != "server/src/gateway/route.rs");
    assert_absent(
        &sources,
        &[".route(\"", ".route(&", ".route_service(", ".nest(", ".nest_service("],
        "the specification is made of the table in routes.rs, which route.rs mounts",
    );
}

#[test]
fn no_game_names_another() {
    let games: Vec<String> =
        engine::REGISTRY.iter().map(|game| game.id.replace('-', "_")).collect();
    for game in &games {
        let others: Vec<String> =
            games.iter().filter(|other| *other != game).map(|other| format!("{other}::")).collect();
        let others: Vec<&str> = others.iter().map(String::as_str).collect();
        let mut sources = sources_under(&format!("engine/src/games/{game}/"));
        sources.extend(sources_under(&format!("engine/src/games/{game}.rs")));
        assert_absent(&sources, &others, "games never import each other");
    }
}

#[test]
fn every_channel_is_bounded() {
    for folder in ["server/src/", "client-cli/src/"] {
        assert_absent(
            &sources_under(folder),
            &["unbounded_channel", "mpsc::channel()"],
            "every channel has a bound",
        );
    }
}

/// A random order would not repeat with a simulation's seed.
#[test]
fn every_select_says_which_branch_comes_first() {
    for (name, text) in sources_under("server/src/") {
        for (_, branches) in
            text.match_indices("select! {").map(|(at, one)| text[at..].split_at(one.len()))
        {
            assert!(
                branches.trim_start().starts_with("biased;"),
                "{name}: {:.60}",
                branches.trim()
            );
        }
    }
}

#[test]
fn nothing_is_left_for_later_and_no_machine_is_named() {
    let later = [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("XX", "X:")];
    let machine = [concat!("/wo", "rk/"), concat!("/ro", "ot/")];
    let mut files = files();
    files.retain(|(name, _)| name != "Cargo.lock");
    assert_absent(&files, &later, "open work belongs into an issue");
    assert_absent(&files, &machine, "no path of a machine belongs here");
}

#[test]
fn dependencies_come_from_one_registry() {
    let lock = std::fs::read_to_string(black_box::root().join("Cargo.lock")).expect("Cargo.lock");
    for line in lock.lines().filter(|line| line.starts_with("source = ")) {
        assert!(line.contains("registry+"), "{line}");
    }
}
