//! The image, without an engine: what its files say, and the binary under what they ask for.

#[cfg(target_os = "linux")]
mod confined;
mod files;
#[cfg(target_os = "linux")]
mod proxied;
#[cfg(target_os = "linux")]
mod sandbox;
