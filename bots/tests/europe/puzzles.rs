//! Positions with a right move: a trade to refuse, a cube to buy, a citizen to leave.

use engine::Game;
use engine::games::europe::{ArrangedPlayer, Arrangement};
use protocol::games::europe::{
    CarryOver, Citizen as C, Command, Crisis as K, CrisisFailure, Good as G, Options,
    Resource as R, ResourceCard as X, Reward,
};
use protocol::room::BotLevel;

use crate::scene::{Scene, cubes, goods};

/// Time for which a bot plays on after the position, in milliseconds.
const WATCHED_MS: u64 = 60_000;

/// A player: happiness, coin, cubes, citizens.
type Hand<'a> = (u8, u8, &'a [(R, u8)], &'a [C]);
/// The sides of an offer made to the bot: what it gets, what it gives.
type Terms<'a> = Option<(&'a [(G, u8)], &'a [(G, u8)])>;

/// A thing that the bot must do before it is ready, or must never do.
#[derive(Clone, Copy)]
enum Right {
    Does(fn(&Command) -> bool),
    Never(fn(&Command) -> bool),
}

use Right::{Does, Never};

fn accepts(command: &Command) -> bool {
    matches!(command, Command::OfferAccept { .. })
}

fn counters(command: &Command) -> bool {
    matches!(command, Command::OfferCounter { .. })
}

fn draws(command: &Command) -> bool {
    matches!(command, Command::DrawCitizens {})
}

fn develops(command: &Command) -> bool {
    matches!(command, Command::Develop { .. })
}

fn banks(command: &Command) -> bool {
    matches!(command, Command::BankBuy { .. })
}

fn pays_coin(command: &Command) -> bool {
    matches!(command, Command::OfferCreate { give, .. } if give[G::Coin] > 0)
}

fn gives_grain(command: &Command) -> bool {
    matches!(command, Command::OfferCreate { give, .. } if give[G::Grain] > 0)
}

fn wants_livestock(command: &Command) -> bool {
    matches!(command, Command::OfferCreate { want, .. } if want[G::Livestock] > 0)
}

fn kept(command: &Command) -> &[C] {
    if let Command::Choose { keep, .. } | Command::ChooseDrawn { keep, .. } = command {
        keep
    } else {
        &[]
    }
}

fn keeps_bread_alone(command: &Command) -> bool {
    kept(command) == [C::C2x1]
}

fn keeps_bread(command: &Command) -> bool {
    kept(command).contains(&C::C2x1)
}

fn keeps_all(command: &Command) -> bool {
    matches!(command, Command::Choose { keep, .. } if keep.len() == 3)
}

fn takes_happiness(command: &Command) -> bool {
    let all = |cards: &[protocol::games::europe::Allotment]| {
        cards.iter().all(|card| card.reward == Reward::Happiness)
    };
    matches!(command, Command::Allocate { cards } if all(cards))
}

fn keeps_cubes(command: &Command) -> bool {
    let all = |cards: &[protocol::games::europe::Allotment]| {
        cards.iter().all(|card| card.cubes.is_empty())
    };
    matches!(command, Command::Allocate { cards } if all(cards))
}

/// A position with its right move.
struct Puzzle {
    name: &'static str,
    arrangement: Arrangement,
    offer: Option<Command>,
    right: Right,
}

fn puzzle(
    name: &'static str,
    mine: Hand<'_>,
    other: Hand<'_>,
    terms: Terms<'_>,
    right: Right,
) -> Puzzle {
    let player = |(happiness, coin, held, citizens): Hand<'_>| ArrangedPlayer {
        happiness: Some(happiness),
        coin: Some(coin),
        cubes: cubes(held),
        citizens: citizens.to_vec(),
        ..ArrangedPlayer::default()
    };
    let arrangement = Arrangement {
        options: Options { players: 2, crisis_at_ms: Vec::new(), ..Options::default() },
        round: 3,
        players: vec![player(mine), player(other)],
        crises_top: vec![K::OpenBorders],
        ..Arrangement::default()
    };
    let offer = terms.map(|(give, want)| Command::OfferCreate {
        to: vec![0],
        give: goods(give),
        want: goods(want),
    });
    Puzzle { name, arrangement, offer, right }
}

impl Puzzle {
    fn with(mut self, change: impl FnOnce(&mut Arrangement)) -> Self {
        change(&mut self.arrangement);
        self
    }

    /// Puts the bot before the choice of its citizens, of these three.
    fn dealt(self, cards: &[X], three: [C; 3]) -> Self {
        self.with(|arrangement| {
            arrangement.choose = true;
            arrangement.citizens_top = three.to_vec();
            arrangement.players[0].cards = cards.to_vec();
        })
    }

    fn solved(&self, level: BotLevel) -> bool {
        let mut scene = Scene::of(&self.arrangement, &[0], level);
        if let Some(offer) = &self.offer {
            scene.act(1, offer);
        }
        if !self.arrangement.choose {
            scene.act(1, &Command::Ready { ready: true });
        }
        let round = scene.game.public().round;
        while let Some((_, command)) = scene.next(WATCHED_MS) {
            if scene.game.public().round > round {
                break;
            }
            match self.right {
                Does(right) if right(&command) => return true,
                Never(wrong) if wrong(&command) => return false,
                Does(_) | Never(_) => {}
            }
        }
        matches!(self.right, Never(_))
    }
}

