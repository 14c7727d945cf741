//! The view of a seat of Europe, as numbers. Seats come in turn from the one that looks.

use engine::games::europe::Europe;
use protocol::games::europe::{
    Citizen, CitizenView, Country, Crisis, Cubes, Good, Goods, MissingView, Owed, Phase,
    PlayerView, Private, Public, Resource, ResourceCard, TradeOffer,
};
use protocol::ids::Id;

use super::{Observed, Sheet};

const PHASES: [&str; 5] = ["country", "choose", "play", "allocate", "over"];
/// The most players; those that are not there are all zeros.
const PLAYERS: [&str; 4] = ["own", "left", "across", "right"];
/// The trade offers that are shown, by their order: so many as the actions can name.
const TRADES: usize = 40;
/// The citizens dealt or drawn at once.
const THREE: usize = 3;

/// The divisor of cubes and coin.
const TEN: f32 = 10.0;
/// Milliseconds of a minute, in which times to come are given.
const MINUTE_MS: f32 = 60_000.0;

impl Observed for Europe {
    fn observe(public: &Public, private: &Private, now_ms: u64, sheet: &mut impl Sheet) {
        let count = public.players.len().max(1);
        let own = usize::from(private.seat) % count;
        let turned = |seat: u8| (usize::from(seat) + count - own) % count;
        let left =
            |at: Option<u64>| at.map_or(0.0, |at| at.saturating_sub(now_ms) as f32 / MINUTE_MS);
        sheet.one(["", "phase"], &PHASES, Some(public.phase as usize));
        sheet.number(["", "round"], f32::from(public.round) / TEN);
        sheet.one(["", "start_seat"], &PLAYERS, Some(turned(public.start_seat)));
        sheet.one(["", "players"], &["2", "3", "4"], count.checked_sub(2));
        sheet.number(["", "phase_ends"], left(public.phase_ends_ms));
        sheet.number(["", "next_crisis"], left(public.next_crisis_ms));
        sheet.flag(["", "untimed"], public.phase_ends_ms.is_none() && public.phase != Phase::Over);
        sheet.number(["", "crises_ahead"], f32::from(public.crises_ahead.unwrap_or_default()));
        for (place, name) in PLAYERS.iter().enumerate() {
            let seat = (own + place) % count;
            let there = public.players.get(seat).filter(|_| place < count);
            player(there, name, sheet);
            let handicap =
                public.handicap.filter(|one| there.is_some() && usize::from(one.seat) == seat);
            sheet.number([name, "handicap"], handicap.map_or(0.0, |one| f32::from(one.steps)));
        }
        table(public, sheet);
        for place in 0..TRADES {
            trade(public.offers.get(place), &turned, sheet);
        }
        hidden(private, sheet);
    }
}

fn cubes(of: &Cubes) -> impl Iterator<Item = (Resource, f32)> {
    sized(of.iter())
}

fn goods(of: &Goods) -> impl Iterator<Item = (Good, f32)> {
    sized(of.iter())
}

fn sized<K: Id>(of: impl Iterator<Item = (K, u8)>) -> impl Iterator<Item = (K, f32)> {
    of.map(|(kind, count)| (kind, f32::from(count) / TEN))
}

fn lacking(missing: &[MissingView]) -> Vec<(Resource, f32)> {
    let mut sums = [0.0; Resource::COUNT];
    for (kind, count) in missing.iter().flat_map(|one| one.cubes.iter()) {
        sums[kind.index()] += f32::from(count) / TEN;
    }
    Resource::ALL.iter().copied().zip(sums).collect()
}

fn player(view: Option<&PlayerView>, name: &str, sheet: &mut impl Sheet) {
    let number = |of: fn(&PlayerView) -> u8| view.map_or(0.0, |one| f32::from(of(one)) / TEN);
    let flag = |of: fn(&PlayerView) -> bool| view.is_some_and(of);
    sheet.marks::<Country>([name, "country"], view.and_then(|one| one.country));
    sheet.number([name, "happiness"], number(|one| one.happiness));
    sheet.number([name, "coin"], number(|one| one.coin));
    sheet.sizes([name, "cubes"], view.iter().flat_map(|one| cubes(&one.cubes)));
    sheet.sizes([name, "stockpile"], view.iter().flat_map(|one| cubes(&one.locked)));
    let cards = view.iter().flat_map(|one| one.cards.iter());
    sheet.marks::<ResourceCard>([name, "cards"], cards.map(|card| card.id));
    sheet.flag([name, "hidden_resource"], flag(|one| one.hidden_resource));
    let citizens = view.iter().flat_map(|one| one.citizens.iter());
    sheet.marks::<Citizen>([name, "citizens"], citizens.map(|card| card.id));
    sheet.sizes([name, "missing"], view.map(|one| lacking(&one.missing)).unwrap_or_default());
    sheet.number([name, "hidden_citizens"], number(|one| one.hidden_citizens));
    sheet.number([name, "dealt"], number(|one| one.dealt));
    sheet.flag([name, "drawing"], flag(|one| one.drawing));
    sheet.flag([name, "answered"], flag(|one| one.answered));
    sheet.flag([name, "ready"], flag(|one| one.ready));
    sheet.flag([name, "resigned"], flag(|one| one.resigned));
    let owed = || view.iter().flat_map(|one| one.debts.iter());
    sheet.sizes::<Crisis>(
        [name, "owed_cubes"],
        owed().map(|debt| (debt.crisis, owed_cubes(&debt.owed))),
    );
    sheet.sizes::<Crisis>(
        [name, "owed_coin"],
        owed().map(|debt| (debt.crisis, owed_coin(&debt.owed))),
    );
}

