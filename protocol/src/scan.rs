//! A scanner that refuses frames which JSON parsers read differently from one another.
//!
//! It checks the whole frame before anything is built from it: depth, duplicate keys at any level,
//! integers only and within the range that every JSON parser keeps exactly, no key that the parser
//! behind it takes for an instruction. It builds no tree.

use std::collections::BTreeSet;
use std::fmt;

/// How deep objects and arrays may nest.
pub const MAX_DEPTH: usize = 16;

/// The largest magnitude of an integer: 2^53 - 1.
pub const MAX_INTEGER: u64 = (1 << 53) - 1;

/// How keys begin that `serde_json` keeps for itself: it would read the text behind one of them as
/// JSON, which nobody has scanned.
const RESERVED: &str = "$serde_json::";

/// Why a frame was refused, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScanError {
    /// The byte offset of the fault.
    pub at: usize,
    /// The fault.
    pub fault: Fault,
}

/// What is wrong with a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Not JSON.
    Syntax,
    /// Nested deeper than [`MAX_DEPTH`].
    TooDeep,
    /// An object names a key twice.
    DuplicateKey,
    /// An object has a key that the parser keeps for itself.
    ReservedKey,
    /// A number with a fraction or an exponent, or `-0`, which parsers read as a fraction.
    NotAnInteger,
    /// An integer beyond ±[`MAX_INTEGER`].
    IntegerTooBig,
    /// A `\u` escape that is half of a surrogate pair.
    LoneSurrogate,
    /// Something follows the value.
    Trailing,
}

impl fmt::Display for ScanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.fault {
            Fault::Syntax => "this is not JSON",
            Fault::TooDeep => "nested deeper than 16 levels",
            Fault::DuplicateKey => "an object names a key twice",
            Fault::ReservedKey => "a key begins with `$serde_json::`",
            Fault::NotAnInteger => "only integers are allowed",
            Fault::IntegerTooBig => "an integer is beyond 2^53 - 1",
            Fault::LoneSurrogate => "half of a surrogate pair stands alone",
            Fault::Trailing => "something follows the JSON value",
        };
        write!(f, "{what} (byte {})", self.at)
    }
}

impl std::error::Error for ScanError {}

/// Checks a whole frame.
pub fn check(frame: &str) -> Result<(), ScanError> {
    let mut scanner = Scanner { bytes: frame.as_bytes(), at: 0 };
    scanner.space();
    scanner.value(0)?;
    scanner.space();
    if scanner.at == scanner.bytes.len() { Ok(()) } else { Err(scanner.fault(Fault::Trailing)) }
}

struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Scanner<'_> {
    fn fault(&self, fault: Fault) -> ScanError {
        ScanError { at: self.at, fault }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn eat(&mut self, byte: u8) -> Result<(), ScanError> {
        if self.peek() == Some(byte) {
            self.at += 1;
            Ok(())
        } else {
            Err(self.fault(Fault::Syntax))
        }
    }

    fn word(&mut self, word: &str) -> Result<(), ScanError> {
        if self.bytes[self.at..].starts_with(word.as_bytes()) {
            self.at += word.len();
            Ok(())
        } else {
            Err(self.fault(Fault::Syntax))
        }
    }

    fn value(&mut self, depth: usize) -> Result<(), ScanError> {
        match self.peek() {
            Some(b'{') => self.object(depth + 1),
            Some(b'[') => self.array(depth + 1),
            Some(b'"') => self.string().map(drop),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.word("true"),
            Some(b'f') => self.word("false"),
            Some(b'n') => self.word("null"),
            _ => Err(self.fault(Fault::Syntax)),
        }
    }

    fn enter(&mut self, depth: usize) -> Result<(), ScanError> {
        if depth > MAX_DEPTH {
            return Err(self.fault(Fault::TooDeep));
        }
        self.at += 1;
        self.space();
        Ok(())
    }

    fn object(&mut self, depth: usize) -> Result<(), ScanError> {
        self.enter(depth)?;
        let mut keys = BTreeSet::new();
        if self.peek() == Some(b'}') {
            self.at += 1;
            return Ok(());
        }
        loop {
            let start = self.at;
            let key = self.string()?;
            if key.starts_with(RESERVED) {
                return Err(ScanError { at: start, fault: Fault::ReservedKey });
            }
            if !keys.insert(key) {
                return Err(ScanError { at: start, fault: Fault::DuplicateKey });
            }
            self.space();
            self.eat(b':')?;
            self.space();
            self.value(depth)?;
            self.space();
            if self.peek() == Some(b',') {
                self.at += 1;
                self.space();
            } else {
                return self.eat(b'}');
            }
        }
    }

    fn array(&mut self, depth: usize) -> Result<(), ScanError> {
        self.enter(depth)?;
        if self.peek() == Some(b']') {
            self.at += 1;
            return Ok(());
        }
        loop {
            self.value(depth)?;
            self.space();
            if self.peek() == Some(b',') {
                self.at += 1;
                self.space();
            } else {
                return self.eat(b']');
            }
        }
    }

    /// Reads a string and returns it unescaped, so that `"a"` and `"\u0061"` are the same key.
    fn string(&mut self) -> Result<String, ScanError> {
        self.eat(b'"')?;
        let mut text = Vec::new();
        loop {
            match self.peek() {
                None | Some(0..=0x1f) => return Err(self.fault(Fault::Syntax)),
                Some(b'"') => {
                    self.at += 1;
                    // The frame is UTF-8 and escapes append whole characters.
                    return String::from_utf8(text).map_err(|_| self.fault(Fault::Syntax));
                }
                Some(b'\\') => {
                    self.at += 1;
                    let character = self.escape()?;
                    text.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                }
                Some(byte) => {
                    text.push(byte);
                    self.at += 1;
                }
            }
        }
    }

    fn escape(&mut self) -> Result<char, ScanError> {
        let escaped = self.peek().ok_or_else(|| self.fault(Fault::Syntax))?;
        self.at += 1;
        Ok(match escaped {
            b'"' => '"',
            b'\\' => '\\',
            b'/' => '/',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => return self.unicode(),
            _ => {
                self.at -= 1;
                return Err(self.fault(Fault::Syntax));
            }
        })
    }

    fn unicode(&mut self) -> Result<char, ScanError> {
        let start = self.at;
        let lone = ScanError { at: start, fault: Fault::LoneSurrogate };
        let first = self.hex4()?;
        if !(0xd800..0xe000).contains(&first) {
            return char::from_u32(first).ok_or(lone);
        }
        if first >= 0xdc00 || !self.bytes[self.at..].starts_with(b"\\u") {
            return Err(lone);
        }
        self.at += 2;
        let second = self.hex4()?;
        if !(0xdc00..0xe000).contains(&second) {
            return Err(lone);
        }
        char::from_u32(0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00)).ok_or(lone)
    }

    fn hex4(&mut self) -> Result<u32, ScanError> {
        let mut code = 0;
        for _ in 0..4 {
            let digit = self.peek().and_then(|byte| char::from(byte).to_digit(16));
            code = code * 16 + digit.ok_or_else(|| self.fault(Fault::Syntax))?;
            self.at += 1;
        }
        Ok(code)
    }

    fn number(&mut self) -> Result<(), ScanError> {
        let start = self.at;
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        let digits = self.at;
        let mut magnitude: u64 = 0;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            magnitude = magnitude.saturating_mul(10).saturating_add(u64::from(digit - b'0'));
            self.at += 1;
        }
        let count = self.at - digits;
        if count == 0 || (count > 1 && self.bytes[digits] == b'0') {
            return Err(ScanError { at: start, fault: Fault::Syntax });
        }
        let minus_zero = digits > start && magnitude == 0;
        if minus_zero || matches!(self.peek(), Some(b'.' | b'e' | b'E')) {
            return Err(ScanError { at: start, fault: Fault::NotAnInteger });
        }
        if magnitude > MAX_INTEGER {
            return Err(ScanError { at: start, fault: Fault::IntegerTooBig });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(frame: &str) -> Option<Fault> {
        check(frame).err().map(|error| error.fault)
    }

    #[test]
    fn strict_json_passes() {
        for frame in [
            "{}",
            " [1, -2, 0, 9007199254740991, -9007199254740991] ",
            r#"{"a":{"b":[true,false,null,"x\né\ud83d\ude00"]},"c":""}"#,
        ] {
            assert_eq!(fault(frame), None, "{frame}");
        }
    }

    #[test]
    fn each_fault_is_named() {
        for (frame, expected) in [
            ("", Fault::Syntax),
            ("{", Fault::Syntax),
            ("{\"a\" 1}", Fault::Syntax),
            ("[1,]", Fault::Syntax),
            ("01", Fault::Syntax),
            ("-", Fault::Syntax),
            ("NaN", Fault::Syntax),
            ("\u{feff}{}", Fault::Syntax),
            ("\"a\nb\"", Fault::Syntax),
            (r#""\x""#, Fault::Syntax),
            ("{} {}", Fault::Trailing),
            (r#"{"a":1,"\u0061":2}"#, Fault::DuplicateKey),
            (r#"{"x":{"a":1,"a":1}}"#, Fault::DuplicateKey),
            ("1.0", Fault::NotAnInteger),
            ("1e3", Fault::NotAnInteger),
            ("-0", Fault::NotAnInteger),
            (r#"{"x":{"$serde_json::private::RawValue":"[0.5]"}}"#, Fault::ReservedKey),
            (r#"{"a":1,"\u0024serde_json::private::Number":"1"}"#, Fault::ReservedKey),
            ("9007199254740992", Fault::IntegerTooBig),
            ("-99999999999999999999999999", Fault::IntegerTooBig),
            (r#""\ud800""#, Fault::LoneSurrogate),
            (r#""\udc00\ud800""#, Fault::LoneSurrogate),
            (r#""\ud800\u0041""#, Fault::LoneSurrogate),
        ] {
            assert_eq!(fault(frame), Some(expected), "{frame}");
        }
    }

    #[test]
    fn depth_is_limited_at_the_named_level() {
        let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
        assert_eq!(fault(&nested(MAX_DEPTH)), None);
        assert_eq!(fault(&nested(MAX_DEPTH + 1)), Some(Fault::TooDeep));
    }
}
