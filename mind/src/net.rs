//! The value of a position: a small network over sparse features.
//!
//! One hidden layer of rectifiers and the features themselves lead to one output: the chance that the
//! first side wins. It was trained by
//! matches against itself; the weights are data.

use engine::think::WeightedFeature;
use thiserror::Error;

/// Number of hidden units.
pub const HIDDEN: usize = 32;

/// The hidden layer's sums.
pub type Sums = [f32; HIDDEN];

/// Weights of a network.
#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    /// By feature.
    pub input: Vec<Sums>,
    /// From each feature to the output, past the hidden layer.
    pub direct: Vec<f32>,
    /// Added to every sum.
    pub bias: Sums,
    /// The weights of the output.
    pub output: Sums,
    /// Added to the output.
    pub offset: f32,
}

/// Refusal of bytes that are no network for a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{bytes} bytes are no network of {features} features")]
pub struct NoNet {
    /// Number of bytes.
    pub bytes: usize,
    /// Number of features that were expected.
    pub features: usize,
}

/// Bytes of a weight.
const WEIGHT: usize = 2;
/// A weight of 1 as it is stored.
const ONE: f32 = 1024.0;

impl Net {
    /// Builds a network that takes every position for even.
    pub fn blank(features: usize) -> Self {
        Self {
            input: vec![[0.0; HIDDEN]; features],
            direct: vec![0.0; features],
            bias: [0.0; HIDDEN],
            output: [0.0; HIDDEN],
            offset: 0.0,
        }
    }

    /// Reads the weights as [`Self::bytes`] writes them.
    pub fn read(bytes: &[u8], features: usize) -> Result<Self, NoNet> {
        let weights = (features + 2) * HIDDEN + features + 1;
        if bytes.len() != weights * WEIGHT {
            return Err(NoNet { bytes: bytes.len(), features });
        }
        let mut stored = bytes.chunks_exact(WEIGHT);
        let mut weight = || match stored.next() {
            Some(&[low, high]) => f32::from(i16::from_le_bytes([low, high])) / ONE,
            _ => 0.0,
        };
        let mut net = Self::blank(features);
        for sums in &mut net.input {
            sums.fill_with(&mut weight);
        }
        net.direct.fill_with(&mut weight);
        net.bias.fill_with(&mut weight);
        net.output.fill_with(&mut weight);
        net.offset = weight();
        Ok(net)
    }

    /// Writes the weights: 16 bits each, little-endian, in units of 1/1024.
    pub fn bytes(&self) -> Vec<u8> {
        let all = self
            .input
            .iter()
            .flatten()
            .chain(&self.direct)
            .chain(&self.bias)
            .chain(&self.output)
            .chain([&self.offset]);
        all.flat_map(|weight| {
            ((weight * ONE).round().clamp(-32_768.0, 32_767.0) as i16).to_le_bytes()
        })
        .collect()
    }

    /// Returns the network with more weight on some features, past the hidden layer: each with how much.
    #[must_use]
    pub fn fond_of(mut self, taste: &[(usize, f32)]) -> Self {
        for (feature, more) in taste {
            if let Some(weight) = self.direct.get_mut(*feature) {
                *weight += more;
            }
        }
        self
    }

    /// Adds up the hidden layer, and what goes past it.
    pub fn sums(&self, features: &[WeightedFeature]) -> (Sums, f32) {
        let mut sums = self.bias;
        let mut past = self.offset;
        for (feature, size) in features {
            let at = usize::from(*feature);
            let weights = &self.input[at];
            for unit in 0..HIDDEN {
                sums[unit] += weights[unit] * size;
            }
            past += self.direct[at] * size;
        }
        (sums, past)
    }

    /// Returns the output, before it is made a chance, of what [`Self::sums`] returned.
    pub fn logit(&self, (sums, past): &(Sums, f32)) -> f32 {
        let hidden = sums.iter().zip(&self.output).map(|(sum, weight)| sum.max(0.0) * weight);
        past + hidden.sum::<f32>()
    }

    /// Returns the chance that the first side wins, from 0 to 1.
    pub fn chance(&self, features: &[WeightedFeature]) -> f32 {
        chance(self.logit(&self.sums(features)))
    }
}

/// Returns the logistic function.
pub fn chance(logit: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-logit))
}
