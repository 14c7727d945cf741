//! Options of Europe Divided that are worth trying.

use serde_json::{Value, json};

pub(super) fn trials() -> Vec<Value> {
    vec![
        json!({"edition": "revised"}),
        json!({"edition": "first"}),
        json!({"edition": "first", "handicap": 3, "handicap_for": "russia"}),
    ]
}
