//! The binaries under test: where they are, and building those that are missing.
//!
//! `make test` builds them first. A test that is run alone builds what it does not find, which
//! cargo's own lock keeps from happening twice at a time.

use std::path::{Path, PathBuf};
use std::process::{Child, Command};

/// Returns the binary with this name, from the same build as the running test or campaign.
pub fn path(name: &str) -> PathBuf {
    // Binaries lie in `target/PROFILE`, tests one folder deeper, in `deps`.
    let own = std::env::current_exe().unwrap();
    let folder = own.parent().unwrap();
    let folder = if folder.ends_with("deps") { folder.parent().unwrap() } else { folder };
    let program = folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    if !program.exists() {
        build(name, folder);
    }
    assert!(program.exists(), "{} is not there: run `make test`", program.display());
    program
}

fn build(name: &str, folder: &Path) {
    let mut cargo = Command::new(option_env!("CARGO").unwrap_or("cargo"));
    cargo.args(["build", "--workspace", "--bin", name]);
    if folder.file_name().is_some_and(|profile| profile == "release") {
        cargo.arg("--release");
    }
    let built = cargo.current_dir(crate::root()).status().unwrap();
    assert!(built.success(), "{name} cannot be built");
}

/// Returns a command that runs a binary with nothing of this process's environment.
pub fn command(name: &str) -> Command {
    command_under(&[], name)
}

/// Returns a command that has another program run the binary: `under` is that program and its
/// arguments, before the binary.
pub fn command_under(under: &[String], name: &str) -> Command {
    let mut command = this_under(under, &path(name));
    command.env_clear();
    command
}

/// Returns a command that has another program, with its arguments, run this one; `under` is empty for
/// none.
pub(crate) fn this_under(under: &[String], binary: &Path) -> Command {
    let [program, arguments @ ..] = under else { return Command::new(binary) };
    let mut command = Command::new(program);
    command.args(arguments).arg(binary);
    command
}

/// A process that does not outlive the test.
#[derive(Debug)]
pub struct Running(pub Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself; then there is nothing to kill.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
