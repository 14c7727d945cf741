//! A stand-in for a container engine, made of namespaces: a read-only root with the binary and its
//! libraries and nothing else, one volume, an unprivileged user without capabilities, a network of
//! its own.
//!
//! Unlike a container's, the network outlives the server, so that clients find it again.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};

use black_box::program::{self, Running};
use tempfile::TempDir;

use super::files::Image;

/// Mounts the image, read-only, with the volume in it; wakes the loopback; then stays, so that the
/// namespaces do, until its standard input ends.
const HOLD: &str = r#"
set -e
mount --bind "$1" "$1"
mount --bind "$2" "$1$3"
mount -o remount,bind,ro "$1"
mount -t sysfs none "$1/sys"
echo 0x9 > "$1/sys/class/net/lo/flags"
umount "$1/sys"
echo held
exec cat
"#;

/// A container without an engine.
pub(crate) struct Sandbox {
    image: Image,
    /// The image's root folder, and the volume.
    root: TempDir,
    volume: TempDir,
    holder: Running,
    _held: ChildStdin,
}

impl Sandbox {
    /// Makes a sandbox; the error says why this machine cannot have one.
    pub(crate) fn make() -> Result<Self, String> {
        let (image, root, volume) = (Image::read(), folder(), folder());
        let binary = program::path("entente-server");
        let inside = |path: &Path| root.path().join(path.strip_prefix("/").expect("absolute"));
        let within = |path: &Path, from: &Path| {
            let to = inside(path);
            fs::create_dir_all(to.parent().expect("a folder")).expect("a folder");
            fs::copy(from, to).expect("a copy");
        };
        within(&image.binary(), &binary);
        for library in libraries(&binary) {
            within(&library, &library);
        }
        for mounted in [image.only("VOLUME"), "/sys"] {
            fs::create_dir(inside(Path::new(mounted))).expect("a folder");
        }
        let mut holder = Command::new("unshare")
            .args(["--map-root-user", "--mount", "--net", "sh", "-c", HOLD, "hold"])
            .args([root.path(), volume.path()])
            .arg(image.only("VOLUME"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| format!("unshare: {error}"))?;
        let held = holder.stdin.take().expect("a pipe");
        let mut said = String::new();
        let mut output = BufReader::new(holder.stdout.take().expect("a pipe"));
        output.read_line(&mut said).expect("a line");
        if said != "held\n" {
            let mut why = String::new();
            holder.stderr.take().expect("a pipe").read_to_string(&mut why).expect("a text");
            let _ = holder.wait();
            return Err(why);
        }
        Ok(Self { image, root, volume, holder: Running(holder), _held: held })
    }

    /// Returns a command in the sandbox's network, with this machine's files.
    pub(crate) fn beside(&self, binary: &str) -> Command {
        let target = self.holder.0.id().to_string();
        let enter = ["nsenter", "--target", &target, "--user", "--net", "--"];
        program::command_under(&enter.map(str::to_owned), binary)
    }

    /// Returns a tool of this machine, to be run in the sandbox's network.
    pub(crate) fn tool(&self, name: &str) -> Command {
        let target = self.holder.0.id().to_string();
        let mut command = Command::new("nsenter");
        command.args(["--target", &target, "--user", "--net", "--", name]);
        command
    }

    /// Returns the image's entry point in the sandbox, as the image's user with the image's
    /// environment.
    pub(crate) fn run(&self, arguments: &[&str]) -> Command {
        let target = self.holder.0.id().to_string();
        let (user, group) = self.image.user();
        let mut command = Command::new("nsenter");
        command.env_clear().envs(self.image.environment());
        command.args(["--target", &target, "--user", "--mount", "--net", "--"]);
        command.args(["setpriv", "--no-new-privs", "--"]);
        // A second user namespace: its user has nothing in the first one, to which the mounts belong.
        command.args(["unshare", "--map-user", user, "--map-group", group, "--root"]);
        command.arg(self.root.path()).args(["--wd", self.image.only("WORKDIR"), "--"]);
        command.arg(self.image.binary()).args(arguments);
        command
    }

    /// Starts the server, and waits until it is ready.
    pub(crate) fn serve(&self, arguments: &[&str]) -> Serving {
        let mut child = self
            .run(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        output.read_line(&mut line).expect("a line");
        assert!(line.contains("is ready at"), "{line:?}: {:?}", child.wait());
        Serving(Running(child))
    }

    /// Returns the path of the volume, from outside.
    pub(crate) fn volume(&self) -> &Path {
        self.volume.path()
    }

    /// Returns the path of the image's root, from outside.
    pub(crate) fn root(&self) -> &Path {
        self.root.path()
    }

    /// Returns the user's id inside.
    pub(crate) fn user(&self) -> &str {
        self.image.user().0
    }
}

impl Image {
    /// Returns the path of the entry point.
    fn binary(&self) -> PathBuf {
        let entry: Vec<PathBuf> = serde_json::from_str(self.only("ENTRYPOINT")).expect("a list");
        assert_eq!(entry.len(), 1, "a binary without arguments");
        entry[0].clone()
    }
}

/// A server in a sandbox. Dropping it kills it.
pub(crate) struct Serving(Running);

impl Serving {
    /// Returns a field of the process's status in `/proc`.
    pub(crate) fn status(&self, name: &str) -> String {
        let status = fs::read_to_string(self.proc("status")).expect("a process");
        let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
        line.expect(name).trim().to_owned()
    }

    /// Returns the path of a file of the process in `/proc`.
    pub(crate) fn proc(&self, file: &str) -> PathBuf {
        PathBuf::from(format!("/proc/{}/{file}", self.0.0.id()))
    }

    /// Sends SIGTERM, and returns the exit code.
    pub(crate) fn stop(mut self) -> Option<i32> {
        let process: &mut Child = &mut self.0.0;
        let sent = Command::new("kill").args(["-TERM", &process.id().to_string()]).status();
        assert!(sent.is_ok_and(|sent| sent.success()));
        process.wait().expect("it ends").code()
    }
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

/// Lists the files that the system loads with a binary.
fn libraries(binary: &Path) -> Vec<PathBuf> {
    let output = Command::new("ldd").arg(binary).output().expect("ldd");
    let listed = String::from_utf8(output.stdout).expect("UTF-8");
    let paths = listed.split_whitespace().filter(|word| word.starts_with('/'));
    paths.map(PathBuf::from).collect()
}
