//! Commands taken apart.

use protocol::games::balance_of_power::{
    Capitals, Card, Colour, Command, Garrison, MOST_DICE, Objective, Owner, Placement, Support,
    Territory,
};

use super::commands::{Choice, MOST_PLACED, buy};
use super::state::BalanceOfPower;
use crate::by_id::IdSet;
use crate::factored::{
    CommandFamily, CommandField, CommandForms, Domain, Factored, Filled, Kind, Slot, Values,
    families, ids,
};
use crate::game::Seat;

families! {
    PLACE_MAP => place_map(),
    AUTO => CommandFamily::bare("auto"),
    CHOOSE => CommandFamily::bare("choose").with("colour", colour()).with("first", colour()),
    RESIST => CommandFamily::bare("resist"),
    DECLINE => CommandFamily::bare("decline"),
    RETURN_TROOPS => CommandFamily::bare("return_troops").with("troops", troops()),
    RECONNAISSANCE => CommandFamily::bare("support:reconnaissance"),
    SPECIAL_UNIT => CommandFamily::bare("support:special_unit"),
    START_MANOEUVRE => CommandFamily::bare("support:start_manoeuvre")
        .with("from", at())
        .then("to", at())
        .then("troops", Kind::Number),
    NEUTRAL_ATTACK => CommandFamily::bare("support:neutral_attack")
        .with("from", at())
        .then("to", at())
        .then("stop_at", Kind::Number),
    DONE => CommandFamily::bare("done"),
    HAND_IN => CommandFamily::bare("hand_in").with("cards", Kind::Pick(ids::<Card>("card"), None)),
    PLACE => CommandFamily::bare("place").with("troops", troops()),
    ATTACK => CommandFamily::bare("attack")
        .with("from", at())
        .then("to", at())
        .then("dice", Kind::One(dice())),
    ATTACK_UNTIL => CommandFamily::bare("attack_until")
        .with("from", at())
        .then("to", at())
        .then("stop_at", Kind::Number),
    REROLL => CommandFamily::bare("reroll").with("die", Kind::One(thrown())),
    KEEP => CommandFamily::bare("keep"),
    OCCUPY => CommandFamily::bare("occupy").then("troops", Kind::Number),
    END_ATTACK => CommandFamily::bare("end_attack"),
    COLLECT => CommandFamily::bare("collect")
        .with("objective", Kind::One(ids::<Objective>("objective"))),
    MANOEUVRE => CommandFamily::bare("manoeuvre")
        .with("from", at())
        .then("to", at())
        .then("troops", Kind::Number),
    SKIP => CommandFamily::bare("skip"),
}

fn at() -> Kind {
    Kind::One(ids::<Territory>("territory"))
}

fn troops() -> Kind {
    Kind::Bag(ids::<Territory>("territory"))
}

fn colour() -> Kind {
    Kind::One(ids::<Colour>("colour"))
}

fn dice() -> Domain {
    Domain { name: "dice", values: Values::Range(1, MOST_DICE as u32) }
}

fn thrown() -> Domain {
    Domain { name: "die", values: Values::Range(0, MOST_DICE as u32 - 1) }
}

impl Factored for BalanceOfPower {
    fn families() -> Vec<CommandFamily> {
        families_in_order()
    }

    fn factor(&self, _: Seat, choice: &Choice, out: &mut CommandForms) {
        let any = Slot::One(0b11);
        match *choice {
            Choice::PlaceMap => out.push(PLACE_MAP, true, &self.map_slots()),
            Choice::Auto => out.push(AUTO, false, &[]),
            Choice::Choose => out.push(CHOOSE, false, &[any, any]),
            Choice::Resist => out.push(RESIST, false, &[]),
            Choice::Decline => out.push(DECLINE, false, &[]),
            Choice::ReturnTroops(count, on) => {
                out.push(RETURN_TROOPS, false, &[spread(on, count, count)]);
            }
            Choice::Buy(kind) => {
                let scouts = kind == Support::Reconnaissance;
                out.push(if scouts { RECONNAISSANCE } else { SPECIAL_UNIT }, false, &[]);
            }
            Choice::StartManoeuvre(from, to) => {
                out.push(START_MANOEUVRE, false, &[only(from), Slot::one_of(to), self.part(from)]);
            }
            Choice::NeutralAttack(from, to) => {
                out.push(NEUTRAL_ATTACK, false, &[only(from), only(to), self.part(from)]);
            }
            Choice::Done => out.push(DONE, false, &[]),
            Choice::HandInOne(of) => out.push(HAND_IN, false, &[Slot::some_of(of, 1, 1)]),
            Choice::HandIn(of, least, most) => {
                out.push(HAND_IN, false, &[Slot::some_of(of, least, most)]);
            }
            Choice::HandInLoose(of, least, most) => {
                out.push(HAND_IN, true, &[Slot::some_of(of, least, most)]);
            }
            Choice::Place(left, on) => out.push(PLACE, false, &[spread(on, 1, left)]),
            Choice::Attack(from, to, most) => {
                out.push(ATTACK, false, &[only(from), only(to), Slot::One((1 << most) - 1)]);
            }
            Choice::AttackUntil(from, to) => {
                out.push(ATTACK_UNTIL, false, &[only(from), only(to), self.part(from)]);
            }
            Choice::Reroll(dice) => out.push(REROLL, false, &[Slot::One((1 << dice.count()) - 1)]),
            Choice::Keep => out.push(KEEP, false, &[]),
            Choice::Occupy(least, most) => {
                out.push(OCCUPY, false, &[Slot::Number(least.into(), most.into())]);
            }
            Choice::EndAttack => out.push(END_ATTACK, false, &[]),
            Choice::Collect(of) => out.push(COLLECT, false, &[Slot::one_of(of)]),
            Choice::Manoeuvre(from, to) => {
                out.push(MANOEUVRE, false, &[only(from), Slot::one_of(to), self.part(from)]);
            }
            Choice::Skip => out.push(SKIP, false, &[]),
        }
    }

