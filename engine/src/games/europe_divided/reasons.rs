//! The changes that a command makes, in words: headlines, dominance, influence, armies, money.
//!
//! Only what a seat's views show is compared: a mind's guess has dealt the rest.

use std::cmp::Ordering;

use protocol::games::europe_divided::data::EndStep;
use protocol::games::europe_divided::{Command, Headline, Power, Region, Sea, Side, Space};

use super::commands::Choice;
use super::names::{a_die, capital, of_power, side_name, the_power};
use super::prices::price;
use super::state::{DOMINANCE, EuropeDivided, STRONG, powers, side_of};
use crate::by_id::IdSet;
use crate::explain::{CommandReason, Explain};
use crate::game::{Game, Seat};

/// Two positions, and the side that compares them.
struct BoardChange<'a> {
    before: &'a EuropeDivided,
    after: &'a EuropeDivided,
    own: Side,
    out: Vec<CommandReason>,
}

impl Explain for EuropeDivided {
    fn reasons(&self, before: &Self, seat: Seat) -> Vec<CommandReason> {
        let mut compared = BoardChange { before, after: self, own: side_of(seat), out: Vec::new() };
        compared.end();
        compared.secret_choice();
        compared.headlines();
        compared.prestige();
        for region in Region::ALL.iter().copied() {
            compared.dominance(region);
        }
        for region in Region::ALL.iter().copied() {
            compared.influence(region);
            compared.barred(region);
        }
        compared.cards();
        compared.armies();
        compared.holdings();
        compared.out
    }

    fn sentence(&self, command: &Command) -> Option<String> {
        let seat = self.awaiting().iter().next()?;
        if let Command::IncreaseInfluence { .. } = command {
            return Some(self.offer_of(side_of(seat), &Choice::One(*command)).text);
        }
        let Command::MoveArmy { from, to } = *command else { return None };
        let mut choices = Vec::new();
        self.choices(seat, &mut choices);
        let march = choices.into_iter().find_map(|choice| {
            let Choice::Move { from: here, to: ends, march } = choice else { return None };
            (here == from && ends.contains(to)).then_some(march)
        })?;
        let cost = price(self.prices(side_of(seat), from, march)[to]);
        let (from, to) = (self.space_name(from), self.space_name(to));
        Some(format!("Move an army from {from} to {to} ({cost})"))
    }
}

