//! Has typify make Rust types of the schema that servers publish.
//!
//! Of the file that a test of `protocol` keeps, not of the crate: as a dependency of a build script it would
//! be compiled a second time.

use std::env;
use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use serde_json::{Value, json};
use typify::{TypeSpace, TypeSpaceSettings};

/// The schema, from this package.
const SCHEMA: &str = "../fixtures/schema.json";

fn main() -> anyhow::Result<()> {
    println!("cargo::rerun-if-changed={SCHEMA}");
    let mut schema: Value = serde_json::from_slice(&fs::read(SCHEMA)?)?;
    list_constants(&mut schema);
    let schema = serde_json::from_value(schema).context("the schema")?;
    let mut types = TypeSpace::new(&TypeSpaceSettings::default());
    types.add_root_schema(schema)?;
    let folder = PathBuf::from(env::var_os("OUT_DIR").context("OUT_DIR")?);
    fs::write(folder.join("protocol.rs"), types.to_stream().to_string())?;
    Ok(())
}

/// Writes each `const` as an `enum` of one value: typify reads only those, and without the words that tell
/// variants apart it would take one for another.
fn list_constants(schema: &mut Value) {
    match schema {
        Value::Object(parts) => {
            if let Some(constant) = parts.remove("const") {
                parts.insert("enum".to_owned(), json!([constant]));
            }
            parts.values_mut().for_each(list_constants);
        }
        Value::Array(items) => items.iter_mut().for_each(list_constants),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
