//! Nothing that a viewer receives depends on what it may not know: two worlds, one script, and every
//! byte compared.
//!
//! World A is a real room in a state that a random match has reached. World B is the same room with
//! everything redrawn that one viewer cannot know, the server's secret included. The same things
//! are sent in both (`script`), and what the viewer receives is compared byte for byte, in order,
//! count and length (`judge`); salted hashes by length. Steps that reveal something by the rules
//! end a comparison; in what they reveal, the names of cards that stay hidden are looked for. At the
//! end the viewer comes back, and must be shown what it had been shown.
//!
//! Most cases run in this process, on the room's own task and outboxes; some over real sockets, with
//! HTTP beside them. One script and one judge serve both.

mod case;
mod chance;
mod connection;
mod course;
mod door;
mod guess;
mod judge;
mod log;
mod play;
mod rooms;
mod script;
mod transcript;
mod variants;
mod world;

use std::collections::BTreeMap;

use clap::Args;
use engine::dealer::Dealer;
use engine::{Audience, Game};
use fairness::vd1::MatchKey;
use laws::{Lawful, Task, with};
use tokio::runtime::{Builder, Runtime};

use crate::figures::Figures;
use case::Case;
use chance::Chance;
use course::Course;
use judge::Counts;
use log::Capture;
use play::{play, viewers};
use rooms::Fixture;
use variants::{VARIANTS, Variant};

/// The number of cases whose rooms are opened together.
const BATCH: usize = 32;

/// The number of batches of which one has the server's log captured.
const BATCHES_A_CAPTURE: u64 = 6;

/// The size of this campaign.
#[derive(Clone, Debug, Args)]
pub struct Arguments {
    /// Seed of the matches and the scripts
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Number of states compared, one for each viewer
    #[arg(long, default_value_t = 1_000_000)]
    pub states: u64,
    /// Id of the only game to play
    #[arg(long)]
    pub game: Option<String>,
    /// Number of workers, each with rooms of its own
    #[arg(long, default_value_t = 2)]
    pub workers: u64,
    /// Number of batches of which one has a case run over real sockets too; 0 is never
    #[arg(long, default_value_t = 8)]
    pub sockets: u64,
}

/// Runs the campaign.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    println!("seed {}", arguments.seed);
    let counts = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..arguments.workers)
            .map(|worker| scope.spawn(move || Worker::new(arguments, worker).work()))
            .collect();
        let mut all = Counts::default();
        for worker in workers {
            // A panic of a worker's is a failure of the campaign.
            all.add(worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        all
    });
    for failure in &counts.failures {
        eprintln!("{failure}");
    }
    let guessed = guess::attack((arguments.states / 1_000).clamp(10, 1_000), arguments.seed);
    Figures::of("non-interference", arguments.seed)
        .at_least_one("matches", counts.matches)
        .at_least_one("states", counts.states)
        .at_least_one("pairs of worlds", counts.worlds)
        .at_least_one("frames", counts.frames)
        .at_least_one("rejections", counts.rejections)
        .at_least_one("bytes", counts.bytes)
        .none("differing bytes", counts.differing)
        .at_least_one("revealing steps", counts.revealed)
        .at_least_one("hidden names looked for", counts.names)
        .none("found", counts.named)
        .at_least_one("returns", counts.returns)
        .none("shown something else", counts.misfolded)
        .at_least_one("bytes of log", counts.logged)
        .at_least_one("cases over sockets", counts.sockets)
        .at_least_one("locked hands guessed at", guessed.hands)
        .none("guessed", guessed.found)
        .none("not guessed with the salt", guessed.hands - guessed.with_salt)
        .judge()
}

struct Worker<'a> {
    arguments: &'a Arguments,
    number: u64,
    fixtures: BTreeMap<&'static str, Fixture>,
    counts: Counts,
    batches: u64,
}

impl<'a> Worker<'a> {
    fn new(arguments: &'a Arguments, number: u64) -> Self {
        Self { arguments, number, fixtures: BTreeMap::new(), counts: Counts::default(), batches: 0 }
    }

