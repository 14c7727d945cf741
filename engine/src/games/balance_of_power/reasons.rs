//! The changes that a command makes, in words: objectives, capitals, regions, land, threats, the next draft.
//!
//! Only what a seat's views show is compared: a mind's guess has dealt the rest.

use protocol::games::balance_of_power::{
    Colour, Command, Owner, Region, Support, Territory, Troops,
};

use super::chances::{Chances, MOST_TROOPS};
use super::state::{BalanceOfPower, Frame};
use super::text::{colour_name, owner_name, troops_words};
use crate::by_id::IdSet;
use crate::explain::{CommandReason, Explain};
use crate::game::Seat;

/// The most territories that one reason names.
const NAMED: usize = 3;

/// The most attacks that have become better that reasons name.
const OPENINGS: usize = 2;
/// An attack is worth a reason from this chance on ...
const LIKELY: f64 = 0.5;
/// ... if it has risen by this much.
const BETTER: f64 = 0.1;

/// Two positions, and the colour that compares them.
struct MapChange<'a> {
    before: &'a BalanceOfPower,
    after: &'a BalanceOfPower,
    own: Colour,
    out: Vec<CommandReason>,
}

impl Explain for BalanceOfPower {
    fn reasons(&self, before: &Self, seat: Seat) -> Vec<CommandReason> {
        let Some(own) = self.colours[seat.index()] else { return Vec::new() };
        if before.colours[seat.index()].is_none() {
            let text = format!("You play {}", colour_name(own));
            return vec![CommandReason::new(text, "Command Room: set-up")];
        }
        let mut compared = MapChange { before, after: self, own, out: Vec::new() };
        compared.end(seat);
        for colour in [own, own.opponent()] {
            compared.objectives(colour);
            compared.capitals(colour);
        }
        compared.land();
        for colour in [own, own.opponent()] {
            compared.regions(colour);
            compared.draft(colour);
        }
        compared.openings();
        compared.threats();
        compared.strength();
        compared.out
    }

    fn sentence(&self, command: &Command) -> Option<String> {
        match *command {
            Command::Place { ref troops } => Some(format!("Place {}", self.placed(troops))),
            Command::ReturnTroops { ref troops } => {
                Some(format!("Put back {}", self.placed(troops)))
            }
            Command::Attack { from, to, dice } => {
                let clash = self.clash_words(from, to);
                let noun = if dice == 1 { "die" } else { "dice" };
                Some(format!("{clash}: one roll of {dice} {noun}"))
            }
            Command::AttackUntil { from, to, stop_at } => {
                Some(self.series_words(from, to, stop_at))
            }
            Command::Occupy { troops } => {
                Some(format!("Move {} into the conquered territory", troops_words(troops)))
            }
            Command::Manoeuvre { from, to, troops } => {
                let (from, to) = (self.name(from), self.name(to));
                Some(format!("Move {} from {from} to {to}", troops_words(troops)))
            }
            Command::Choose { colour, first } => {
                let (own, goes) = (colour_name(colour), colour_name(first));
                Some(if colour == first {
                    format!("Play {own} and go first")
                } else {
                    format!("Play {own}; {goes} goes first")
                })
            }
            Command::Support { kind, from, to, troops, stop_at } => {
                self.support_words(kind, from.zip(to)?, troops, stop_at)
            }
            Command::Reroll { die } => {
                let Some(Frame::Reroll(roll)) = self.stack.top() else { return None };
                let face = roll.attack.values().get(usize::from(die))?;
                let name = &self.rules.support[Support::Reconnaissance].name;
                Some(format!("{name}: throw the {face} again"))
            }
            Command::Collect { objective } => {
                let card = &self.rules.objectives[objective];
                Some(format!("Collect {} ({})", card.name, card.text))
            }
            Command::PlaceMap { .. }
            | Command::Auto {}
            | Command::Resist {}
            | Command::Decline {}
            | Command::Done {}
            | Command::HandIn { .. }
            | Command::Keep {}
            | Command::EndAttack {}
            | Command::Skip {} => None,
        }
    }
}

impl BalanceOfPower {
    /// Words combat support that takes inputs; `None` for what takes none.
    fn support_words(
        &self,
        kind: Support,
        (from, to): (Territory, Territory),
        troops: Option<u16>,
        stop_at: Option<u16>,
    ) -> Option<String> {
        match kind {
            Support::StartManoeuvre => {
                let price = self.price_words(kind);
                let (moved, from, to) = (troops_words(troops?), self.name(from), self.name(to));
                Some(format!("{price}: move {moved} from {from} to {to}"))
            }
            Support::NeutralAttack => Some(self.neutral_attack_words(from, to, stop_at?)),
            Support::Reconnaissance | Support::SpecialUnit => None,
        }
    }
}

