//! Puzzles of Europe, which no search knows.
//!
//! Each command that answers a question is tried in many guesses of its seat: `expert` bots play the
//! round to its end on all seats, with the same deals and coins for every answer, and what the seat has
//! then is weighed against the others. An answer is clear if it is better by a margin that chance
//! does not explain.

#![expect(clippy::cast_precision_loss, reason = "some dozens of deals")]

use engine::games::europe::Europe;
use engine::lesson::ScriptedCommand;
use engine::think::Guess;
use engine::{Game, GameEntry, Seat};
use laws::lessons::{begin, carry_out};
use laws::rules::update;
use protocol::games::europe::{
    Citizen, CitizenView, Command, Event, Phase, PlayerView, Private, Public,
};
use protocol::room::BotLevel;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Map, Value, json};

use super::answers::kind;
use super::search::{EASY_MOST, deal_of};
use super::{FoundPuzzle, Words};
use crate::europe::{Kind, Table};

/// The most commands that lead to a position: much is offered in a round.
const BEFORE_MOST: usize = 90;
/// Guesses in which every answer is tried at first, and those in which the best of them must hold.
const TRIED: [usize; 2] = [6, 40];
/// Number of answers that are the best of them.
const CLOSER: usize = 3;
/// The least margin at first, and in the end, in happiness.
const MARGIN: [f64; 2] = [0.4, 0.35];
/// The margin is at least so many standard errors.
const ERRORS: f64 = 3.0;
/// Worth of a coin, and of a cube that a card will bring in each later round, in happiness: about what
/// the bots at `expert` reckon with in the middle of a match.
const WORTH: [f64; 2] = [0.15, 0.5];
/// Steps of a table after which a round should long be over.
const STEPS_MOST: usize = 5_000;
/// Coins with which the easiest level is asked.
const EASY_COINS: u64 = 24;
/// Times that a bot which waits is asked again, and the time between, in milliseconds.
const LOOKS: (u64, u64) = (4, 4_000);

/// Lists the puzzles of the match that bots play with this deal.
///
/// # Panics
/// If the options are not those of a match without a clock.
pub fn mine(game: &GameEntry, options: &Map<String, Value>, seed: u64) -> Vec<FoundPuzzle> {
    let lesson = deal_of(seed, options);
    let all = game.resolve_options(options).expect("options of the game");
    let seats = game.seats(&all).expect("a number of seats");
    let all = Value::Object(all);
    // The same deal twice: as the server has it, to be sure that the commands lead there, and typed.
    let mut live = begin(game, &lesson);
    let dealt: Europe = laws::lessons::typed(&lesson, seats);
    let levels = [BotLevel::Expert, BotLevel::Hard, BotLevel::Normal, BotLevel::Easy];
    let kinds: Vec<Kind> = (0..seats)
        .map(|seat| Kind::Level(levels[(seed as usize + usize::from(seat)) % 4]))
        .collect();
    let mut table = Table::of(dealt, &kinds, &all, seed);
    let (mut before, mut found) = (Vec::<ScriptedCommand>::new(), Vec::<FoundPuzzle>::new());
    let mut asked: Option<u32> = None;
    while before.len() < BEFORE_MOST && Game::outcome(&table.game).is_none() {
        let position = table.game.clone();
        let Some(look) = table.step(&mut Vec::new()) else { continue };
        let Some(command) = look.command.filter(|_| look.refusal.is_none()) else { continue };
        let offer = acceptable(&position, look.seat).filter(|_| kind(&command) != "offer_cancel");
        let answers = match offer.filter(|id| asked != Some(*id)) {
            Some(id) => {
                asked = Some(id);
                vec![Command::OfferAccept { offer_id: id }, Command::OfferDecline { offer_id: id }]
            }
            None => answers(&position, look.seat, &command),
        };
        let question =
            Question { position: &position, seat: look.seat, kinds: seats, options: &all };
        if answers.len() > 1
            && before.len() > usize::from(seats)
            && let Some(puzzle) = question.clearest(&answers, seed)
        {
            found.push(FoundPuzzle {
                seed,
                options: options.clone(),
                before: before.clone(),
                ..puzzle
            });
        }
        let scripted = ScriptedCommand { seat: look.seat.0, command };
        carry_out(&mut live, &scripted).expect("the same match");
        before.push(scripted);
    }
    found
}

