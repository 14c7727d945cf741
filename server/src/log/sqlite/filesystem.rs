//! Warns of file systems that cannot provide what SQLite needs of them.
//!
//! Only a warning comes of it: a type says nothing about how it was mounted, and what cannot work
//! at all is refused where it is tried. Only Linux says; elsewhere nothing is known.

use std::path::Path;

/// File systems over a network or out of a virtual machine: their locks or their shared memory are
/// not those of this machine's processes alone.
const REMOTE: [&str; 14] = [
    "9p",
    "afs",
    "ceph",
    "cifs",
    "fuse.glusterfs",
    "fuse.s3fs",
    "fuse.sshfs",
    "fuse.vmhgfs-fuse",
    "nfs",
    "nfs4",
    "smb3",
    "smbfs",
    "vboxsf",
    "virtiofs",
];

/// Says in the server's log if a database lies where it should not.
pub(super) fn warn_if_remote(path: &Path) {
    let mounts = std::fs::read_to_string("/proc/self/mountinfo").unwrap_or_default();
    if let Some(kind) = kind(&mounts, path).filter(|kind| REMOTE.contains(kind)) {
        tracing::warn!(
            path = %path.display(),
            kind,
            "this is not a local file system; the database may be damaged there"
        );
    }
}

/// The type of the file system that holds a path: that of the last mount on the longest prefix.
fn kind<'text>(mounts: &'text str, path: &Path) -> Option<&'text str> {
    let mounted = mounts.lines().filter_map(|line| {
        // ID PARENT DEVICE ROOT POINT OPTIONS... - TYPE SOURCE OPTIONS
        let (before, after) = line.split_once(" - ")?;
        let point = before.split(' ').nth(4)?.replace("\\040", " ");
        path.starts_with(&point).then_some((point.len(), after.split(' ').next()?))
    });
    mounted.max_by_key(|(length, _)| *length).map(|(_, kind)| kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOUNTS: &str = "\
22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
30 22 0:40 / /srv rw - xfs /dev/sdb1 rw
31 30 0:41 / /srv/games rw shared:2 master:1 - nfs4 host:/games rw,vers=4.2
32 22 0:42 / /mnt/my\\040share rw - cifs //host/share rw
33 31 0:43 / /srv/games/local rw - btrfs /dev/sdc1 rw
34 22 0:44 / /home rw - 9p host rw";

    #[test]
    fn the_nearest_mount_decides() {
        let remote = |path: &str| {
            let kind = kind(MOUNTS, Path::new(path)).unwrap();
            (kind, REMOTE.contains(&kind))
        };
        assert_eq!(remote("/var/entente.db"), ("ext4", false));
        assert_eq!(remote("/srv/entente.db"), ("xfs", false));
        assert_eq!(remote("/srv/games/entente.db"), ("nfs4", true));
        assert_eq!(remote("/srv/games/local/entente.db"), ("btrfs", false));
        assert_eq!(remote("/srv/gamesome/entente.db"), ("xfs", false));
        assert_eq!(remote("/mnt/my share/entente.db"), ("cifs", true));
        assert_eq!(remote("/home/ada/entente.db"), ("9p", true));
    }

    #[test]
    fn nothing_is_known_without_mounts() {
        assert_eq!(kind("", Path::new("/a.db")), None);
        assert_eq!(kind("not a mount\n1 2 3 - 4", Path::new("/a.db")), None);
    }
}
