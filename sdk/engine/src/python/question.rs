//! A question of a server, as a Python object.

use numpy::PyArray1;
use pyo3::prelude::*;

use super::{masked, observed, to_json, to_python};
use crate::error::EngineError;
use crate::question::{self, Ask};

/// A question that a server puts to a seat.
#[pyclass(module = "entente_engine")]
pub(crate) struct Question(Box<dyn Ask>);

#[pymethods]
impl Question {
    #[new]
    #[pyo3(signature = (game, public, private, offers, *, now_ms=0))]
    fn new(
        game: &str,
        public: &Bound<'_, PyAny>,
        private: &Bound<'_, PyAny>,
        offers: &Bound<'_, PyAny>,
        now_ms: u64,
    ) -> PyResult<Self> {
        let text = |value| to_json(value).map_err(|fault| EngineError::View(fault.to_string()));
        let (public, private, offers) = (text(public)?, text(private)?, text(offers)?);
        Ok(Self(question::read(game, &public, &private, &offers, now_ms)?))
    }

    fn legal_actions(&self) -> Vec<u16> {
        self.0.legal()
    }

    fn action_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        masked(py, self.0.encoding().actions(), self.0.legal())
    }

    fn observation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f32>>> {
        observed(py, self.0.entries(), |out| {
            self.0.observe(out);
            Ok(())
        })
    }

    fn actions_of(&self, command: &Bound<'_, PyAny>) -> PyResult<Vec<u16>> {
        let text = to_json(command)
            .map_err(|fault| EngineError::Action(format!("no command: {fault}")))?;
        Ok(self.0.actions_of(&text)?)
    }

    fn act<'py>(&mut self, py: Python<'py>, action: i64) -> PyResult<Option<Bound<'py, PyAny>>> {
        let unknown = |_| EngineError::Action(format!("there is no action {action}"));
        let command = self.0.act(u16::try_from(action).map_err(unknown)?)?;
        command.map(|command| to_python(py, &command)).transpose()
    }
}
