//! The output of `strace -f -yy`, as far as writes and syncs go.
//!
//! A call that others interrupt takes two lines. What it carries counts from the first one, for
//! it may be visible from then on; that it succeeded counts from the second.

use std::collections::BTreeMap;

use anyhow::Context;

/// The calls of all threads, in the order in which the tracer saw them.
#[derive(Debug)]
pub(super) struct Trace {
    pub(super) calls: Vec<Call>,
}

/// One line of a trace.
#[derive(Debug)]
pub(super) struct Call {
    name: String,
    /// The target of the descriptor: a path, or a connection.
    target: String,
    /// `true` if this line says that the call succeeded.
    done: bool,
    /// The arguments, escaped as strace does.
    pub(super) text: String,
}

impl Trace {
    pub(super) fn read(text: &str) -> anyhow::Result<Self> {
        let mut open: BTreeMap<&str, (String, String)> = BTreeMap::new();
        let mut calls = Vec::new();
        for line in text.lines() {
            let (thread, rest) =
                line.split_once(' ').with_context(|| format!("line {line:.80}"))?;
            let rest = rest.trim_start();
            if rest.starts_with("<... ") {
                if let Some((name, target)) = open.remove(thread) {
                    calls.push(Call { name, target, done: succeeded(rest), text: String::new() });
                }
                continue;
            }
            let Some((name, arguments)) = rest.split_once('(') else { continue };
            let target = arguments.split_once('<').map_or("", |(_, target)| target);
            let target = target.split_once(['>', ',']).map_or(target, |(target, _)| target);
            let (name, target) = (name.to_owned(), target.to_owned());
            if rest.ends_with("<unfinished ...>") {
                open.insert(thread, (name.clone(), target.clone()));
            }
            let done = succeeded(rest);
            calls.push(Call { name, target, done, text: arguments.to_owned() });
        }
        Ok(Self { calls })
    }
}

fn succeeded(line: &str) -> bool {
    line.rsplit_once(" = ").is_some_and(|(_, result)| !result.starts_with('-'))
}

impl Call {
    /// Checks whether the call writes to a peer.
    pub(super) fn on_socket(&self) -> bool {
        self.target.starts_with("TCP")
    }

    /// Checks whether the call writes to the write-ahead log.
    pub(super) fn writes_log(&self) -> bool {
        self.name == "pwrite64" && self.target.ends_with("-wal")
    }

    /// Checks whether the write-ahead log is on the disk from here on.
    pub(super) fn synced_log(&self) -> bool {
        let sync = self.name == "fsync" || self.name == "fdatasync";
        sync && self.done && self.target.ends_with("-wal")
    }
}
