//! Choices as offers: JSON template, text with price or chance, and the rule.

#![expect(clippy::wildcard_enum_match_arm, reason = "each table leaves the rest to the next one")]

use std::collections::BTreeMap;

use protocol::games::balance_of_power::{Card, Dice, Objective, Owner, Support, Territory};
use protocol::offer::{Item, Placeholder};
use serde::Serialize;

use super::chances::{Chances, MOST_TROOPS};
use super::commands::{Choice, MOST_PLACED, buy};
use super::state::{BalanceOfPower, Frame};
use super::text::{dice_words, owner_name, troops_do, troops_words};
use crate::by_id::IdSet;
use crate::offer::{Template, WrittenOffer};

/// Template, text and rule of an offer.
type OfferParts = (Template, String, &'static str);

/// Owner of a territory in the template of a map.
#[derive(Serialize)]
#[serde(untagged)]
enum SiteOr<'a> {
    Site(Owner),
    Any(&'a Placeholder),
}

#[derive(Serialize)]
struct GarrisonTemplate<'a> {
    owner: SiteOr<'a>,
    troops: &'a Placeholder,
}

#[derive(Serialize)]
struct CapitalsTemplate<'a> {
    red: &'a Placeholder,
    blue: &'a Placeholder,
}

impl BalanceOfPower {
    /// Describes a choice as an offer.
    pub(super) fn offer_of(&self, choice: &Choice) -> WrittenOffer {
        let (command, text, rule) = self.offer_beginning(choice);
        let loose = matches!(choice, Choice::PlaceMap | Choice::HandInLoose(..));
        // Chance places the whole map, and one that was being edited is lost. Every roll of dice is
        // final too, but whoever attacks means it.
        let is_final = matches!(choice, Choice::Auto);
        WrittenOffer { command, text, rule, loose, is_final }
    }

    fn offer_beginning(&self, choice: &Choice) -> OfferParts {
        const RULE: &str = "Command Room: set-up";
        match choice {
            Choice::PlaceMap => (
                self.map_template(),
                "Place the map: 27 Red, 27 Blue and 60 neutral troops, sites neutral".to_owned(),
                RULE,
            ),
            Choice::Auto => (Template::new("auto"), "Deal an even map".to_owned(), RULE),
            Choice::Choose => {
                let colours = || one(vec![Item::new("red", "Red"), Item::new("blue", "Blue")]);
                let command =
                    Template::new("choose").with("colour", &colours()).with("first", &colours());
                (command, "Choose your colour and who goes first".to_owned(), RULE)
            }
            _ => self.offer_resistance(choice),
        }
    }

    /// Builds the template of a map: every territory with an owner and a number; a site stays neutral.
    fn map_template(&self) -> Template {
        let troops = &int(1, u16::from(MOST_PLACED));
        let owners = Owner::ALL.iter().map(|owner| Item::new(owner.as_str(), owner_name(*owner)));
        let owners = &one(owners.collect());
        let garrison = |at: &Territory| {
            let site = self.rules.board.sites.contains(*at);
            let owner = if site { SiteOr::Site(Owner::Neutral) } else { SiteOr::Any(owners) };
            (*at, GarrisonTemplate { owner, troops })
        };
        let territories: BTreeMap<Territory, _> = Territory::ALL.iter().map(garrison).collect();
        let anywhere = &self.one_territory(Territory::ALL.iter().copied().collect());
        Template::new("place_map")
            .with("territories", &territories)
            .with("capitals", &CapitalsTemplate { red: anywhere, blue: anywhere })
    }

    fn offer_resistance(&self, choice: &Choice) -> OfferParts {
        const RULE: &str = "Charts: neutral resistance";
        match *choice {
            Choice::Resist => {
                let needed = self.resistance_needed().unwrap_or_default();
                let back = self.charts[Owner::Neutral].div_ceil(2);
                let text = format!(
                    "Roll two dice: with {needed} or more, {}",
                    troops_do(u16::from(back), "return")
                );
                (Template::new("resist"), text, RULE)
            }
            Choice::ReturnTroops(count, on) => {
                let bag = bag(count, count, on);
                let text =
                    format!("Put {} back into neutral territories", troops_words(u16::from(count)));
                (Template::new("return_troops").with("troops", &bag), text, RULE)
            }
            Choice::Decline => {
                let text = "Do without neutral resistance".to_owned();
                (Template::new("decline"), text, RULE)
            }
            _ => self.offer_support(choice),
        }
    }

