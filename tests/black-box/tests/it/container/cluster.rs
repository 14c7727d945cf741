//! `docker-compose.cluster.yml`: three servers that the binary would start with, three NATS servers whose
//! configuration NATS takes, and a proxy that knows all.

use std::collections::BTreeMap;
use std::process::Command;

use black_box::nats;
use serde_json::{Value, json};

use super::files::{settings, text};

fn cluster() -> Value {
    serde_saphyr::from_str(&text("docker-compose.cluster.yml")).expect("YAML")
}

/// Returns a service with what it takes over from elsewhere in the file.
fn service(name: &str) -> Value {
    let own = cluster()["services"][name].clone();
    let mut whole = own["<<"].as_object().cloned().unwrap_or_default();
    whole.extend(own.as_object().expect("a service").clone());
    Value::Object(whole)
}

/// Replaces `${NAME:-default}` by the default.
fn by_default(value: &str) -> String {
    let inner = value.strip_prefix("${").and_then(|rest| rest.strip_suffix('}'));
    inner.and_then(|inner| inner.split_once(":-")).map_or(value, |(_, it)| it).to_owned()
}

#[test]
fn three_equal_servers_are_set_up_as_the_binary_knows_it() {
    let first = service("entente1");
    for name in ["entente2", "entente3"] {
        assert_eq!(service(name), first);
    }
    let given: BTreeMap<String, String> = first["environment"]
        .as_object()
        .expect("an environment")
        .iter()
        .map(|(name, value)| (name.clone(), by_default(value.as_str().expect("a text"))))
        .collect();
    let given: BTreeMap<&str, &str> =
        given.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let known = settings(&given);
    assert_eq!(known["ENTENTE_DATABASE"], given["ENTENTE_DATABASE"]);
    for number in 1..4 {
        assert!(given["ENTENTE_DATABASE"].contains(&format!("nats{number}")));
        assert!(given["ENTENTE_NATS_MONITORS"].contains(&format!("http://nats{number}:8222")));
    }
    let subnet = &cluster()["networks"]["inside"]["ipam"]["config"][0]["subnet"];
    assert_eq!(*subnet, given["ENTENTE_TRUSTED_PROXIES"], "the proxy is believed");
    // Each has the image's own volume to write in, and nothing else.
    for key in ["volumes", "tmpfs"] {
        assert_eq!(first[key], Value::Null, "{key}");
    }
    assert_eq!(first["environment"]["TMPDIR"], Value::Null);
    // Confined like the one server.
    let one: Value = serde_saphyr::from_str(&text("docker-compose.yml")).expect("YAML");
    for key in ["user", "read_only", "cap_drop", "security_opt", "init", "stop_grace_period"] {
        assert_eq!(first[key], one["services"]["entente"][key], "{key}");
    }
}

#[test]
fn the_proxy_and_every_nats_server_know_all_and_nats_takes_its_configuration() {
    let file = cluster();
    let proxy = file["configs"]["caddy"]["content"].as_str().expect("a text");
    let content = file["configs"]["nats"]["content"].as_str().expect("a text");
    for number in 1..4 {
        assert!(proxy.contains(&format!("entente{number}:8080")));
        assert!(content.contains(&format!("nats://nats{number}:6222")));
        let server = service(&format!("nats{number}"));
        assert_eq!(server["environment"]["NAME"], format!("n{number}"));
        assert_eq!(server["volumes"], json!([format!("nats{number}:/store")]));
        let password = by_default(server["environment"]["NATS_PASSWORD"].as_str().expect("a text"));
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("nats.conf");
        std::fs::write(&path, content.replace("$$", "$")).expect("it is written");
        let checked = Command::new(nats::program())
            .env("NAME", format!("n{number}"))
            .env("NATS_PASSWORD", password)
            .args(["-t", "-c"])
            .arg(path)
            .output()
            .expect("it runs");
        assert!(checked.status.success(), "{checked:?}");
    }
    assert!(content.contains("sync_interval: always"), "what is acknowledged is on the disks");
}
