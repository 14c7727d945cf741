//! Texts that people write and other people's screens show: names, and lines of chat.
//!
//! They stay data: nothing is escaped here. What is taken out are characters that show nothing, or
//! act on the text around them: by their Unicode properties, not by a list. Lengths count characters,
//! and nothing is ever cut.

use icu_properties::props::{
    DefaultIgnorableCodePoint, Emoji, ExtendedPictographic, GeneralCategory, GeneralCategoryGroup,
    VariationSelector,
};
use icu_properties::{CodePointMapData, CodePointSetData};
use protocol::Code;
use protocol::program::PROGRAM_LEVEL_CHARS;
use protocol::room::{CONTACT_CHARS, Program};
use unicode_security::skeleton;

use super::refusal::Refusal;

/// Longest name, in characters.
pub const NAME_CHARS: usize = 32;

/// The one symbol that is drawn as nothing; no property says so.
const BRAILLE_BLANK: char = '\u{2800}';

/// Characters that join their two neighbours: emoji, and letters of some scripts.
const JOINERS: [char; 2] = ['\u{200c}', '\u{200d}'];

/// Removes characters that show nothing or act on others, and trims the text.
pub fn clean(text: &str) -> String {
    let signs: Vec<char> = text.chars().collect();
    let mut kept = String::with_capacity(text.len());
    for (at, sign) in signs.iter().enumerate() {
        let (before, after) = (kept.chars().next_back(), signs.get(at + 1).copied());
        if stays(*sign, before, after) {
            kept.push(*sign);
        }
    }
    kept.trim_matches(blank).to_owned()
}

/// Checks whether a character shows something, or helps its neighbours to.
fn stays(sign: char, before: Option<char>, after: Option<char>) -> bool {
    if JOINERS.contains(&sign) {
        // What comes after it must stay, too: some pictures are not assigned yet.
        return before.is_some_and(joined)
            && after.is_some_and(|after| joined(after) && shows(after));
    }
    if CodePointSetData::new::<VariationSelector>().contains(sign) {
        return before.is_some_and(|before| CodePointSetData::new::<Emoji>().contains(before));
    }
    shows(sign)
}

/// Checks whether a character shows something by itself.
fn shows(sign: char) -> bool {
    // Control, format, private use, unassigned; separators of lines and of paragraphs.
    let category = category(sign);
    let lines = [GeneralCategory::LineSeparator, GeneralCategory::ParagraphSeparator];
    !GeneralCategoryGroup::Other.contains(category) && !lines.contains(&category) && !ignored(sign)
}

fn category(sign: char) -> GeneralCategory {
    CodePointMapData::<GeneralCategory>::new().get(sign)
}

/// Checks whether a character is drawn as nothing where it means nothing.
fn ignored(sign: char) -> bool {
    CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(sign)
}

/// Checks whether a joiner beside a character has a use.
fn joined(sign: char) -> bool {
    let pictured = || CodePointSetData::new::<ExtendedPictographic>().contains(sign);
    let selects = || CodePointSetData::new::<VariationSelector>().contains(sign);
    // Modifiers are the tones of skin.
    let written = || {
        GeneralCategoryGroup::Letter.contains(category(sign))
            || GeneralCategoryGroup::Mark.contains(category(sign))
            || category(sign) == GeneralCategory::ModifierSymbol
    };
    !sign.is_ascii() && (pictured() || selects() || written())
}

/// Checks whether a character only leaves a gap.
fn blank(sign: char) -> bool {
    sign.is_whitespace() || sign == BRAILLE_BLANK || ignored(sign)
}

/// Cleans and checks a player's name.
pub fn name(text: &str) -> Result<String, Refusal> {
    let name = clean(text);
    let bare = |sign: char| blank(sign) || GeneralCategoryGroup::Mark.contains(category(sign));
    if name.chars().all(bare) {
        return Err(Refusal::new(Code::NameInvalid, "the name has no visible character"));
    }
    let chars = name.chars().count();
    if chars > NAME_CHARS {
        let detail = format!("the name has {chars} characters, {NAME_CHARS} are allowed");
        return Err(Refusal::new(Code::NameInvalid, detail));
    }
    Ok(name)
}

/// Cleans and checks what a program says of itself.
pub(crate) fn program(said: &Program) -> Result<Program, Refusal> {
    let checked = |what: &str, text: &str, most: usize| {
        let text = clean(text);
        let chars = text.chars().count();
        if chars == 0 || chars > most {
            let detail = format!("a program's {what} has 1 to {most} characters, not {chars}");
            return Err(Refusal::new(Code::NameInvalid, detail));
        }
        Ok(text)
    };
    let contact = checked("contact", &said.contact, CONTACT_CHARS)?;
    let level = said.level.as_deref();
    let level = level.map(|level| checked("level", level, PROGRAM_LEVEL_CHARS)).transpose()?;
    Ok(Program { contact, level })
}

