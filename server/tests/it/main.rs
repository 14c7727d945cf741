//! The server as a library and as a program: rooms, stores, bots, the binary.
//!
//! One binary: each of these alone would link the whole server once more.

mod binary;
mod bots;
mod component_data;
mod docs;
mod given_up;
mod limits_page;
mod log_contract;
mod nats_log;
mod rooms;
mod sqlite_log;
mod support;
mod verify;
