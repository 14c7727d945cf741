//! The other programs that check records without rules, on the same records: `docs/verify.py`, and the
//! browser's check.

use std::path::Path;
use std::process::{Command, Output};

use fairness::verify::{Kept, read, verify};
use serde_json::Value;

use crate::sample::{file_of, kept, kept_before, record, typed};
use crate::touched;

/// The interpreter of a program, and the program's path in the workspace.
type Program = (&'static str, &'static str);

const PYTHON: Program = ("python3", "docs/verify.py");
const BROWSER: Program = ("node", "tests/browser/tools/verify.js");

fn run((runner, program): Program, arguments: &[&Path]) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace");
    let run = Command::new(runner).arg(root.join(program)).args(arguments).output();
    run.unwrap_or_else(|error| panic!("{runner}, which `make tools` asks for: {error}"))
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

/// Returns the program's answer to each line of a file.
fn each_line(program: Program, lines: &Path) -> Vec<Value> {
    let output = run(program, &[lines, "--json".as_ref()]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    text(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn the_second_program_knows_the_known_answers() {
    let output = run(PYTHON, &["--self-test".as_ref()]);
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn they_say_the_same_of_a_record_that_holds() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, heads) = (folder.path().join("record.json"), folder.path().join("heads.txt"));
    std::fs::write(&path, record().to_string()).expect("written");
    let with = vec![path.as_path(), "--heads".as_ref(), heads.as_path()];
    for (kept, arguments) in
        [(Kept::default(), vec![path.as_path()]), (kept_before(), with.clone()), (kept(), with)]
    {
        std::fs::write(&heads, file_of(&kept)).expect("written");
        let report = verify(&typed(&record()), &kept).expect("it holds");
        for program in [PYTHON, BROWSER] {
            let output = run(program, &arguments);
            assert!(output.status.success(), "{output:?}");
            let said = text(&output.stdout).split_once('\n').expect("lines").1;
            assert_eq!(said, report.to_string());
            let output = run(program, &[&arguments[..], &["--json".as_ref()]].concat());
            let mut said: Value = serde_json::from_slice(&output.stdout).expect("JSON");
            let fields = said.as_object_mut().expect("an object");
            fields.remove("file");
            assert_eq!(fields.remove("verdict"), Some("verified".into()));
            assert_eq!(said, serde_json::to_value(&report).expect("JSON"));
        }
    }
}

#[test]
fn they_name_the_same_fault_of_every_touched_record() {
    let folder = tempfile::tempdir().expect("a folder");
    let lines = folder.path().join("touched.jsonl");
    let cases = touched::all();
    let records: Vec<String> = cases.iter().map(|case| case.record.to_string()).collect();
    std::fs::write(&lines, records.join("\n")).expect("written");
    for program in [PYTHON, BROWSER] {
        let said = each_line(program, &lines);
        assert_eq!(said.len(), cases.len());
        for (said, case) in said.iter().zip(&cases) {
            let found = (said["place"].as_str(), said["fault"].as_str());
            assert_eq!(found, (Some(case.pointer.as_str()), Some(case.word)), "{}", case.name);
        }
    }
}

#[test]
fn they_name_the_same_fault_of_everything_that_was_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let cases = crate::kept::all();
    for (number, (kept, ..)) in cases.iter().enumerate() {
        let path = folder.path().join(format!("{number:03}.json"));
        std::fs::write(path.with_extension("heads"), file_of(kept)).expect("written");
        std::fs::write(path, record().to_string()).expect("written");
    }
    for program in [PYTHON, BROWSER] {
        let said = each_line(program, folder.path());
        assert_eq!(said.len(), cases.len());
        for (said, (kept, pointer, word)) in said.iter().zip(&cases) {
            let found = (said["place"].as_str(), said["fault"].as_str());
            assert_eq!(found, (Some(&**pointer), Some(&**word)), "{}: {kept:?}", program.1);
        }
    }
}

/// The list that every program which reads kept files is tried with.
#[test]
fn they_read_odd_files_alike() {
    let folder = tempfile::tempdir().expect("a folder");
    let odd = include_str!("../../../tests/fixtures/kept.json");
    let odd: Value = serde_json::from_str(odd).expect("a list");
    let published = read(odd["record"].to_string().as_bytes()).expect("a record");
    let mut readable = Vec::new();
    for (number, case) in odd["kept"].as_array().expect("a list").iter().enumerate() {
        let (text, says) = (case["text"].as_str().expect("text"), case["says"].as_str());
        let found = match Kept::read(text).map(|kept| verify(&published, &kept)) {
            Ok(Ok(_)) => "verified".to_owned(),
            Ok(Err(refusal)) => refusal.fault.word().to_owned(),
            Err(line) => format!("line {line}"),
        };
        assert_eq!(says, Some(&*found), "{text:?}");
        if !found.starts_with("line ") {
            let path = folder.path().join(format!("{number:03}.json"));
            std::fs::write(path.with_extension("heads"), text).expect("written");
            std::fs::write(path, odd["record"].to_string()).expect("written");
            readable.push(found);
        }
    }
    // What is not read ends a program: the tests in Python and of the page have the whole list.
    for program in [PYTHON, BROWSER] {
        let said = each_line(program, folder.path());
        let said = said.iter().map(|said| said["fault"].as_str().unwrap_or("verified"));
        assert_eq!(said.collect::<Vec<_>>(), readable, "{}", program.1);
    }
}

#[test]
fn they_refuse_text_that_is_no_strict_json() {
    let folder = tempfile::tempdir().expect("a folder");
    let lines = folder.path().join("broken.jsonl");
    let own = record().to_string();
    let broken = [
        String::new(),
        own.clone() + "x",
        own.replacen("\"v\":1", "\"v\":1.0", 1),
        own.replacen("\"v\":1", "\"v\":1e0", 1),
        own.replacen("\"v\":1", "\"v\":-0", 1),
        own.replacen("\"v\":1", "\"v\":1,\"v\":1", 1),
        own.replacen("\"Bo\"", "\"\\ud800\"", 1),
        own.replacen("\"Bo\"", "NaN", 1),
        own.replacen("\"clock\"", "\"clöck\"", 1),
        own.replacen("\"clock\"", "\"$serde_json::private::Number\"", 1),
        own.replacen("\"command\":{", "\"command\":{\"$serde_json::private::RawValue\":\"1\",", 1),
        own.replacen("\"clock\":90", &("\"clock\":".to_owned() + &"[".repeat(200_000)), 1),
    ];
    std::fs::write(&lines, broken.join("\n")).expect("written");
    for line in &broken {
        assert!(fairness::verify::read(line.as_bytes()).is_err_and(|no| no.fault.word() == "json"));
    }
    for program in [PYTHON, BROWSER] {
        let said = each_line(program, &lines);
        assert_eq!(said.len(), broken.len(), "{said:?}");
        assert!(said.iter().all(|said| said["fault"] == "json"), "{said:?}");
    }
}

#[test]
fn wrong_usage_has_a_status_of_its_own() {
    let nowhere = Path::new("/nowhere/at/all.json");
    for arguments in [&[][..], &[nowhere][..], &["--unknown".as_ref()][..]] {
        for program in [PYTHON, BROWSER] {
            assert_eq!(run(program, arguments).status.code(), Some(2), "{arguments:?}");
        }
    }
}
