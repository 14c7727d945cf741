//! The view of a seat of Balance of Power, as numbers.

use engine::games::balance_of_power::BalanceOfPower;
use protocol::games::balance_of_power::{
    ChartView, Colour, Dice, LastRoll, MOST_DICE, Objective, Owner, Private, Public, Support,
    Territory, TerritoryView, Version,
};

use super::{Name, Observed, Sheet};

const SEATS: [&str; 2] = ["0", "1"];
const COLOURS: [&str; 2] = ["red", "blue"];
const OWNERS: [&str; 3] = ["red", "blue", "neutral"];
const STAGES: [&str; 9] = [
    "place_map",
    "choose",
    "resistance",
    "support",
    "draft",
    "attack",
    "collect",
    "manoeuvre",
    "over",
];
const PROMPTS: [&str; 12] = [
    "place_map",
    "choose",
    "resist",
    "return_troops",
    "support",
    "draft",
    "attack",
    "reroll",
    "occupy",
    "collect",
    "manoeuvre",
    "nothing",
];

/// The divisor of troops.
const TEN: f32 = 10.0;
/// The divisor of sums of troops, and of turns.
const HUNDRED: f32 = 100.0;
/// The highest value of a die.
const SIX: f32 = 6.0;
/// Chances are given in ten-thousandths.
const WHOLE: f32 = 10_000.0;

impl Observed for BalanceOfPower {
    fn observe(public: &Public, private: &Private, _: u64, sheet: &mut impl Sheet) {
        sheet.flag(["", "command_room"], public.version == Version::CommandRoom);
        sheet.number(["", "turn"], f32::from(public.turn) / HUNDRED);
        sheet.number(
            ["", "turns_left"],
            f32::from(public.max_turns.saturating_sub(public.turn)) / HUNDRED,
        );
        sheet.one(["", "stage"], &STAGES, Some(public.stage as usize));
        let prompt = public.prompt;
        sheet.one(["prompt", "kind"], &PROMPTS, Some(prompt.kind as usize));
        sheet.one(["prompt", "seat"], &SEATS, prompt.seat.map(usize::from));
        sheet.marks(["prompt", "from"], prompt.from);
        sheet.marks(["prompt", "to"], prompt.to);
        sheet.number(["prompt", "least"], troops(prompt.least.unwrap_or_default()));
        sheet.number(["prompt", "most"], troops(prompt.most.unwrap_or_default()));
        for (colour, seat) in public.colours.iter().zip(["seat_0", "seat_1"]) {
            sheet.one([seat, "colour"], &COLOURS, place(*colour));
        }
        sheet.one(["", "active"], &COLOURS, place(public.active));
        map(public, sheet);
        sides(public, sheet);
        rest(public, sheet);
        sheet.one(["own", "colour"], &COLOURS, place(private.colour));
        sheet.marks(["own", "hand"], private.hand.iter().copied());
    }
}

fn troops(count: u16) -> f32 {
    f32::from(count) / TEN
}

fn place(colour: Option<Colour>) -> Option<usize> {
    colour.map(|colour| colour as usize)
}

fn map(public: &Public, sheet: &mut impl Sheet) {
    let all = || public.territories.iter();
    let marked = |test: &dyn Fn(&TerritoryView) -> bool| -> Vec<Territory> {
        all().filter(|(_, view)| test(view)).map(|(at, _)| *at).collect()
    };
    for (owner, name) in Owner::ALL.iter().zip(OWNERS) {
        let own = all().filter(|(_, view)| view.owner == *owner);
        sheet.sizes(["troops", name], own.map(|(at, view)| (*at, troops(view.troops))));
        sheet.marks(["owner", name], marked(&|view| view.owner == *owner));
    }
    sheet.marks(["", "cities"], marked(&|view| view.city));
    sheet.marks(["", "rough"], marked(&|view| view.rough));
    for (colour, name) in Colour::ALL.iter().zip(COLOURS) {
        sheet.marks(["capital", name], marked(&|view| view.capital == Some(*colour)));
    }
    for site in protocol::games::balance_of_power::Site::ALL {
        sheet.marks(["site", site.as_str()], marked(&|view| view.site == Some(*site)));
    }
    // Of each territory that can attack: the chance of its best attack with all that may go.
    let best = |at: &Territory| {
        let from = public.attacks.iter().filter(|attack| attack.from == *at);
        from.filter_map(|attack| attack.chances.first()).max().copied()
    };
    let best = Territory::ALL.iter().filter_map(|at| Some((*at, f32::from(best(at)?) / WHOLE)));
    sheet.sizes(["attacks", "best_chance_from"], best);
    let into = |at: &Territory| {
        let into = public.attacks.iter().filter(|attack| attack.to == *at);
        into.filter_map(|attack| attack.chances.first()).max().copied()
    };
    let into = Territory::ALL.iter().filter_map(|at| Some((*at, f32::from(into(at)?) / WHOLE)));
    sheet.sizes(["attacks", "best_chance_into"], into);
}

