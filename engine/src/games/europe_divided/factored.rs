//! Commands taken apart.

use protocol::games::europe_divided::{
    ActionCard, AdvantageCard, Command, Headline, Power, Region, Space,
};
use protocol::ids::Id;

use super::commands::Choice;
use super::state::EuropeDivided;
use crate::by_id::IdSet;
use crate::factored::{
    CommandFamily, CommandForms, Domain, Factored, Filled, Kind, Slot, Values, families, ids,
};
use crate::game::Seat;

/// The highest increase of a die: from nothing to dominance.
const MOST_RAISED: u32 = 6;

families! {
    KEEP_ADVANTAGES =>
        CommandFamily::bare("keep_advantages").with("keep", Kind::Pick(advantage(), Some(2))),
    COUNCIL_MEETING =>
        CommandFamily::bare("council_meeting").with("discard", Kind::Pick(card(), Some(2))),
    TAKE_CARDS => CommandFamily::bare("take_cards").with("take", Kind::Pick(card(), Some(2))),
    CYBER_ATTACK => CommandFamily::bare("cyber_attack"),
    LOCK_INITIATIVE =>
        CommandFamily::bare("lock_initiative").with("cards", Kind::Pick(card(), Some(2))),
    PLAY => CommandFamily::bare("play").with("card", Kind::One(card())),
    PASS => CommandFamily::bare("pass"),
    PLACE_INFLUENCE =>
        CommandFamily::bare("place_influence").with("power", power()).with("region", region()),
    INCREASE_INFLUENCE => CommandFamily::bare("increase_influence")
        .with("power", power())
        .with("region", region())
        .with("amount", Kind::One(amount())),
    LOWER_INFLUENCE =>
        CommandFamily::bare("lower_influence").with("power", power()).with("region", region()),
    GAIN_MONEY => CommandFamily::bare("gain_money"),
    BUILD_ARMY => CommandFamily::bare("build_army").with("space", space()),
    MOVE_ARMY => CommandFamily::bare("move_army").with("from", space()).then("to", space()),
    PROPAGANDA => CommandFamily::bare("propaganda"),
    VISEGRAD_GROUP => CommandFamily::bare("visegrad_group")
        .with("czechia_slovakia", power())
        .with("poland", power()),
    DONE => CommandFamily::bare("done"),
    DECLINE => CommandFamily::bare("decline"),
    USE_ADVANTAGE => CommandFamily::bare("use_advantage").with("card", Kind::One(advantage())),
    SELL_ADVANTAGE => CommandFamily::bare("sell_advantage").with("card", Kind::One(advantage())),
    FRACTURE => CommandFamily::bare("fracture").with("space", space()),
    SEA_MOVE => CommandFamily::bare("sea_move").with("from", space()).then("to", space()),
    SEA_BUILD => CommandFamily::bare("sea_build"),
    END_SEGMENT => CommandFamily::bare("end_segment"),
    PLACE_HEADLINE => CommandFamily::bare("place_headline")
        .with("headline", Kind::One(ids::<Headline>("headline"))),
}

fn card() -> Domain {
    ids::<ActionCard>("card")
}

fn advantage() -> Domain {
    ids::<AdvantageCard>("advantage")
}

fn power() -> Kind {
    Kind::One(ids::<Power>("power"))
}

fn region() -> Kind {
    Kind::One(ids::<Region>("region"))
}

fn space() -> Kind {
    Kind::One(ids::<Space>("space"))
}

fn amount() -> Domain {
    Domain { name: "amount", values: Values::Range(1, MOST_RAISED) }
}

impl Factored for EuropeDivided {
    fn families() -> Vec<CommandFamily> {
        families_in_order()
    }

    fn factor(&self, _: Seat, choice: &Choice, out: &mut CommandForms) {
        match *choice {
            Choice::One(command) => one(command, out),
            Choice::Move { from, to, .. } => {
                out.push(MOVE_ARMY, false, &[only(from), Slot::one_of(to)]);
            }
            Choice::IncreaseUpTo { power, region, most } => {
                let amounts = Slot::One((1 << most) - 1);
                out.push(INCREASE_INFLUENCE, false, &[only(power), only(region), amounts]);
            }
            Choice::KeepTwo(of) => out.push(KEEP_ADVANTAGES, false, &[two_of(of)]),
            Choice::LockTwo(of) => out.push(LOCK_INITIATIVE, false, &[two_of(of)]),
            Choice::DiscardTwo(of) => out.push(COUNCIL_MEETING, false, &[two_of(of)]),
            Choice::TakeTwo(of) => out.push(TAKE_CARDS, false, &[two_of(of)]),
            Choice::PlaceHeadline(of) => out.push(PLACE_HEADLINE, false, &[Slot::one_of(of)]),
        }
    }

