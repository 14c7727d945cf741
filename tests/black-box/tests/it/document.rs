//! The documents for authors of clients are run.
//!
//! The word after ```` ```json ```` says what a block holds; a block may hold several values.

mod games;
mod page;
mod protocol;
mod specification;