fn sides(public: &Public, sheet: &mut impl Sheet) {
    for (side, name) in public.sides.iter().zip(COLOURS) {
        sheet.number([name, "territories"], f32::from(side.territories) / TEN);
        sheet.number([name, "troops"], side.troops as f32 / HUNDRED);
        sheet.number([name, "cities"], f32::from(side.cities) / TEN);
        sheet.marks([name, "capitals"], side.capitals.iter().copied());
        sheet.number([name, "hand"], f32::from(side.hand) / TEN);
        sheet.marks([name, "collected"], side.collected.iter().copied());
        sheet.marks([name, "fulfilled"], side.fulfilled.iter().copied());
        let regions = side.draft.regions.iter();
        sheet.sizes([name, "regions"], regions.map(|one| (one.region, f32::from(one.bonus) / TEN)));
        sheet.number([name, "draft"], f32::from(side.draft.total) / TEN);
        let handicap = public.handicap.filter(|handicap| side.seat == Some(handicap.seat));
        let steps = handicap.map_or(0.0, |handicap| f32::from(handicap.steps));
        sheet.number([name, "handicap"], steps);
    }
    sheet.number(["neutral", "territories"], f32::from(public.neutral.territories) / TEN);
    sheet.number(["neutral", "troops"], public.neutral.troops as f32 / HUNDRED);
}

fn rest(public: &Public, sheet: &mut impl Sheet) {
    sheet.marks(["", "objectives"], public.objectives.iter().copied());
    sheet.number(["", "deck"], f32::from(public.deck) / TEN);
    sheet.marks(["", "discards"], public.discards.iter().copied());
    let roll = match public.last_roll {
        Some(LastRoll::Combat { attack, defence, .. }) => [Some(attack), Some(defence)],
        Some(LastRoll::Resistance { dice, .. }) => [Some(dice), None],
        None => [None, None],
    };
    for (dice, name) in roll.into_iter().zip(["attack", "defence"]) {
        faces(dice, ["last_roll", name], sheet);
    }
    sheet.flag(["", "handed_in"], public.handed_in);
    sheet.flag(["", "conquered"], public.conquered);
    sheet.marks::<Objective>(["", "collected_now"], public.collected);
    let room = public.command_room.as_ref();
    sheet.one(["command_room", "placer"], &SEATS, room.map(|room| usize::from(room.placer)));
    let charts = room.map(|room| [room.charts.red, room.charts.blue, room.charts.neutral]);
    let charts = charts.unwrap_or([ChartView { troops: 0, capacity: 0 }; 3]);
    for (chart, name) in charts.iter().zip(OWNERS) {
        sheet.number(["chart", name], f32::from(chart.troops) / TEN);
    }
    let needed = room.and_then(|room| room.resistance).map_or(0.0, |sum| f32::from(sum) / TEN);
    sheet.number(["command_room", "resistance"], needed);
    let support = || room.iter().flat_map(|room| &room.support);
    sheet.marks::<Support>(
        ["support", "bought"],
        support().filter(|one| one.bought).map(|one| one.kind),
    );
    sheet.marks::<Support>(
        ["support", "active"],
        support().filter(|one| one.active).map(|one| one.kind),
    );
}

fn faces(dice: Option<Dice>, [group, name]: Name<'_>, sheet: &mut impl Sheet) {
    for place in 0..MOST_DICE {
        let face = dice.and_then(|dice| dice.values().get(place).copied());
        sheet.number([group, name], face.map_or(0.0, |face| f32::from(face) / SIX));
    }
}
