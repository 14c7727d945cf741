//! A scanner that refuses frames which JSON parsers read differently from one another.
//!
//! It checks the whole frame before anything is built from it: depth, duplicate keys at any level,
//! integers only and within the range that every JSON parser represents exactly, no key that the
//! parser behind it takes for an instruction. It builds no tree.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;

/// Greatest depth to which objects and arrays may nest.
pub const MAX_DEPTH: usize = 16;

/// The largest magnitude of an integer: 2^53 - 1.
pub const MAX_INTEGER: u64 = (1 << 53) - 1;

/// Beginning of the keys that `serde_json` reserves for itself: it would read the text behind one
/// of them as JSON, which nobody has scanned.
const RESERVED: &str = "$serde_json::";

/// The reason why a frame was refused, with its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScanError {
    /// The byte offset of the fault.
    pub at: usize,
    /// The fault.
    pub fault: ScanFault,
}

/// A fault of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScanFault {
    /// Not JSON.
    Syntax,
    /// Nested deeper than [`MAX_DEPTH`].
    TooDeep,
    /// An object names a key twice.
    DuplicateKey,
    /// An object has a key that the parser reserves for itself.
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
            ScanFault::Syntax => "this is not JSON",
            ScanFault::TooDeep => "nested deeper than 16 levels",
            ScanFault::DuplicateKey => "an object names a key twice",
            ScanFault::ReservedKey => "a key begins with `$serde_json::`",
            ScanFault::NotAnInteger => "only integers are allowed",
            ScanFault::IntegerTooBig => "an integer is beyond 2^53 - 1",
            ScanFault::LoneSurrogate => "half of a surrogate pair stands alone",
            ScanFault::Trailing => "something follows the JSON value",
        };
        write!(f, "{what} (byte {})", self.at)
    }
}

impl std::error::Error for ScanError {}

/// Checks a whole frame.
///
/// The error names the first fault and its byte offset.
pub fn check(frame: &str) -> Result<(), ScanError> {
    let mut scanner = Scanner { frame, bytes: frame.as_bytes(), at: 0 };
    scanner.space();
    scanner.value(0)?;
    scanner.space();
    if scanner.at == scanner.bytes.len() { Ok(()) } else { Err(scanner.fault(ScanFault::Trailing)) }
}

