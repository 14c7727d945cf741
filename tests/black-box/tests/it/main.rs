//! Entente from outside: real servers, sockets, databases, terminals.
//!
//! One binary: each of these alone would link everything once more.

mod abuse;
mod bots;
mod cluster;
mod coach;
mod component_data;
mod compression;
mod container;
mod cycles;
mod damage;
mod development;
mod disk;
mod document;
mod fairness;
mod full_match;
mod handed_over;
mod hints;
mod lessons;
mod licences;
mod metrics;
mod moving;
mod nats;
mod notices;
mod passed_on;
mod paths;
mod practice;
mod previews;
mod programs;
mod push;
mod quiet_log;
mod races;
mod restart;
mod resume;
mod secrecy;
mod server_bots;
mod slow;
mod terminal;
mod tidy;
mod tls;
mod undo;
mod words;
