//! A record from bytes: strict JSON first, then the form, part by part.
//!
//! Each part is read by the type that writes it, and must be what that type writes: serde alone
//! would also take an array for a struct. This module must not judge what the parts say.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::refusal::{Fault, RecordRefusal};
use super::strict;
use crate::record::Record;

/// Length of the longest record that is read, in bytes.
pub const MAX_RECORD_BYTES: usize = 64 * 1024 * 1024;

/// Reads a record.
///
/// ```
/// use fairness::verify::read;
///
/// let refusal = read(br#"{"scheme": "vd1", "scheme": "vd1"}"#).unwrap_err();
/// assert_eq!(refusal.fault.word(), "json");
/// ```
///
/// # Errors
///
/// If the bytes are too many, not strict JSON, or not of a record's form.
pub fn read(bytes: &[u8]) -> Result<Record, RecordRefusal> {
    if bytes.len() > MAX_RECORD_BYTES {
        return Err(Fault::Size.at(""));
    }
    let value = strict::parse(bytes).map_err(|error| Fault::Json(error.to_string()).at(""))?;
    let Value::Object(mut fields) = value else {
        return Err(Fault::Form("not an object".to_owned()).at(""));
    };
    let record = Record {
        scheme: take(&mut fields, "scheme")?,
        header: take(&mut fields, "header")?,
        server_secret: take(&mut fields, "server_secret")?,
        voided: take_each(&mut fields, "voided")?,
        entries: take_each(&mut fields, "entries")?,
        draws: take_each(&mut fields, "draws")?,
        head: take(&mut fields, "head")?,
        result: take(&mut fields, "result")?,
    };
    match fields.keys().next() {
        Some(unknown) => Err(Fault::Form(format!("unknown field {unknown:?}")).at("")),
        None => Ok(record),
    }
}

fn field(fields: &mut Map<String, Value>, name: &str) -> Result<Value, RecordRefusal> {
    fields.remove(name).ok_or_else(|| Fault::Form(format!("no field {name:?}")).at(""))
}

fn take<T: Serialize + DeserializeOwned>(
    fields: &mut Map<String, Value>,
    name: &str,
) -> Result<T, RecordRefusal> {
    typed(&field(fields, name)?, &format!("/{name}"))
}

fn take_each<T: Serialize + DeserializeOwned>(
    fields: &mut Map<String, Value>,
    name: &str,
) -> Result<Vec<T>, RecordRefusal> {
    let Value::Array(items) = field(fields, name)? else {
        return Err(Fault::Form("not an array".to_owned()).at(format!("/{name}")));
    };
    let item = |(index, item)| typed(&item, &format!("/{name}/{index}"));
    items.into_iter().enumerate().map(item).collect()
}

fn typed<T: Serialize + DeserializeOwned>(
    value: &Value,
    pointer: &str,
) -> Result<T, RecordRefusal> {
    let wrong = |why: String| Fault::Form(why).at(pointer);
    let read: T =
        serde_json::from_value(value.clone()).map_err(|error| wrong(error.to_string()))?;
    let written = serde_json::to_value(&read).map_err(|error| wrong(error.to_string()))?;
    if written == *value { Ok(read) } else { Err(wrong("written in another way".to_owned())) }
}
