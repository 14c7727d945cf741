//! The view of a seat of Europe Divided, as numbers.

use engine::games::europe_divided::EuropeDivided;
use protocol::games::europe_divided::{
    ConditionState, Edition, Headline, HeadlinesView, Power, Private, Prompt, Public, Region, Sea,
};

use super::{Observed, Sheet};

const SIDES: [&str; 2] = ["europe", "russia"];
const STAGES: [&str; 5] = ["advantages", "initiative", "actions", "place_headlines", "over"];
const PROMPTS: [&str; 10] = [
    "keep_advantages",
    "initiative",
    "segment",
    "action",
    "propaganda",
    "effect",
    "reaction",
    "advantage",
    "place_headline",
    "nothing",
];

/// The divisor of money, prestige and the like.
const TEN: f32 = 10.0;
/// Number of turns.
const TURNS: f32 = 20.0;
/// The highest value of a die.
const SIX: f32 = 6.0;

impl Observed for EuropeDivided {
    fn observe(public: &Public, private: &Private, _: u64, sheet: &mut impl Sheet) {
        sheet.one(["", "seat"], &SIDES, Some(private.side as usize));
        sheet.flag(["", "first_edition"], public.edition == Edition::First);
        for seat in 0..2 {
            let handicap = public.handicap.filter(|handicap| handicap.seat == seat);
            let steps = handicap.map_or(0.0, |handicap| f32::from(handicap.steps));
            sheet.number([SIDES[usize::from(seat)], "handicap"], steps);
        }
        sheet.number(["", "turn"], f32::from(public.turn) / TURNS);
        sheet.flag(["", "second_period"], public.period == 2);
        sheet.one(["", "stage"], &STAGES, Some(public.stage as usize));
        let Prompt { kind, side, card, advantage } = public.prompt;
        sheet.one(["prompt", "kind"], &PROMPTS, Some(kind as usize));
        sheet.one(["prompt", "side"], &SIDES, side.map(|side| side as usize));
        sheet.marks(["prompt", "card"], card);
        sheet.marks(["prompt", "advantage"], advantage);
        sides(public, sheet);
        board(public, sheet);
        headlines(&public.headlines, sheet);
        own(private, sheet);
    }
}

fn sides(public: &Public, sheet: &mut impl Sheet) {
    for (side, name) in public.sides.iter().zip(SIDES) {
        sheet.number([name, "money"], f32::from(side.money) / TEN);
        sheet.number([name, "prestige"], f32::from(side.prestige) / TEN);
        sheet.number([name, "prestige_pending"], f32::from(side.prestige_pending) / TEN);
        sheet.number([name, "supply"], f32::from(side.supply) / TEN);
        sheet.number([name, "hand"], f32::from(side.hand) / TEN);
        sheet.number([name, "locked"], f32::from(side.locked) / 2.0);
        sheet.number([name, "deck"], f32::from(side.deck) / TEN);
        sheet.number([name, "discards_face_down"], f32::from(side.discards_face_down) / TEN);
        sheet.number([name, "contested_taken"], f32::from(side.contested_taken) / TEN);
        sheet.number([name, "advantages"], f32::from(side.advantages) / 2.0);
        sheet.number([name, "headlines"], f32::from(side.headlines) / TEN);
        sheet.flag([name, "baltic_used"], side.baltic_used);
        sheet.flag([name, "black_used"], side.black_used);
        sheet.marks([name, "awarded"], side.awarded.iter().copied());
    }
    // A card is of one side only, so these need no block for each of them.
    let both = || public.sides.iter();
    let played = || both().flat_map(|side| &side.played);
    sheet.marks(["", "played"], played().map(|slot| slot.card));
    sheet.marks(["", "passed"], played().filter(|slot| slot.passed).map(|slot| slot.card));
    sheet.marks(["", "discards"], both().flat_map(|side| side.discards.iter().copied()));
    sheet
        .marks(["", "contested_open"], both().flat_map(|side| side.contested_open.iter().copied()));
    sheet.marks(["", "removed"], both().flat_map(|side| side.removed.iter().copied()));
    let shown = both().flat_map(|side| side.advantages_shown.iter().copied());
    sheet.marks(["", "advantages_shown"], shown);
}