/// Lists trades to accept, to refuse and to better.
#[expect(clippy::too_many_lines, reason = "a table")]
fn trades() -> Vec<Puzzle> {
    let grain = [(R::Grain, 4)];
    let idle: Hand<'_> = (1, 4, &[(R::Livestock, 4), (R::Water, 2), (R::Dyes, 2)], &[]);
    let dairy: Hand<'_> = (1, 0, &grain, &[C::C3x1]);
    let pair = [(R::Grain, 1), (R::Livestock, 1)];
    let met: Hand<'_> = (1, 0, &pair, &[C::C3x1]);
    let hungry: Hand<'_> = (7, 0, &[(R::Livestock, 4), (R::Water, 2)], &[C::C2x1]);
    vec![
        puzzle(
            "what completes a citizen for what is spare",
            dairy,
            idle,
            Some((&[(G::Livestock, 1)], &[(G::Grain, 1)])),
            Does(accepts),
        ),
        puzzle(
            "the same for two",
            dairy,
            idle,
            Some((&[(G::Livestock, 1)], &[(G::Grain, 2)])),
            Does(|one| accepts(one) || counters(one)),
        ),
        puzzle(
            "all for one",
            dairy,
            idle,
            Some((&[(G::Livestock, 1)], &[(G::Grain, 4)])),
            Never(accepts),
        ),
        puzzle(
            "all for one: a better one",
            dairy,
            idle,
            Some((&[(G::Livestock, 1)], &[(G::Grain, 4)])),
            Does(counters),
        ),
        puzzle(
            "a citizen's cube for a spare one",
            met,
            idle,
            Some((&[(G::Dyes, 1)], &[(G::Grain, 1)])),
            Never(accepts),
        ),
        puzzle(
            "a citizen's cubes for as many",
            met,
            idle,
            Some((&[(G::Dyes, 2)], &[(G::Grain, 1), (G::Livestock, 1)])),
            Never(accepts),
        ),
        puzzle(
            "a citizen's cube for a coin",
            met,
            idle,
            Some((&[(G::Coin, 1)], &[(G::Livestock, 1)])),
            Never(accepts),
        ),
        puzzle(
            "a spare cube for two coin",
            (1, 0, &[(R::Dyes, 1)], &[]),
            idle,
            Some((&[(G::Coin, 2)], &[(G::Dyes, 1)])),
            Does(accepts),
        ),
        puzzle(
            "all coin for a cube of no use",
            (1, 4, &[], &[]),
            idle,
            Some((&[(G::Dyes, 1)], &[(G::Coin, 4)])),
            Never(accepts),
        ),
        puzzle(
            "a win for a cube",
            dairy,
            hungry,
            Some((&[(G::Water, 1)], &[(G::Grain, 1)])),
            Never(accepts),
        ),
        puzzle(
            "a win for a citizen's cube",
            dairy,
            hungry,
            Some((&[(G::Livestock, 1)], &[(G::Grain, 1)])),
            Never(accepts),
        ),
        puzzle(
            "a win for two cubes",
            (1, 0, &grain, &[]),
            hungry,
            Some((&[(G::Livestock, 2)], &[(G::Grain, 1)])),
            Never(accepts),
        ),
        puzzle("no offer of a win", (1, 0, &grain, &[]), hungry, None, Never(gives_grain)),
        puzzle(
            "the own win at any price",
            (7, 0, &grain, &[C::C3x1]),
            idle,
            Some((&[(G::Livestock, 1)], &[(G::Grain, 3)])),
            Does(accepts),
        ),
        puzzle(
            "the own win for coin",
            (7, 3, &[(R::Grain, 1)], &[C::C3x1]),
            idle,
            Some((&[(G::Livestock, 1)], &[(G::Coin, 3)])),
            Does(|one| accepts(one) || counters(one)),
        ),
        puzzle("it asks for what it lacks", dairy, idle, None, Does(wants_livestock)),
        puzzle(
            "it pays for what it lacks",
            (7, 3, &[(R::Grain, 1)], &[C::C3x1]),
            idle,
            None,
            Does(|one| pays_coin(one) && wants_livestock(one)),
        ),
        puzzle("it keeps what serves", met, idle, None, Never(gives_grain)),
    ]
}

