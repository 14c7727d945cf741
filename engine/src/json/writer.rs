//! JSON of a value, written behind other text.
//!
//! Nearly all that a view is made of are names that stand in the source: of fields, of cards, of regions. They
//! need no escapes, so they are copied as they are; a writer for any text would look at each of their bytes.
//! Whatever is no name and no integer is left to `serde_json`.

use serde::ser::{
    Error as _, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant,
    SerializeTuple, SerializeTupleStruct, SerializeTupleVariant,
};
use serde::{Serialize, Serializer};
use serde_json::Error;

/// Writes a value behind a text.
///
/// # Errors
/// If the value is no JSON: a map whose keys are no texts, or whatever its own `Serialize` refuses.
pub(super) fn write<T: Serialize + ?Sized>(value: &T, out: &mut String) -> Result<(), Error> {
    value.serialize(ValueWriter(out))
}

/// Checks whether a text stands in JSON as it is.
fn plain(text: &str) -> bool {
    const EIGHT: usize = size_of::<u64>();
    let (eights, rest) = text.as_bytes().as_chunks::<EIGHT>();
    // Spaces stand for what is missing at the end.
    let mut last = [b' '; EIGHT];
    last[..rest.len()].copy_from_slice(rest);
    !eights.iter().chain([&last]).any(|eight| escaped(u64::from_le_bytes(*eight)))
}

/// Checks whether any of eight bytes is a control character, a quotation mark or a backslash.
const fn escaped(eight: u64) -> bool {
    const EACH: u64 = u64::MAX / 0xff;
    const HIGH: u64 = EACH * 0x80;
    // A byte below `least` borrows, which sets its high bit. That may mark the byte above it as well, but never
    // one where none is marked: of all eight together the answer is exact.
    const fn below(eight: u64, least: u64) -> u64 {
        eight.wrapping_sub(EACH * least) & !eight & HIGH
    }
    let (quotation_mark, backslash) = (eight ^ (EACH * b'"' as u64), eight ^ (EACH * b'\\' as u64));
    (below(eight, b' ' as u64) | below(quotation_mark, 1) | below(backslash, 1)) != 0
}

/// Writes one value.
struct ValueWriter<'a>(&'a mut String);

impl<'a> ValueWriter<'a> {
    /// Writes a name that stands in the source.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "where the name is known, copying it takes no call")]
    fn name(self, name: &'static str) {
        debug_assert!(plain(name), "a name without escapes: {name}");
        self.0.push('"');
        self.0.push_str(name);
        self.0.push('"');
    }

    fn integer(self, value: impl itoa::Integer) {
        self.0.push_str(itoa::Buffer::new().format(value));
    }

    /// Writes what is seldom here as `serde_json` does.
    fn library<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        self.0.push_str(&serde_json::to_string(value)?);
        Ok(())
    }

    fn begin(self, opening: char, end: &'static str) -> Elements<'a> {
        self.0.push(opening);
        Elements { out: self.0, first: true, end }
    }

    /// Begins the object of a variant that holds something.
    fn variant(self, variant: &'static str) -> &'a mut String {
        self.0.push('{');
        ValueWriter(self.0).name(variant);
        self.0.push(':');
        self.0
    }
}

/// Writes the elements of a list or the fields of an object.
struct Elements<'a> {
    out: &'a mut String,
    first: bool,
    /// Text that closes it.
    end: &'static str,
}

impl Elements<'_> {
    fn separate(&mut self) {
        if !std::mem::take(&mut self.first) {
            self.out.push(',');
        }
    }

    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.separate();
        write(value, self.out)
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "where the name is known, copying it takes no call")]
    fn field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Error> {
        debug_assert!(plain(name), "a name without escapes: {name}");
        self.separate();
        self.out.push('"');
        self.out.push_str(name);
        // As one, for a view is mostly this.
        self.out.push_str("\":");
        write(value, self.out)
    }

    fn close(self) {
        self.out.push_str(self.end);
    }
}