impl BoardChange<'_> {
    fn say(&mut self, text: impl Into<String>, rule: &'static str) {
        self.out.push(CommandReason::new(text, rule));
    }

    /// Names a side as the one who gets or does something.
    fn who(&self, side: Side) -> &'static str {
        if side == self.own { "you" } else { side_name(side) }
    }

    fn end(&mut self) {
        if let (None, Some(end)) = (self.before.end, self.after.end) {
            let text =
                if end.winner == self.own { "You win the match" } else { "You lose the match" };
            self.say(text, "Determining victory");
        }
    }

    /// Says what the own secret choices mean: cards kept or locked, a headline placed.
    fn secret_choice(&mut self) {
        let (before, after) = (self.before, self.after);
        let (then, now) = (&before.sides[self.own], &after.sides[self.own]);
        if then.keeping.is_none() {
            for card in now.keeping.into_iter().flatten() {
                let card = &after.rules.advantages[card];
                self.say(format!("{}: {}", card.name, card.text), "Advantage Cards");
            }
        }
        if !then.has_locked && now.locked.len() > then.locked.len() {
            let of = |card| after.rules.actions[card].initiative;
            let sum: u8 = now.locked.iter().map(of).sum();
            self.say(format!("Your initiative is {sum}"), "Initiative");
        }
        if before.first.is_none()
            && let Some(first) = after.first
        {
            let who = capital(self.who(first));
            let verb = if first == self.own { "act" } else { "acts" };
            self.say(format!("{who} {verb} first this turn"), "Initiative");
        }
        let open = after.forthcoming.iter().flatten().copied();
        let placed = open.chain(now.placing).filter(|card| then.headlines.contains(*card));
        for headline in placed.filter(|card| then.placing != Some(*card)) {
            let card = &after.rules.headlines[headline];
            let condition = after.rules.conditions.get(&card.condition);
            let condition = condition.map(String::as_str).unwrap_or_default();
            let holds = if after.fulfilled(headline) { "is true now" } else { "is not true yet" };
            let (name, prestige, who) = (&card.name, card.prestige, self.who(card.banner));
            let text = format!("{name} {holds} ({prestige} prestige for {who}): {condition}");
            self.say(text, "Place new headlines");
        }
    }

    /// Compares every headline on the table, and those in the own hand.
    fn headlines(&mut self) {
        let (before, after) = (self.before, self.after);
        let open = |game: &EuropeDivided| -> IdSet<Headline> {
            game.current.iter().chain(&game.forthcoming).flatten().copied().collect()
        };
        let hand = after.sides[self.own].headlines.intersection(before.sides[self.own].headlines);
        for headline in open(before).union(open(after)).iter() {
            self.headline(headline, "");
        }
        for headline in hand.difference(open(after)).iter() {
            self.headline(headline, " in your hand");
        }
    }

    fn headline(&mut self, headline: Headline, place: &str) {
        let (before, after) = (self.before, self.after);
        let card = &after.rules.headlines[headline];
        let (name, prestige) = (&card.name, card.prestige);
        let who = self.who(card.banner);
        let is_new = |of: IdSet<Headline>, then: IdSet<Headline>| {
            of.contains(headline) && !then.contains(headline)
        };
        if is_new(after.sides[card.banner].awarded, before.sides[card.banner].awarded) {
            self.say(format!("{name} scores {prestige} prestige for {who}"), "Resolve headlines");
        } else if is_new(after.failed, before.failed) {
            self.say(format!("{name} fails: no prestige for {who}"), "Resolve headlines");
        } else if after.fulfilled(headline) != before.fulfilled(headline) {
            let condition = after.rules.conditions.get(&card.condition);
            let condition = condition.map(String::as_str).unwrap_or_default();
            let verb = if after.fulfilled(headline) { "is true now" } else { "is no longer true" };
            let text = format!("{name}{place} {verb} ({prestige} prestige for {who}): {condition}");
            self.say(text, "Resolve headlines");
        } else {
            let [then, now] = [before, after].map(|game| lacking(game, headline));
            let verb = match now.steps().cmp(&then.steps()) {
                Ordering::Equal => return,
                Ordering::Less => "comes nearer",
                Ordering::Greater => "goes further away",
            };
            let lacks = lack_words(&now);
            let text =
                format!("{name}{place} {verb} ({prestige} prestige for {who}): lacks {lacks}");
            self.say(text, "Resolve headlines");
        }
    }

    /// Compares the prestige that was scored by other things than headlines.
    fn prestige(&mut self) {
        for side in [self.own, self.own.opponent()] {
            let of = |game: &EuropeDivided| {
                let awarded = game.sides[side].awarded.iter();
                let by_headlines: u16 =
                    awarded.map(|one| u16::from(game.rules.headlines[one].prestige)).sum();
                game.total(side).saturating_sub(by_headlines)
            };
            let scored = of(self.after).saturating_sub(of(self.before));
            if scored > 0 {
                let who = capital(self.who(side));
                let verb = if side == self.own { "score" } else { "scores" };
                let text = format!("{who} {verb} {scored} prestige for dominance and cards kept");
                self.say(text, "Score dominance");
            }
        }
    }

    fn dominance(&mut self, region: Region) {
        for side in [self.own, self.own.opponent()] {
            let (then, now) =
                (self.before.dominates(side, region), self.after.dominates(side, region));
            if then == now {
                continue;
            }
            let at = self.after.at(region);
            let who = capital(self.who(side));
            let text = match (side == self.own, now) {
                (true, true) => format!("You dominate {at}: 1 prestige when dominance is scored"),
                (true, false) => format!("You no longer dominate {at}"),
                (false, true) => format!("{who} dominates {at}"),
                (false, false) => format!("{who} no longer dominates {at}"),
            };
            self.say(text, "Score dominance");
        }
    }

    /// Returns a side's highest die in a region.
    fn best(game: &EuropeDivided, side: Side, region: Region) -> u8 {
        powers(side).map(|power| game.die(power, region)).max().unwrap_or_default()
    }

    /// Compares who leads in a region, and each die that is not a 6.
    fn influence(&mut self, region: Region) {
        let (own, other) = (self.own, self.own.opponent());
        let at = self.after.at(region);
        let lead = |game| Self::best(game, own, region).cmp(&Self::best(game, other, region));
        let (mine, theirs) =
            (Self::best(self.after, own, region), Self::best(self.after, other, region));
        let fell = |power| self.after.die(power, region) < self.before.die(power, region);
        let rule = if Power::ALL.iter().copied().any(fell) {
            "Military presence"
        } else {
            "Increase influence"
        };
        if lead(self.before) != lead(self.after) {
            let name = side_name(other);
            let text = match lead(self.after) {
                Ordering::Greater => format!("You lead in {at}, {mine} to {theirs}"),
                Ordering::Equal => format!("You are level with {name} in {at} ({mine})"),
                Ordering::Less => format!("{name} leads in {at}, {theirs} to {mine}"),
            };
            self.say(text, rule);
            return;
        }
        for power in powers(own).chain(powers(other)) {
            let (then, now) = (self.before.die(power, region), self.after.die(power, region));
            if then == 0 && now > 0 {
                let text = format!("There is {} in {at}", a_die(power));
                self.say(text, "Place influence");
            } else if then != now {
                let text =
                    format!("The {} die in {at} is {now} instead of {then}", of_power(power));
                self.say(text, rule);
            }
        }
    }

    /// Compares the armies that keep a strong die of the other side from its 6.
    fn barred(&mut self, region: Region) {
        let at = self.after.at(region);
        for side in [self.own, self.own.opponent()] {
            let bars = |game: &EuropeDivided| {
                let die = Self::best(game, side.opponent(), region);
                game.armies[side][region.space()] > 0 && (STRONG - 1..=STRONG).contains(&die)
            };
            let (then, now) = (bars(self.before), bars(self.after));
            if then == now {
                continue;
            }
            let die = Self::best(self.after, side.opponent(), region);
            // Where the army is gone, a 6 of its side may bar the die still, or the die is no strong one.
            if !now && (die != STRONG || self.after.dominates(side, region)) {
                continue;
            }
            let name = side_name(self.own.opponent());
            let text = match (side == self.own, now) {
                (true, true) => format!("Your army keeps {name}'s {die} in {at} from a 6"),
                (true, false) => {
                    format!("No army of yours keeps {name}'s {die} in {at} from a 6 any more")
                }
                (false, true) => format!("{name}'s army keeps your {die} in {at} from a 6"),
                (false, false) => {
                    format!("No army of {name}'s keeps your {die} in {at} from a 6 any more")
                }
            };
            self.say(text, "Increase influence");
        }
    }

    /// Compares contested cards, sea cards and the own Advantage Cards.
    fn cards(&mut self) {
        let (before, after, own) = (self.before, self.after, self.own);
        for side in [own, own.opponent()] {
            if after.sides[side].taken > before.sides[side].taken {
                let who = capital(self.who(side));
                let verb = if side == own { "take" } else { "takes" };
                self.say(format!("{who} {verb} a contested Action Card"), "Increase influence");
            }
        }
        for sea in Sea::ALL.iter().copied().filter(|sea| after.seas[*sea] != before.seas[*sea]) {
            let card = after.sea_card(sea);
            let text = match after.seas[sea] {
                Some(power) => format!("{} has the {card}", capital(the_power(power))),
                None => format!("Nobody has the {card}"),
            };
            self.say(text, "Sea Cards");
        }
        let kept = |game: &EuropeDivided| game.sides[own].advantages.len();
        let (then, now) = (kept(before), kept(after));
        let of_cards = |(_, step): &(u8, EndStep)| {
            matches!(step, EndStep::AdvantageScore | EndStep::AdvantageReset)
        };
        let scoring = |game: &EuropeDivided| game.end_steps_to_come().find(of_cards);
        let passed = after.end.is_some() || scoring(before) != scoring(after);
        if then != now && before.turn == after.turn && !passed {
            let cards = if now == 1 { "Advantage Card" } else { "Advantage Cards" };
            let worth = match scoring(after) {
                Some((turn, _)) => format!("; each scores 1 prestige after turn {turn}"),
                None => String::new(),
            };
            let text = format!("You keep {now} {cards} instead of {then}{worth}");
            self.say(text, "Advantage Cards");
        }
    }

    /// Says where armies have come to.
    fn armies(&mut self) {
        for side in [self.own, self.own.opponent()] {
            for space in Space::ALL.iter().copied() {
                let of = |game: &EuropeDivided| game.armies[side][space];
                let (then, now) = (of(self.before), of(self.after));
                if now <= then {
                    continue;
                }
                let at = self.after.space_name(space);
                let whose = side_name(side);
                let text = match (side == self.own, now) {
                    (true, 1) => format!("Your army stands in {at}"),
                    (true, _) => format!("{now} of your armies stand in {at}"),
                    (false, 1) => format!("{whose}'s army stands in {at}"),
                    (false, _) => format!("{now} of {whose}'s armies stand in {at}"),
                };
                self.say(text, "Military presence");
            }
        }
    }

    /// Returns the rule by which a side lost armies: to a 6 of the other side, which then is a 5, or else
    /// to its armies.
    fn loss_rule(&self, side: Side) -> &'static str {
        let met = |region: Region| {
            let fell = |power| {
                self.before.die(power, region) == DOMINANCE
                    && self.after.die(power, region) == STRONG
            };
            powers(side.opponent()).any(fell)
        };
        if Region::ALL.iter().copied().any(met) {
            "Army vs. influence dice"
        } else {
            "Army vs. army"
        }
    }

    /// Compares armies on the board and money.
    fn holdings(&mut self) {
        let (before, after) = (self.before, self.after);
        for side in [self.own, self.own.opponent()] {
            let who = capital(self.who(side));
            let have = if side == self.own { "have" } else { "has" };
            let on_board = |game: &EuropeDivided| super::state::ARMIES - game.supply(side);
            let (then, now) = (on_board(before), on_board(after));
            if then != now {
                let armies = if now == 1 { "army" } else { "armies" };
                let text = format!("{who} {have} {now} {armies} on the board instead of {then}");
                self.say(text, if now > then { "Build army" } else { self.loss_rule(side) });
            }
            let (then, now) = (before.sides[side].money, after.sides[side].money);
            if then != now {
                self.say(format!("{who} {have} {now} money instead of {then}"), "Money");
            }
        }
    }
}

