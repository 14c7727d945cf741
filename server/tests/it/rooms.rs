//! Rooms from outside: a real listener, real sockets, a toy game, and a log in memory.

// Helpers of tests may unwrap like tests.
#![allow(clippy::unwrap_used)]

mod abuse;
mod archive;
mod bots;
mod chat;
mod claim;
mod clock;
mod deflate;
mod devices;
mod faults;
mod http;
mod limits;
mod lobby;
mod mails;
mod main_path;
mod notices;
mod pages;
mod play;
mod polling;
mod proxies;
mod queues;
mod receivers;
mod requests;
mod resume;
mod sealing;
mod sleep;
mod stop;
mod tls;
mod unread;
mod veil;
mod wire;
