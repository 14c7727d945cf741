//! The binary `entente-server`.

fn main() {}
