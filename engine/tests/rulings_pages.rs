//! Claims about rules and components: `docs/rulings/<game>.md` names tests that exist, as paths
//! under `engine/tests/<game>/`. So does the table of `docs/RULINGS.md` for all games, with paths
//! of its own. Options of rooms are named in words.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use engine::REGISTRY;
use serde_json::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace").to_owned()
}

/// Reads a game's page.
fn page(game: &str) -> String {
    let place = root().join(format!("docs/rulings/{game}.md"));
    std::fs::read_to_string(&place).unwrap_or_else(|_| panic!("{} is missing", place.display()))
}

/// Checks whether the path leads to a test, or to a module of tests.
fn exists(game: &str, path: &str) -> bool {
    let tests = root().join("engine/tests").join(game.replace('-', "_"));
    let file = |path: &str| tests.join(path.replace("::", "/")).with_extension("rs");
    if file(path).exists() {
        return true;
    }
    let Some((module, test)) = path.rsplit_once("::") else { return false };
    let head = format!("#[test]\nfn {test}() {{");
    std::fs::read_to_string(file(module)).is_ok_and(|text| text.contains(&head))
}

/// Returns the texts between backquotes that are paths below `examples`, `rulings` or `redeal`.
fn named(page: &str) -> Vec<&str> {
    let quoted = page.split('`').skip(1).step_by(2);
    let path = |text: &&str| {
        ["rulings::", "examples::", "redeal::"].iter().any(|module| text.starts_with(module))
    };
    quoted.filter(path).collect()
}

#[test]
fn every_test_that_a_page_names_exists() {
    for game in REGISTRY {
        let page = page(game.id);
        let missing: Vec<&str> =
            named(&page).into_iter().filter(|path| !exists(game.id, path)).collect();
        assert!(missing.is_empty(), "docs/rulings/{}.md names {missing:#?}", game.id);
        assert!(named(&page).len() > 20, "the page of {} is read", game.id);
    }
}

#[test]
fn every_row_of_a_page_names_a_test() {
    for game in REGISTRY {
        let page = page(game.id);
        let rows =
            page.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| question"));
        for row in rows {
            let cells: Vec<&str> = row.trim_matches('|').split(" | ").collect();
            assert_eq!(cells.len(), 4, "{row}");
            assert!(cells[3].contains("::"), "{row}");
        }
    }
}

/// Checks whether a test, or a law that the contract runs for every game, has this name in one of these
/// places: files, or the folder of the contract.
fn is_in(places: &[&str], name: &str) -> bool {
    let read = |path: &str| std::fs::read_to_string(root().join(path)).expect(path);
    if let Some((module, law)) = name.split_once("::") {
        places.iter().filter(|place| place.ends_with('/')).any(|folder| {
            let text = read(&format!("{folder}{module}.rs"));
            let called = read(&format!("{folder}main.rs")).contains(&format!("{module}::{law}"));
            text.contains(&format!("#[test]\nfn {law}()"))
                || (called && text.contains(&format!("pub(crate) fn {law}")))
        })
    } else {
        let heads = [
            format!("#[tokio::test]\nasync fn {name}()"),
            format!("#[tokio::test(start_paused = true)]\nasync fn {name}()"),
            format!("#[test]\nfn {name}()"),
        ];
        let mut files = places.iter().filter(|place| !place.ends_with('/'));
        files.any(|file| heads.iter().any(|head| read(file).contains(head)))
    }
}