    fn offer_support(&self, choice: &Choice) -> OfferParts {
        const RULE: &str = "Combat support";
        match *choice {
            Choice::Buy(kind) => {
                let text = format!("{}: {}", self.price_words(kind), self.rules.support[kind].text);
                (Template::of(&buy(kind)), text, RULE)
            }
            Choice::StartManoeuvre(from, to) => {
                let kind = Support::StartManoeuvre;
                let text =
                    format!("{}: move troops from {}", self.price_words(kind), self.name(from));
                let command = Template::new("support")
                    .with("kind", &kind)
                    .with("from", &from)
                    .with("to", &self.one_territory(to))
                    .with("troops", &int(1, self.troops[from] - 1));
                (command, text, RULE)
            }
            Choice::NeutralAttack(from, to) => {
                let kind = Support::NeutralAttack;
                let text = self.neutral_attack_words(from, to, 1);
                let command = Template::new("support")
                    .with("kind", &kind)
                    .with("from", &from)
                    .with("to", &to)
                    .with("stop_at", &int(1, self.troops[from] - 1));
                (command, text, RULE)
            }
            Choice::Done => (Template::new("done"), "Buy nothing more".to_owned(), RULE),
            _ => self.offer_draft(choice),
        }
    }

    fn offer_draft(&self, choice: &Choice) -> OfferParts {
        const RULE: &str = "Draft troops";
        fn hand_in(cards: &impl Serialize, text: &str) -> OfferParts {
            (Template::new("hand_in").with("cards", cards), text.to_owned(), RULE)
        }
        match *choice {
            Choice::HandInOne(of) => {
                hand_in(&[one(self.card_items(of))], "Hand in one card of two stars")
            }
            Choice::HandIn(of, least, most) => {
                hand_in(&self.pick_cards(of, least, most), "Hand in a set of cards for troops")
            }
            Choice::HandInLoose(of, least, most) => {
                let text = "Hand in a large set of cards: at most ten stars";
                hand_in(&self.pick_cards(of, least, most), text)
            }
            Choice::Place(left, on) => {
                let command = Template::new("place").with("troops", &bag(1, left, on));
                let text = format!("Place troops: {left} left");
                (command, text, RULE)
            }
            _ => self.offer_attack(choice),
        }
    }

    fn offer_attack(&self, choice: &Choice) -> OfferParts {
        const RULE: &str = "Attacking";
        match *choice {
            Choice::Attack(from, to, most) => {
                let text =
                    format!("{}: one roll, {}", self.clash_words(from, to), dice_words(most));
                let dice = int(1, u16::from(most));
                (
                    Template::new("attack").with("from", &from).with("to", &to).with("dice", &dice),
                    text,
                    RULE,
                )
            }
            Choice::AttackUntil(from, to) => {
                let text = self.series_words(from, to, 1);
                let command = Template::new("attack_until")
                    .with("from", &from)
                    .with("to", &to)
                    .with("stop_at", &int(1, self.troops[from] - 1));
                (command, text, RULE)
            }
            Choice::Reroll(dice) => self.offer_reroll(dice),
            Choice::Keep => (Template::new("keep"), "Keep the roll".to_owned(), "Combat support"),
            Choice::Occupy(least, most) => {
                let command = Template::new("occupy").with("troops", &int(least, most));
                let text = format!("Move {least} to {most} troops into the conquered territory");
                (command, text, RULE)
            }
            Choice::EndAttack => {
                (Template::new("end_attack"), "Attack no more this turn".to_owned(), RULE)
            }
            _ => self.offer_ending(choice),
        }
    }

    fn offer_reroll(&self, dice: Dice) -> OfferParts {
        let faces = (0u8..).zip(dice.values());
        let items = faces.map(|(die, face)| Item::new(die, format!("the {face}"))).collect();
        let name = &self.rules.support[Support::Reconnaissance].name;
        let text = format!("{name}: throw one die again; the new value stands");
        (Template::new("reroll").with("die", &one(items)), text, "Combat support")
    }

    fn offer_ending(&self, choice: &Choice) -> OfferParts {
        match *choice {
            Choice::Collect(of) => {
                let command = Template::new("collect").with("objective", &self.one_objective(of));
                let text = "Collect an objective; no card is drawn this turn".to_owned();
                (command, text, "Objectives")
            }
            Choice::Manoeuvre(from, to) => {
                let command = Template::new("manoeuvre")
                    .with("from", &from)
                    .with("to", &self.one_territory(to))
                    .with("troops", &int(1, self.troops[from] - 1));
                let text = format!(
                    "Move up to {} of {} from {}",
                    self.troops[from] - 1,
                    self.troops[from],
                    self.name(from)
                );
                (command, text, "Manoeuvre troops")
            }
            _ => self.offer_skipping(),
        }
    }

