//! The results of the last clean-up, with the dice.
//!
//! Here, apart from the table, because it is shown only after a round. It must not know the present
//! round.

use protocol::games::europe::{
    CitizenOutcome, CitizenResult, CleanUp, PlayerResult, Public, Reward,
};

use super::names::{CardNames, goods};
use crate::render::page::PageBuilder;

/// Writes a line for each player, and one for each citizen.
pub(super) fn clean_up(
    clean_up: &CleanUp,
    public: &Public,
    names: CardNames<'_>,
    text: &mut PageBuilder,
) {
    text.line(format!("Clean-up of round {}", clean_up.round));
    for (result, seat) in clean_up.players.iter().zip(0..) {
        text.line(format!("  {}: {}", names.seat(public, seat), player(result)));
        for one in &result.citizens {
            text.line(format!("    {}: {}", names.citizen(one.id), citizen(one)));
        }
    }
}

fn player(result: &PlayerResult) -> String {
    let mut line = format!("happiness {} -> {}", result.happiness_before, result.happiness);
    for (coin, what) in [(result.rewards, "rewards"), (result.bonus, "bonus")] {
        if coin > 0 {
            line = format!("{line}, {coin} coin of {what}");
        }
    }
    if result.crisis_failed {
        line.push_str(", failed a crisis");
    }
    line
}

fn citizen(one: &CitizenResult) -> String {
    let given = || format!("given {} of {}", goods(&one.cubes), goods(&one.needs));
    let thrown = |dice: [u8; 2], target: u8| {
        format!(
            "{}; dice {}+{} = {}, {target} needed",
            given(),
            dice[0],
            dice[1],
            dice[0] + dice[1]
        )
    };
    match one.outcome {
        CitizenOutcome::Met { reward: Reward::Happiness } => "met, for happiness".to_owned(),
        CitizenOutcome::Met { reward: Reward::Coin } => "met, for coin".to_owned(),
        CitizenOutcome::Placated { dice, target } => format!("{}: placated", thrown(dice, target)),
        CitizenOutcome::Failed { dice, target } => {
            format!("{}: failed, 1 happiness", thrown(dice, target))
        }
    }
}
