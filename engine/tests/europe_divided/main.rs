//! Europe Divided through the public interface of its rules: what the rulebooks print as examples,
//! what the rulings decide, and which component data are refused.

#[path = "../support/shipped.rs"]
mod shipped;
mod support;

mod catalogue;
mod examples;
mod redeal;
mod rulings;
mod words;
