//! A small grammar check of the texts for players: articles, numbers, spaces.
//!
//! It knows no language; it knows the slips that templates make.

/// Plural words that never follow a 1.
const PLURALS: [&str; 9] =
    ["armies", "cards", "coins", "cubes", "dice", "headlines", "spaces", "tokens", "troops"];
/// Words after which a name with an article has it, in small letters.
const BEFORE_A_PLACE: [&str; 6] = ["at", "from", "in", "into", "on", "to"];

/// Finds a mistake in a text, if there is one. `articled` are names that take "the" in a sentence.
pub fn slip(text: &str, articled: &[&str]) -> Option<String> {
    if text.is_empty() || text.trim() != text || text.contains("  ") {
        return Some("empty, or with a space too many".to_owned());
    }
    for mark in [" ,", " .", " ;", " :", " )", "( ", ".."] {
        if text.contains(mark) {
            return Some(format!("{mark:?}"));
        }
    }
    let words: Vec<&str> = text.split(' ').collect();
    let letters = |word: &str| -> String { word.chars().filter(|c| c.is_alphanumeric()).collect() };
    let plural = |word: &str| PLURALS.contains(&letters(word).to_lowercase().as_str());
    for (at, pair) in words.windows(2).enumerate() {
        let next = letters(pair[1]);
        let first = next.chars().next().map(|c| c.to_ascii_lowercase());
        let vowel = first.is_some_and(|c| "aeiou".contains(c));
        let wrong = match pair[0].trim_start_matches('(') {
            "a" | "A" => vowel && !next.starts_with("Euro") && !next.starts_with("uni"),
            "an" | "An" => !vowel,
            "0" => first.is_some_and(char::is_alphabetic),
            // A kind, as in "1 Action Card", may stand between.
            "1" if next.starts_with(char::is_uppercase) => {
                plural(&next) || words.get(at + 2).is_some_and(|word| plural(word))
            }
            "1" => plural(&next),
            before if BEFORE_A_PLACE.contains(&before.to_lowercase().as_str()) => next == "The",
            _ => false,
        };
        if wrong {
            return Some(format!("{:?}", pair.join(" ")));
        }
    }
    let bare = |name: &&&str| {
        BEFORE_A_PLACE.iter().any(|before| text.contains(&format!(" {before} {name}")))
    };
    articled.iter().find(bare).map(|name| format!("{name:?} without its article"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_found() {
        for text in [
            "",
            "Two  spaces",
            "Place a EU die",
            "Place an NATO die",
            "Europe draws 1 Action cards",
            "Russia gains 0 money",
            "Move an army to The Baltics",
            "Build an army in Black Sea (3 money)",
        ] {
            assert!(slip(text, &["Black Sea"]).is_some(), "{text:?}");
        }
    }

    #[test]
    fn sound_texts_are_not() {
        for text in [
            "Europe plays The President",
            "Build an army in the Black Sea (3 money)",
            "The Black Sea Card goes from 1 to 2",
            "Turn 1 begins",
            "A European one",
        ] {
            assert_eq!(slip(text, &["Black Sea"]), None);
        }
    }
}
