//! `Dockerfile` and `docker-compose.yml` agree with each other and with the binary.

use std::collections::BTreeMap;
use std::time::Duration;

use black_box::program;
use serde_json::{Value, json};

pub(crate) fn text(name: &str) -> String {
    std::fs::read_to_string(black_box::root().join(name))
        .unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The instructions of the Dockerfile's last stage.
#[derive(Debug)]
pub(crate) struct Image(Vec<(String, String)>);

impl Image {
    pub(crate) fn read() -> Self {
        let joined = text("Dockerfile").replace("\\\n", " ");
        let lines = joined.lines().map(str::trim);
        let mut stages: Vec<(String, String)> = lines
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
            .map(|line| {
                let (word, rest) = line.split_once(' ').expect(line);
                (word.to_owned(), rest.trim().to_owned())
            })
            .collect();
        let last = stages.iter().rposition(|(word, _)| word == "FROM").expect("a stage");
        Self(stages.split_off(last))
    }

    fn all<'a>(&'a self, word: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |(own, _)| own == word).map(|(_, rest)| rest.as_str())
    }

    /// Returns the arguments of the only instruction of this kind.
    pub(crate) fn only<'a>(&'a self, word: &'a str) -> &'a str {
        let mut found = self.all(word);
        let only = found.next().unwrap_or_else(|| panic!("no {word}"));
        assert_eq!(found.next(), None, "a second {word}");
        only
    }

    /// Returns the environment that the image sets.
    pub(crate) fn environment(&self) -> BTreeMap<&str, &str> {
        self.all("ENV").map(|line| line.split_once('=').expect("KEY=value")).collect()
    }

    /// Returns the user and group ids.
    pub(crate) fn user(&self) -> (&str, &str) {
        self.only("USER").split_once(':').expect("user:group")
    }
}

/// Returns the settings that the binary reports, with these variables in the environment.
pub(crate) fn settings(environment: &BTreeMap<&str, &str>) -> BTreeMap<String, String> {
    let output = program::command("entente-server")
        .envs(environment)
        .arg("--print-config")
        .output()
        .expect("it runs");
    assert!(output.status.success(), "{output:?}");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "an unknown name");
    let printed = String::from_utf8(output.stdout).expect("UTF-8");
    let setting = |line: &str| line.split_once('=').map(|(a, b)| (a.to_owned(), b.to_owned()));
    printed.lines().filter_map(setting).collect()
}

fn compose() -> Value {
    serde_saphyr::from_str(&text("docker-compose.yml")).expect("YAML")
}

fn service() -> Value {
    let services = compose()["services"].clone();
    assert_eq!(services.as_object().expect("services").len(), 1, "one service");
    services["entente"].clone()
}

fn texts(list: &Value) -> Vec<&str> {
    list.as_array().expect("a list").iter().map(|one| one.as_str().expect("a text")).collect()
}

fn seconds(text: &str) -> Duration {
    let seconds = text.strip_suffix('s').and_then(|number| number.parse().ok());
    Duration::from_secs(seconds.unwrap_or_else(|| panic!("{text} is not in seconds")))
}

#[test]
fn the_image_and_the_service_set_what_the_binary_knows() {
    let image = Image::read();
    let mut environment = image.environment();
    // No setting: where a store on NATS is gathered for a look, though the root is read-only.
    assert_eq!(environment.remove("TMPDIR"), Some(image.only("VOLUME")));
    let known = settings(&environment);
    for (name, value) in &environment {
        assert_eq!(known[*name], *value, "{name}");
    }
    let service = service();
    let given = service["environment"].as_object().expect("an environment");
    assert_eq!(json!(environment), json!(given), "both say the same");
    let listen: std::net::SocketAddr = known["ENTENTE_LISTEN"].parse().expect("an address");
    assert!(listen.ip().is_unspecified(), "a container's own loopback is of no use");
    assert_eq!(image.only("EXPOSE"), listen.port().to_string());
    let published = texts(&service["ports"]);
    assert_eq!(published, [format!("${{PUBLISH:-127.0.0.1:8080}}:{}", listen.port())]);
    let volume = image.only("VOLUME");
    assert_eq!(known["ENTENTE_DATABASE"], format!("sqlite:{volume}/entente.db"));
    assert_eq!(image.only("WORKDIR"), volume, "temporary files need a place");
    let mounts = texts(&service["volumes"]);
    let (name, at) = mounts[0].split_once(':').expect("volume:place");
    assert_eq!((mounts.len(), at), (1, volume));
    assert!(compose()["volumes"].get(name).is_some(), "a named volume");
}

#[test]
fn the_service_is_confined() {
    let (image, service) = (Image::read(), service());
    let (user, group) = image.user();
    assert_eq!(service["user"], format!("{user}:{group}"));
    assert!(user.parse::<u32>().expect("a number, which engines can compare") > 0, "not root");
    let owned = image.all("COPY").filter(|line| line.contains(&format!("--chown={user}:{group}")));
    assert_eq!(owned.count(), 1, "the volume belongs to the user");
    assert_eq!(service["read_only"], true);
    assert_eq!(service["cap_drop"], json!(["ALL"]));
    assert_eq!(service["security_opt"], json!(["no-new-privileges:true"]));
    assert_eq!(service["init"], true);
    for weaker in ["privileged", "cap_add", "network_mode", "pid", "devices", "tmpfs"] {
        assert!(service.get(weaker).is_none(), "{weaker}");
    }
}

