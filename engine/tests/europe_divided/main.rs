//! Europe Divided through the public interface of its rules: the printed examples of the rulebooks,
//! the rulings, and the component data that are refused.

#[path = "../support/shipped.rs"]
mod shipped;
mod support;

mod catalogue;
mod examples;
mod reasons;
mod redeal;
mod rulings;
mod words;
