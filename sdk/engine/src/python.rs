//! The face of this crate in Python.

mod question;
mod state;
mod vector;

use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde_json::{Map, Value};

use crate::encoding::{Encoding, VERSION};
use crate::error;
use crate::game::Playable;
use crate::with_game;

/// Adds classes, functions and exceptions to the module.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add_class::<state::State>()?;
    module.add_class::<vector::Vector>()?;
    module.add_class::<question::Question>()?;
    module.add_function(wrap_pyfunction!(games, module)?)?;
    module.add_function(wrap_pyfunction!(encoding, module)?)?;
    module.add_function(wrap_pyfunction!(vector::rust_loop, module)?)?;
    module.add("ENCODING_VERSION", VERSION)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("EntenteError", py.get_type::<error::EntenteError>())?;
    module.add("UnknownGame", py.get_type::<error::UnknownGame>())?;
    module.add("InvalidOptions", py.get_type::<error::InvalidOptions>())?;
    module.add("IllegalAction", py.get_type::<error::IllegalAction>())?;
    module.add("Refused", py.get_type::<error::Refused>())?;
    module.add("MatchOver", py.get_type::<error::MatchOver>())?;
    module.add("NoSuchSeat", py.get_type::<error::NoSuchSeat>())?;
    module.add("BadBytes", py.get_type::<error::BadBytes>())?;
    module.add("BadView", py.get_type::<error::BadView>())?;
    Ok(())
}

/// Returns the ids of the games.
#[pyfunction]
fn games() -> Vec<&'static str> {
    engine::REGISTRY.iter().map(|game| game.id).collect()
}

/// Returns the numbering of a game: its blocks of actions, the names of all actions, and those of the entries
/// of an observation.
#[pyfunction]
fn encoding<'py>(py: Python<'py>, game: &str) -> PyResult<Bound<'py, PyDict>> {
    let (encoding, names): (&'static Encoding, &'static [String]) = with_game!(game, G => {
        let rules = <G as Playable>::rules()?;
        Ok((&rules.encoding, rules.names()))
    })?;
    let blocks =
        encoding.blocks().iter().map(|block| (&block.name, block.first, block.actions.len()));
    let actions = encoding.blocks().iter().flat_map(|block| &block.actions);
    let described = PyDict::new(py);
    described.set_item("game", game)?;
    described.set_item("version", VERSION)?;
    described.set_item("blocks", PyList::new(py, blocks.collect::<Vec<_>>())?)?;
    described.set_item("actions", PyList::new(py, actions.collect::<Vec<_>>())?)?;
    described.set_item("observation", PyList::new(py, names)?)?;
    Ok(described)
}

/// Reads JSON as a Python value.
fn to_python<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (text,))
}

/// Writes a Python value as JSON.
fn to_json(value: &Bound<'_, PyAny>) -> PyResult<String> {
    value.py().import("json")?.call_method1("dumps", (value,))?.extract()
}

/// Reads options as Python gives them.
fn options(given: Option<&Bound<'_, PyDict>>) -> PyResult<Map<String, Value>> {
    let Some(given) = given else { return Ok(Map::new()) };
    let text = to_json(given.as_any());
    let text = text.map_err(|fault| error::EngineError::Options(fault.to_string()))?;
    let read = serde_json::from_str(&text);
    Ok(read.map_err(|fault| error::EngineError::Options(fault.to_string()))?)
}

/// Makes an array of an observation.
fn observed(
    py: Python<'_>,
    entries: usize,
    write: impl FnOnce(&mut [f32]) -> Result<(), error::EngineError>,
) -> PyResult<Bound<'_, PyArray1<f32>>> {
    let array = PyArray1::<f32>::zeros(py, entries, false);
    write(array.readwrite().as_slice_mut()?)?;
    Ok(array)
}

/// Makes a mask of legal actions.
fn masked(
    py: Python<'_>,
    actions: usize,
    legal: impl IntoIterator<Item = u16>,
) -> PyResult<Bound<'_, PyArray1<i8>>> {
    let array = PyArray1::<i8>::zeros(py, actions, false);
    let mut mask = array.readwrite();
    let mask = mask.as_slice_mut()?;
    legal.into_iter().for_each(|action| mask[usize::from(action)] = 1);
    Ok(array)
}