#[test]
fn the_health_check_is_the_binary_and_has_the_time_it_takes() {
    let (image, service) = (Image::read(), service());
    let command = |text: &str| -> Vec<String> { serde_json::from_str(text).expect(text) };
    let entry = command(image.only("ENTRYPOINT"));
    let (options, checked) = image.only("HEALTHCHECK").split_once("CMD").expect("a command");
    let checked = command(checked.trim());
    assert_eq!(checked, [entry[0].as_str(), "healthcheck"]);
    let health = &service["healthcheck"];
    assert_eq!(texts(&health["test"])[1..], checked);
    assert_eq!(health["test"][0], "CMD", "there is no shell");
    let help = program::command("entente-server")
        .args(["healthcheck", "--help"])
        .output()
        .expect("it runs");
    let help = String::from_utf8(help.stdout).expect("UTF-8");
    let (_, default) = help.split_once("[default: ").expect(&help);
    let (own_ms, _) = default.split_once(']').expect(&help);
    let own = Duration::from_millis(own_ms.parse().expect("milliseconds"));
    let timeout = seconds(health["timeout"].as_str().expect("a time"));
    assert!(own < timeout, "its own message must come before it is killed");
    for (name, option) in [("interval", "--interval"), ("timeout", "--timeout")] {
        let value = health[name].as_str().expect("a time");
        assert!(options.contains(&format!("{option}={value} ")), "{name}");
    }
}

#[test]
fn the_image_says_what_it_is_and_carries_the_licences() {
    let image = Image::read();
    let build = text("Dockerfile");
    assert!(build.contains("/image/entente-server licences > /image/licenses/entente.txt\n"));
    assert!(image.all("COPY").any(|line| line == "--from=builder /image/licenses /licenses"));
    let label = |name: &str| {
        let (_, rest) =
            image.only("LABEL").split_once(&format!("opencontainers.image.{name}=\"")).expect(name);
        rest.split_once('"').expect(name).0
    };
    assert_eq!(label("version"), env!("CARGO_PKG_VERSION"));
    assert_eq!((label("title"), label("licenses")), ("Entente", "MIT AND CC-BY-SA-3.0"));
}

#[test]
fn there_is_time_to_say_goodbye() {
    let known = settings(&BTreeMap::new());
    let drain = Duration::from_millis(known["ENTENTE_SHUTDOWN_MS"].parse().expect("a number"));
    let grace = seconds(service()["stop_grace_period"].as_str().expect("a time"));
    // The store has 2 s after the rooms, and the process must end.
    assert!(grace >= drain + Duration::from_secs(5), "{grace:?} for {drain:?}");
    assert!(Image::read().all("STOPSIGNAL").next().is_none(), "SIGTERM is what is listened for");
}

#[test]
fn the_image_is_built_with_the_projects_compiler_for_any_machine() {
    let toolchain = text("rust-toolchain.toml");
    let (_, rest) = toolchain.split_once("channel = \"").expect("a channel");
    let (channel, _) = rest.split_once('"').expect("a channel");
    let dockerfile = text("Dockerfile");
    assert!(dockerfile.contains(&format!("FROM rust:{channel}-slim")), "{channel}");
    assert!(dockerfile.contains(&format!("RUSTUP_TOOLCHAIN={channel}\n")), "{channel}");
    for machine in ["amd64", "arm64", "x86_64", "aarch64"] {
        assert!(!dockerfile.contains(machine), "{machine}");
    }
    // What the binary is made of must not be left out of the build.
    let left_out = text(".dockerignore");
    for needed in [
        "Cargo.toml",
        "Cargo.lock",
        "LICENSE",
        "data",
        "engine",
        "fairness",
        "licences",
        "protocol",
        "server",
        "web",
    ] {
        assert!(!left_out.lines().any(|line| line == needed), "{needed}");
    }
    for private in [".env", ".git", "**/target", "**/*.db"] {
        assert!(left_out.lines().any(|line| line == private), "{private}");
    }
}

#[test]
fn what_the_page_adds_for_metrics_fits_and_opens_them_to_this_machine_only() {
    let page = text("docs/SELF-HOSTING.md");
    let (before, rest) = page.split_once("```yaml\n").expect("a block");
    let (block, _) = rest.split_once("```").expect("an end");
    let added: Value = serde_saphyr::from_str(block).expect("YAML");
    let services = added["services"].as_object().expect("services");
    assert!(services.keys().all(|name| compose()["services"].get(name).is_some()), "{block}");
    let published = texts(&added["services"]["entente"]["ports"]);
    // The nearest address in code before the block is what the setting must be.
    let said = before.rsplit("`0.0.0.0:").next().and_then(|rest| rest.split('`').next());
    let port = said.expect("an address");
    assert_eq!(published, [format!("127.0.0.1:{port}:{port}")]);
    let listen = format!("0.0.0.0:{port}");
    let known = settings(&BTreeMap::from([("ENTENTE_METRICS_LISTEN", listen.as_str())]));
    assert_eq!(known["ENTENTE_METRICS_LISTEN"], listen);
}