/// The lacks of a headline in all its regions together.
#[derive(Default)]
struct Lacking {
    influence: u8,
    armies: u8,
    /// The regions in which the other side bars it.
    barred: u8,
}

impl Lacking {
    /// Returns the steps that it takes: what is in the way must go, too.
    fn steps(&self) -> u8 {
        self.influence + self.armies + self.barred
    }
}

/// Returns what a headline lacks in all its regions together.
fn lacking(game: &EuropeDivided, headline: Headline) -> Lacking {
    let lacks = game.condition_state(headline).lacks;
    lacks.values().fold(Lacking::default(), |sum, lack| Lacking {
        influence: sum.influence + lack.influence,
        armies: sum.armies + lack.armies,
        barred: sum.barred + u8::from(lack.barred),
    })
}

/// Words what is lacking.
fn lack_words(Lacking { influence, armies, barred }: &Lacking) -> String {
    let army = if *armies == 1 { "army" } else { "armies" };
    let what = match (influence, armies) {
        (_, 0) => format!("{influence} influence"),
        (0, _) => format!("{armies} {army}"),
        _ => format!("{influence} influence and {armies} {army}"),
    };
    let bar = if *barred > 0 { ", where an army or a 6 is in the way" } else { "" };
    format!("{what}{bar}")
}
