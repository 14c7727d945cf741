//! Texts that people write and other people's screens show: names, and lines of chat.
//!
//! They stay data: nothing is escaped here. What is taken out are characters that act on the text
//! around them instead of showing something. Lengths count characters, and nothing is ever cut.

use protocol::Code;

use super::refusal::Refusal;

/// Longest name, in characters.
pub const NAME_CHARS: usize = 32;

/// The text without control, bidi-override and invisible format characters, trimmed.
pub fn clean(text: &str) -> String {
    let kept: String = text.chars().filter(|sign| !acts(*sign)).collect();
    kept.trim().to_owned()
}

/// Whether a character acts on others. The zero-width joiner stays: emoji are built with it.
fn acts(sign: char) -> bool {
    sign.is_control()
        || matches!(sign,
            '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
}

/// A player's name.
pub fn name(text: &str) -> Result<String, Refusal> {
    let name = clean(text);
    let chars = name.chars().count();
    if chars == 0 {
        return Err(Refusal::new(Code::NameInvalid, "the name has no visible character"));
    }
    if chars > NAME_CHARS {
        let detail = format!("the name has {chars} characters, {NAME_CHARS} are allowed");
        return Err(Refusal::new(Code::NameInvalid, detail));
    }
    Ok(name)
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
            ("<b>\"&", "<b>\"&"),
            ("\u{feff}\u{2066}x\u{2069}", "x"),
        ] {
            assert_eq!(name(given).unwrap(), kept, "{given:?}");
        }
    }

    #[test]
    fn names_without_anything_to_see_are_refused() {
        for given in ["", "   ", "\u{0}\n", "\u{200b}\u{2060}", "\u{202e}"] {
            assert_eq!(name(given).unwrap_err().code, Code::NameInvalid, "{given:?}");
        }
    }

    #[test]
    fn length_counts_characters_not_bytes() {
        assert!(name(&"é".repeat(NAME_CHARS)).is_ok());
        assert_eq!(name(&"é".repeat(NAME_CHARS + 1)).unwrap_err().code, Code::NameInvalid);
        assert!(name(&format!("{}\u{202e}", "x".repeat(NAME_CHARS))).is_ok());
    }
}