/// Returns the offer that a seat may accept, if it is the only one.
fn acceptable(game: &Europe, seat: Seat) -> Option<u32> {
    let public = Game::public(game);
    let mut ids = public.offers.iter().filter(|one| one.to.contains(&seat.0)).filter(|one| {
        game.clone().apply(0, seat, &Command::OfferAccept { offer_id: one.id }, &mut ()).is_ok()
    });
    let first = ids.next()?.id;
    ids.next().is_none().then_some(first)
}

/// Lists the answers to the question in which a bot gave a command; one or none where nothing is to be asked.
fn answers(game: &Europe, seat: Seat, given: &Value) -> Vec<Command> {
    let (public, private): (Public, Private) = (Game::public(game), Game::private(game, seat));
    let mut answers: Vec<Command> = match kind(given) {
        "choose" => {
            let reveal_resource = private.hidden_resource.is_some();
            let keep = subsets(&private.dealt);
            keep.map(|keep| Command::Choose { keep, hidden: None, reveal_resource }).collect()
        }
        "choose_drawn" => subsets(&private.drawn)
            .map(|keep| Command::ChooseDrawn { keep, hidden: None })
            .collect(),
        "bank_buy" | "develop" | "develop_blind" | "draw_citizens" | "ready" => {
            let slots = (0..).zip(&public.market);
            let cards = slots.filter_map(|(slot, card)| Some((slot, (*card)?.id)));
            let buys = cards.map(|(slot, card_id)| Command::Develop { slot, card_id });
            buys.chain([
                Command::DevelopBlind {},
                Command::DrawCitizens {},
                Command::Ready { ready: true },
            ])
            .collect()
        }
        "allocate" if public.phase == Phase::Allocate => allocations(&public.players[seat.index()]),
        _ => return Vec::new(),
    };
    let own: Command = serde_json::from_value(given.clone()).expect("a command");
    if !answers.contains(&own) {
        answers.insert(0, own);
    }
    answers.retain(|command| game.clone().apply(0, seat, command, &mut ()).is_ok());
    answers
}

/// Lists every choice of some citizens.
fn subsets(of: &[CitizenView]) -> impl Iterator<Item = Vec<Citizen>> {
    (0..1_usize << of.len()).map(move |set| {
        let chosen = of.iter().enumerate().filter(|(at, _)| set & 1 << at != 0);
        chosen.map(|(_, citizen)| citizen.id).collect()
    })
}

/// Lists ways to serve citizens: each set of them that the cubes suffice for, all for happiness or all for coin.
fn allocations(own: &PlayerView) -> Vec<Command> {
    use protocol::games::europe::{Allotment, Cubes, Resource, Reward};
    let mut all = Vec::new();
    for set in 0..1_usize << own.citizens.len() {
        let mut left = own.cubes;
        let mut given = vec![Cubes::NONE; own.citizens.len()];
        let mut serve = |at: usize, whole: bool| {
            let needs = own.citizens[at].needs;
            let enough = Resource::ALL.iter().all(|kind| needs[*kind] <= left[*kind]);
            if enough == whole {
                for kind in Resource::ALL.iter().copied() {
                    let part = needs[kind].min(left[kind]);
                    (left[kind], given[at][kind]) = (left[kind] - part, part);
                }
            }
            enough
        };
        let (chosen, others): (Vec<usize>, Vec<usize>) =
            (0..own.citizens.len()).partition(|at| set & 1 << at != 0);
        // The others get what is left, as long as that is not enough: each set comes once.
        if !chosen.iter().all(|at| serve(*at, true)) || others.iter().any(|at| serve(*at, false)) {
            continue;
        }
        for reward in [Reward::Happiness, Reward::Coin] {
            let cards = own.citizens.iter().zip(&given);
            let cards =
                cards.map(|(citizen, cubes)| Allotment { id: citizen.id, cubes: *cubes, reward });
            all.push(Command::Allocate { cards: cards.collect() });
        }
    }
    all
}

