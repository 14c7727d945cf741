//! Hexadecimal text for hashes, secrets and entropy, in the one spelling that the scheme allows.
//!
//! It is here, and strict, because hexadecimal strings are part of hashed bytes: two spellings of
//! one value would give two hashes. This module must not know what the bytes mean.

/// Writes bytes as lower-case hexadecimal digits, two for each byte.
///
/// # Panics
/// Never: there is room for all digits, and digits are text.
pub fn encode(bytes: &[u8]) -> String {
    // Written as bytes and checked once: the library's texts are pushed digit by digit, for each view of a match.
    let mut digits = vec![0; 2 * bytes.len()];
    hex::encode_to_slice(bytes, &mut digits).expect("two digits a byte");
    String::from_utf8(digits).expect("digits are ASCII")
}

/// Reads 32 bytes from exactly 64 lower-case hexadecimal digits; anything else is `None`.
pub fn decode_32(text: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    hex::decode_to_slice(one_spelling(text)?, &mut bytes).ok()?;
    Some(bytes)
}

/// Reads bytes from lower-case hexadecimal digits, two a byte; anything else is `None`.
pub fn decode(text: &str) -> Option<Vec<u8>> {
    hex::decode(one_spelling(text)?).ok()
}

/// Returns the text, unless it has capital letters, which the decoder takes too: another spelling.
fn one_spelling(text: &str) -> Option<&str> {
    (!text.bytes().any(|digit| digit.is_ascii_uppercase())).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_survives_the_round_trip() {
        for start in (0..=u8::MAX).step_by(32) {
            let bytes: [u8; 32] = std::array::from_fn(|i| start + i as u8);
            let text = encode(&bytes);
            assert_eq!(text.len(), 64);
            assert_eq!(decode_32(&text), Some(bytes));
        }
        assert_eq!(encode(&[]), "");
        assert_eq!(encode(&[0x00, 0x9a, 0xff]), "009aff");
        assert_eq!(decode("009aff"), Some(vec![0x00, 0x9a, 0xff]));
        assert_eq!(decode(""), Some(Vec::new()));
        assert_eq!([decode("009aF"), decode("9AFF"), decode("0g")], [const { None }; 3]);
    }

    #[test]
    fn only_sixty_four_lower_case_digits_are_read() {
        let good = "0123456789abcdef".repeat(4);
        assert!(decode_32(&good).is_some());
        let wrong = [
            String::new(),
            good[..63].to_owned(),
            format!("{good}0"),
            format!("{}A", &good[..63]),
            format!("{}g", &good[..63]),
            format!("{} ", &good[..63]),
            format!("0x{}", &good[..62]),
            // 64 bytes, but not 64 digits.
            format!("{}é", &good[..62]),
        ];
        for text in wrong {
            assert_eq!(decode_32(&text), None, "{text:?}");
        }
    }
}
