//! Many matches at once, as a Python object, and the plain loop to measure it against.

use std::time::Instant;

use engine::Game;
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::options;
use crate::batch::{self, Batch, Lanes};
use crate::chance::Coins;
use crate::error::EngineError;
use crate::game::{Playable, Rules};
use crate::position::Pace;
use crate::with_game;

/// The most matches of a batch.
const MOST_LANES: usize = 65_536;
/// The longest that a seat takes for a decision in the plain loop, in milliseconds of match time.
const MOST_THOUGHT_MS: u64 = 2_000;

/// Many matches at once. The arrays are the same at every step: what was in them is written over.
#[pyclass(module = "entente_engine")]
pub(crate) struct Vector {
    batch: Box<dyn Batch>,
    lanes: usize,
    observations: Py<PyArray2<f32>>,
    masks: Py<PyArray2<bool>>,
    actors: Py<PyArray1<i8>>,
    rewards: Py<PyArray2<f32>>,
    dones: Py<PyArray1<bool>>,
}

impl Vector {
    /// Has the batch write into the arrays.
    fn write<T: Send>(
        &mut self,
        py: Python<'_>,
        write: impl FnOnce(&mut dyn Batch, &mut Lanes<'_>) -> T + Send,
    ) -> PyResult<T> {
        let mut observations = self.observations.bind(py).try_readwrite()?;
        let mut masks = self.masks.bind(py).try_readwrite()?;
        let mut actors = self.actors.bind(py).try_readwrite()?;
        let mut rewards = self.rewards.bind(py).try_readwrite()?;
        let mut dones = self.dones.bind(py).try_readwrite()?;
        let mut lanes = Lanes {
            observations: observations.as_slice_mut()?,
            masks: masks.as_slice_mut()?,
            actors: actors.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            dones: dones.as_slice_mut()?,
        };
        let batch = &mut *self.batch;
        Ok(py.detach(|| write(batch, &mut lanes)))
    }
}

#[pymethods]
impl Vector {
    #[new]
    #[pyo3(signature = (game, lanes, options=None, seed=0, *, step_ms=1000))]
    fn new(
        py: Python<'_>,
        game: &str,
        lanes: usize,
        options: Option<&Bound<'_, PyDict>>,
        seed: u64,
        step_ms: u32,
    ) -> PyResult<Self> {
        if !(1..=MOST_LANES).contains(&lanes) {
            let why = format!("a batch has 1 to {MOST_LANES} lanes, not {lanes}");
            return Err(EngineError::Options(why).into());
        }
        let options = self::options(options)?;
        let batch = batch::batch(game, &options, lanes, Pace { step_ms })?;
        let mut made = Self {
            lanes,
            observations: PyArray2::zeros(py, [lanes, batch.entries()], false).unbind(),
            masks: PyArray2::zeros(py, [lanes, batch.actions()], false).unbind(),
            actors: PyArray1::zeros(py, lanes, false).unbind(),
            rewards: PyArray2::zeros(py, [lanes, batch.seats()], false).unbind(),
            dones: PyArray1::zeros(py, lanes, false).unbind(),
            batch,
        };
        made.reset(py, seed)?;
        Ok(made)
    }

    fn reset(&mut self, py: Python<'_>, seed: u64) -> PyResult<()> {
        self.write(py, |batch, lanes| batch.reset(seed, lanes))
    }

    fn step(&mut self, py: Python<'_>, actions: &Bound<'_, PyArray1<i32>>) -> PyResult<()> {
        if actions.len() != self.lanes {
            let why = format!("{} actions for {} lanes", actions.len(), self.lanes);
            return Err(EngineError::Action(why).into());
        }
        let actions = actions.to_vec()?;
        Ok(self.write(py, |batch, lanes| batch.step(&actions, lanes))??)
    }

    fn random_actions<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let array = PyArray1::<i32>::zeros(py, self.lanes, false);
        self.batch.draw(array.readwrite().as_slice_mut()?);
        Ok(array)
    }

    #[getter]
    fn lanes(&self) -> usize {
        self.lanes
    }

    #[getter]
    fn observations(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.observations.clone_ref(py)
    }

    #[getter]
    fn masks(&self, py: Python<'_>) -> Py<PyArray2<bool>> {
        self.masks.clone_ref(py)
    }

    #[getter]
    fn actors(&self, py: Python<'_>) -> Py<PyArray1<i8>> {
        self.actors.clone_ref(py)
    }

    #[getter]
    fn rewards(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.rewards.clone_ref(py)
    }

    #[getter]
    fn dones(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
        self.dones.clone_ref(py)
    }
}

/// Plays this many commands by chance without any of this package around the rules; returns the seconds that it
/// took.
#[pyfunction]
#[pyo3(signature = (game, commands, options=None, seed=0))]
pub(crate) fn rust_loop(
    py: Python<'_>,
    game: &str,
    commands: u64,
    options: Option<&Bound<'_, PyDict>>,
    seed: u64,
) -> PyResult<f64> {
    let options = self::options(options)?;
    Ok(py.detach(|| with_game!(game, G => plain::<G>(&options, commands, seed)))?)
}

fn plain<G: Playable>(
    options: &serde_json::Map<String, serde_json::Value>,
    commands: u64,
    seed: u64,
) -> Result<f64, EngineError> {
    let rules = G::rules()?;
    let options = Rules::<G>::typed(&rules.options(options)?)?;
    let mut coins = Coins::new(seed);
    let mut below = |n: u64| coins.below(n as usize) as u64;
    let mut choices = Vec::new();
    let (mut made, mut matches) = (0, seed);
    let start = Instant::now();
    while made < commands {
        let mut game = rules.deal_typed(&options, matches);
        matches = matches.wrapping_add(1);
        let mut now = 0;
        while made < commands && Game::outcome(&game).is_none() {
            now += below(MOST_THOUGHT_MS);
            choices.clear();
            let awaited = game.awaiting();
            let seat = awaited.iter().nth(below(u64::from(awaited.len().max(1))) as usize);
            if let Some(seat) = seat {
                game.choices(seat, &mut choices);
            }
            let due = game.next_deadline().filter(|due| *due <= now || choices.is_empty());
            if let Some(due) = due {
                now = due;
                game.deadline(due, &mut ());
            } else if let Some(seat) = seat.filter(|_| !choices.is_empty()) {
                let choice = &choices[below(choices.len() as u64) as usize];
                let command = game.sample(choice, &mut below);
                // A loose offer may be refused; that was a command all the same.
                drop(game.apply(now, seat, &command, &mut ()));
                made += 1;
            }
        }
    }
    Ok(start.elapsed().as_secs_f64())
}
