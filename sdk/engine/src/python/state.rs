//! A match, as a Python object.

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use super::{masked, observed, options, to_json, to_python};
use crate::batch::payoffs;
use crate::error::EngineError;
use crate::play::{self, Play};
use crate::position::{Pace, Step};

/// A match in play.
#[pyclass(module = "entente_engine")]
pub(crate) struct State(Box<dyn Play>);

impl State {
    /// Returns the seat that is meant: the one that is to act, if none is given.
    fn seat(&self, seat: Option<u8>) -> Result<u8, EngineError> {
        seat.or_else(|| self.0.actor()).ok_or(EngineError::Over)
    }
}

#[pymethods]
impl State {
    #[new]
    #[pyo3(signature = (game, options=None, seed=0, *, step_ms=1000))]
    fn new(
        game: &str,
        options: Option<&Bound<'_, PyDict>>,
        seed: u64,
        step_ms: u32,
    ) -> PyResult<Self> {
        let options = self::options(options)?;
        Ok(Self(play::deal(game, &options, seed, Pace { step_ms })?))
    }

    #[staticmethod]
    fn from_bytes(data: &[u8]) -> PyResult<Self> {
        Ok(Self(play::from_bytes(data)?))
    }

    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.0.to_bytes()?))
    }

    fn clone(&self) -> Self {
        Self(self.0.boxed())
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let restore = py.get_type::<Self>().getattr("from_bytes")?;
        Ok((restore, (self.to_bytes(py)?,)))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<Self>()
            .is_ok_and(|other| other.try_borrow().is_ok_and(|other| self.0.same(&*other.0)))
    }

    fn __repr__(&self) -> String {
        let turn = self.0.actor().map_or("over".to_owned(), |seat| format!("seat {seat} to act"));
        format!("State({:?}, seed={}, {turn})", self.0.game(), self.0.seed())
    }

    #[getter]
    fn game(&self) -> &'static str {
        self.0.game()
    }

    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let text = serde_json::to_string(self.0.options());
        to_python(py, &text.map_err(|fault| EngineError::Options(fault.to_string()))?)
    }

    #[getter]
    fn seed(&self) -> u64 {
        self.0.seed()
    }

    #[getter]
    fn seats(&self) -> u8 {
        self.0.seats()
    }

    #[getter]
    fn num_actions(&self) -> usize {
        self.0.encoding().actions()
    }

    #[getter]
    fn observation_size(&self) -> usize {
        self.0.names().len()
    }

    #[getter]
    fn now_ms(&self) -> u64 {
        self.0.now_ms()
    }

    #[getter]
    fn actor(&self) -> Option<u8> {
        self.0.actor()
    }

    #[getter]
    fn awaiting(&self) -> Vec<u8> {
        self.0.awaiting()
    }

    #[getter]
    fn over(&self) -> bool {
        self.0.actor().is_none()
    }

    #[pyo3(signature = (seat=None))]
    fn legal_actions(&self, seat: Option<u8>) -> PyResult<Vec<u16>> {
        match seat.or_else(|| self.0.actor()) {
            Some(seat) => Ok(self.0.legal(seat)?),
            None => Ok(Vec::new()),
        }
    }

    #[pyo3(signature = (seat=None))]
    fn action_mask<'py>(
        &self,
        py: Python<'py>,
        seat: Option<u8>,
    ) -> PyResult<Bound<'py, PyArray1<i8>>> {
        masked(py, self.num_actions(), self.legal_actions(seat)?)
    }

    #[pyo3(signature = (seat=None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        seat: Option<u8>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let seat = self.seat(seat)?;
        observed(py, self.observation_size(), |out| self.0.observe(seat, out))
    }

    #[pyo3(signature = (seat=None))]
    fn unfinished(&self, seat: Option<u8>) -> PyResult<Vec<u16>> {
        Ok(self.0.path(self.seat(seat)?)?)
    }

    fn action_name(&self, action: usize) -> PyResult<String> {
        let name = self.0.encoding().name(action).map(str::to_owned);
        let unknown = || EngineError::Action(format!("there is no action {action}"));
        Ok(name.ok_or_else(unknown)?)
    }

    #[pyo3(signature = (action, seat=None))]
    fn act(&mut self, action: i64, seat: Option<u8>) -> PyResult<&'static str> {
        let seat = self.seat(seat)?;
        let unknown = |_| EngineError::Action(format!("there is no action {action}"));
        let action = u16::try_from(action).map_err(unknown)?;
        Ok(match self.0.act(seat, action)? {
            Step::Unfinished => "unfinished",
            Step::Done => "done",
            Step::Refused(_) => "refused",
            Step::Raced => "raced",
        })
    }

    #[pyo3(signature = (command, seat=None))]
    fn apply(&mut self, command: &Bound<'_, PyDict>, seat: Option<u8>) -> PyResult<()> {
        let seat = self.seat(seat)?;
        let text = to_json(command.as_any());
        let text = text.map_err(|fault| EngineError::Action(format!("no command: {fault}")))?;
        Ok(self.0.apply(seat, &text)?)
    }

    #[pyo3(signature = (command, seat=None))]
    fn actions_of(&self, command: &Bound<'_, PyDict>, seat: Option<u8>) -> PyResult<Vec<u16>> {
        let seat = self.seat(seat)?;
        let text = to_json(command.as_any());
        let text = text.map_err(|fault| EngineError::Action(format!("no command: {fault}")))?;
        Ok(self.0.actions_of(seat, &text)?)
    }

    fn resign(&mut self, seat: u8) -> PyResult<()> {
        Ok(self.0.resign(seat)?)
    }

    #[pyo3(signature = (viewer, seed))]
    fn redeal(&self, viewer: Option<u8>, seed: u64) -> PyResult<Self> {
        let mut redealt = self.0.boxed();
        redealt.redeal(viewer, seed)?;
        Ok(Self(redealt))
    }

    #[pyo3(signature = (viewer=None))]
    fn view<'py>(&self, py: Python<'py>, viewer: Option<u8>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.0.view(viewer)?)
    }

    #[pyo3(signature = (seat=None))]
    fn offers<'py>(&self, py: Python<'py>, seat: Option<u8>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.0.offers(self.seat(seat)?)?)
    }

    fn scores(&self) -> Vec<i64> {
        self.0.scores()
    }

    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let Some(outcome) = self.0.outcome() else { return Ok(None) };
        let described = PyDict::new(py);
        let winners: Vec<u32> = outcome.winners.iter().map(|seat| u32::from(*seat)).collect();
        described.set_item("winners", winners)?;
        described.set_item("scores", outcome.scores)?;
        described.set_item("reason", outcome.reason)?;
        Ok(Some(described))
    }

    fn returns(&self) -> Vec<f32> {
        let seats = usize::from(self.0.seats());
        self.0.outcome().map_or_else(|| vec![0.0; seats], |outcome| payoffs(&outcome, seats))
    }
}
