use std::path::Path;
use std::{env, fs};

use serde_json::{Map, Value, json};

use super::{document, tag, types_of};
use crate::games::{balance_of_power, europe, europe_divided};

/// The formats that every reader knows.
const FORMATS: [&str; 1] = ["uuid"];

fn definitions() -> Map<String, Value> {
    document()["$defs"].as_object().unwrap().clone()
}

/// Visits every schema within, with the way to it.
fn each(schema: &Value, way: &str, visit: &mut impl FnMut(&Map<String, Value>, &str)) {
    match schema {
        Value::Object(parts) => {
            visit(parts, way);
            parts.iter().for_each(|(key, part)| each(part, &format!("{way}/{key}"), visit));
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(n, item)| each(item, &format!("{way}/{n}"), visit));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Set to anything, this renews the file.
const RENEW: &str = "ENTENTE_RENEW";

/// A change of the wire is seen in it, and tools that are no programs of ours read it.
#[test]
fn the_file_is_what_servers_publish() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures/schema.json");
    let text = serde_json::to_string_pretty(&document()).unwrap() + "\n";
    if env::var_os(RENEW).is_some() {
        fs::write(&path, &text).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == text, "{RENEW}=1 renews {}", path.display());
}

#[test]
fn every_variant_of_a_union_has_a_name() {
    let definitions = definitions();
    each(&json!(definitions), "", &mut |parts, way| {
        let variants = ["oneOf", "anyOf"].into_iter().filter_map(|key| parts.get(key)?.as_array());
        for variant in variants.flatten() {
            assert!(variant.get("properties").is_none(), "{way} has a variant without a name");
        }
        let linked = parts.contains_key("$ref") && parts.contains_key("properties");
        assert!(!linked, "{way} has fields beside a link");
    });
    for (union, name, word) in [
        ("EuropeDividedCommand", "EuropeDividedCommandPlay", "play"),
        ("KnownServerMessage", "Update", "update"),
        ("KnownServerMessage", "ServerMessageRoom", "room"),
        ("KnownUnproven", "UnprovenLesson", "lesson"),
    ] {
        let links = definitions[union]["oneOf"].as_array().unwrap();
        assert!(links.contains(&json!({"$ref": format!("#/$defs/{name}")})), "{union}: {name}");
        let variant = &definitions[name];
        let tag = tag(std::slice::from_ref(variant)).unwrap();
        assert_eq!(variant["properties"][&tag]["const"], word);
        assert!(variant["required"].as_array().unwrap().contains(&json!(tag)), "{name}");
    }
    assert_eq!(definitions["YouCoach"]["required"], json!(["coach"]));
}

#[test]
fn every_bag_has_a_name() {
    let inner = |way: &str| way.matches('/').count() > 1;
    each(&json!(definitions()), "", &mut |parts, way| {
        let bag = parts.get("type") == Some(&json!("object")) && parts.contains_key("properties");
        assert!(!(bag && inner(way)), "{way} has fields and no name");
    });
}

#[test]
fn there_are_no_formats_that_few_know_and_no_number_beyond_what_json_holds() {
    let mut numbers = 0;
    each(&document(), "", &mut |parts, way| {
        if let Some(format) = parts.get("format").and_then(Value::as_str) {
            assert!(FORMATS.contains(&format), "{way}: {format}");
        }
        let integer = parts.get("type").is_some_and(|kind| {
            *kind == "integer" || kind.as_array().is_some_and(|all| all.contains(&json!("integer")))
        });
        if integer {
            numbers += 1;
            for bound in ["minimum", "maximum"] {
                assert!(parts.get(bound).is_some_and(Value::is_i64), "{way} has no {bound}");
            }
        }
    });
    assert!(numbers > 100, "{numbers}");
}

#[test]
fn descriptions_have_no_links_of_the_source() {
    each(&document(), "", &mut |parts, way| {
        let text = parts.get("description").and_then(Value::as_str).unwrap_or_default();
        assert!(!text.contains("[`") && !text.contains("]("), "{way}: {text}");
    });
}

#[test]
fn what_may_grow_admits_what_nobody_knows_yet() {
    let definitions = definitions();
    for (name, unknown) in [
        ("SeatKind", json!({"type": "string", "not": {"enum": ["person", "bot", "program"]}})),
        ("ServerMessage", json!({"$ref": "#/$defs/UnknownServerMessage"})),
        ("EuropeEvent", json!({"$ref": "#/$defs/UnknownEuropeEvent"})),
    ] {
        let known = json!({"$ref": format!("#/$defs/Known{name}")});
        assert_eq!(definitions[name]["oneOf"], json!([known, unknown]), "{name}");
    }
    let catch_all = &definitions["UnknownServerMessage"]["properties"]["type"];
    assert!(catch_all["not"]["enum"].as_array().unwrap().contains(&json!("update")));
    // What a client writes is of what there is.
    let level = &definitions["AddBot"]["properties"]["level"]["$ref"];
    assert_eq!(level, "#/$defs/KnownBotLevel");
}

#[test]
fn a_type_that_games_share_is_one_definition() {
    let definitions = definitions();
    for shared in ["Source", "Handicap"] {
        assert!(definitions.contains_key(shared), "{shared}");
        for game in ["BalanceOfPower", "Europe", "EuropeDivided"] {
            assert!(!definitions.contains_key(&format!("{game}{shared}")), "{game}{shared}");
        }
    }
}

#[test]
fn each_game_names_types_that_there_are() {
    let definitions = definitions();
    for game in [balance_of_power::ID, europe::ID, europe_divided::ID] {
        let types = json!(types_of(game));
        for (part, name) in types.as_object().unwrap() {
            let name = name.as_str().unwrap();
            assert!(definitions.contains_key(name), "{game}: {part} is {name}");
        }
    }
    assert_eq!(types_of("europe-divided").command, "EuropeDividedCommand");
}

#[test]
fn no_definition_has_a_title_that_a_generator_would_take_for_its_name() {
    each(&json!(definitions()), "", &mut |parts, way| {
        assert!(!parts.get("title").is_some_and(Value::is_string), "{way}");
    });
}
