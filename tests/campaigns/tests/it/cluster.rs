//! The campaign in small: it needs Linux, namespaces and NATS servers.

#![cfg(target_os = "linux")]

use std::process::Command;

/// The program itself, which goes into namespaces of its own.
#[test]
fn a_cluster_loses_nothing_and_goes_on_whatever_fails() {
    // Not every container may have a network of its own; CI may.
    let bridge = ["--map-root-user", "--net", "ip", "link", "add", "br0", "type", "bridge"];
    if !Command::new("unshare").args(bridge).status().is_ok_and(|done| done.success()) {
        eprintln!("no network namespaces with a bridge here: nothing is tried");
        return;
    }
    // How long rooms stand still depends on the machine, so that only the whole campaign bounds it.
    let size = ["--faults", "6", "--upgrades", "1", "--rooms", "4", "--longest-ms", "1000"];
    let small = [&size[..], &["--still-ms", "60000"]].concat();
    let done = Command::new(env!("CARGO_BIN_EXE_campaigns")).arg("cluster").args(small).status();
    assert!(done.expect("the campaign").success());
}
