//! `entente verify`: checks the record of a match that is over, against the heads kept while playing.
//!
//! Here so that players can check with the program that they played with, without the server and
//! without the rules. The arithmetic is that of the crate `fairness`.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use fairness::verify::{Kept, MAX_RECORD_BYTES, RecordRefusal, Report, read, verify};
use serde_json::json;

use crate::args::VerifyArgs;
use crate::error::Error;
use crate::paper::Paper;

/// Checks the record and prints what was and what was not checked.
pub(crate) fn run(args: &VerifyArgs, paper: &mut Paper) -> Result<(), Error> {
    let record = bytes_of(&args.record)?;
    let kept = match &args.heads {
        Some(path) => kept(path)?,
        None => Kept::default(),
    };
    let checked = read(&record).and_then(|record| verify(&record, &kept));
    if args.json {
        paper.json(&answer(&checked).to_string())?;
    }
    match checked {
        Ok(report) => {
            for line in report.to_string().lines().filter(|_| !args.json) {
                paper.line(line)?;
            }
            Ok(())
        }
        Err(refusal) => Err(Error::Failed(format!("the record is refused: {refusal}"))),
    }
}

/// Builds the JSON object for programs.
fn answer(checked: &Result<Report, RecordRefusal>) -> serde_json::Value {
    match checked {
        Ok(report) => {
            let mut answer = json!(report);
            answer["verdict"] = json!("verified");
            answer
        }
        Err(refusal) => json!({
            "verdict": "refused",
            "fault": refusal.fault.word(),
            "place": refusal.pointer,
            "why": refusal.to_string(),
        }),
    }
}

fn kept(path: &Path) -> Result<Kept, Error> {
    let name = path.display();
    let text = String::from_utf8(bytes_of(path)?);
    let text = text.map_err(|_| Error::Usage(format!("{name} is no text")))?;
    Kept::read(&text)
        .map_err(|line| Error::Usage(format!("{name}: line {line} is no head and no fact")))
}

/// Reads no more of a file than a record can have: one byte too many is enough to refuse it.
fn bytes_of(path: &Path) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(MAX_RECORD_BYTES as u64 + 1).read_to_end(&mut bytes))
        .map_err(|error| Error::Usage(format!("{}: {error}", path.display())))?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// The record of the scheme's known answers; whether the rules draw is not this program's
    /// business.
    const RECORD: &str = r#"{"scheme":"vd1","header":{"attempt":0,"commitment":"05a470f728e19ce315294dc9b9b247418427d601a04cbe59062b0270c520a6d5","data":"0000000000000000000000000000000000000000000000000000000000000000","game":"europe-divided","options":{"edition":"revised"},"room":"00000000-0000-0000-0000-000000000000","rules":"europe-divided/1","scheme":"vd1","seats":[{"commitment":"2ab34d279a54600a8301cd1f40c6272101406b5687a549f8c17092a549775900","entropy":"0101010101010101010101010101010101010101010101010101010101010101","name":"Zoë \"é\u0007"},{"commitment":"3f71b18a083dd82db2df9fa53aa222acd22fdd77d0cc10eee65fa64634d5802d","entropy":"0202020202020202020202020202020202020202020202020202020202020202","name":"Bo"}],"v":1},"server_secret":"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f","voided":[],"entries":[{"at":0,"input":{"command":{"keep":["council-meeting","us-sanctions"],"type":"keep_advantages"},"id":"00000000-0000-4000-8000-000000000001","seat":0,"type":"command"},"seq":1},{"at":1500,"input":{"command":{"keep":["hybrid-warfare","fracture-in-the-eu"],"type":"keep_advantages"},"id":"00000000-0000-4000-8000-000000000002","seat":1,"type":"command"},"seq":2},{"at":9000,"input":{"id":"00000000-0000-4000-8000-000000000003","seat":1,"type":"resign"},"seq":3}],"draws":[{"seq":0,"label":"deck/europe-action/0","kind":"shuffle","n":13,"result":[0,4,8,11,7,9,1,6,2,12,3,10,5]}],"head":"8ebdb43bead662ba78644d798c7c7ab3289852f1769c2a89d17c525defaa4e9b","result":{"winners":[0],"scores":[0,0],"reason":"resigned"}}"#;
    const HEAD: &str = "2 d1c80dc82bbd0eb580a08b8276de211fc9077029001a99d1a76452af889740c0";

    fn said(record: &str, heads: Option<&str>, json: bool) -> (Result<(), Error>, String) {
        let folder = tempfile::tempdir().unwrap();
        let place = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::write(&path, text).unwrap();
            path
        };
        let args = VerifyArgs {
            record: place("record.json", record),
            heads: heads.map(|heads| place("heads.txt", heads)),
            json,
        };
        let (mut paper, sheet) = Paper::memory();
        (run(&args, &mut paper), sheet.text())
    }

    #[test]
    fn a_few_lines_say_what_was_and_was_not_checked() {
        let (result, said) = said(RECORD, Some(HEAD), false);
        result.unwrap();
        for line in [
            "seats with entropy: 0 Zoë \"é\u{fffd}, 1 Bo",
            "attempts: 1",
            "result: won by 0 Zoë",
            "checked: 1 heads",
            "not checked: that the rules asked for exactly these draws",
        ] {
            assert!(said.contains(line), "{said}");
        }
    }

    #[test]
    fn programs_get_one_object() {
        let (result, text) = said(RECORD, None, true);
        result.unwrap();
        let answer: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!((&answer["verdict"], &answer["entries"]), (&json!("verified"), &json!(3)));
        let touched = RECORD.replacen("us-sanctions", "us-sanction", 1);
        let (result, text) = said(&touched, None, true);
        assert_eq!(result.unwrap_err().exit_code(), 1);
        let answer: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!((&answer["verdict"], &answer["fault"]), (&json!("refused"), &json!("head")));
    }

    #[test]
    fn another_head_than_the_one_kept_is_a_rewritten_log() {
        let other = format!("3 {}", "0".repeat(64));
        let (result, _) = said(RECORD, Some(&other), false);
        let error = result.unwrap_err();
        assert_eq!(error.exit_code(), 1);
        assert!(error.to_string().contains("rewritten"), "{error}");
    }

    #[test]
    fn files_that_cannot_be_used_are_wrong_usage() {
        let (result, _) = said(RECORD, Some("no head"), false);
        assert_eq!(result.unwrap_err().exit_code(), 2);
        let args = VerifyArgs { record: "/nowhere/at/all".into(), heads: None, json: false };
        assert_eq!(run(&args, &mut Paper::memory().0).unwrap_err().exit_code(), 2);
    }
}
