//! The worked examples of the rules page, section 4, one test each.

mod clean_up;
mod crises;
mod rounds;
mod trade;
