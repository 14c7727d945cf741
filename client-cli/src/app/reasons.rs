//! Reasons for the end of a match, in the same words as in the browser.
//!
//! Here, apart from the other sentences, because it is a table; a test compares it with the
//! browser's, and both with every reason that there is. It must not know a match.

use crate::render::text::words;

/// Each reason with its words, to be put behind who won.
const REASONS: [(&str, &str); 19] = [
    ("resigned", "by resignation"),
    ("claimed", "by a claim: a player was away too long"),
    ("abandoned", "the match was abandoned"),
    ("prestige", "by prestige"),
    ("contested_cards", "prestige was equal: by contested Action Cards"),
    ("armies_and_money", "prestige and cards were equal: by armies and money"),
    ("tie_to_europe", "everything was equal: Europe wins"),
    ("objectives", "by three objectives, with the winner’s own capital held"),
    ("elimination", "one side has no territory left"),
    ("limit_objectives", "the turns are over: by objectives"),
    ("limit_territories", "the turns are over: by territories"),
    ("limit_troops", "the turns are over: by troops"),
    ("draw", "the turns are over and everything is equal"),
    ("happiness", "by happiness"),
    ("coin", "happiness was equal: by coin"),
    ("shared", "happiness and coin were equal: the win is shared"),
    ("limit_happiness", "the rounds are over: by happiness"),
    ("limit_coin", "the rounds are over and happiness is equal: by coin"),
    ("limit_shared", "the rounds are over, happiness and coin are equal: the win is shared"),
];

/// Returns a reason in words; one of a newer server as well as can be.
pub(super) fn reason(reason: &str) -> String {
    let known = REASONS.iter().find(|(known, _)| *known == reason);
    known.map_or_else(|| words(reason), |(_, said)| (*said).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The browser's texts.
    const BROWSER: &str = include_str!("../../../web/text/en.js");

    #[test]
    fn the_browser_says_the_same() {
        for (reason, said) in REASONS {
            let line = format!("      {reason}: '{said}',\n");
            assert!(BROWSER.contains(&line), "web/text/en.js says otherwise: {line}");
        }
    }

    #[test]
    fn every_reason_of_every_game_has_words() {
        let schema = protocol::schema::document();
        let types = schema["$defs"].as_object().expect("types");
        let ending = |name: &str| name.starts_with("Known") && name.ends_with("EndReason");
        let games = types.iter().filter(|(name, _)| ending(name));
        let reasons = games.flat_map(|(_, reasons)| reasons["oneOf"].as_array().expect("reasons"));
        let reasons: Vec<&str> = reasons.filter_map(|reason| reason["const"].as_str()).collect();
        assert!(reasons.len() > 15, "{reasons:?}");
        for reason in reasons {
            assert!(REASONS.iter().any(|(known, _)| *known == reason), "{reason} has no words");
        }
    }
}