    fn assemble(family: usize, filled: Filled<'_>) -> Option<Command> {
        Some(match family {
            KEEP_ADVANTAGES => Command::KeepAdvantages { keep: filled.two(0)? },
            COUNCIL_MEETING => Command::CouncilMeeting { discard: filled.two(0)? },
            TAKE_CARDS => Command::TakeCards { take: filled.two(0)? },
            CYBER_ATTACK => Command::CyberAttack {},
            LOCK_INITIATIVE => Command::LockInitiative { cards: filled.two(0)? },
            PLAY => Command::Play { card: filled.id(0)? },
            PASS => Command::Pass {},
            PLACE_INFLUENCE => {
                Command::PlaceInfluence { power: filled.id(0)?, region: filled.id(1)? }
            }
            INCREASE_INFLUENCE => Command::IncreaseInfluence {
                power: filled.id(0)?,
                region: filled.id(1)?,
                amount: filled.place(2)? as u8 + 1,
            },
            LOWER_INFLUENCE => {
                Command::LowerInfluence { power: filled.id(0)?, region: filled.id(1)? }
            }
            GAIN_MONEY => Command::GainMoney {},
            BUILD_ARMY => Command::BuildArmy { space: filled.id(0)? },
            MOVE_ARMY => Command::MoveArmy { from: filled.id(0)?, to: filled.id(1)? },
            PROPAGANDA => Command::Propaganda {},
            VISEGRAD_GROUP => {
                Command::VisegradGroup { czechia_slovakia: filled.id(0)?, poland: filled.id(1)? }
            }
            DONE => Command::Done {},
            DECLINE => Command::Decline {},
            USE_ADVANTAGE => Command::UseAdvantage { card: filled.id(0)? },
            SELL_ADVANTAGE => Command::SellAdvantage { card: filled.id(0)? },
            FRACTURE => Command::Fracture { space: filled.id(0)? },
            SEA_MOVE => Command::SeaMove { from: filled.id(0)?, to: filled.id(1)? },
            SEA_BUILD => Command::SeaBuild {},
            END_SEGMENT => Command::EndSegment {},
            PLACE_HEADLINE => Command::PlaceHeadline { headline: filled.id(0)? },
            _ => return None,
        })
    }
}

/// Appends the form of a single command.
fn one(command: Command, out: &mut CommandForms) {
    let (family, slots): (usize, &[Slot]) = match command {
        Command::KeepAdvantages { keep } => (KEEP_ADVANTAGES, &[these(keep)]),
        Command::CouncilMeeting { discard } => (COUNCIL_MEETING, &[these(discard)]),
        Command::TakeCards { take } => (TAKE_CARDS, &[these(take)]),
        Command::CyberAttack {} => (CYBER_ATTACK, &[]),
        Command::LockInitiative { cards } => (LOCK_INITIATIVE, &[these(cards)]),
        Command::Play { card } => (PLAY, &[only(card)]),
        Command::Pass {} => (PASS, &[]),
        Command::PlaceInfluence { power, region } => {
            (PLACE_INFLUENCE, &[only(power), only(region)])
        }
        Command::IncreaseInfluence { power, region, amount } => {
            let amount = Slot::only(usize::from(amount.saturating_sub(1)));
            (INCREASE_INFLUENCE, &[only(power), only(region), amount])
        }
        Command::LowerInfluence { power, region } => {
            (LOWER_INFLUENCE, &[only(power), only(region)])
        }
        Command::GainMoney {} => (GAIN_MONEY, &[]),
        Command::BuildArmy { space } => (BUILD_ARMY, &[only(space)]),
        Command::MoveArmy { from, to } => (MOVE_ARMY, &[only(from), only(to)]),
        Command::Propaganda {} => (PROPAGANDA, &[]),
        Command::VisegradGroup { czechia_slovakia, poland } => {
            (VISEGRAD_GROUP, &[only(czechia_slovakia), only(poland)])
        }
        Command::Done {} => (DONE, &[]),
        Command::Decline {} => (DECLINE, &[]),
        Command::UseAdvantage { card } => (USE_ADVANTAGE, &[only(card)]),
        Command::SellAdvantage { card } => (SELL_ADVANTAGE, &[only(card)]),
        Command::Fracture { space } => (FRACTURE, &[only(space)]),
        Command::SeaMove { from, to } => (SEA_MOVE, &[only(from), only(to)]),
        Command::SeaBuild {} => (SEA_BUILD, &[]),
        Command::EndSegment {} => (END_SEGMENT, &[]),
        Command::PlaceHeadline { headline } => (PLACE_HEADLINE, &[only(headline)]),
    };
    out.push(family, false, slots);
}

fn only(id: impl Id) -> Slot {
    Slot::only(id.index())
}

fn two_of<K: Id>(of: IdSet<K>) -> Slot {
    Slot::some_of(of, 2, 2)
}

fn these<K: Id>(two: [K; 2]) -> Slot {
    two_of(two.into_iter().collect())
}