impl BalanceOfPower {
    /// Words troops by territory: "2 in Austria, 1 in Hungary".
    fn placed(&self, troops: &Troops) -> String {
        let parts = troops.iter().map(|(at, count)| format!("{count} in {}", self.name(at)));
        parts.collect::<Vec<_>>().join(", ")
    }
}

impl MapChange<'_> {
    fn say(&mut self, text: impl Into<String>, rule: &'static str) {
        self.out.push(CommandReason::new(text, rule));
    }

    /// Begins a sentence about a colour: "You have", "Blue has".
    fn who(&self, colour: Colour, verb: &'static str, verbs: &'static str) -> String {
        if colour == self.own {
            format!("You {verb}")
        } else {
            format!("{} {verbs}", colour_name(colour))
        }
    }

    fn end(&mut self, seat: Seat) {
        let (None, Some(end)) = (self.before.end, self.after.end) else { return };
        let text = match end.winner {
            Some(winner) if winner == seat.0 => "You win the match",
            Some(_) => "You lose the match",
            None => "The match is drawn",
        };
        self.say(text, "Winning");
    }

    /// Compares objectives: collected, fulfilled, and those that come nearer or go away.
    fn objectives(&mut self, colour: Colour) {
        let (before, after) = (self.before, self.after);
        for objective in before.open.iter() {
            let name = &after.rules.objectives[objective].name;
            let count = after.collected[colour].len();
            if after.collected[colour].contains(objective) {
                let who = self.who(colour, "collect", "collects");
                self.say(format!("{who} {name}: {count} of 3 to win"), "Objectives");
                continue;
            }
            let lacks = |game: &BalanceOfPower| game.lacking(colour, objective).len();
            let (then, now) = (lacks(before), lacks(after));
            let who = match now {
                _ if then == now || !after.open.contains(objective) => continue,
                0 => self.who(colour, "fulfil", "fulfils"),
                1 => self.who(colour, "lack one territory of", "lacks one territory of"),
                _ if then == 0 => self.who(colour, "no longer fulfil", "no longer fulfils"),
                _ => continue,
            };
            self.say(format!("{who} {name}"), "Objectives");
        }
    }

    fn capitals(&mut self, colour: Colour) {
        let held = |game: &BalanceOfPower| {
            game.capitals[colour].is_some_and(|at| game.own(colour).contains(at))
        };
        let (then, now) = (held(self.before), held(self.after));
        if then != now {
            let verb = if now { ("hold your", "holds its") } else { ("lose your", "loses its") };
            let who = self.who(colour, verb.0, verb.1);
            self.say(format!("{who} own capital"), "Winning");
        }
    }

    /// Compares the territories that have another owner.
    fn land(&mut self) {
        let own = self.own;
        let (then, now) = (self.before.own(own), self.after.own(own));
        let taken = now.difference(then);
        for owner in Owner::ALL.iter().copied() {
            let from = taken.intersection(self.before.lands[owner]);
            if !from.is_empty() {
                let text = format!("You take {} from {}", self.names(from), owner_name(owner));
                self.say(text, "Attacking");
            }
        }
        let lost = then.difference(now);
        if !lost.is_empty() {
            self.say(format!("You lose {}", self.names(lost)), "Attacking");
        }
        let freed = self.before.own(own.opponent()).intersection(self.after.lands[Owner::Neutral]);
        if !freed.is_empty() {
            let text = format!("{} loses {}", colour_name(own.opponent()), self.names(freed));
            self.say(text, "Combat support");
        }
    }

    fn names(&self, of: IdSet<Territory>) -> String {
        let mut names: Vec<String> =
            of.iter().take(NAMED).map(|at| self.after.name(at).to_owned()).collect();
        if of.len() > NAMED {
            names.push(format!("{} more", of.len() - NAMED));
        }
        match names.split_last() {
            Some((last, others)) if !others.is_empty() => {
                format!("{} and {last}", others.join(", "))
            }
            Some((last, _)) => last.clone(),
            None => String::new(),
        }
    }

    fn regions(&mut self, colour: Colour) {
        let held = |game: &BalanceOfPower| -> IdSet<Region> { game.regions_held(colour).collect() };
        let (then, now) = (held(self.before), held(self.after));
        for (regions, verb) in [
            (now.difference(then), ("hold", "holds")),
            (then.difference(now), ("no longer hold", "no longer holds")),
        ] {
            for region in regions.iter() {
                let bonus = troops_words(self.after.rules.board.regions[region].bonus.into());
                let who = self.who(colour, verb.0, verb.1);
                let text = format!("{who} the whole {region} region: {bonus} each draft");
                self.say(text, "Draft troops");
            }
        }
    }

    fn draft(&mut self, colour: Colour) {
        let of = |game: &BalanceOfPower| u16::from(game.draft(colour).total());
        let (then, now) = (of(self.before), of(self.after));
        if then != now {
            let who = self.who(colour, "draft", "drafts");
            self.say(format!("{who} {} next instead of {then}", troops_words(now)), "Draft troops");
        }
    }

    /// Returns a colour's territories that the opponent could attack with more troops.
    fn exposed(game: &BalanceOfPower, colour: Colour) -> IdSet<Territory> {
        let foes = game.own(colour.opponent());
        let stronger = |at: &Territory| {
            let near = game.rules.board.graph.neighbours(*at).intersection(foes);
            near.iter().any(|from| game.troops[from] > game.troops[*at] + 1)
        };
        game.own(colour).iter().filter(stronger).collect()
    }

    /// Compares the chances of the own attacks that have become worth trying.
    fn openings(&mut self) {
        let (own, foes) = (self.own, self.own.opponent());
        let lands = self.after.lands;
        let foreign = lands[foes.owner()].union(lands[Owner::Neutral]);
        let mut better: Vec<(f64, f64, Territory)> = foreign
            .iter()
            .map(|at| {
                let [then, now] = [self.before, self.after].map(|game| best_chance(game, own, at));
                (now, then, at)
            })
            .filter(|(now, then, _)| *now >= LIKELY && now - then >= BETTER)
            .collect();
        better.sort_by(|one, other| other.0.total_cmp(&one.0));
        for (now, then, at) in better.into_iter().take(OPENINGS) {
            let name = self.after.name(at);
            let [now, then] = [now, then].map(|chance| chance * 100.0);
            let text = format!(
                "You could take {name} with a chance of {now:.0}\u{a0}% instead of {then:.0}\u{a0}%"
            );
            self.say(text, "Attacking");
        }
    }

    /// Compares which territories a stronger neighbour threatens, a capital by itself.
    fn threats(&mut self) {
        let (own, other) = (self.own, self.own.opponent());
        for colour in [own, other] {
            let (then, now) =
                (Self::exposed(self.before, colour), Self::exposed(self.after, colour));
            let stays = self.before.own(colour).intersection(self.after.own(colour));
            let safe = then.difference(now).intersection(stays);
            let open = now.difference(then).intersection(self.after.own(colour));
            if let Some(at) = self.after.capitals[colour] {
                let name = self.after.name(at);
                let whose = if colour == own { "Your capital" } else { "The enemy capital" };
                if safe.contains(at) {
                    self.say(format!("{whose} {name} is no longer outnumbered"), "Attacking");
                } else if open.contains(at) {
                    self.say(format!("{whose} {name} is outnumbered by a neighbour"), "Attacking");
                }
            }
            let capital: IdSet<Territory> = self.after.capitals[colour].into_iter().collect();
            let (safe, open) = (safe.difference(capital), open.difference(capital));
            let whose = |text: String| {
                if colour == own { format!("Your {text}") } else { format!("Enemy {text}") }
            };
            let is = |of: IdSet<Territory>| if of.len() == 1 { "is" } else { "are" };
            if !safe.is_empty() {
                let (names, is) = (self.names(safe), is(safe));
                self.say(whose(format!("{names} {is} no longer outnumbered")), "Attacking");
            }
            if !open.is_empty() {
                let (names, is) = (self.names(open), is(open));
                self.say(whose(format!("{names} {is} outnumbered by a neighbour")), "Attacking");
            }
        }
    }

    /// Compares all troops on the map, and the own cards.
    fn strength(&mut self) {
        let (before, after, own) = (self.before, self.after, self.own);
        for colour in [own, own.opponent()] {
            let (then, now) = (before.army(colour.owner()), after.army(colour.owner()));
            if then != now {
                let who = self.who(colour, "have", "has");
                let noun = if now == 1 { "troop" } else { "troops" };
                let text = format!("{who} {now} {noun} on the map instead of {then}");
                self.say(text, if now > then { "Draft troops" } else { "Attacking" });
            }
        }
        let (then, now) = (before.hands[own].len(), after.hands[own].len());
        if then != now {
            let cards = if now == 1 { "card" } else { "cards" };
            self.say(format!("You hold {now} {cards} instead of {then}"), "Draw a card");
        }
        if before.this_turn.conquered != after.this_turn.conquered && after.this_turn.conquered {
            let text =
                "You will draw a card at the end of the turn, unless you collect an objective";
            self.say(text, "Draw a card");
        }
    }
}

/// Returns a colour's chance to take a territory from that one of its neighbours from which it is best.
fn best_chance(game: &BalanceOfPower, colour: Colour, to: Territory) -> f64 {
    let near = game.rules.board.graph.neighbours(to).intersection(game.own(colour));
    let defenders = game.troops[to];
    let most = near.iter().map(|from| game.troops[from]).max().unwrap_or_default();
    // One stays behind. What is too much to compute is left out, as it is in views.
    match most.checked_sub(1) {
        Some(attackers) if attackers > 0 && most.max(defenders) <= MOST_TROOPS => {
            let limit = game.dice_limit(colour.owner(), to);
            Chances::against(defenders, attackers, limit).of(attackers)
        }
        _ => 0.0,
    }
}
