//! Has typify make Rust types of the schema that servers publish.
//!
//! Of the file that a test of `protocol` keeps, not of the crate: as a dependency of a build script it would
//! be compiled a second time.

use std::env;
use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use typify::{TypeSpace, TypeSpaceSettings};

/// The schema, from this package.
const SCHEMA: &str = "../fixtures/schema.json";

fn main() -> anyhow::Result<()> {
    println!("cargo::rerun-if-changed={SCHEMA}");
    let schema = serde_json::from_slice(&fs::read(SCHEMA)?).context("the schema")?;
    let mut types = TypeSpace::new(&TypeSpaceSettings::default());
    types.add_root_schema(schema)?;
    let folder = PathBuf::from(env::var_os("OUT_DIR").context("OUT_DIR")?);
    fs::write(folder.join("protocol.rs"), types.to_stream().to_string())?;
    Ok(())
}
