//! The errors, and the Python exception of each.

use engine::catalogue::DataFault;
use protocol::Rejection;
use pyo3::PyErr;
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;

create_exception!(entente_engine, EntenteError, PyValueError, "Whatever this package refuses.");
create_exception!(entente_engine, UnknownGame, EntenteError, "There is no such game.");
create_exception!(entente_engine, InvalidOptions, EntenteError, "The game refuses these options.");
create_exception!(entente_engine, IllegalAction, EntenteError, "The action is not legal now.");
create_exception!(entente_engine, Refused, EntenteError, "The rules refuse the command.");
create_exception!(entente_engine, MatchOver, EntenteError, "The match is over.");
create_exception!(entente_engine, NoSuchSeat, EntenteError, "The match has no such seat.");
create_exception!(entente_engine, BadBytes, EntenteError, "These bytes are no stored state.");
create_exception!(entente_engine, BadView, EntenteError, "A view or an offer that cannot be read.");

/// Whatever is refused.
#[derive(Debug)]
pub(crate) enum EngineError {
    /// There is no such game.
    Game(String),
    /// The game refuses the options.
    Options(String),
    /// The action is not legal now.
    Action(String),
    /// The rules refuse a command.
    Command(Rejection),
    /// The match is over.
    Over,
    /// The match has no such seat, or nothing is asked of it.
    Seat(String),
    /// Bytes that are no stored state.
    Bytes(String),
    /// A view that cannot be read.
    View(String),
    /// Offers that cannot be read.
    Offers(String),
    /// The shipped component data do not hold together.
    Data(DataFault),
}

impl From<EngineError> for PyErr {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::Game(why) => UnknownGame::new_err(why),
            EngineError::Options(why) => InvalidOptions::new_err(why),
            EngineError::Action(why) => IllegalAction::new_err(why),
            EngineError::Command(rejection) => {
                let code = serde_json::to_value(rejection.code);
                let code = code.ok().and_then(|code| code.as_str().map(str::to_owned));
                Refused::new_err((rejection.detail, code.unwrap_or_default()))
            }
            EngineError::Over => MatchOver::new_err("the match is over"),
            EngineError::Seat(why) => NoSuchSeat::new_err(why),
            EngineError::Bytes(why) => BadBytes::new_err(why),
            EngineError::View(why) | EngineError::Offers(why) => BadView::new_err(why),
            EngineError::Data(fault) => EntenteError::new_err(fault.to_string()),
        }
    }
}