    /// Words what is left out by the step that is open.
    fn offer_skipping(&self) -> OfferParts {
        let (text, rule) = match self.stack.top() {
            Some(Frame::Collect) if self.this_turn.conquered => {
                ("Draw the card instead", "Objectives")
            }
            Some(Frame::Collect) => ("Collect nothing", "Objectives"),
            _ => ("End the turn without a manoeuvre", "Ending your turn"),
        };
        (Template::new("skip"), text.to_owned(), rule)
    }

    pub(super) fn name(&self, territory: Territory) -> &str {
        &self.rules.board.names[territory]
    }

    /// Words an attack to the end, or until these troops are left, with its chance.
    pub(super) fn series_words(&self, from: Territory, to: Territory, stop_at: u16) -> String {
        let chance = self.chance_words(self.active.owner(), (from, to), stop_at);
        let end = if stop_at == 1 { "to the end".to_owned() } else { format!("stop at {stop_at}") };
        format!("{}: {end}{chance}", self.clash_words(from, to))
    }

    /// Words an attack of the neutral army that is bought, to the end or until these troops are left.
    pub(super) fn neutral_attack_words(
        &self,
        from: Territory,
        to: Territory,
        stop_at: u16,
    ) -> String {
        let (here, there) = (self.name(from), self.name(to));
        let chance = self.chance_words(Owner::Neutral, (from, to), stop_at);
        let stop = if stop_at == 1 { String::new() } else { format!(", stop at {stop_at}") };
        format!(
            "{}: {here} attacks {there}{stop}{chance}",
            self.price_words(Support::NeutralAttack)
        )
    }

    /// Names combat support with its price.
    pub(super) fn price_words(&self, kind: Support) -> String {
        let card = &self.rules.support[kind];
        format!("{} ({} from your chart)", card.name, troops_words(u16::from(card.price)))
    }

    /// Names both sides of an attack with their troops.
    pub(super) fn clash_words(&self, from: Territory, to: Territory) -> String {
        let side = |at: Territory| format!("{} ({})", self.name(at), self.troops[at]);
        format!("Attack {} from {}", side(to), side(from))
    }

    /// Words the chance that all troops but those that stay conquer.
    fn chance_words(&self, by: Owner, (from, to): (Territory, Territory), stop_at: u16) -> String {
        let (troops, defenders) = (self.troops[from], self.troops[to]);
        if troops.max(defenders) > MOST_TROOPS {
            return String::new();
        }
        let attackers = troops.saturating_sub(stop_at);
        let chances = Chances::against(defenders, attackers, self.dice_limit(by, to));
        format!(", chance {:.1} %", chances.of(attackers) * 100.0)
    }

    fn one_territory(&self, of: IdSet<Territory>) -> Placeholder {
        one(of.iter().map(|at| Item::new(at.as_str(), self.name(at))).collect())
    }

    fn one_objective(&self, of: IdSet<Objective>) -> Placeholder {
        let item = |objective: Objective| {
            let card = &self.rules.objectives[objective];
            Item::new(objective.as_str(), format!("{}: {}", card.name, card.text))
        };
        one(of.iter().map(item).collect())
    }

    fn card_items(&self, of: IdSet<Card>) -> Vec<Item> {
        let item = |card: Card| {
            let name = card.territory().map_or("no territory", |at| self.name(at));
            let stars = "*".repeat(usize::from(self.stars(card)));
            Item::new(card.as_str(), format!("{name} {stars}"))
        };
        of.iter().map(item).collect()
    }

    fn pick_cards(&self, of: IdSet<Card>, least: u8, most: u8) -> Placeholder {
        let from = self.card_items(of);
        Placeholder::Pick { from, min: usize::from(least), max: usize::from(most) }
    }
}

fn one(from: Vec<Item>) -> Placeholder {
    Placeholder::One { from }
}

fn int(min: u16, max: u16) -> Placeholder {
    Placeholder::Int { min: i64::from(min), max: i64::from(max) }
}

/// Builds a template of counts by territory with a sum from `least` to `most`.
fn bag(least: u8, most: u8, on: IdSet<Territory>) -> Placeholder {
    let max = on.iter().map(|at| (at.as_str().to_owned(), u64::from(most))).collect();
    Placeholder::Bag { max, min_total: u64::from(least), max_total: u64::from(most) }
}
