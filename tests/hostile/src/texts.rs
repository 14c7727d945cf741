//! Targets for what people type: room codes, names, lines of chat.

use client_cli::paper;
use server::rooms::{CHAT_CHARS, NAME_CHARS, clean_text, normalise_code, player_name};

/// Reads room codes: what is one has one form, however it was typed.
///
/// # Panics
/// If a promise broke.
pub fn room_code(bytes: &[u8]) {
    let Ok(typed) = std::str::from_utf8(bytes) else { return };
    let Some(code) = normalise_code(typed) else { return };
    assert_eq!(code.len(), 6);
    assert!(code.bytes().all(|sign| b"CDFHJKMNPRTVWXY2346789".contains(&sign)), "{code}");
    assert_eq!(normalise_code(&code).as_ref(), Some(&code));
    assert_eq!(normalise_code(&code.to_lowercase()).as_ref(), Some(&code));
    assert_eq!(normalise_code(&format!("{} - {}", &code[..3], &code[3..])), Some(code));
}

/// Cleans names and chat messages: what is kept is visible, acts on nothing, and is what was typed.
///
/// # Panics
/// If a promise broke.
pub fn name(bytes: &[u8]) {
    let Ok(typed) = std::str::from_utf8(bytes) else { return };
    let kept = clean_text(typed);
    assert_eq!(clean_text(&kept), kept, "cleaning twice changes nothing");
    let mut rest = typed.chars();
    assert!(kept.chars().all(|sign| rest.any(|other| other == sign)), "nothing is added");
    let acts = |sign: char| {
        sign.is_control() || ('\u{2028}'..='\u{202e}').contains(&sign) || sign == '\u{feff}'
    };
    assert!(!kept.contains(acts), "{kept:?}");
    let fits = (1..=NAME_CHARS).contains(&kept.chars().count());
    // What Unicode says shows nothing is no name; every sign of ASCII that is kept shows something.
    let shows = kept.contains(|sign: char| sign.is_ascii_graphic());
    match player_name(typed) {
        Ok(name) => assert!(fits && name == kept, "{name:?}"),
        Err(_) => assert!(!fits || !shows, "{kept:?} is refused"),
    }
    on_paper(&kept);
    on_paper(typed);
}

/// Checks that the terminal client prints every line whole, whatever the server let through.
fn on_paper(text: &str) {
    let shown = paper::clean(text);
    assert!(!shown.contains(|sign: char| sign.is_control() && sign != '\n'), "{shown:?}");
    for line in shown.split('\n').filter(|line| line.len() <= CHAT_CHARS) {
        let words = |text: &str| text.split_whitespace().collect::<String>();
        let rows = paper::wrap(line, paper::WIDTH);
        assert_eq!(words(&rows.concat()), words(line), "no word is lost");
    }
}
