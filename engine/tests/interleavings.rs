//! Every interleaving of trade commands of two and of three seats, to a certain depth.
//!
//! A room handles commands one after another, so concurrency is the order in which they arrive.
//! This tries all orders of all commands that the seats may send, whatever each of them has seen by
//! then: commands on offers that were accepted, cancelled, countered, swept or expired meanwhile. A
//! model that knows only what everybody sees predicts the result of each command.

// A command is looked at if it is of one kind.
#![allow(clippy::wildcard_enum_match_arm)]

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use engine::dealer::Dealer;
use engine::games::europe::Europe;
use engine::{Game, GameEntry, MatchMillis, Seat};
use fairness::vd1::MatchKey;
use protocol::games::europe::{Command, Good, Goods, Phase, Public, TradeOffer};
use serde_json::json;

/// Number of cubes of each kind.
const CUBES: u32 = 25;
/// Amount of coin.
const COIN: u32 = 100;

/// The totals of one walk.
#[derive(Debug, Default)]
struct Walk {
    states: BTreeSet<(u64, usize)>,
    steps: u64,
    swaps: u64,
    stale: u64,
    swept: u64,
    expired: u64,
}

#[derive(Clone)]
struct World {
    game: Europe,
    now: MatchMillis,
    /// Number of offers made so far: their ids are 1 to this.
    made: u32,
}

/// Begins a match in the open play of its first round, before anybody has acted.
fn open_play(players: u8) -> World {
    let entry = GameEntry::of::<Europe>();
    let files = entry.catalogue(&BTreeMap::new()).expect("the shipped data hold together");
    let data = serde_json::from_str(files.canonical()).expect("canonical JSON");
    let data = Arc::new(Europe::load(&data).expect("the shipped data hold together"));
    let options = serde_json::from_value(json!({ "players": players })).expect("options");
    let dealer = Dealer::new(MatchKey::from_bytes([7; 32]));
    let mut game = Europe::setup(&options, data, dealer, &mut ());
    let mut now = 0;
    while game.public().phase != Phase::Play {
        now = game.next_deadline().expect("the clock runs");
        game.deadline(now, &mut ());
    }
    World { game, now, made: 0 }
}

fn held(public: &Public, seat: usize) -> Goods {
    let player = &public.players[seat];
    let mut goods: Goods = player.cubes.iter().map(|(kind, n)| (kind.good(), n)).collect();
    goods[Good::Coin] = player.coin;
    goods
}

/// Returns the commands that a seat may send: two kinds of offers, and everything that can be done
/// to an offer that was ever made.
fn commands(start: &Public, made: u32, seat: u8) -> Vec<Command> {
    let seats = start.players.len() as u8;
    let others: Vec<u8> = (0..seats).filter(|other| *other != seat).collect();
    let left = (seat + 1) % seats;
    let first = |seat: u8| held(start, usize::from(seat)).iter().next().expect("cubes");
    let (own, all) = first(seat);
    let wanted = first(left).0;
    let wanted = if wanted == own { Good::Coin } else { wanted };
    let one_to_all = Command::OfferCreate {
        to: others,
        give: Goods::only(own, 1),
        want: Goods::only(wanted, 1),
    };
    let everything_to_one = Command::OfferCreate {
        to: vec![left],
        give: Goods::only(own, all),
        want: Goods::only(Good::Coin, 2),
    };
    let mut commands = vec![one_to_all, everything_to_one];
    for offer_id in 1..=made {
        let (give, want) = (Goods::only(Good::Coin, 1), Goods::only(own, 1));
        commands.extend([
            Command::OfferAccept { offer_id },
            Command::OfferCancel { offer_id },
            Command::OfferDecline { offer_id },
            Command::OfferCounter { offer_id, give, want },
        ]);
    }
    commands
}

/// Predicts the result of an acceptance; `None` if it must be refused.
fn swapped(public: &Public, seat: u8, offer_id: u32) -> Option<(TradeOffer, Vec<Goods>)> {
    let offer = public.offers.iter().find(|offer| offer.id == offer_id)?;
    let mut all: Vec<Goods> = (0..public.players.len()).map(|seat| held(public, seat)).collect();
    let (by, from) = (usize::from(seat), usize::from(offer.from));
    if !offer.to.contains(&seat) || !all[by].covers(&offer.want) {
        return None;
    }
    assert!(all[from].covers(&offer.give), "an open offer is funded");
    for (good, n) in offer.give.iter() {
        all[from][good] -= n;
        all[by][good] += n;
    }
    for (good, n) in offer.want.iter() {
        all[by][good] -= n;
        all[from][good] += n;
    }
    Some((offer.clone(), all))
}