/// A method of [`Serializer`] for each type of integer.
macro_rules! integers {
    ($($method:ident $integer:ty)*) => {$(
        fn $method(self, value: $integer) -> Result<(), Error> {
            self.integer(value);
            Ok(())
        }
    )*};
}

impl<'a> Serializer for ValueWriter<'a> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Elements<'a>;
    type SerializeTuple = Elements<'a>;
    type SerializeTupleStruct = Elements<'a>;
    type SerializeTupleVariant = Elements<'a>;
    type SerializeMap = Elements<'a>;
    type SerializeStruct = Elements<'a>;
    type SerializeStructVariant = Elements<'a>;

    integers! {
        serialize_i8 i8 serialize_i16 i16 serialize_i32 i32 serialize_i64 i64 serialize_i128 i128
        serialize_u8 u8 serialize_u16 u16 serialize_u32 u32 serialize_u64 u64 serialize_u128 u128
    }

    fn serialize_bool(self, value: bool) -> Result<(), Error> {
        self.0.push_str(if value { "true" } else { "false" });
        Ok(())
    }

    fn serialize_f32(self, value: f32) -> Result<(), Error> {
        self.library(&value)
    }

    fn serialize_f64(self, value: f64) -> Result<(), Error> {
        self.library(&value)
    }

    fn serialize_char(self, value: char) -> Result<(), Error> {
        self.library(&value)
    }

    fn serialize_str(self, value: &str) -> Result<(), Error> {
        // What needs escapes is seldom, and left to the library.
        if !plain(value) {
            return self.library(value);
        }
        self.0.push('"');
        self.0.push_str(value);
        self.0.push('"');
        Ok(())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), Error> {
        self.library(value)
    }

    fn serialize_none(self) -> Result<(), Error> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Error> {
        self.0.push_str("null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Error> {
        self.serialize_unit()
    }

    #[inline]
    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<(), Error> {
        self.name(variant);
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        let out = self.variant(variant);
        write(value, out)?;
        out.push('}');
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Elements<'a>, Error> {
        Ok(self.begin('[', "]"))
    }

    fn serialize_tuple(self, _: usize) -> Result<Elements<'a>, Error> {
        Ok(self.begin('[', "]"))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Elements<'a>, Error> {
        Ok(self.begin('[', "]"))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Elements<'a>, Error> {
        Ok(ValueWriter(self.variant(variant)).begin('[', "]}"))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Elements<'a>, Error> {
        Ok(self.begin('{', "}"))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Elements<'a>, Error> {
        Ok(self.begin('{', "}"))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Elements<'a>, Error> {
        Ok(ValueWriter(self.variant(variant)).begin('{', "}}"))
    }
}

/// The traits of serde for whatever has elements or fields: they differ in the names of their methods.
macro_rules! compounds {
    ($($of:ident $method:ident($($name:ident)?) $write:ident)*) => {$(
        impl $of for Elements<'_> {
            type Ok = ();
            type Error = Error;

            #[inline]
            fn $method<T: Serialize + ?Sized>(
                &mut self,
                $($name: &'static str,)?
                value: &T,
            ) -> Result<(), Error> {
                self.$write($($name,)? value)
            }

            fn end(self) -> Result<(), Error> {
                self.close();
                Ok(())
            }
        }
    )*};
}

compounds! {
    SerializeSeq serialize_element() element
    SerializeTuple serialize_element() element
    SerializeTupleStruct serialize_field() element
    SerializeTupleVariant serialize_field() element
    SerializeStruct serialize_field(name) field
    SerializeStructVariant serialize_field(name) field
}

