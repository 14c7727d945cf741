//! The image, without an engine: what its files say, and the binary under what they ask for. And the
//! unit, for those who have systemd instead.

mod cluster;
#[cfg(target_os = "linux")]
mod confined;
mod files;
#[cfg(target_os = "linux")]
mod proxied;
#[cfg(target_os = "linux")]
mod sandbox;
#[cfg(target_os = "linux")]
mod unit;
