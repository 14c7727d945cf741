//! The words of the source: one meaning a word, one word a meaning, and those that the field uses.
//!
//! docs/GLOSSARY.md is the list; its last table names the words that are retired, and where one of
//! them may still be read.

use std::collections::{BTreeMap, BTreeSet};

use crate::tidy::{files, sources_under};

/// The crates that people run; the others prove them.
const PRODUCT: [&str; 8] =
    ["protocol/", "fairness/", "engine/", "bots/", "mind/", "server/", "client-cli/", "site/"];

/// Names that mean the same concept wherever they are declared: a thing and how it is shown on the wire, and
/// the command line of each program.
const SHARED: [&str; 5] = ["Cli", "Notice", "Room", "Rooms", "Seat"];

/// A retired word, with the beginnings of the paths in which it may be read.
struct Retired {
    word: String,
    except: Vec<String>,
}

/// The last table of the glossary: `| word | instead | except in |`.
fn retired() -> Vec<Retired> {
    let page = std::fs::read_to_string(black_box::root().join("docs/GLOSSARY.md"));
    let page = page.expect("the glossary");
    let (_, table) = page.split_once("## Retired").expect("a table of retired words");
    let rows = table.lines().filter(|line| line.starts_with('|')).skip(2);
    let words = rows.flat_map(|row| {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let quoted = |cell: &str| -> Vec<String> {
            cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
        };
        let except = quoted(cells[3]);
        quoted(cells[1]).into_iter().map(move |word| Retired { word, except: except.clone() })
    });
    let words: Vec<_> = words.collect();
    assert!(words.len() >= 8, "the table was not read");
    words
}

/// The source without comments and without what stands between these quotes.
fn code(text: &str, quotes: &[char]) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        let end = |end: &str| rest.find(end).map_or(rest.len(), |at| at + end.len());
        let skipped = if rest.starts_with("//") {
            end("\n") - 1
        } else if rest.starts_with("/*") {
            end("*/")
        } else if let Some(raw) = rest.strip_prefix("r#\"") {
            raw.find("\"#").map_or(rest.len(), |at| at + 5)
        } else if rest.starts_with("'\"'") {
            3
        } else if quotes.contains(&sign) {
            quoted(rest, sign)
        } else {
            code.push(sign);
            sign.len_utf8()
        };
        rest = rest.get(skipped.max(1)..).unwrap_or_default();
    }
    code
}

/// The bytes of the quoted text that `rest` begins with.
fn quoted(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    let end = rest.char_indices().skip(1).find(|(_, sign)| {
        let end = *sign == quote && !escaped;
        escaped = *sign == '\\' && !escaped;
        end
    });
    end.map_or(rest.len(), |(at, _)| at + 1)
}

/// The words of an identifier, in small letters: those of `HandSeen` are `hand` and `seen`.
fn words(identifier: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = ' ';
    for sign in identifier.chars() {
        let begins = sign.is_uppercase() && before.is_lowercase();
        if (sign == '_' || begins) && words.last().is_some_and(|word| !word.is_empty()) {
            words.push(String::new());
        }
        if sign != '_' {
            words.last_mut().expect("one").extend(sign.to_lowercase());
        }
        before = sign;
    }
    words
}

fn identifiers(code: &str) -> BTreeSet<&str> {
    let named = code.split(|sign: char| !sign.is_alphanumeric() && sign != '_');
    named.filter(|name| name.starts_with(|sign: char| !sign.is_ascii_digit())).collect()
}

#[test]
fn retired_words_stay_out_of_names() {
    let retired = retired();
    let mut found = Vec::new();
    for (file, text) in files() {
        let quotes: &[char] = match file.rsplit_once('.') {
            Some((_, "rs")) => &['"'],
            Some((_, "js")) if !file.starts_with("web/vendor/") => &['"', '\'', '`'],
            _ => continue,
        };
        let named = identifiers(&file).into_iter().map(str::to_owned);
        let code = code(&text, quotes);
        for name in named.chain(identifiers(&code).into_iter().map(str::to_owned)) {
            let parts = words(&name);
            let here = retired.iter().find(|Retired { word, except }| {
                parts.contains(word) && !except.iter().any(|begin| file.starts_with(begin.as_str()))
            });
            found.extend(here.map(|Retired { word, .. }| format!("{file}: {name} ({word})")));
        }
    }
    assert!(found.is_empty(), "retired words, see docs/GLOSSARY.md:\n{}", found.join("\n"));
}

#[test]
fn documentation_says_what_is_returned_and_what_a_thing_is() {
    let clauses =
        ["What", "Who", "Whom", "Whose", "Whether", "Where", "How", "When", "Why", "The same"];
    let mut found = Vec::new();
    for (file, text) in sources_under("") {
        let mut before = "";
        for (number, line) in text.lines().enumerate() {
            let line = line.trim_start();
            let doc = |line: &str| line.starts_with("///") || line.starts_with("//!");
            let first = doc(line) && !doc(before);
            let said = line.trim_start_matches(['/', '!']).trim_start();
            let clause = |word: &&&str| {
                said.strip_prefix(**word).is_some_and(|rest| rest.starts_with([' ', ',']))
            };
            if first && clauses.iter().any(|word| clause(&word)) {
                found.push(format!("{file}:{}: {line}", number + 1));
            }
            before = line;
        }
    }
    assert!(found.is_empty(), "{} clauses:\n{}", found.len(), found.join("\n"));
}

#[test]
fn a_type_has_a_name_of_its_own() {
    let mut declared: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for krate in PRODUCT {
        for (file, text) in sources_under(&format!("{krate}src/")) {
            let tested = file.contains("/tests/") || file.ends_with("/tests.rs");
            let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
            // One a game is one concept, in as many crates as know games.
            if tested || file.contains("/games/") || file.contains("/render/") {
                continue;
            }
            for whole in code.lines() {
                let line = whole.trim_start();
                // Associated types have the name that their trait gives them.
                let associated = line.len() < whole.len() && line.starts_with("type ");
                let line = line.strip_prefix("pub ").unwrap_or(line);
                let line = line.strip_prefix("pub(crate) ").unwrap_or(line);
                let line = line.strip_prefix("pub(super) ").unwrap_or(line);
                let mut parts = line.split(|sign: char| !sign.is_alphanumeric() && sign != '_');
                if let (Some("struct" | "enum" | "trait" | "type"), Some(name)) =
                    (parts.next(), parts.next())
                    && !associated
                {
                    declared.entry(name.to_owned()).or_default().insert(file.clone());
                }
            }
        }
    }
    assert!(declared.len() > 300, "the types were not found");
    declared.retain(|name, files| files.len() > 1 && !SHARED.contains(&name.as_str()));
    assert!(declared.is_empty(), "{declared:#?}");
}

#[test]
fn words_are_found() {
    assert_eq!(words("HandSeen"), ["hand", "seen"]);
    assert_eq!(words("never_told"), ["never", "told"]);
    assert_eq!(words("TOLD_MAX"), ["told", "max"]);
    let text = "let a_1 = \"told \\\" b\"; // heard\n/* deed */ c r#\"wish\"# '\"' d";
    assert_eq!(identifiers(&code(text, &['"'])), BTreeSet::from(["a_1", "c", "d", "let"]));
}