/// Asserts what never changes, and that every open offer is funded.
fn conserved(public: &Public) {
    let all = (0..public.players.len()).map(|seat| held(public, seat));
    let mut sums: BTreeMap<Good, u32> = BTreeMap::new();
    for (good, n) in all.flat_map(|goods| goods.iter().collect::<Vec<_>>()) {
        *sums.entry(good).or_default() += u32::from(n);
    }
    let kept = public.players.iter().map(|player| player.locked);
    let stocks = public.bank.iter().map(|bank| bank.stock).chain([public.supply]).chain(kept);
    for (kind, n) in stocks.flat_map(|cubes| cubes.iter().collect::<Vec<_>>()) {
        *sums.entry(kind.good()).or_default() += u32::from(n);
    }
    *sums.entry(Good::Coin).or_default() += u32::from(public.bank_coin);
    for (good, sum) in sums {
        assert_eq!(sum, if good == Good::Coin { COIN } else { CUBES }, "{good}");
    }
    for offer in &public.offers {
        assert!(held(public, usize::from(offer.from)).covers(&offer.give), "{offer:?}");
    }
}

/// Sends one command; asserts that the model predicted everything.
fn send(world: &World, seat: u8, command: &Command, walk: &mut Walk) -> Option<World> {
    let before = world.game.public();
    let mut after = world.clone();
    let result = after.game.apply(world.now, Seat(seat), command, &mut ());
    let public = after.game.public();
    if result.is_err() {
        assert_eq!(after.game, world.game, "a refused command changes nothing: {command:?}");
    }
    conserved(&public);
    let own = |offer_id: &u32| {
        before.offers.iter().any(|offer| offer.id == *offer_id && offer.from == seat)
    };
    let mine = |offer_id: &u32| {
        before.offers.iter().any(|offer| offer.id == *offer_id && offer.to.contains(&seat))
    };
    let holdings = |public: &Public| -> Vec<Goods> {
        (0..public.players.len()).map(|seat| held(public, seat)).collect()
    };
    match command {
        Command::OfferAccept { offer_id } => {
            let Some((offer, expected)) = swapped(&before, seat, *offer_id) else {
                assert!(result.is_err(), "{command:?} of {seat} was not to be accepted");
                walk.stale += 1;
                return None;
            };
            assert!(result.is_ok(), "{command:?} of {seat}: {result:?}");
            assert_eq!(holdings(&public), expected, "{offer:?}");
            assert!(public.offers.iter().all(|open| open.id != *offer_id));
            walk.swaps += 1;
            // What was open, is not this one and is gone now was swept.
            walk.swept += (before.offers.len() - 1 - public.offers.len()) as u64;
            return Some(after);
        }
        Command::OfferCancel { offer_id } => assert_eq!(result.is_ok(), own(offer_id)),
        Command::OfferDecline { offer_id } => assert_eq!(result.is_ok(), mine(offer_id)),
        Command::OfferCounter { offer_id, .. } => {
            assert!(result.is_err() || mine(offer_id), "{command:?}");
            after.made += u32::from(result.is_ok());
        }
        // The only other command of `commands` is a new offer.
        _ => after.made += u32::from(result.is_ok()),
    }
    assert_eq!(holdings(&public), holdings(&before), "only a swap moves anything: {command:?}");
    result.is_ok().then_some(after)
}

/// Lets the clock close what expires next.
fn expire(world: &World, walk: &mut Walk) -> Option<World> {
    let before = world.game.public();
    if before.offers.is_empty() {
        return None;
    }
    let mut after = world.clone();
    after.now = world.game.next_deadline().expect("an offer expires");
    after.game.deadline(after.now, &mut ());
    let public = after.game.public();
    conserved(&public);
    assert!(public.offers.len() < before.offers.len(), "something expired");
    walk.expired += 1;
    Some(after)
}

fn explore(start: &Public, world: &World, depth: usize, walk: &mut Walk) {
    let mut hasher = DefaultHasher::new();
    (&world.game, world.now).hash(&mut hasher);
    if depth == 0 || !walk.states.insert((hasher.finish(), depth)) {
        return;
    }
    for seat in 0..start.players.len() as u8 {
        for command in commands(start, world.made, seat) {
            walk.steps += 1;
            if let Some(next) = send(world, seat, &command, walk) {
                explore(start, &next, depth - 1, walk);
            }
        }
    }
    walk.steps += 1;
    if let Some(next) = expire(world, walk) {
        explore(start, &next, depth - 1, walk);
    }
}

fn all_orders(players: u8, depth: usize) {
    let world = open_play(players);
    let start = world.game.public();
    conserved(&start);
    let mut walk = Walk::default();
    explore(&start, &world, depth, &mut walk);
    println!(
        "{players} seats, {depth} commands deep: {} states, {} steps, {} swaps, {} refused \
         acceptances, {} offers swept, {} expiries",
        walk.states.len(),
        walk.steps,
        walk.swaps,
        walk.stale,
        walk.swept,
        walk.expired
    );
    let everything_happened = [walk.swaps, walk.stale, walk.swept, walk.expired];
    assert!(everything_happened.iter().all(|times| *times > 0), "{walk:?}");
}

#[test]
fn no_order_of_two_seats_commands_creates_destroys_or_executes_what_is_stale() {
    all_orders(2, 6);
}

#[test]
fn no_order_of_three_seats_commands_creates_destroys_or_executes_what_is_stale() {
    all_orders(3, 5);
}