impl SerializeMap for Elements<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        self.separate();
        let start = self.out.len();
        write(key, self.out)?;
        match self.out.as_bytes().get(start) {
            Some(b'"') => Ok(()),
            Some(b'0'..=b'9' | b'-' | b't' | b'f') => {
                self.out.insert(start, '"');
                self.out.push('"');
                Ok(())
            }
            _ => Err(Error::custom("the key of a map is a text, an integer or a truth")),
        }
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.out.push(':');
        write(value, self.out)
    }

    fn end(self) -> Result<(), Error> {
        self.close();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use laws::rng::Rng;
    use serde_json::{Value, json};

    use super::*;

    fn written<T: Serialize + ?Sized>(value: &T) -> String {
        let mut out = String::new();
        write(value, &mut out).expect("JSON");
        out
    }

    /// One value of each shape that serde knows.
    #[derive(Serialize)]
    enum Shape {
        Unit,
        Newtype(f64),
        Tuple(char, Option<i64>),
        Struct { text: &'static str, none: Option<u8>, unit: () },
    }

    #[derive(Serialize)]
    struct Unit;

    #[derive(Serialize)]
    struct Newtype(u128);

    #[derive(Serialize)]
    struct Pair(i128, bool);

    #[derive(Serialize)]
    struct Tagged {
        #[serde(flatten)]
        rest: BTreeMap<u8, [Shape; 4]>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        left_out: Vec<u8>,
        shapes: (Unit, Newtype, Pair, f32),
        keys: BTreeMap<i8, BTreeMap<bool, BTreeMap<char, u8>>>,
    }

    #[test]
    fn every_shape_is_written_as_serde_json_does() {
        let shape = |text| Shape::Struct { text, none: None, unit: () };
        let shapes = || {
            [Shape::Unit, Shape::Newtype(0.1), Shape::Tuple('"', Some(-3)), shape("a\n\u{1f}\"\\é")]
        };
        let value = Tagged {
            rest: BTreeMap::from([(1, shapes()), (200, shapes())]),
            left_out: Vec::new(),
            shapes: (Unit, Newtype(u128::MAX), Pair(i128::MIN, true), 1e30),
            keys: BTreeMap::from([(-5, BTreeMap::from([(false, BTreeMap::from([('"', 0)]))]))]),
        };
        assert_eq!(written(&value), serde_json::to_string(&value).expect("JSON"));
    }

    #[test]
    fn a_map_with_keys_that_are_no_texts_is_refused() {
        let wrong = BTreeMap::from([(vec![1], 2)]);
        assert!(write(&wrong, &mut String::new()).is_err());
        assert!(write(&BTreeMap::from([((), 2)]), &mut String::new()).is_err());
    }

    /// Draws a value whose texts hold what has to be escaped, and what has not.
    fn sample(rng: &mut Rng, depth: u64) -> Value {
        match rng.below(if depth == 0 { 4 } else { 6 }) {
            0 => json!(rng.below(2) == 0),
            1 => json!(rng.next().cast_signed()),
            2 => json!(rng.next()),
            3 => json!(sample_text(rng)),
            4 => (0..rng.below(6)).map(|_| sample(rng, depth - 1)).collect(),
            _ => {
                let most = rng.below(6);
                let field = |_| (sample_text(rng), sample(rng, depth - 1));
                Value::Object((0..most).map(field).collect())
            }
        }
    }

    fn sample_text(rng: &mut Rng) -> String {
        let kinds = [0x23..0x5b, 0x00..0x80, 0x20..0x300];
        let kind = kinds[rng.below(3) as usize].clone();
        let most = rng.below(40);
        let point = |_| kind.start + rng.below(u64::from(kind.end - kind.start)) as u32;
        (0..most).map(point).filter_map(char::from_u32).collect()
    }

    #[test]
    fn any_value_is_written_as_serde_json_does() {
        for seed in laws::rng::seeds(2_000) {
            let value = sample(&mut Rng::new(seed), 4);
            assert_eq!(written(&value), serde_json::to_string(&value).expect("JSON"), "{seed}");
        }
    }
}