/// Checks whether people could take one name for the other.
pub(crate) fn alike(one: &str, other: &str) -> bool {
    let shown = |name: &str| name.chars().filter(|sign| !blank(*sign)).collect::<String>();
    let (one, other) = (shown(one), shown(other));
    // Letters that look alike as capitals may differ as small ones, and the other way round.
    let capitals = |name: &str| skeleton(name).collect::<String>().to_lowercase();
    let small = |name: &str| skeleton(&name.to_lowercase()).collect::<String>();
    capitals(&one) == capitals(&other) || small(&one) == small(&other)
}

/// Adds a number to the name where people could take it for one of the others.
pub(crate) fn distinct<'a>(
    name: String,
    others: &(impl Iterator<Item = &'a str> + Clone),
) -> Result<String, Refusal> {
    let taken = |name: &str| others.clone().any(|other| alike(other, name));
    if !taken(&name) {
        return Ok(name);
    }
    let mut numbered = (2..).map(|number: u32| format!("{name} {number}"));
    let free = numbered.find(|name| !taken(name)).unwrap_or_default();
    if free.chars().count() > NAME_CHARS {
        let detail = "somebody in this room has a name that looks like this one";
        return Err(Refusal::new(Code::NameInvalid, detail));
    }
    Ok(free)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lose_what_acts_and_keep_what_shows() {
        for (given, kept) in [
            ("Ada", "Ada"),
            ("  Ada\t", "Ada"),
            ("A\u{0}d\u{7f}a\n", "Ada"),
            ("\u{202e}adA\u{202c}", "adA"),
            ("Zoë 👩‍🚀", "Zoë 👩‍🚀"),
            ("👩🏽‍🚀 ❤️ 1️⃣", "👩🏽‍🚀 ❤️ 1️⃣"),
            ("می‌خواهم", "می‌خواهم"),
            ("<b>\"&", "<b>\"&"),
            ("\u{feff}\u{2066}x\u{2069}", "x"),
            ("A\u{3164}d\u{115f}a\u{e0041}\u{200d}", "Ada"),
            ("\u{2800}Ada\u{2800}", "Ada"),
            ("A\u{fe0f}d\u{200d}a", "Ada"),
            ("x\u{e000}y", "xy"),
            ("👩\u{200d}\u{1f2a0}-👩\u{200d}\u{fe0f}-", "👩-👩\u{fe0f}-"),
        ] {
            assert_eq!(name(given).unwrap(), kept, "{given:?}");
            assert_eq!(name(kept).unwrap(), kept, "what is clean stays as it is");
        }
    }

    #[test]
    fn names_without_anything_to_see_are_refused() {
        for given in [
            "",
            "   ",
            "\u{0}\n",
            "\u{200b}\u{2060}",
            "\u{202e}",
            "\u{3164}",
            "\u{2800}",
            "\u{115f}\u{1160}",
            "\u{e0041}\u{e007f}",
            "\u{fe0f}\u{200d}",
            "\u{301}",
            "\u{2800}\u{301} \u{3164}",
        ] {
            assert_eq!(name(given).unwrap_err().code, Code::NameInvalid, "{given:?}");
        }
    }

    #[test]
    fn length_counts_characters_not_bytes() {
        assert!(name(&"é".repeat(NAME_CHARS)).is_ok());
        assert_eq!(name(&"é".repeat(NAME_CHARS + 1)).unwrap_err().code, Code::NameInvalid);
        assert!(name(&format!("{}\u{202e}", "x".repeat(NAME_CHARS))).is_ok());
    }

    #[test]
    fn names_that_look_alike_are_distinguished() {
        for (one, other) in [("Ada", "Ada"), ("Ada", "ADA"), ("Ada", "A da"), ("Bo", "В\u{43e}")] {
            assert!(alike(one, other), "{one:?} {other:?}");
        }
        assert!(!alike("Ada", "Bo") && !alike("Bo", "Bo 2"));
        let among =
            |name: &str, others: &[&str]| distinct(name.to_owned(), &others.iter().copied());
        assert_eq!(among("Bo", &["Ada"]), Ok("Bo".to_owned()));
        assert_eq!(among("Bo", &["Bo", "bo 2"]), Ok("Bo 3".to_owned()));
        let long = "x".repeat(NAME_CHARS);
        assert_eq!(among(&long, &[&long]).unwrap_err().code, Code::NameInvalid);
    }
}
