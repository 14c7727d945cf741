//! Hosts on a network of their own: a namespace for each, a bridge between them, and cuts.
//!
//! All of it is in namespaces of this campaign, which are gone with it. A cut is silent, as that of a
//! cable is: what one host sends to another goes to a card that does not exist.

use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::process::{Command, ExitStatus};

use anyhow::{Context, ensure};

/// Variable by which the campaign knows that it runs in namespaces of its own.
const INSIDE: &str = "ENTENTE_CAMPAIGN_NAMESPACES";

/// The programs that make namespaces and enter them: a server is started without a search path.
const UNSHARE: &str = "/usr/bin/unshare";
const NSENTER: &str = "/usr/bin/nsenter";

/// The bridge, on which the players are.
const BRIDGE: &str = "br0";

/// The players' address.
const PLAYERS: Ipv4Addr = Ipv4Addr::new(10, 77, 0, 1);

/// A card that no host has.
const NOBODY: &str = "02:00:00:00:00:01";

/// A host: a network namespace with one card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Host {
    name: String,
    pub(super) ip: Ipv4Addr,
}

impl Host {
    /// Returns the program, with arguments, that runs another one on this host.
    pub(super) fn under(&self) -> Vec<String> {
        vec![NSENTER.to_owned(), format!("--net=/run/netns/{}", self.name)]
    }

    fn set_up(&self, arguments: &[&str]) -> anyhow::Result<()> {
        ip(&[&["-n", &self.name], arguments].concat())
    }

    /// Has this host reach another address no more, or again.
    fn cut_from(&self, other: Ipv4Addr, cut: bool) -> anyhow::Result<()> {
        let other = other.to_string();
        if cut {
            let to_nobody = ["lladdr", NOBODY, "nud", "permanent", "dev", "eth0"];
            self.set_up(&[&["neigh", "replace", &other], &to_nobody[..]].concat())
        } else {
            self.set_up(&["neigh", "del", &other, "dev", "eth0"])
        }
    }
}

/// The hosts of the servers and of the NATS nodes.
#[derive(Debug)]
pub(super) struct Network {
    pub(super) servers: Vec<Host>,
    pub(super) nodes: Vec<Host>,
    /// Pairs that do not reach each other now.
    cuts: Vec<(Host, Option<Host>)>,
}

/// Returns `true` inside of namespaces of the campaign's own.
pub(super) fn inside() -> bool {
    std::env::var_os(INSIDE).is_some()
}

/// Runs this program again, with the same arguments, in namespaces of its own.
pub(super) fn enter() -> anyhow::Result<ExitStatus> {
    let own = std::env::current_exe()?;
    let namespaces = ["--map-root-user", "--net", "--mount", "--pid", "--fork", "--kill-child"];
    let mut command = Command::new(UNSHARE);
    command.args(namespaces).arg("--mount-proc").arg(own).args(std::env::args_os().skip(1));
    command.env(INSIDE, "1").status().context("namespaces need Linux and unshare")
}

impl Network {
    /// Makes a network with this many servers and NATS nodes.
    pub(super) fn new(servers: u8, nodes: u8) -> anyhow::Result<Self> {
        run("mount", &["-t", "tmpfs", "-o", "mode=755", "none", "/run"])?;
        ip(&["link", "set", "lo", "up"])?;
        ip(&["link", "add", BRIDGE, "type", "bridge"])?;
        ip(&["addr", "add", &format!("{PLAYERS}/24"), "dev", BRIDGE])?;
        ip(&["link", "set", BRIDGE, "up"])?;
        let hosts = |kind: &str, count: u8, first: u8| -> anyhow::Result<Vec<Host>> {
            (0..count).map(|n| host(format!("{kind}{}", n + 1), first + n)).collect()
        };
        let (servers, nodes) = (hosts("s", servers, 10)?, hosts("n", nodes, 20)?);
        Ok(Self { servers, nodes, cuts: Vec::new() })
    }

    /// Cuts a host off from others, and from the players too if `players`.
    pub(super) fn cut(&mut self, host: &Host, from: &[Host], players: bool) -> anyhow::Result<()> {
        let players = players.then_some(None);
        for other in from.iter().cloned().map(Some).chain(players) {
            if other.as_ref() == Some(host) {
                continue;
            }
            // Noted first: what was done half is undone whole.
            self.cuts.push((host.clone(), other.clone()));
            host.cut_from(other.as_ref().map_or(PLAYERS, |other| other.ip), true)?;
            if let Some(other) = other {
                other.cut_from(host.ip, true)?;
            }
        }
        Ok(())
    }

    /// Joins all that was cut.
    pub(super) fn join(&mut self) -> anyhow::Result<()> {
        for (host, other) in self.cuts.drain(..) {
            host.cut_from(other.as_ref().map_or(PLAYERS, |other| other.ip), false)?;
            if let Some(other) = other {
                other.cut_from(host.ip, false)?;
            }
        }
        Ok(())
    }
}

fn host(name: String, number: u8) -> anyhow::Result<Host> {
    let host = Host { name, ip: Ipv4Addr::new(10, 77, 0, number) };
    let (name, cable) = (host.name.clone(), format!("v{}", host.name));
    ip(&["netns", "add", &name])?;
    ip(&["link", "add", &cable, "type", "veth", "peer", "name", "eth0", "netns", &name])?;
    ip(&["link", "set", &cable, "master", BRIDGE, "up"])?;
    host.set_up(&["addr", "add", &format!("{}/24", host.ip), "dev", "eth0"])?;
    host.set_up(&["link", "set", "eth0", "up"])?;
    host.set_up(&["link", "set", "lo", "up"])?;
    Ok(host)
}

/// Makes a small file system of its own for a node, and returns its folder.
pub(super) fn small_disk(size: &str, folder: PathBuf) -> anyhow::Result<PathBuf> {
    std::fs::create_dir(&folder)?;
    let at = folder.to_str().context("a path in UTF-8")?;
    run("mount", &["-t", "tmpfs", "-o", &format!("mode=700,size={size}"), "none", at])?;
    Ok(folder)
}

fn ip(arguments: &[&str]) -> anyhow::Result<()> {
    run("ip", arguments)
}

fn run(program: &str, arguments: &[&str]) -> anyhow::Result<()> {
    let done = Command::new(program).args(arguments).output();
    let done = done.with_context(|| format!("{program} is not there"))?;
    let said = String::from_utf8_lossy(&done.stderr);
    ensure!(done.status.success(), "{program} {}: {said}", arguments.join(" "));
    Ok(())
}
