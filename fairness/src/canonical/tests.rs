//! Tests of the canonical writer, in a file of their own to keep the writer readable.

use std::collections::BTreeMap;

use serde_json::json;

use super::*;
use crate::vd1::{MatchKey, Stream};

#[track_caller]
fn refused(value: &Value, path: &str, reason: &Reason) {
    let error = to_string(value).unwrap_err();
    assert_eq!((error.path(), error.reason()), (path, reason));
}

#[test]
fn plain_values() {
    assert_eq!(to_string(&json!(true)).unwrap(), "true");
    assert_eq!(to_string(&json!(false)).unwrap(), "false");
    assert_eq!(to_string(&json!(0)).unwrap(), "0");
    assert_eq!(to_string(&json!(-17)).unwrap(), "-17");
    assert_eq!(to_string(&json!("")).unwrap(), "\"\"");
    assert_eq!(to_string(&json!([])).unwrap(), "[]");
    assert_eq!(to_string(&json!({})).unwrap(), "{}");
    assert_eq!(to_string(&json!([1, [2, {"a": "b"}]])).unwrap(), r#"[1,[2,{"a":"b"}]]"#);
}

#[test]
fn keys_are_sorted_by_code_unit_at_every_level() {
    let text = r#"{"b":1,"a":{"z":0,"Z":0,"":0,"aa":0,"a":0,"_":0,"1":0,"10":0,"2":0},"\t":2}"#;
    let value: Value = serde_json::from_str(text).unwrap();
    assert_eq!(
        to_string(&value).unwrap(),
        r#"{"\t":2,"a":{"":0,"1":0,"10":0,"2":0,"Z":0,"_":0,"a":0,"aa":0,"z":0},"b":1}"#
    );
}

#[test]
fn strings_are_escaped_as_the_rfc_says() {
    // The example of RFC 8785, 3.2.2, and each short escape.
    let value: Value = serde_json::from_str(r#""\u20ac$\u000F\u000aA'\u0042\"\\\\\"\/""#).unwrap();
    assert_eq!(to_string(&value).unwrap(), r#""€$\u000f\nA'B\"\\\\\"/""#);
    assert_eq!(to_string(&json!("\u{8}\t\n\u{c}\r")).unwrap(), r#""\b\t\n\f\r""#);
    assert_eq!(to_string(&json!("\0\u{b}\u{1b}\u{1f}")).unwrap(), r#""\u0000\u000b\u001b\u001f""#);
}

#[test]
fn every_single_character_is_written_as_serde_json_does() {
    for character in '\0'..='\u{ff}' {
        let text = json!(format!("a{character}b"));
        assert_eq!(to_string(&text).unwrap(), text.to_string());
    }
}

#[test]
fn everything_else_stands_verbatim() {
    // Delete, C1 controls, line separators, composed and decomposed letters, an emoji.
    let text = "\u{7f}\u{80}\u{2028}\u{2029}é e\u{301}\u{feff}🂡/";
    assert_eq!(to_string(&json!(text)).unwrap(), format!("\"{text}\""));
}

#[test]
fn integers_end_at_two_to_the_fifty_three() {
    let largest = 9_007_199_254_740_991_i64;
    assert_eq!(MAX_INTEGER, largest);
    assert_eq!(to_string(&json!([largest, -largest])).unwrap(), format!("[{largest},-{largest}]"));
    for beyond in [json!(largest + 1), json!(-largest - 1), json!(i64::MIN), json!(u64::MAX)] {
        refused(&json!([0, beyond]), "/1", &Reason::IntegerTooLarge);
    }
}

#[test]
fn floats_are_refused_even_when_whole() {
    refused(&json!(0.5), "", &Reason::Float);
    refused(&json!({"a": [1.0]}), "/a/0", &Reason::Float);
    for text in ["1.0", "1e2", "-0.0", "100000000000000000000"] {
        let error = check(text).unwrap_err();
        let reason = match &error {
            CheckError::Value(error) => error.reason(),
            CheckError::Syntax(_) | CheckError::Form(_) => panic!("{text}: {error}"),
        };
        assert_eq!(reason, &Reason::Float, "{text}");
    }
    // Features of `serde_json` decide whether this is a float, but it is never canonical.
    assert!(check("-0").is_err());
}

#[test]
fn null_is_refused_anywhere() {
    refused(&Value::Null, "", &Reason::Null);
    refused(&json!({"seats": [{}, {"name": null}]}), "/seats/1/name", &Reason::Null);
}

#[test]
fn keys_outside_ascii_are_refused() {
    refused(&json!({"a": {"é": 1}}), "/a", &Reason::NonAsciiKey("é".to_owned()));
}

#[test]
fn keys_that_the_parser_keeps_for_itself_are_refused() {
    let key = "$serde_json::private::RawValue".to_owned();
    // An ordinary key where it does not stand first, as it would once it was written.
    let value = serde_json::from_str(r#"{"a":1,"$serde_json::private::RawValue":"[1]"}"#).unwrap();
    refused(&value, "", &Reason::ReservedKey(key));
}

#[test]
fn paths_are_json_pointers() {
    let value = json!({"a/b~c": {"": [null]}});
    refused(&value, "/a~1b~0c//0", &Reason::Null);
    assert!(value.pointer("/a~1b~0c//0").is_some());
}

/// Nests `depth` arrays and objects in turn around a number.
fn nested(depth: usize) -> Value {
    (0..depth).fold(
        json!(1),
        |inner, level| {
            if level % 2 == 0 { json!([inner]) } else { json!({ "a": inner }) }
        },
    )
}

#[test]
fn depth_is_bounded() {
    assert!(to_string(&nested(MAX_DEPTH)).is_ok());
    for depth in [MAX_DEPTH + 1, 1_000] {
        let error = to_string(&nested(depth)).unwrap_err();
        assert_eq!(error.reason(), &Reason::TooDeep);
        assert_eq!(error.path().matches('/').count(), MAX_DEPTH);
    }
    // An empty container is a level too.
    refused(
        &(0..MAX_DEPTH).fold(json!([]), |inner, _| json!([inner])),
        &"/0".repeat(MAX_DEPTH),
        &Reason::TooDeep,
    );
    // A hostile text is stopped by the parser, long before the stack is.
    assert!(matches!(check(&"[".repeat(100_000)), Err(CheckError::Syntax(_))));
}

#[test]
fn what_is_not_json_is_said_so() {
    let map = BTreeMap::from([(vec![1], 1)]);
    assert!(matches!(serialize(&map).unwrap_err().reason(), Reason::NotJson(_)));
    assert_eq!(serialize(&BTreeMap::from([("b", 1), ("a", 2)])).unwrap(), r#"{"a":2,"b":1}"#);
}

#[test]
fn check_finds_every_other_form() {
    assert!(check(r#"{"a":[1,"é\n"],"b":{}}"#).is_ok());
    let other_forms = [
        (" 1", 0),
        ("1\n", 1),
        ("[1, 2]", 3),
        (r#"{"b":1,"a":2}"#, 2),
        (r#"{"a":1,"a":1}"#, 6),
        (r#""\u00e9""#, 1),
        (r#""\u001F""#, 6),
        (r#""\/""#, 1),
        (r#""\u000a""#, 2),
    ];
    for (text, byte) in other_forms {
        assert!(matches!(check(text), Err(CheckError::Form(at)) if at == byte), "{text}");
    }
    for text in ["", "{", "1 2", "01", "'a'", "\u{feff}1", "NaN", r#""\ud800""#, "\"\u{1}\""] {
        assert!(matches!(check(text), Err(CheckError::Syntax(_))), "{text}");
    }
    assert!(matches!(check(r#"{"a":null}"#), Err(CheckError::Value(_))));
}

#[test]
fn errors_read_as_sentences() {
    let errors = [
        (json!(null), "no canonical JSON: null (absent fields are left out)"),
        (json!([0.5]), "no canonical JSON: a number that is no integer at \"/0\""),
        (json!({"a": {"é": 1}}), "no canonical JSON: the key \"é\", which is not ASCII, at \"/a\""),
    ];
    for (value, message) in errors {
        assert_eq!(to_string(&value).unwrap_err().to_string(), message);
    }
    assert_eq!(check(" 1").unwrap_err().to_string(), "not in canonical form from byte 0 on");
}

/// Draws a random value that has a canonical form.
fn sample(random: &mut Stream, depth: u32) -> Value {
    match random.below(if depth == 0 { 3 } else { 5 }) {
        0 => json!(random.below(2) == 0),
        1 => {
            let bits = random.below(54);
            let magnitude = random.below(1 << bits).cast_signed();
            json!(if random.below(2) == 0 { magnitude } else { -magnitude })
        }
        2 => json!(sample_text(random, 0x300)),
        3 => (0..random.below(5)).map(|_| sample(random, depth - 1)).collect(),
        _ => {
            let members = (0..random.below(5))
                .map(|_| (sample_text(random, 0x80), sample(random, depth - 1)));
            Value::Object(members.collect())
        }
    }
}

fn sample_text(random: &mut Stream, characters: u32) -> String {
    (0..random.below(6))
        .filter_map(|_| char::from_u32(random.below(characters.into()) as u32))
        .collect()
}

#[test]
fn writing_is_idempotent_and_loses_nothing() {
    let mut random = MatchKey::from_bytes([1; 32]).stream("die/canonical");
    for _ in 0..2_000 {
        let value = sample(&mut random, 4);
        let text = to_string(&value).unwrap();
        let read: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(read, value, "{text}");
        assert_eq!(to_string(&read).unwrap(), text);
        check(&text).unwrap();
        // The form does not depend on the writer the value came through.
        let pretty = serde_json::to_string_pretty(&value).unwrap();
        assert_eq!(to_string(&serde_json::from_str(&pretty).unwrap()).unwrap(), text);
    }
}
