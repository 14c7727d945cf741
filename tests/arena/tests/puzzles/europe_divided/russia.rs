//! Puzzles for Russia.

use protocol::games::europe_divided::{
    ActionCard as C, AdvantageCard as A, Command, Edition, Headline as H, Region as R, Side,
    Space as S,
};

use super::{
    EU, EUROPE, Held, NATO, Puzzle, RU, RUSSIA, TIES_EUROPE, build, lock, march, place, play,
    puzzle, raise,
};

const fn russia(idea: &'static str) -> Puzzle {
    puzzle(Side::Russia, idea)
}

/// Europe, which wins a tie and goes first.
const RIVAL: Held = Held { taken: TIES_EUROPE, ..EUROPE };
/// Europe, which wins a tie and goes second.
const LATE: Held = Held { hand: [C::Germany, C::Italy, C::Benelux, C::Turkey], ..RIVAL };

const PROPAGANDA: Command = Command::Propaganda {};

pub(super) const PUZZLES: [Puzzle; 14] = [
    Puzzle {
        locks: true,
        dice: &[(RU, R::Belarus, 3), (RU, R::Moldova, 4)],
        russia: Held {
            prestige: 3,
            hand: [
                C::Kaliningrad,
                C::NorthCaucasianFederalDistrict,
                C::SouthernFederalDistrict,
                C::ThePresident,
            ],
            ..RUSSIA
        },
        europe: RIVAL,
        solution: &[
            lock([C::SouthernFederalDistrict, C::ThePresident]),
            play(C::ThePresident),
            raise(RU, R::Belarus, 3),
            play(C::SouthernFederalDistrict),
            raise(RU, R::Moldova, 2),
        ],
        ..russia("the two of four cards that make two 6s")
    },
    Puzzle {
        dice: &[(RU, R::Moldova, 3), (RU, R::Belarus, 5)],
        russia: Held {
            prestige: 3,
            hand: [C::NewsMedia, C::Kaliningrad, C::EnergySector, C::ThePresident],
            ..RUSSIA
        },
        europe: RIVAL,
        solution: &[
            play(C::NewsMedia),
            PROPAGANDA,
            raise(RU, R::Moldova, 1),
            raise(RU, R::Moldova, 1),
            raise(RU, R::Moldova, 1),
            play(C::Kaliningrad),
            raise(RU, R::Belarus, 1),
        ],
        ..russia("Propaganda for one die three times")
    },
    Puzzle {
        edition: Edition::First,
        current: [H::NatoMissileDefenseShield, H::AccessionOfCrimeaIntoRussia],
        russia: Held {
            prestige: 2,
            hand: [
                C::Kaliningrad,
                C::WesternFederalDistrict,
                C::SouthernFederalDistrict,
                C::ThePresident,
            ],
            armies: &[(S::Moscow, 1)],
            advantages: &[A::IntelligenceService],
            ..RUSSIA
        },
        europe: Held { prestige: 3, ..RIVAL },
        solution: &[
            Command::SellAdvantage { card: A::IntelligenceService },
            play(C::Kaliningrad),
            place(RU, R::Ukraine),
            play(C::WesternFederalDistrict),
            march(S::Moscow, S::Ukraine),
        ],
        ..russia("an Advantage Card sold for a die and a march")
    },
    Puzzle {
        dice: &[(EU, R::Georgia, 6), (NATO, R::Georgia, 6)],
        russia: Held {
            prestige: 5,
            hand: [C::SouthernFederalDistrict, C::EnergySector, C::Kaliningrad, C::ThePresident],
            armies: &[(S::SouthernFd, 1), (S::Moscow, 1), (S::Kaliningrad, 1)],
            ..RUSSIA
        },
        europe: RIVAL,
        solution: &[play(C::SouthernFederalDistrict), march(S::SouthernFd, S::Georgia)],
        ..russia("an army against two 6s")
    },
    Puzzle {
        dice: &[(RU, R::Moldova, 4)],
        russia: Held {
            hand: [C::WesternFederalDistrict, C::Kaliningrad, C::EnergySector, C::ThePresident],
            armies: &[(S::Ukraine, 1)],
            ..RUSSIA
        },
        europe: Held { armies: &[(S::Moldova, 1)], ..RIVAL },
        solution: &[
            play(C::Kaliningrad),
            march(S::Ukraine, S::Moldova),
            play(C::WesternFederalDistrict),
            raise(RU, R::Moldova, 2),
        ],
        ..russia("an army out of the way, by the weaker card")
    },
    Puzzle {
        dice: &[(RU, R::Belarus, 6)],
        russia: Held {
            money: 2,
            hand: [C::RussiaBelarus, C::ThePresident, C::EnergySector, C::Kaliningrad],
            ..RUSSIA
        },
        europe: Held { armies: &[(S::Poland, 1)], ..LATE },
        intends: &[march(S::Poland, S::Belarus)],
        solution: &[play(C::RussiaBelarus), build(S::Belarus)],
        ..russia("a 6 to protect by an army")
    },
    Puzzle {
        current: [H::NatoMissileDefenseShield, H::WarInTheDonbass],
        russia: Held {
            prestige: 3,
            money: 1,
            hand: [C::Kaliningrad, C::WesternFederalDistrict, C::EnergySector, C::ThePresident],
            armies: &[(S::BlackSea, 1), (S::Moscow, 1)],
            ..RUSSIA
        },
        europe: RIVAL,
        solution: &[
            play(C::Kaliningrad),
            march(S::BlackSea, S::Ukraine),
            play(C::WesternFederalDistrict),
            march(S::Moscow, S::Ukraine),
        ],
        ..russia("two armies to one place, the last money for it")
    },
    Puzzle {
        dice: &[(RU, R::Poland, 2), (EU, R::Poland, 3)],
        current: [H::NatoMissileDefenseShield, H::NordStream],
        russia: Held {
            prestige: 2,
            money: 2,
            hand: [C::SouthernFederalDistrict, C::Kaliningrad, C::EnergySector, C::ThePresident],
            ..RUSSIA
        },
        europe: RIVAL,
        solution: &[
            play(C::SouthernFederalDistrict),
            raise(RU, R::Poland, 2),
            play(C::Kaliningrad),
            place(RU, R::Baltics),
        ],
        ..russia("a headline of two regions")
    },
    Puzzle {
        edition: Edition::First,
        dice: &[
            (NATO, R::Hungary, 4),
            (RU, R::Hungary, 1),
            (RU, R::Armenia, 2),
            (RU, R::Moldova, 1),
        ],
        current: [H::PapaAirBase, H::SouthStream],
        russia: Held {
            prestige: 5,
            hand: [C::ThePresident, C::EnergySector, C::Kaliningrad, C::NewsMedia],
            ..RUSSIA
        },
        europe: Held { armies: &[(S::Hungary, 1)], ..RIVAL },
        solution: &[play(C::ThePresident), raise(RU, R::Hungary, 3)],
        ..russia("a headline spoilt by a tie")
    },
    Puzzle {
        russia: Held {
            money: 2,
            hand: [C::ThePresident, C::EnergySector, C::Kaliningrad, C::NewsMedia],
            armies: &[(S::Moscow, 2)],
            ..RUSSIA
        },
        europe: Held { money: 2, armies: &[(S::Norway, 6)], ..EUROPE },
        solution: &[
            play(C::ThePresident),
            Command::GainMoney {},
            play(C::EnergySector),
            Command::GainMoney {},
        ],
        ..russia("money that decides the tie")
    },
    Puzzle {
        dice: &[(RU, R::Baltics, 6), (RU, R::Poland, 1), (EU, R::Poland, 6), (RU, R::Armenia, 5)],
        russia: Held {
            prestige: 3,
            hand: [C::EnergySector, C::NewsMedia, C::Kaliningrad, C::ThePresident],
            armies: &[(S::WesternFd, 1)],
            ..RUSSIA
        },
        europe: RIVAL,
        solution: &[
            Command::SeaMove { from: S::WesternFd, to: S::Poland },
            play(C::EnergySector),
            raise(RU, R::Armenia, 1),
        ],
        ..russia("an army across the Baltic Sea")
    },
    Puzzle {
        dice: &[(RU, R::EasternBalkans, 5), (RU, R::Ukraine, 1)],
        current: [H::NatoMissileDefenseShield, H::AccessionOfCrimeaIntoRussia],
        russia: Held {
            prestige: 3,
            money: 3,
            hand: [C::Kaliningrad, C::NewsMedia, C::EnergySector, C::ThePresident],
            ..RUSSIA
        },
        europe: RIVAL,
        solution: &[Command::SeaBuild {}, play(C::Kaliningrad), march(S::BlackSea, S::Ukraine)],
        ..russia("an army out of the Black Sea")
    },
    Puzzle {
        dice: &[(EU, R::Ukraine, 6), (NATO, R::Belarus, 6)],
        russia: Held {
            hand: [C::EnergySector, C::NewsMedia, C::Kaliningrad, C::ThePresident],
            armies: &[(S::CentralFd, 2)],
            advantages: &[A::SnapExercise],
            ..RUSSIA
        },
        europe: Held { prestige: 3, ..RIVAL },
        solution: &[
            Command::UseAdvantage { card: A::SnapExercise },
            march(S::CentralFd, S::Ukraine),
            march(S::CentralFd, S::Belarus),
        ],
        ..russia("an Advantage Card for two 6s")
    },
    Puzzle {
        dice: &[(EU, R::Moldova, 5)],
        russia: Held {
            prestige: 5,
            money: 2,
            hand: [C::RussiaMoldova, C::ThePresident, C::EnergySector, C::Kaliningrad],
            ..RUSSIA
        },
        europe: LATE,
        intends: &[raise(EU, R::Moldova, 1)],
        solution: &[play(C::RussiaMoldova), build(S::Moldova)],
        ..russia("an army built that bars a 6")
    },
];
