//! Rooms from outside: a real listener, real sockets, a toy game, and a log in memory.

#[path = "../support/mod.rs"]
mod support;

mod main_path;
