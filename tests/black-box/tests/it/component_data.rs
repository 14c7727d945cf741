//! Component data against their types and the schema: what a client may rely on.

use std::collections::BTreeMap;
use std::fs;

use engine::REGISTRY;
use fairness::canonical;
use protocol::games::{balance_of_power, europe, europe_divided};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// Reads the data of a game as shipped, and those of recorded matches.
fn documents(game: &str) -> Vec<String> {
    let entry = REGISTRY.iter().find(|entry| entry.id == game).expect("registered");
    let shipped = entry.catalogue(&BTreeMap::new()).expect("the shipped data hold together");
    let folder = black_box::root().join("tests/fixtures").join(game);
    let files = fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").path());
    let recorded = files.filter(|path| path.extension().is_some_and(|ext| ext == "json"));
    let recorded = recorded.map(|path| fs::read_to_string(path).expect("text"));
    let all: Vec<String> = recorded.chain([shipped.canonical().to_string()]).collect();
    assert!(all.len() > 1, "{game} has recorded data");
    all
}

/// Checks that every document is of the type and loses nothing in it, and satisfies the schema;
/// with any key of its rows renamed it does not.
fn described<Data: DeserializeOwned + Serialize>(game: &str) {
    let mut schema = protocol::schema::document();
    let name = format!("{}_data", game.replace('-', "_"));
    schema["allOf"] = json!([schema["properties"][name].take()]);
    schema.as_object_mut().expect("an object").remove("properties");
    let schema = jsonschema::validator_for(&schema).expect("a schema");
    for text in documents(game) {
        let files: Value = serde_json::from_str(&text).expect("JSON");
        let data: Data = serde_json::from_value(files.clone()).expect("its type");
        let again = canonical::to_string(&json!(data)).expect("canonical JSON");
        assert_eq!(again, text.trim_end(), "{game}");
        if let Err(error) = schema.validate(&files) {
            panic!("not in the schema of {game}: {error}");
        }
        for (path, renamed) in renamed(&files) {
            assert!(!schema.is_valid(&renamed), "{game}: {path}");
            assert!(serde_json::from_value::<Data>(renamed).is_err(), "{game}: {path}");
        }
    }
}

/// Returns the document with one key renamed, for each key of the first row that has it.
fn renamed(files: &Value) -> BTreeMap<String, Value> {
    let mut all = BTreeMap::new();
    for (file, tables) in files.as_object().expect("files") {
        for (table, rows) in tables.as_object().expect("tables") {
            for (at, row) in rows.as_array().expect("rows").iter().enumerate() {
                for key in row.as_object().expect("a row").keys() {
                    all.entry(format!("{file}.{table}.{key}")).or_insert_with(|| {
                        let mut files = files.clone();
                        let row = files[file][table][at].as_object_mut().expect("a row");
                        let value = row.remove(key).expect("the key");
                        row.insert(format!("{key}_renamed"), value);
                        files
                    });
                }
            }
        }
    }
    all
}

#[test]
fn balance_of_powers_data_are_what_the_schema_says() {
    described::<balance_of_power::data::Data>(balance_of_power::ID);
}

#[test]
fn europes_data_are_what_the_schema_says() {
    described::<europe::data::Data>(europe::ID);
}

#[test]
fn europe_divideds_data_are_what_the_schema_says() {
    described::<europe_divided::data::Data>(europe_divided::ID);
}