/// Lists cubes and cards to buy or to leave, and draws to make.
fn purchases() -> Vec<Puzzle> {
    let idle: Hand<'_> = (1, 0, &[], &[]);
    let short: Hand<'_> = (1, 2, &[(R::Grain, 1)], &[C::C3x1]);
    let market = |card: X| move |one: &mut Arrangement| one.market[0] = Some(card);
    let rich = [(R::Grain, 4), (R::Livestock, 4), (R::Water, 4), (R::Fuel, 2)];
    vec![
        puzzle("a card that completes a citizen", short, idle, None, Does(develops))
            .with(market(X::Livestock10A)),
        puzzle(
            "a card of no use in the last round",
            (7, 2, &pair_of_dairy(), &[C::C3x1]),
            idle,
            None,
            Never(develops),
        )
        .with(market(X::Dyes10A)),
        puzzle("a card that pays for many rounds", (1, 5, &[], &[]), idle, None, Does(develops))
            .with(market(X::Grain32A)),
        puzzle("the bank's cube", short, idle, None, Does(banks))
            .with(|one| one.bank_stock = cubes(&[(R::Livestock, 2)])),
        puzzle("no cube of the bank without need", (1, 4, &[], &[]), idle, None, Never(banks))
            .with(|one| one.bank_stock = cubes(&[(R::Livestock, 2)])),
        puzzle("citizens for plenty", (1, 0, &rich, &[]), idle, None, Does(draws)),
        puzzle("no citizens for nothing", (4, 0, &[(R::Dyes, 1)], &[]), idle, None, Never(draws)),
        puzzle(
            "no citizens beside the last cubes",
            (4, 0, &pair_of_dairy(), &[C::C3x1]),
            idle,
            None,
            Never(draws),
        ),
        puzzle(
            "happiness that wins",
            (7, 0, &[(R::Grain, 2), (R::Livestock, 2), (R::Fuel, 2)], &[C::C21x1]),
            idle,
            None,
            Does(takes_happiness),
        ),
    ]
}

fn pair_of_dairy() -> [(R, u8); 2] {
    [(R::Grain, 1), (R::Livestock, 1)]
}

/// Lists citizens to keep or to leave.
fn citizens() -> Vec<Puzzle> {
    let (nothing, idle): (Hand<'_>, Hand<'_>) = ((4, 0, &[], &[]), (1, 0, &[], &[]));
    let farm = [X::Grain44A, X::Water44A];
    vec![
        puzzle("the citizen that can be met", nothing, idle, None, Does(keeps_bread_alone))
            .dealt(&farm, [C::C2x1, C::C20x1, C::C17x1]),
        puzzle("not three of which one can be met", nothing, idle, None, Never(keeps_all))
            .dealt(&farm, [C::C2x1, C::C15x1, C::C10x1]),
        puzzle("all three that can be met", nothing, idle, None, Does(keeps_all))
            .dealt(&[X::Grain44A, X::Water44A, X::Livestock44A], [C::C2x1, C::C3x1, C::C7x1]),
        puzzle("the small one of two", nothing, idle, None, Does(keeps_bread))
            .dealt(&farm, [C::C2x1, C::C16x1, C::C22x1]),
    ]
}

/// Lists positions in which the options of the room make the difference.
fn house_rules() -> Vec<Puzzle> {
    let banquets = [(R::Grain, 1), (R::Livestock, 2), (R::Fuel, 1), (R::Water, 1)];
    let owing: Hand<'_> = (4, 0, &banquets, &[C::C21x1]);
    let idle: Hand<'_> = (1, 0, &[(R::Grain, 1)], &[]);
    // One grain for the water that is owed.
    let sale: Terms<'_> = Some((&[(G::Grain, 1)], &[(G::Water, 1)]));
    let owes = |one: &mut Arrangement| one.directives = vec![K::WaterFramework];
    let lonely: Hand<'_> = (1, 0, &[(R::Grain, 1)], &[C::C22x1]);
    let empty: Hand<'_> = (1, 0, &[], &[C::C2x1]);
    vec![
        puzzle("a debt that costs a bonus", owing, idle, sale, Does(accepts)).with(owes),
        puzzle("a debt that costs a happiness", owing, idle, sale, Never(accepts)).with(|one| {
            owes(one);
            one.options.crisis_failure = CrisisFailure::LoseOneHappiness;
        }),
        puzzle("cubes that perish", lonely, empty, None, Never(keeps_cubes)),
        puzzle("cubes that stay", lonely, empty, None, Does(keeps_cubes))
            .with(|one| one.options.carry_over = CarryOver::All),
    ]
}

/// Counts the puzzles that a level solves.
fn solved(level: BotLevel) -> usize {
    let all: Vec<Puzzle> =
        trades().into_iter().chain(purchases()).chain(citizens()).chain(house_rules()).collect();
    let missed: Vec<&str> =
        all.iter().filter(|one| !one.solved(level)).map(|one| one.name).collect();
    println!("{level:?} solves {} of {}; not: {missed:?}", all.len() - missed.len(), all.len());
    all.len() - missed.len()
}

#[test]
fn an_expert_solves_puzzles() {
    assert!(solved(BotLevel::Expert) >= 32);
}

#[test]
fn a_hard_bot_solves_most_puzzles() {
    assert!(solved(BotLevel::Hard) >= 29);
}

#[test]
fn an_expert_knows_the_options_of_its_room() {
    let missed: Vec<&str> = house_rules()
        .iter()
        .filter(|one| !one.solved(BotLevel::Expert))
        .map(|one| one.name)
        .collect();
    assert!(missed.is_empty(), "{missed:?}");
}
