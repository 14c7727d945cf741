//! The rules of Entente's games for research, as the native part of the Python package `entente_engine`.
//!
//! `encoding` numbers commands, `observe` writes views as numbers, `position` plays a match by these numbers.
//! Three classes show it to Python: a match (`state`), many at once (`vector`), and a question of a server
//! (`question`). No rule is here: they are in `engine`.

mod batch;
mod chance;
mod encode;
mod encoding;
mod error;
mod game;
mod observe;
mod play;
mod position;
mod python;
mod question;
mod template;

use pyo3::prelude::*;

/// Views are made of many small parts, which are gone a moment later.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Carries out code for the game with this id, under a name for its type.
macro_rules! with_game {
    ($id:expr, $game:ident => $code:expr) => {{
        use engine::Game as _;
        use engine::games::{balance_of_power, europe, europe_divided};
        let id: &str = $id;
        match id {
            europe_divided::EuropeDivided::ID => {
                type $game = europe_divided::EuropeDivided;
                $code
            }
            balance_of_power::BalanceOfPower::ID => {
                type $game = balance_of_power::BalanceOfPower;
                $code
            }
            europe::Europe::ID => {
                type $game = europe::Europe;
                $code
            }
            _ => Err($crate::error::EngineError::Game(format!("there is no game {id:?}"))),
        }
    }};
}
pub(crate) use with_game;

#[pymodule(name = "_native", gil_used = false)]
fn native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    python::add_to(module)
}
