//! Training a value by matches of a greedy mind against itself: temporal differences (Tesauro 1992;
//! Sutton 1988), as Race for the Galaxy's opponents were trained.

#![expect(clippy::cast_precision_loss, reason = "matches are counted to some millions")]

use std::sync::Arc;

use engine::think::{Think, WeightedFeature};
use engine::{Seat, Viewer};
use laws::rules::deal;
use mind::Net;
use mind::net::{HIDDEN, Sums, chance};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;

/// By which share steps are shorter at the end of a training.
const LESS: f32 = 0.95;

/// Plan of a training.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Matches.
    pub matches: u64,
    /// First seed.
    pub seed: u64,
    /// The length of a step.
    pub rate: f32,
    /// Share of what came later in what a position learns from.
    pub lambda: f32,
    /// Share of commands chosen at random.
    pub wander: f32,
    /// Samples of a command with a result up to chance.
    pub samples: u32,
}

/// Sums of squared slopes, by which steps grow shorter (`AdaGrad`).
struct Slopes {
    input: Vec<Sums>,
    direct: Vec<f32>,
    bias: Sums,
    output: Sums,
    offset: f32,
}

/// Trains a network further; `report` is called from time to time.
pub fn train<G: Think>(
    data: &Arc<G::Data>,
    options: &[Value],
    net: &mut Net,
    plan: Plan,
    report: &mut dyn FnMut(u64, f32, &Net),
) {
    let mut coins = ChaCha8Rng::seed_from_u64(plan.seed);
    let features = net.input.len();
    let mut slopes = Slopes {
        input: vec![[1.0; HIDDEN]; features],
        direct: vec![1.0; features],
        bias: [1.0; HIDDEN],
        output: [1.0; HIDDEN],
        offset: 1.0,
    };
    let mut error = 0.0;
    let mut count = 0.0;
    for number in 0..plan.matches {
        let options = &options[number as usize % options.len()];
        let game: G = deal(data.clone(), options, plan.seed + number);
        let (positions, end) = play(game, net, plan, &mut coins);
        // Short steps at the end, so that the last matches do not count more than the others.
        let rate = plan.rate * (1.0 - LESS * number as f32 / plan.matches as f32);
        let mut target = end;
        for position in positions.iter().rev() {
            let off = learn(net, &mut slopes, position, target, rate);
            error += off * off;
            count += 1.0;
            let now = net.chance(position);
            target = plan.lambda * target + (1.0 - plan.lambda) * now;
        }
        if number % 500 == 499 {
            report(number + 1, (error / count as f32).sqrt(), net);
            (error, count) = (0.0, 0.0);
        }
    }
}

/// Plays a match; returns the features of each position after a command, and the end's value.
fn play<G: Think>(
    mut game: G,
    net: &Net,
    plan: Plan,
    coins: &mut ChaCha8Rng,
) -> (Vec<Vec<WeightedFeature>>, f32) {
    let mut positions = Vec::new();
    let mut candidates = Vec::new();
    let mut scratch = Vec::new();
    for _ in 0..5_000 {
        let Some(seat) = game.awaiting().iter().next() else { break };
        candidates.clear();
        game.candidates(seat, &mut |n| coins.random_range(0..n), &mut candidates);
        let at = if coins.random::<f32>() < plan.wander {
            coins.random_range(0..candidates.len())
        } else {
            best(&game, seat, net, plan, &candidates, coins, &mut scratch)
        };
        game.apply(0, seat, &candidates[at], &mut ()).expect("candidates are legal");
        if !game.awaiting().is_empty() {
            let mut features = Vec::new();
            game.features(&mut features);
            positions.push(features);
        }
    }
    let end = f32::midpoint(game.lead(), 1.0);
    (positions, end)
}

fn best<G: Think>(
    game: &G,
    seat: Seat,
    net: &Net,
    plan: Plan,
    candidates: &[G::Command],
    coins: &mut ChaCha8Rng,
    scratch: &mut Vec<WeightedFeature>,
) -> usize {
    if candidates.len() == 1 {
        return 0;
    }
    let first = game.is_first_side(seat);
    let mut best = (f32::MIN, 0);
    let mut world = game.clone();
    world.redeal(Viewer::Seat(seat), &mut |n| coins.random_range(0..n));
    let mut results = Vec::new();
    for (at, command) in candidates.iter().enumerate() {
        let (mut all, mut samples) = (0.0, 0.0);
        let mut add = |after: &G, share: f32| {
            let value = worth(after, net, scratch);
            all += share * if first { value } else { 1.0 - value };
            samples += share;
        };
        results.clear();
        world.results(seat, command, &mut results);
        for (after, share) in &results {
            add(after, *share);
        }
        let samples_left = if results.is_empty() { plan.samples } else { 0 };
        for sample in 0..samples_left {
            let mut after = world.clone();
            if sample > 0 {
                after.redeal(Viewer::Seat(seat), &mut |n| coins.random_range(0..n));
            }
            let before = after.epoch();
            after.apply(0, seat, command, &mut ()).expect("candidates are legal");
            add(&after, 1.0);
            if after.epoch() == before {
                break;
            }
        }
        let value: f32 = all / samples;
        if value > best.0 {
            best = (value, at);
        }
    }
    best.1
}

/// Returns the first side's chance in a position, or its end.
fn worth<G: Think>(game: &G, net: &Net, scratch: &mut Vec<WeightedFeature>) -> f32 {
    if game.awaiting().is_empty() {
        return f32::midpoint(game.lead(), 1.0);
    }
    scratch.clear();
    game.features(scratch);
    net.chance(scratch)
}

/// Moves the network towards a target in one position; returns how far off it was.
fn learn(
    net: &mut Net,
    slopes: &mut Slopes,
    position: &[WeightedFeature],
    target: f32,
    rate: f32,
) -> f32 {
    let sums = net.sums(position);
    let off = chance(net.logit(&sums)) - target;
    let (sums, _) = sums;
    let mut back = [0.0; HIDDEN];
    for unit in 0..HIDDEN {
        let active = sums[unit].max(0.0);
        if sums[unit] > 0.0 {
            back[unit] = off * net.output[unit];
        } else {
            // A unit that never fires would never learn.
            back[unit] = 0.01 * off * net.output[unit];
        }
        step(&mut net.output[unit], &mut slopes.output[unit], off * active, rate);
        step(&mut net.bias[unit], &mut slopes.bias[unit], back[unit], rate);
    }
    step(&mut net.offset, &mut slopes.offset, off, rate);
    for (feature, size) in position {
        let at = usize::from(*feature);
        step(&mut net.direct[at], &mut slopes.direct[at], off * size, rate);
        let weights = &mut net.input[usize::from(*feature)];
        let slopes = &mut slopes.input[usize::from(*feature)];
        for unit in 0..HIDDEN {
            step(&mut weights[unit], &mut slopes[unit], back[unit] * size, rate);
        }
    }
    off
}

fn step(weight: &mut f32, slope: &mut f32, by: f32, rate: f32) {
    *slope += by * by;
    *weight -= rate * by / slope.sqrt();
}

/// Fills a blank network with small random weights.
pub fn scatter(net: &mut Net, known: usize, seed: u64) {
    let mut coins = ChaCha8Rng::seed_from_u64(seed);
    for sums in &mut net.input {
        sums.fill_with(|| coins.random_range(-0.05..0.05));
    }
    net.output.fill_with(|| coins.random_range(-0.1..0.1));
    // The first features are sums of what is known to matter, in points of the lead.
    net.direct[..known].fill(0.18);
}
