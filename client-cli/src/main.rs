//! The binary `entente`.

fn main() {}