/// A question to a seat.
struct Question<'a> {
    position: &'a Europe,
    seat: Seat,
    /// Number of seats.
    kinds: u8,
    options: &'a Value,
}

impl Question<'_> {
    /// Returns the puzzle if one of the answers is clearly best.
    fn clearest(&self, answers: &[Command], seed: u64) -> Option<FoundPuzzle> {
        let coins = seed.wrapping_mul(7_919) ^ u64::from(self.seat.0);
        let first = self.tried(answers, coins, TRIED[0]);
        let [best, next, ..] = order(&first)[..] else { return None };
        if apart(&first[best], &first[next]).0 < MARGIN[0] {
            return None;
        }
        let closer = order(&first).into_iter().take(CLOSER);
        let answers: Vec<Command> = closer.map(|at| answers[at].clone()).collect();
        // With other coins than those that the choice of these was made with.
        let worths = self.tried(&answers, !coins, TRIED[1]);
        let [best, next, ..] = order(&worths)[..] else { return None };
        let (margin, error) = apart(&worths[best], &worths[next]);
        if best != 0 || margin < MARGIN[1].max(ERRORS * error) {
            return None;
        }
        let command = json!(answers[best]);
        let easy = self.easily(&answers[best]);
        if easy > EASY_MOST {
            return None;
        }
        let means: Vec<Value> = answers
            .iter()
            .zip(&worths)
            .map(|(command, worths)| json!([mean(worths), command]))
            .collect();
        let notes = json!({
            "answers": means, "error": error, "public": Game::public(self.position),
            "private": Game::private(self.position, self.seat),
        });
        Some(FoundPuzzle {
            seed,
            options: Map::new(),
            before: Vec::new(),
            seat: self.seat.0,
            kind: kind(&command).to_owned(),
            allow: allowed(&command),
            margin: margin as f32,
            easy,
            words: words(&command, &json!(answers[next]), margin),
            notes,
        })
    }

    /// Tries every answer in so many guesses; returns what each came to in each.
    fn tried(&self, answers: &[Command], coins: u64, count: usize) -> Vec<Vec<f64>> {
        let mut coins = ChaCha8Rng::seed_from_u64(coins);
        let guess = Guess::of(self.position, self.seat, &mut |n| coins.random_range(0..n));
        let mut worths = vec![Vec::with_capacity(count); answers.len()];
        for _ in 0..count {
            let world: Europe = guess.another(&mut |n| coins.random_range(0..n));
            let seed = coins.random();
            for (command, worths) in answers.iter().zip(&mut worths) {
                worths.push(self.played_out(world.clone(), command, seed));
            }
        }
        worths
    }

    /// Plays a guess from an answer to the end of the round; returns what the seat has then before the others.
    fn played_out(&self, world: Europe, command: &Command, seed: u64) -> f64 {
        let kinds = vec![Kind::Level(BotLevel::Expert); usize::from(self.kinds)];
        let mut table = Table::of(world, &kinds, self.options, seed);
        let mut events = Vec::new();
        if table.game.apply(0, self.seat, command, &mut events).is_err() {
            return f64::MIN;
        }
        for _ in 0..STEPS_MOST {
            let over = events.iter().any(|(_, event)| matches!(event, Event::RoundBegan { .. }));
            if over || Game::outcome(&table.game).is_some() {
                break;
            }
            events.clear();
            table.step(&mut events);
        }
        lead(&table.game, self.seat)
    }

    /// Returns the share with which the easiest level gives an answer.
    fn easily(&self, answer: &Command) -> f32 {
        let accepts = |command: &Value| kind(command) == "offer_accept";
        let own = json!(answer);
        let same = |given: &Value| match kind(&own) {
            "offer_accept" | "offer_decline" => accepts(given) == accepts(&own),
            "choose" | "choose_drawn" => {
                kind(given) == kind(&own) && as_set(&given["keep"]) == as_set(&own["keep"])
            }
            _ => *given == own,
        };
        let given = (0..EASY_COINS).filter_map(|coins| {
            commanded(self.position, self.seat, self.options, BotLevel::Easy, coins)
        });
        given.filter(|given| same(given)).count() as f32 / EASY_COINS as f32
    }
}

