//! Europe Divided through the public interface of its rules: what the rulebooks print as examples,
//! what the rulings decide, and which component data are refused.

mod support;

mod catalogue;
mod examples;
mod rulings;
