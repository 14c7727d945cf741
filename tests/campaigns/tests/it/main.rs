//! Every campaign in small: that it runs, counts and holds.
//!
//! One binary: twenty would each link the whole server.

mod altered;
mod backup;
mod cluster;
mod conformance;
mod costly;
mod damage;
mod dealing;
mod disk;
mod flood;
mod golden;
mod herd;
mod idle;
mod kill;
mod ladder;
mod mutants;
mod night;
mod non_interference;
mod order;
mod records;
mod restart;
mod rules;
mod simulation;
mod slow;
mod start;
mod thinking;
mod ties;
mod timing;