    /// Plays matches until this worker's share is compared, each variant at least once.
    fn work(mut self) -> Counts {
        let share = self.arguments.states / self.arguments.workers;
        let game = self.arguments.game.as_deref();
        let wanted = |variant: &&Variant| game.is_none_or(|game| variant.game == game);
        let variants: Vec<&'static Variant> = VARIANTS.iter().filter(wanted).collect();
        let all = variants.len() as u64;
        let mut number = self.number;
        while all > 0 && (number < all || self.counts.states < share) && self.counts.clean() {
            let variant = variants[(number % all) as usize];
            let seed = self.arguments.seed.wrapping_add(number);
            with(variant.game, Compare { worker: &mut self, variant, seed });
            number += self.arguments.workers;
        }
        self.counts
    }

    /// Plays one match and compares some of its moments for every viewer.
    fn compare<G: Game>(&mut self, variant: &'static Variant, seed: u64) {
        let mut chance = Chance::new(seed);
        let runtime = standing_clock();
        let fixture = self
            .fixtures
            .remove(variant.name.as_str())
            .unwrap_or_else(|| runtime.block_on(Fixture::new::<G>(variant, BATCH)));
        let moments = play::<G>(deal(&fixture, variant, &mut chance), usize::MAX, &mut chance);
        let course = Course::of(moments);
        self.counts.matches += 1;
        let wanted = (self.arguments.states / 400).clamp(8, 64) as usize;
        let mut starts = Vec::new();
        for number in 0..wanted {
            let at = course.pick(number, &mut chance);
            let viewers = viewers(&course.moments[at].game);
            starts.extend(viewers.into_iter().map(|viewer| (at, viewer)));
        }
        let what = format!("{}, seed {seed}", variant.name);
        for part in starts.chunks(BATCH) {
            let rooms = fixture.templates.iter().zip(part);
            let cases: Vec<Case<'_, G>> = rooms
                .filter_map(|(template, (at, viewer))| {
                    Case::new(template, &course, *at, *viewer, &mut chance, &what)
                })
                .collect();
            self.batch(&fixture, &cases);
        }
        self.fixtures.insert(&variant.name, fixture);
    }

    /// Carries out a batch of cases, and one of them over sockets now and then.
    fn batch<G: Game>(&mut self, fixture: &Fixture, cases: &[Case<'_, G>]) {
        let Self { counts, batches, .. } = self;
        let capture = batches.is_multiple_of(BATCHES_A_CAPTURE).then(Capture::start);
        standing_clock().block_on(case::in_process(fixture, cases, counts));
        drop(capture);
        let sockets = self.arguments.sockets;
        if sockets > 0
            && batches.is_multiple_of(sockets)
            && let Some(case) = cases.get((*batches / sockets) as usize % BATCH)
        {
            let runtime = standing_clock();
            // A clock that stands still leaps ahead while everyone waits for a socket, but not as
            // long as a thread is busy.
            let (release, busy) = std::sync::mpsc::sync_channel::<()>(1);
            runtime.spawn_blocking(move || busy.recv());
            let _capture = Capture::start();
            runtime.block_on(case::over_sockets(fixture, case, counts));
            drop(release);
        }
        *batches += 1;
    }
}

/// One match of a variant, compared.
struct Compare<'w, 'a> {
    worker: &'w mut Worker<'a>,
    variant: &'static Variant,
    seed: u64,
}

impl Task for Compare<'_, '_> {
    type Output = ();

    fn of<G: Lawful>(self) {
        self.worker.compare::<G>(self.variant, self.seed);
    }
}

/// Builds a runtime of one thread whose clock moves only when it is told to.
fn standing_clock() -> Runtime {
    let built = Builder::new_current_thread().enable_all().start_paused(true).build();
    built.expect("a runtime")
}

fn deal<G: Game>(fixture: &Fixture, variant: &Variant, chance: &mut Chance) -> G {
    let mut key = [0; 32];
    key.fill_with(|| chance.below(256) as u8);
    let options = serde_json::Value::Object(variant.options.clone());
    let options: G::Options = serde_json::from_value(options).expect("options of this game");
    let mut events: Vec<(Audience, G::Event)> = Vec::new();
    G::setup(&options, fixture.data::<G>(), Dealer::new(MatchKey::from_bytes(key)), &mut events)
}
