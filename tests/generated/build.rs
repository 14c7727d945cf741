//! Has typify make Rust types of the schema that servers publish.

use std::env;
use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use typify::{TypeSpace, TypeSpaceSettings};

fn main() -> anyhow::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let schema = serde_json::from_value(protocol::schema::document()).context("the schema")?;
    let mut types = TypeSpace::new(&TypeSpaceSettings::default());
    types.add_root_schema(schema)?;
    let folder = PathBuf::from(env::var_os("OUT_DIR").context("OUT_DIR")?);
    fs::write(folder.join("protocol.rs"), types.to_stream().to_string())?;
    Ok(())
}