fn owed_cubes(owed: &Owed) -> f32 {
    match owed {
        Owed::Cubes { cubes } | Owed::CubesOrCoin { cubes, .. } => cubes.total() as f32 / TEN,
        Owed::Neighbour { count } | Owed::Stockpile { count } => f32::from(*count) / TEN,
        Owed::Coin { .. } => 0.0,
    }
}

fn owed_coin(owed: &Owed) -> f32 {
    match owed {
        Owed::Coin { coin } | Owed::CubesOrCoin { coin, .. } => f32::from(*coin) / TEN,
        Owed::Cubes { .. } | Owed::Neighbour { .. } | Owed::Stockpile { .. } => 0.0,
    }
}

fn table(public: &Public, sheet: &mut impl Sheet) {
    sheet.sizes(["", "supply"], cubes(&public.supply));
    let bank = public.bank.as_ref();
    sheet.sizes(["bank", "stock"], bank.iter().flat_map(|bank| cubes(&bank.stock)));
    sheet.number(["bank", "price"], bank.map_or(0.0, |bank| f32::from(bank.price) / TEN));
    sheet.flag(["bank", "open"], bank.is_some_and(|bank| bank.open));
    sheet.number(["bank", "coin"], f32::from(public.bank_coin) / TEN);
    for (slot, name) in public.market.iter().zip(["slot_0", "slot_1", "slot_2"]) {
        sheet.marks::<Resource>(["market", name], slot.map(|card| card.resource));
        sheet.number([name, "first"], slot.map_or(0.0, |card| f32::from(card.first) / TEN));
        sheet.number([name, "later"], slot.map_or(0.0, |card| f32::from(card.later) / TEN));
    }
    let decks = [
        (public.decks.resources, "resources"),
        (public.decks.resource_discards, "resource_discards"),
        (public.decks.citizens, "citizens"),
        (public.decks.citizen_discards, "citizen_discards"),
        (public.decks.crises, "crises"),
        (public.decks.crisis_discards, "crisis_discards"),
    ];
    for (count, name) in decks {
        sheet.number(["decks", name], f32::from(count) / TEN);
    }
    sheet.marks(["crises", "in_play"], public.crises.iter().map(|crisis| crisis.id));
    let turned = public.crises.iter().filter(|crisis| crisis.this_round);
    sheet.marks(["crises", "this_round"], turned.map(|crisis| crisis.id));
    sheet.number(["", "placate_at"], f32::from(public.placate_at) / TEN);
}

fn trade(offer: Option<&TradeOffer>, turned: &dyn Fn(u8) -> usize, sheet: &mut impl Sheet) {
    sheet.one(["trade", "from"], &PLAYERS, offer.map(|offer| turned(offer.from)));
    for (place, name) in PLAYERS.iter().enumerate() {
        let to = offer.is_some_and(|offer| offer.to.iter().any(|seat| turned(*seat) == place));
        sheet.flag(["trade.to", name], to);
    }
    sheet.sizes(["trade", "give"], offer.iter().flat_map(|offer| goods(&offer.give)));
    sheet.sizes(["trade", "want"], offer.iter().flat_map(|offer| goods(&offer.want)));
}

fn hidden(private: &Private, sheet: &mut impl Sheet) {
    let card = private.hidden_resource;
    sheet.marks::<ResourceCard>(["private", "hidden_resource"], card.map(|card| card.id));
    citizen(private.hidden_citizen.as_ref(), "hidden_citizen", sheet);
    sheet.number(["private", "keep_at_least"], f32::from(private.keep_at_least));
    for place in 0..THREE {
        citizen(private.dealt.get(place), "dealt", sheet);
        citizen(private.drawn.get(place), "drawn", sheet);
    }
    sheet.flag(["private", "has_chosen"], private.chosen.is_some());
    sheet.flag(["private", "has_allocated"], private.allocation.is_some());
    sheet.sizes(["private", "missing"], lacking(&private.missing));
}

fn citizen(view: Option<&CitizenView>, name: &str, sheet: &mut impl Sheet) {
    sheet.marks::<Citizen>([name, "id"], view.map(|card| card.id));
    sheet.sizes([name, "needs"], view.iter().flat_map(|card| cubes(&card.needs)));
    sheet.number([name, "coin"], view.map_or(0.0, |card| f32::from(card.coin) / TEN));
}