struct Scanner<'a> {
    frame: &'a str,
    /// The bytes of the frame.
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Scanner<'a> {
    fn fault(&self, fault: ScanFault) -> ScanError {
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
            Err(self.fault(ScanFault::Syntax))
        }
    }

    fn word(&mut self, word: &str) -> Result<(), ScanError> {
        if self.bytes[self.at..].starts_with(word.as_bytes()) {
            self.at += word.len();
            Ok(())
        } else {
            Err(self.fault(ScanFault::Syntax))
        }
    }

    fn value(&mut self, depth: usize) -> Result<(), ScanError> {
        match self.peek() {
            Some(b'{') => self.object(depth + 1),
            Some(b'[') => self.items(depth + 1, b']', |scanner| scanner.value(depth + 1)),
            Some(b'"') => self.string().map(drop),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.word("true"),
            Some(b'f') => self.word("false"),
            Some(b'n') => self.word("null"),
            _ => Err(self.fault(ScanFault::Syntax)),
        }
    }

    fn object(&mut self, depth: usize) -> Result<(), ScanError> {
        let mut keys = BTreeSet::new();
        self.items(depth, b'}', |scanner| {
            let start = scanner.at;
            let key = scanner.string()?;
            if key.starts_with(RESERVED) {
                return Err(ScanError { at: start, fault: ScanFault::ReservedKey });
            }
            if !keys.insert(key) {
                return Err(ScanError { at: start, fault: ScanFault::DuplicateKey });
            }
            scanner.space();
            scanner.eat(b':')?;
            scanner.space();
            scanner.value(depth)
        })
    }

    /// Reads what stands between brackets, with commas between the items.
    fn items(
        &mut self,
        depth: usize,
        end: u8,
        mut item: impl FnMut(&mut Self) -> Result<(), ScanError>,
    ) -> Result<(), ScanError> {
        if depth > MAX_DEPTH {
            return Err(self.fault(ScanFault::TooDeep));
        }
        self.at += 1;
        self.space();
        if self.peek() == Some(end) {
            self.at += 1;
            return Ok(());
        }
        loop {
            item(self)?;
            self.space();
            if self.peek() == Some(b',') {
                self.at += 1;
                self.space();
            } else {
                return self.eat(end);
            }
        }
    }

    /// Reads a string and returns it unescaped, so that `"a"` and `"\u0061"` are the same key.
    fn string(&mut self) -> Result<Cow<'a, str>, ScanError> {
        self.eat(b'"')?;
        let start = self.at;
        let (mut unescaped, mut plain) = (String::new(), start);
        loop {
            let ends = |byte: &u8| matches!(byte, 0..=0x1f | b'"' | b'\\');
            let rest = &self.bytes[self.at..];
            self.at += rest.iter().position(ends).unwrap_or(rest.len());
            match self.peek() {
                Some(b'"') => {
                    let last = &self.frame[plain..self.at];
                    self.at += 1;
                    return Ok(if plain == start {
                        Cow::Borrowed(last)
                    } else {
                        Cow::Owned(unescaped + last)
                    });
                }
                Some(b'\\') => {
                    unescaped.push_str(&self.frame[plain..self.at]);
                    self.at += 1;
                    unescaped.push(self.escape()?);
                    plain = self.at;
                }
                _ => return Err(self.fault(ScanFault::Syntax)),
            }
        }
    }

    fn escape(&mut self) -> Result<char, ScanError> {
        let escaped = self.peek().ok_or_else(|| self.fault(ScanFault::Syntax))?;
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
                return Err(self.fault(ScanFault::Syntax));
            }
        })
    }

    fn unicode(&mut self) -> Result<char, ScanError> {
        let start = self.at;
        let lone = ScanError { at: start, fault: ScanFault::LoneSurrogate };
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
            code = code * 16 + digit.ok_or_else(|| self.fault(ScanFault::Syntax))?;
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
            return Err(ScanError { at: start, fault: ScanFault::Syntax });
        }
        let minus_zero = digits > start && magnitude == 0;
        if minus_zero || matches!(self.peek(), Some(b'.' | b'e' | b'E')) {
            return Err(ScanError { at: start, fault: ScanFault::NotAnInteger });
        }
        if magnitude > MAX_INTEGER {
            return Err(ScanError { at: start, fault: ScanFault::IntegerTooBig });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(frame: &str) -> Option<ScanFault> {
        check(frame).err().map(|error| error.fault)
    }

    #[test]
    fn strict_json_passes() {
        for frame in [
            "{}",
            " [1, -2, 0, 9007199254740991, -9007199254740991] ",
            r#"{"\u0061b":1,"b":2,"ab\n":3,"":4,"é\"":5,"é":6}"#,
            r#"{"a":{"b":[true,false,null,"x\né\ud83d\ude00"]},"c":""}"#,
        ] {
            assert_eq!(fault(frame), None, "{frame}");
        }
    }

    #[test]
    fn each_fault_is_named() {
        for (frame, expected) in [
            ("", ScanFault::Syntax),
            ("{", ScanFault::Syntax),
            ("{\"a\" 1}", ScanFault::Syntax),
            ("[1,]", ScanFault::Syntax),
            ("01", ScanFault::Syntax),
            ("-", ScanFault::Syntax),
            ("NaN", ScanFault::Syntax),
            ("\u{feff}{}", ScanFault::Syntax),
            ("\"a\nb\"", ScanFault::Syntax),
            (r#""\x""#, ScanFault::Syntax),
            ("{} {}", ScanFault::Trailing),
            (r#"{"a":1,"\u0061":2}"#, ScanFault::DuplicateKey),
            (r#"{"x":{"a":1,"a":1}}"#, ScanFault::DuplicateKey),
            (r#"{"ab\u0063dé\n":1,"\u0061bcdé\u000a":2}"#, ScanFault::DuplicateKey),
            ("1.0", ScanFault::NotAnInteger),
            ("1e3", ScanFault::NotAnInteger),
            ("-0", ScanFault::NotAnInteger),
            (r#"{"x":{"$serde_json::private::RawValue":"[0.5]"}}"#, ScanFault::ReservedKey),
            (r#"{"a":1,"\u0024serde_json::private::Number":"1"}"#, ScanFault::ReservedKey),
            ("9007199254740992", ScanFault::IntegerTooBig),
            ("-99999999999999999999999999", ScanFault::IntegerTooBig),
            (r#""\ud800""#, ScanFault::LoneSurrogate),
            (r#""\udc00\ud800""#, ScanFault::LoneSurrogate),
            (r#""\ud800\u0041""#, ScanFault::LoneSurrogate),
        ] {
            assert_eq!(fault(frame), Some(expected), "{frame}");
        }
    }

    #[test]
    fn depth_is_limited_at_the_named_level() {
        let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
        assert_eq!(fault(&nested(MAX_DEPTH)), None);
        assert_eq!(fault(&nested(MAX_DEPTH + 1)), Some(ScanFault::TooDeep));
    }
}
