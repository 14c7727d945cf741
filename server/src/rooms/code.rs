//! Room codes: six signs that can be read out over the telephone.
//!
//! A code opens a free seat or the spectator's view only; it is no secret like a token. It is drawn
//! like one all the same, so that codes cannot be predicted from one another.

use crate::room::Randomness;

/// The signs of a code: no vowels, hence no words, and no look-alikes.
pub(crate) const SIGNS: &[u8; 22] = b"CDFHJKMNPRTVWXY2346789";

/// Number of characters in a code.
pub(crate) const LENGTH: usize = 6;

/// The longest input that is looked at, in bytes: a code with a separator after every sign.
const MAX_INPUT_BYTES: usize = 4 * LENGTH;

/// Draws a new code.
pub(crate) fn draw(random: &Randomness) -> String {
    (0..LENGTH).map(|_| char::from(SIGNS[random.index(SIGNS.len())])).collect()
}

/// Parses the code that a person meant: case, spaces and hyphens do not count.
pub fn normalise(input: &str) -> Option<String> {
    if input.len() > MAX_INPUT_BYTES {
        return None;
    }
    let code: String = input
        .chars()
        .filter(|sign| !matches!(sign, ' ' | '-'))
        .map(|sign| sign.to_ascii_uppercase())
        .collect();
    let known = code.bytes().all(|sign| SIGNS.contains(&sign));
    (known && code.len() == LENGTH).then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_drawn_code_is_its_own_normal_form() {
        for _ in 0..1_000 {
            let code = draw(&Randomness::os());
            assert_eq!(normalise(&code).as_deref(), Some(code.as_str()));
        }
    }

    #[test]
    fn every_sign_is_drawn() {
        let mut seen = [false; SIGNS.len()];
        for _ in 0..1_000 {
            for sign in draw(&Randomness::os()).bytes() {
                seen[SIGNS.iter().position(|known| *known == sign).unwrap()] = true;
            }
        }
        assert_eq!(seen, [true; SIGNS.len()]);
    }

    #[test]
    fn case_spaces_and_hyphens_do_not_count() {
        for input in ["K7P2XR", "k7p2xr", "k7p-2xr", " K7 P2 XR ", "k-7-p-2-x-r"] {
            assert_eq!(normalise(input).as_deref(), Some("K7P2XR"), "{input}");
        }
    }

    #[test]
    fn anything_else_is_no_code() {
        for input in ["", "K7P2X", "K7P2XRR", "K7P2X0", "K7P2XA", "K7P2Xß", "K7P2X\u{0}"] {
            assert_eq!(normalise(input), None, "{input}");
        }
        assert_eq!(normalise(&format!("K7P2XR{}", " ".repeat(100))), None);
    }
}