    fn assemble(family: usize, filled: Filled<'_>) -> Option<Command> {
        Some(match family {
            PLACE_MAP => assemble_map(filled)?,
            AUTO => Command::Auto {},
            CHOOSE => Command::Choose { colour: filled.id(0)?, first: filled.id(1)? },
            RESIST => Command::Resist {},
            DECLINE => Command::Decline {},
            RETURN_TROOPS => Command::ReturnTroops { troops: filled.counts(0)? },
            RECONNAISSANCE => buy(Support::Reconnaissance),
            SPECIAL_UNIT => buy(Support::SpecialUnit),
            START_MANOEUVRE => Command::Support {
                kind: Support::StartManoeuvre,
                from: Some(filled.id(0)?),
                to: Some(filled.id(1)?),
                troops: Some(filled.number(2)?),
                stop_at: None,
            },
            NEUTRAL_ATTACK => Command::Support {
                kind: Support::NeutralAttack,
                from: Some(filled.id(0)?),
                to: Some(filled.id(1)?),
                troops: None,
                stop_at: Some(filled.number(2)?),
            },
            DONE => Command::Done {},
            HAND_IN => Command::HandIn { cards: filled.ids(0)? },
            PLACE => Command::Place { troops: filled.counts(0)? },
            ATTACK => Command::Attack {
                from: filled.id(0)?,
                to: filled.id(1)?,
                dice: filled.place(2)? as u8 + 1,
            },
            ATTACK_UNTIL => Command::AttackUntil {
                from: filled.id(0)?,
                to: filled.id(1)?,
                stop_at: filled.number(2)?,
            },
            REROLL => Command::Reroll { die: filled.place(0)? as u8 },
            KEEP => Command::Keep {},
            OCCUPY => Command::Occupy { troops: filled.number(0)? },
            END_ATTACK => Command::EndAttack {},
            COLLECT => Command::Collect { objective: filled.id(0)? },
            MANOEUVRE => Command::Manoeuvre {
                from: filled.id(0)?,
                to: filled.id(1)?,
                troops: filled.number(2)?,
            },
            SKIP => Command::Skip {},
            _ => return None,
        })
    }
}

/// Builds the family of whole maps: owner and troops of each territory, then the capitals.
fn place_map() -> CommandFamily {
    let mut map = CommandFamily::bare("place_map");
    for place in Territory::ALL {
        let owner = Kind::One(ids::<Owner>("owner"));
        map.fields.push(CommandField::new(format!("territories.{place}.owner"), owner));
        map.fields.push(CommandField::new(format!("territories.{place}.troops"), Kind::Number));
    }
    map.then("capitals.red", at()).then("capitals.blue", at())
}

fn assemble_map(filled: Filled<'_>) -> Option<Command> {
    let empty = Garrison { owner: Owner::Neutral, troops: 0 };
    let mut territories = Placement::from_fn(|_| empty);
    for at in Territory::ALL {
        let field = 2 * at.index();
        territories[*at] = Garrison { owner: filled.id(field)?, troops: filled.number(field + 1)? };
    }
    let capitals = 2 * Territory::COUNT;
    let capitals = Capitals { red: filled.id(capitals)?, blue: filled.id(capitals + 1)? };
    Some(Command::PlaceMap { territories, capitals })
}

impl BalanceOfPower {
    fn map_slots(&self) -> Vec<Slot> {
        let anyone: IdSet<Owner> = Owner::ALL.iter().copied().collect();
        let mut slots = Vec::with_capacity(2 * Territory::COUNT + 2);
        for at in Territory::ALL {
            let site = self.rules.board.sites.contains(*at);
            slots.push(Slot::one_of(if site { IdSet::only(Owner::Neutral) } else { anyone }));
            slots.push(Slot::Number(1, u32::from(MOST_PLACED)));
        }
        let anywhere = Slot::one_of(Territory::ALL.iter().copied().collect());
        slots.extend([anywhere, anywhere]);
        slots
    }

    /// Returns the slot of troops of a territory of which one stays.
    fn part(&self, of: Territory) -> Slot {
        Slot::Number(1, u32::from(self.troops[of] - 1))
    }
}

fn only(at: Territory) -> Slot {
    Slot::only(at.index())
}

fn spread(on: IdSet<Territory>, least: u8, most: u8) -> Slot {
    Slot::counts(on.iter().map(|at| (at, most)), least.into(), most.into())
}
