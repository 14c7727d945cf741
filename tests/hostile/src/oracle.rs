//! A second opinion on a frame: its value, and what a strict reader must object to.
//!
//! It shares nothing with the scanner that it is compared with: it walks the tokens of `serde_json`,
//! where keys that stand twice are still visible and no key means anything.

use std::fmt;

use protocol::scan::{MAX_DEPTH, MAX_INTEGER, ScanFault};
use serde::de::{DeserializeSeed, Deserializer as _, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

/// The value of a frame, and what a strict reader must object to; `Err` where it is no JSON at all.
pub(crate) fn read(frame: &str) -> Result<(Value, Vec<ScanFault>), serde_json::Error> {
    let mut found = Vec::new();
    let mut reader = serde_json::Deserializer::from_str(frame);
    let value = reader.deserialize_any(Walk { depth: 0, found: &mut found })?;
    reader.end()?;
    Ok((value, found))
}

struct Walk<'a> {
    depth: usize,
    found: &'a mut Vec<ScanFault>,
}

impl Walk<'_> {
    fn inside(&mut self) -> Walk<'_> {
        Walk { depth: self.depth + 1, found: self.found }
    }

    fn enter(&mut self) {
        if self.depth + 1 > MAX_DEPTH {
            self.found.push(ScanFault::TooDeep);
        }
    }

    fn integer(self, magnitude: u64) {
        if magnitude > MAX_INTEGER {
            self.found.push(ScanFault::IntegerTooBig);
        }
    }
}

impl<'de> DeserializeSeed<'de> for Walk<'_> {
    type Value = Value;

    fn deserialize<D: serde::Deserializer<'de>>(self, reader: D) -> Result<Value, D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Walk<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, truth: bool) -> Result<Value, E> {
        Ok(truth.into())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Value, E> {
        self.integer(number);
        Ok(number.into())
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Value, E> {
        self.integer(number.unsigned_abs());
        Ok(number.into())
    }

    // The limit is exact as a float.
    #[allow(clippy::cast_precision_loss)]
    fn visit_f64<E: Error>(self, number: f64) -> Result<Value, E> {
        // An integer beyond 64 bits is read as a fraction, too.
        self.found.push(ScanFault::NotAnInteger);
        if number.abs() > MAX_INTEGER as f64 {
            self.found.push(ScanFault::IntegerTooBig);
        }
        Ok(number.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut all: A) -> Result<Value, A::Error> {
        self.enter();
        let mut values = Vec::new();
        while let Some(value) = all.next_element_seed(self.inside())? {
            values.push(value);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut all: A) -> Result<Value, A::Error> {
        self.enter();
        let mut values = Map::new();
        while let Some(key) = all.next_key::<String>()? {
            let value = all.next_value_seed(self.inside())?;
            if key.starts_with("$serde_json::") {
                self.found.push(ScanFault::ReservedKey);
            }
            if values.insert(key, value).is_some() {
                self.found.push(ScanFault::DuplicateKey);
            }
        }
        Ok(Value::Object(values))
    }
}
