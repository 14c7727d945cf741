//! The mind, seen from outside: what it chooses, from what it knows, and how it says so.

mod advice;
mod analysis;
mod answers;
mod commands;
mod honest;
mod levels;
mod pointless;
mod preview;
mod stops;
mod styles;
