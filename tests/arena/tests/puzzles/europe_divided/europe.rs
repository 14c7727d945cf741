//! Puzzles for Europe.

use protocol::games::europe_divided::{
    ActionCard as C, AdvantageCard as A, Command, Edition, Headline as H, Region as R, Side,
    Space as S,
};

use super::{
    EU, EUROPE, Goal, Held, NATO, Puzzle, RU, RUSSIA, TIES_RUSSIA, build, lock, march, place, play,
    puzzle, raise,
};

const fn europe(idea: &'static str) -> Puzzle {
    puzzle(Side::Europe, idea)
}

/// Russia, which wins a tie and goes first.
const RIVAL: Held = Held { taken: TIES_RUSSIA, ..RUSSIA };
/// Russia, which wins a tie and goes second.
const LATE: Held =
    Held { hand: [C::EnergySector, C::Kaliningrad, C::ThePresident, C::NewsMedia], ..RIVAL };

pub(super) const PUZZLES: [Puzzle; 16] = [
    Puzzle {
        tokens: &[(S::Greece, 1)],
        current: [H::GrapeRevolution, H::SouthStream],
        europe: Held { hand: [C::Greece, C::Germany, C::Turkey, C::Norway], ..EUROPE },
        russia: RIVAL,
        solution: &[
            play(C::Greece),
            Command::GainMoney {},
            play(C::Germany),
            place(EU, R::Moldova),
        ],
        ..europe("the money before the die that it pays")
    },
    Puzzle {
        dice: &[(EU, R::Hungary, 4)],
        europe: Held {
            prestige: 3,
            hand: [C::Finland, C::Greece, C::Turkey, C::Norway],
            advantages: &[A::EconomicAid],
            ..EUROPE
        },
        russia: RIVAL,
        solution: &[play(C::Finland), raise(EU, R::Hungary, 2)],
        ..europe("a 6 without the Advantage Card, which scores itself")
    },
    Puzzle {
        edition: Edition::First,
        dice: &[(NATO, R::Ukraine, 5), (RU, R::Ukraine, 6)],
        europe: Held {
            prestige: 3,
            hand: [C::Norway, C::Greece, C::Italy, C::Turkey],
            advantages: &[A::WesternIntelligence],
            ..EUROPE
        },
        russia: Held { prestige: 3, ..RIVAL },
        solution: &[
            Command::UseAdvantage { card: A::WesternIntelligence },
            Command::LowerInfluence { power: RU, region: R::Ukraine },
            play(C::Norway),
            raise(NATO, R::Ukraine, 1),
        ],
        ..europe("a 6 lowered that bars an own one")
    },
    Puzzle {
        dice: &[(EU, R::Belarus, 5), (RU, R::Belarus, 6)],
        europe: Held {
            prestige: 3,
            hand: [C::Denmark, C::Austria, C::Italy, C::Turkey],
            armies: &[(S::Poland, 1)],
            ..EUROPE
        },
        russia: Held { prestige: 3, ..RIVAL },
        solution: &[
            play(C::Denmark),
            march(S::Poland, S::Belarus),
            play(C::Austria),
            raise(EU, R::Belarus, 1),
        ],
        ..europe("an army against a 6, then an own 6")
    },
    Puzzle {
        dice: &[(EU, R::Georgia, 6)],
        europe: Held {
            hand: [C::Turkey, C::Finland, C::Italy, C::Norway],
            armies: &[(S::Turkey, 1)],
            ..EUROPE
        },
        russia: Held { armies: &[(S::SouthernFd, 1)], ..LATE },
        intends: &[march(S::SouthernFd, S::Georgia)],
        solution: &[play(C::Turkey), march(S::Turkey, S::Georgia)],
        ..europe("a 6 to protect by an army")
    },
    Puzzle {
        dice: &[(NATO, R::Hungary, 1)],
        current: [H::PapaAirBase, H::SouthStream],
        europe: Held {
            prestige: 3,
            hand: [C::Norway, C::Turkey, C::Italy, C::Greece],
            armies: &[(S::Germany, 1)],
            ..EUROPE
        },
        russia: Held { armies: &[(S::CzechiaSlovakia, 1)], ..RIVAL },
        solution: &[
            play(C::Norway),
            march(S::Germany, S::Austria),
            play(C::Turkey),
            march(S::Austria, S::Hungary),
        ],
        ..europe("the only route, in two moves")
    },
    Puzzle {
        edition: Edition::First,
        dice: &[(RU, R::Armenia, 2), (RU, R::Belarus, 1)],
        current: [H::NatoMissileDefenseShield, H::EurasianEconomicUnion],
        europe: Held { money: 2, hand: [C::Norway, C::Austria, C::Italy, C::Turkey], ..EUROPE },
        russia: Held { prestige: 2, ..RIVAL },
        solution: &[play(C::Austria), place(EU, R::Belarus)],
        ..europe("a headline spoilt by a tie")
    },
    Puzzle {
        turn: 18,
        current: [H::NatoMissileDefenseShield, H::RegionalForcesGroupOfBelarusAndRussia],
        europe: Held {
            hand: [C::Denmark, C::Finland, C::Italy, C::Turkey],
            armies: &[(S::Poland, 1), (S::Germany, 1)],
            ..EUROPE
        },
        russia: Held { armies: &[(S::Belarus, 2)], ..RIVAL },
        goal: Goal::Spoilt(H::RegionalForcesGroupOfBelarusAndRussia),
        solution: &[play(C::Denmark), march(S::Poland, S::Belarus)],
        ..europe("a headline spoilt by an army")
    },
    Puzzle {
        dice: &[
            (NATO, R::Poland, 4),
            (EU, R::Hungary, 2),
            (EU, R::Moldova, 1),
            (NATO, R::Ukraine, 3),
            (NATO, R::Armenia, 2),
        ],
        europe: Held {
            hand: [C::Greece, C::Finland, C::Italy, C::Turkey],
            taken: &[C::EuropeArmenia],
            ..EUROPE
        },
        russia: Held {
            armies: &[(S::Poland, 1), (S::Moscow, 7)],
            taken: &[C::RussiaHungary],
            ..RUSSIA
        },
        solution: &[play(C::Greece), raise(NATO, R::Poland, 1)],
        ..europe("a contested card that decides the tie")
    },
    Puzzle {
        dice: &[(EU, R::Poland, 5), (EU, R::Hungary, 3)],
        current: [H::GrapeRevolution, H::SouthStream],
        europe: Held {
            prestige: 3,
            hand: [C::EuropePoland, C::Austria, C::Italy, C::Turkey],
            ..EUROPE
        },
        russia: Held { armies: &[(S::Poland, 1)], ..RIVAL },
        solution: &[
            play(C::EuropePoland),
            raise(EU, R::Hungary, 3),
            play(C::Austria),
            place(EU, R::Moldova),
        ],
        ..europe("the money of the Baltic Sea")
    },
    Puzzle {
        dice: &[(EU, R::Moldova, 1), (EU, R::Ukraine, 1), (NATO, R::Poland, 4)],
        current: [H::GrapeRevolution, H::UkrainianRevolution],
        europe: Held {
            prestige: 3,
            hand: [C::Norway, C::Turkey, C::Italy, C::Greece],
            advantages: &[A::UsSanctions],
            ..EUROPE
        },
        russia: Held { prestige: 5, money: 4, ..LATE },
        intends: &[place(RU, R::Moldova), place(RU, R::Ukraine)],
        solution: &[
            Command::UseAdvantage { card: A::UsSanctions },
            play(C::Norway),
            raise(NATO, R::Poland, 2),
        ],
        ..europe("sanctions against two dice to come")
    },
    Puzzle {
        dice: &[
            (NATO, R::Poland, 5),
            (NATO, R::Baltics, 5),
            (NATO, R::CzechiaSlovakia, 5),
            (EU, R::Hungary, 4),
        ],
        europe: Held {
            prestige: 2,
            money: 2,
            hand: [C::EuropePoland, C::Austria, C::Italy, C::Turkey],
            ..EUROPE
        },
        russia: RIVAL,
        solution: &[
            play(C::EuropePoland),
            build(S::Poland),
            raise(NATO, R::Baltics, 1),
            raise(NATO, R::CzechiaSlovakia, 1),
            play(C::Austria),
            raise(EU, R::Hungary, 2),
        ],
        ..europe("an army built for two dice")
    },
    Puzzle {
        dice: &[(RU, R::Ukraine, 5), (RU, R::Belarus, 5)],
        europe: Held {
            prestige: 5,
            hand: [C::Denmark, C::Norway, C::Italy, C::Turkey],
            armies: &[(S::Poland, 2)],
            ..EUROPE
        },
        russia: LATE,
        intends: &[raise(RU, R::Ukraine, 1), raise(RU, R::Belarus, 1)],
        solution: &[
            play(C::Denmark),
            march(S::Poland, S::Ukraine),
            play(C::Norway),
            march(S::Poland, S::Belarus),
        ],
        ..europe("two armies that bar two 6s")
    },
    Puzzle {
        locks: true,
        dice: &[(EU, R::Hungary, 3), (NATO, R::Poland, 4)],
        europe: Held {
            prestige: 3,
            hand: [C::Austria, C::Germany, C::Greece, C::Norway],
            ..EUROPE
        },
        russia: RIVAL,
        solution: &[
            lock([C::Germany, C::Norway]),
            play(C::Germany),
            raise(EU, R::Hungary, 3),
            play(C::Norway),
            raise(NATO, R::Poland, 2),
        ],
        ..europe("the two of four cards that make two 6s")
    },
    Puzzle {
        locks: true,
        dice: &[(NATO, R::EasternBalkans, 6), (NATO, R::Poland, 3)],
        europe: Held {
            prestige: 1,
            hand: [C::Austria, C::Finland, C::Greece, C::Sweden],
            advantages: &[A::CouncilMeeting],
            ..EUROPE
        },
        russia: Held { prestige: 5, ..RIVAL },
        solution: &[
            Command::CouncilMeeting { discard: [C::Austria, C::Finland] },
            Command::TakeCards { take: [C::Denmark, C::UkAndIreland] },
            lock([C::Denmark, C::UkAndIreland]),
            play(C::UkAndIreland),
            raise(NATO, R::Poland, 3),
        ],
        ..europe("a Council Meeting for the card that is missing")
    },
    Puzzle {
        dice: &[(EU, R::Hungary, 4), (EU, R::Georgia, 3), (EU, R::Moldova, 2), (EU, R::Armenia, 3)],
        europe: Held {
            prestige: 3,
            hand: [C::Norway, C::Turkey, C::Italy, C::Greece],
            advantages: &[A::EconomicAid],
            ..EUROPE
        },
        russia: Held { armies: &[(S::Moscow, 5)], ..RUSSIA },
        solution: &[Command::UseAdvantage { card: A::EconomicAid }, raise(EU, R::Hungary, 2)],
        ..europe("an Advantage Card worth as much as its point, and a contested card")
    },
];