/// Returns the texts between backquotes.
fn quoted(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// The head of each section says where the tests of its table are.
#[test]
fn the_rulings_of_all_games_name_tests_that_exist() {
    let page = std::fs::read_to_string(root().join("docs/RULINGS.md")).expect("the page");
    let sections: Vec<&str> = page.split("\n## ").skip(1).collect();
    assert!(sections.len() >= 4, "the page is read");
    for section in sections {
        let (head, table) = section.split_once("\n| question").expect("a table");
        let places = quoted(head);
        assert!(!places.is_empty(), "nothing says where the tests are: {head}");
        let rows: Vec<&str> = table.lines().filter(|line| line.starts_with("| ")).collect();
        assert!(!rows.is_empty(), "no row is read: {head}");
        for row in rows {
            let cells: Vec<&str> = row.trim_matches('|').split(" | ").collect();
            assert_eq!(cells.len(), 3, "{row}");
            let tests = quoted(cells[2]);
            let missing: Vec<&&str> = tests.iter().filter(|test| !is_in(&places, test)).collect();
            assert!(!tests.is_empty() && missing.is_empty(), "{row}: {missing:?}: {places:?}");
        }
    }
}

/// Option texts that claim that something is printed, with the game and the data that must claim it
/// too.
const SAID_PRINTED: [(&str, &str, &str); 2] = [
    ("europe-divided", "Printed rules", "editions"),
    ("europe-divided", "A printed edition of the rules.", "editions"),
];

/// Collects every text in a schema that a person reads.
fn texts<'a>(schema: &'a Value, found: &mut Vec<&'a str>) {
    match schema {
        Value::Object(fields) => {
            for (key, value) in fields {
                match value.as_str().filter(|_| key == "title" || key == "description") {
                    Some(text) => found.push(text),
                    None => texts(value, found),
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| texts(value, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
fn options_call_nothing_printed_that_the_data_call_reconstructed() {
    for game in REGISTRY {
        let info = game.info();
        let mut said = vec![info.description.as_str()];
        texts(&info.options, &mut said);
        let said = said.into_iter().filter(|text| {
            let text = text.to_lowercase();
            ["printed", "official", "original"].iter().any(|word| text.contains(word))
        });
        for text in said {
            let known = SAID_PRINTED.iter().find(|(of, known, _)| *of == game.id && *known == text);
            let (_, _, file) = known.unwrap_or_else(|| panic!("{}: {text:?}: is it?", game.id));
            let (_, rows) = game.files().iter().find(|(name, _)| name == file).expect("a file");
            let rows = rows.lines().filter(|line| !line.starts_with('#'));
            let made_up = rows.filter(|line| line.contains("\"reconstructed\"")).count();
            assert_eq!(made_up, 0, "{}: {text:?}, but {file}.toml says otherwise", game.id);
        }
    }
}

/// Sentences of the rules in words that call something printed: each was held against the data, which say of
/// each value whether it was read or made up.
const RULES_SAY_PRINTED: [(&str, &str); 6] = [
    (
        "balance-of-power",
        "Chosen by this project, because no readable source has the printed value",
    ),
    ("balance-of-power", "cities and objectives printed, troops reconstructed"),
    ("europe-divided", "Chosen by this project, because no readable source has the printed value"),
    ("europe-divided", "a special action that is printed as text has no colour of its own"),
    ("europe-divided", "Both are optional, and come in the order in which they are printed"),
    ("europe-divided", "NATO's Baltic move has no printed limit; it is once a turn like Russia's"),
];

#[test]
fn rules_call_nothing_printed_that_the_data_call_reconstructed() {
    for game in REGISTRY {
        let reference = serde_json::to_value(game.reference().expect("the rules")).expect("JSON");
        let mut said = Vec::new();
        strings(&reference, &mut said);
        let sentences =
            said.iter().flat_map(|text| text.split(". ")).map(|one| one.trim_end_matches('.'));
        for sentence in sentences.filter(|one| one.contains("printed")) {
            let known = RULES_SAY_PRINTED.contains(&(game.id, sentence));
            assert!(known, "{}: {sentence:?}: is it?", game.id);
        }
    }
}

/// An event that names the text of a card as its cause does what that text says, as the text's kind.
#[test]
fn causes_in_the_page_of_the_protocol_are_on_their_cards() {
    let game = REGISTRY.iter().find(|game| game.id == "europe-divided").expect("Europe Divided");
    let files = game.catalogue(&BTreeMap::new()).expect("sound data");
    let data: Value = serde_json::from_str(files.canonical()).expect("JSON");
    let page = root().join("docs/protocol/europe-divided.md");
    let page = std::fs::read_to_string(page).expect("the page");
    let events = page.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let mut seen = 0;
    for event in events.filter(|event| event["by"]["card"].is_string()) {
        let (kind, card) = (&event["by"]["kind"], &event["by"]["card"]);
        let rows = data["cards"]["action"].as_array().expect("cards");
        let Some(row) = rows.iter().find(|row| row["id"] == *card) else { continue };
        let windows = row["window"].as_array().expect("windows");
        let parts = windows.iter().filter(|window| window["kind"] == *kind);
        let parts: Vec<String> = parts.map(|window| window["parts"].to_string()).collect();
        let place = event["region"].as_str().or(event["space"].as_str()).expect("a place");
        assert!(parts.iter().any(|part| part.contains(place)), "{event}: {parts:?}");
        seen += 1;
    }
    assert!(seen > 1, "the page is read");
}

/// Collects every text of a document.
fn strings<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
    match value {
        Value::Object(fields) => fields.values().for_each(|value| strings(value, found)),
        Value::Array(values) => values.iter().for_each(|value| strings(value, found)),
        Value::String(text) => found.push(text),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Nobody should have to choose between names that programs have for things.
#[test]
fn every_option_and_every_choice_has_a_title_of_its_own() {
    for game in REGISTRY {
        let options = game.info().options;
        let titles = |all: &mut dyn Iterator<Item = &Value>| -> BTreeSet<String> {
            all.map(|one| {
                let title = one["title"].as_str().unwrap_or_else(|| panic!("{}: {one}", game.id));
                let said = one["description"].as_str();
                // They are shown one after the other.
                let title_again = format!("{title}:");
                let alone = said.is_some_and(|said| !said.starts_with(&title_again));
                assert!(alone, "{}: {one}", game.id);
                title.to_owned()
            })
            .collect()
        };
        let properties = options["properties"].as_object().expect("options");
        assert_eq!(titles(&mut properties.values()).len(), properties.len(), "{}", game.id);
        for (name, kind) in options["$defs"].as_object().expect("definitions") {
            let choices = kind["oneOf"].as_array().unwrap_or_else(|| panic!("{}: {name}", game.id));
            assert_eq!(titles(&mut choices.iter()).len(), choices.len(), "{}: {name}", game.id);
        }
    }
}

/// A group of options is a part of a form: what stands in none is asked of everybody.
#[test]
fn an_option_stands_in_one_group_at_most() {
    for game in REGISTRY {
        let info = game.info();
        let options = info.options["properties"].as_object().expect("options");
        let grouped: Vec<&String> =
            info.option_groups.iter().flat_map(|group| &group.options).collect();
        for key in &grouped {
            assert!(options.contains_key(*key), "{}: {key} is no option", game.id);
        }
        assert_eq!(grouped.iter().collect::<BTreeSet<_>>().len(), grouped.len(), "{}", game.id);
        assert!(options.len() - grouped.len() <= 1, "{}: much is asked of everybody", game.id);
    }
}
