//! The origin of a value of the component data.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The origin of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// Read in a rulebook.
    Printed,
    /// Forced by printed facts.
    Derived,
    /// Chosen by this project because no readable source has it.
    Reconstructed,
}
