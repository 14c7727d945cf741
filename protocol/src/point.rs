//! Limits of pointing, for the server, which refuses all else, and for clients, which send nothing else.

/// Most things that a coach points at together.
pub const POINTED_MOST: usize = 8;

/// Longest identifier of a thing that a coach points at, in bytes.
pub const POINTED_BYTES: usize = 64;

/// Checks whether a text has the form of an identifier, whatever its length.
pub fn is_identifier(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.:".contains(&byte))
}