/// Returns what a bot commands that sees a position for the first time; `None` if it only waits.
pub fn commanded(
    position: &Europe,
    seat: Seat,
    options: &Value,
    level: BotLevel,
    coins: u64,
) -> Option<Value> {
    let data = crate::europe::data();
    let assignment =
        bots::Assignment { game: Europe::ID, seat: seat.0, data, options, level, pace_ms: 600 };
    let mut bot = bots::Bot::new(&assignment, rand::rngs::StdRng::seed_from_u64(coins));
    let (looks, pause) = LOOKS;
    (0..looks).find_map(|at| {
        let now = at * pause;
        match bot.choose(&update(position, seat, 1, now), now) {
            bots::Choice::Act(command) => Some(command),
            bots::Choice::Wait => None,
        }
    })
}

fn as_set(list: &Value) -> Vec<String> {
    let mut names: Vec<String> =
        list.as_array().into_iter().flatten().map(ToString::to_string).collect();
    names.sort_unstable();
    names
}

/// Returns what a seat has more than the others on average, in happiness.
fn lead(game: &Europe, seat: Seat) -> f64 {
    let public = Game::public(game);
    let of = |player: &PlayerView| {
        let later: u32 = player.cards.iter().map(|card| u32::from(card.later)).sum();
        f64::from(player.happiness)
            + f64::from(player.coin) * WORTH[0]
            + f64::from(later) * WORTH[1]
    };
    let all: f64 = public.players.iter().map(of).sum();
    let own = of(&public.players[seat.index()]);
    own - (all - own) / (public.players.len() - 1) as f64
}

fn mean(of: &[f64]) -> f64 {
    of.iter().sum::<f64>() / of.len().max(1) as f64
}

/// Returns the numbers of the answers, the best first.
fn order(worths: &[Vec<f64>]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..worths.len()).collect();
    order.sort_by(|one, other| mean(&worths[*other]).total_cmp(&mean(&worths[*one])));
    order
}

/// Returns by how much one answer is better than another in the same guesses, and the standard error of that.
fn apart(one: &[f64], other: &[f64]) -> (f64, f64) {
    let more: Vec<f64> = one.iter().zip(other).map(|(one, other)| one - other).collect();
    let margin = mean(&more);
    let squares: Vec<f64> = more.iter().map(|one| (one - margin).powi(2)).collect();
    (margin, (mean(&squares) / more.len().max(1) as f64).sqrt())
}

/// Returns the parts of commands that are the same answer as the best one.
fn allowed(best: &Value) -> Vec<Value> {
    let mut allow = vec![best.clone()];
    match kind(best) {
        "choose" | "choose_drawn" => {
            allow.push(json!({"type": best["type"], "keep": best["keep"]}));
        }
        "offer_decline" => {
            allow.push(json!({"type": "offer_counter", "offer_id": best["offer_id"]}));
        }
        "allocate" => {
            let cards = best["cards"].as_array().into_iter().flatten();
            let cards: Vec<Value> =
                cards.map(|card| json!({"id": card["id"], "cubes": card["cubes"]})).collect();
            allow.push(json!({"type": "allocate", "cards": cards}));
        }
        _ => {}
    }
    allow
}

/// Returns what to say about an answer, for whoever writes it better.
fn words(best: &Value, next: &Value, margin: f64) -> Words {
    let (ask, rule) = match kind(best) {
        "choose" => ("Which of these citizens do you keep?", "choose"),
        "choose_drawn" => ("Which of these citizens do you keep?", "citizens"),
        "offer_accept" | "offer_decline" => ("Do you accept this offer?", "trade"),
        "bank_buy" => ("What would you do now?", "bank"),
        "draw_citizens" => ("What would you do now?", "citizens"),
        "allocate" => ("How do you serve your citizens?", "clean-up"),
        "ready" => ("What would you do now?", "round"),
        _ => ("What would you do now?", "development"),
    };
    let why = format!(
        "Played out many times, this is worth {margin:.1} happiness more than the next best: {next}."
    );
    Words {
        ask: ask.to_owned(),
        other: "There is something better than that. Look at it once more.".to_owned(),
        why: why.split_whitespace().take(40).collect::<Vec<_>>().join(" "),
        rule: rule.to_owned(),
    }
}