fn board(public: &Public, sheet: &mut impl Sheet) {
    let dice = |of: fn(&protocol::games::europe_divided::Dice) -> u8| {
        let dice = public.dice.iter();
        dice.map(move |(region, dice)| (*region, f32::from(of(dice)) / SIX))
    };
    sheet.sizes(["dice", "eu"], dice(|dice| dice.eu));
    sheet.sizes(["dice", "nato"], dice(|dice| dice.nato));
    sheet.sizes(["dice", "russia"], dice(|dice| dice.russia));
    let number = |(space, count): (&_, &u8)| (*space, f32::from(*count) / 2.0);
    sheet.sizes(["armies", "nato"], public.armies.nato.iter().map(number));
    sheet.sizes(["armies", "russia"], public.armies.russia.iter().map(number));
    sheet.sizes(["", "money_tokens"], public.money_tokens.iter().map(number));
    for (sea, name) in [(Sea::Baltic, "baltic_sea"), (Sea::Black, "black_sea")] {
        sheet.marks::<Power>(["seas", name], public.seas.of(sea));
    }
    let initiative = public.initiative;
    let sum = |of: fn(&protocol::games::europe_divided::InitiativeView) -> u8| {
        initiative.as_ref().map_or(0.0, |one| f32::from(of(one)) / TEN)
    };
    sheet.number(["initiative", "europe"], sum(|one| one.europe));
    sheet.number(["initiative", "russia"], sum(|one| one.russia));
    let first = initiative.map(|one| one.first as usize);
    sheet.one(["initiative", "first"], &SIDES, first);
    sheet.flag(["", "sanctions"], public.sanctions);
    sheet.marks(["", "fracture"], public.fracture);
}

fn headlines(view: &HeadlinesView, sheet: &mut impl Sheet) {
    sheet.marks(["headlines", "forthcoming"], view.forthcoming.iter().copied());
    sheet.marks(["headlines", "current"], view.current.iter().copied());
    sheet.marks(["headlines", "failed"], view.failed.iter().copied());
    sheet.number(["headlines", "deck"], f32::from(view.deck) / TEN);
    conditions(view.conditions.iter(), "table", sheet);
}

/// Adds which headlines hold, and where how much influence the others lack.
fn conditions<'a>(
    of: impl Iterator<Item = (&'a Headline, &'a ConditionState)> + Clone,
    whose: &str,
    sheet: &mut impl Sheet,
) {
    let holding = of.clone().filter(|(_, state)| state.holds);
    sheet.marks([whose, "holds"], holding.map(|(headline, _)| *headline));
    let mut wanted = [[0.0; Region::COUNT]; Power::COUNT];
    for (region, lack) in of.flat_map(|(_, state)| &state.lacks) {
        wanted[lack.power.index()][region.index()] = f32::from(lack.influence) / SIX;
    }
    for (wanted, name) in wanted.into_iter().zip(["lacks_eu", "lacks_nato", "lacks_russia"]) {
        sheet.sizes([whose, name], Region::ALL.iter().copied().zip(wanted));
    }
}

fn own(private: &Private, sheet: &mut impl Sheet) {
    let own = "own";
    sheet.marks([own, "hand"], private.hand.iter().copied());
    sheet.marks([own, "locked"], private.locked.iter().copied());
    sheet.flag([own, "chosen"], private.chosen);
    sheet.marks([own, "discards_face_down"], private.discards_face_down.iter().copied());
    sheet.marks([own, "deck"], private.deck.iter().flatten().copied());
    sheet.marks([own, "advantages"], private.advantages.iter().copied());
    sheet.marks([own, "drawn"], private.drawn.iter().copied());
    sheet.marks([own, "keeping"], private.keeping.iter().copied());
    sheet.marks([own, "advantages_returned"], private.advantages_returned.iter().copied());
    sheet.marks([own, "advantages_scored"], private.advantages_scored.iter().copied());
    sheet.marks([own, "headlines"], private.headlines.iter().copied());
    conditions(private.conditions.iter(), own, sheet);
    sheet.marks([own, "placing"], private.placing);
    sheet.marks([own, "headlines_discarded"], private.headlines_discarded.iter().copied());
    let seen = private.intelligence.iter().flat_map(|seen| seen.cards.iter().copied());
    sheet.marks([own, "intelligence"], seen);
}
