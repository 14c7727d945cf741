//! `entente analysis`: what a mind thinks of every choice of a match that is over.
//!
//! The server makes it when it is first asked for, so one asks until it is there. It must not know the
//! rules of any game.

use std::time::Duration;

use protocol::hint::{Analysis, percent};
use protocol::room::Room;
use tokio::time::sleep;

use crate::api::{Api, FetchedAnalysis};
use crate::app::names::Names;
use crate::args;
use crate::error::Error;
use crate::link::{RoomRef, Server};
use crate::paper::{Paper, Tone, complain};

/// Lines of the curve.
const HEIGHT: usize = 10;

/// Shows the analysis of a match.
pub(crate) async fn run(
    server: &Server,
    args: &args::AnalysisArgs,
    paper: &mut Paper,
) -> Result<(), Error> {
    let room = RoomRef::parse(&args.room)?;
    let api = Api::new(room.server.unwrap_or_else(|| server.clone()))?;
    let room = api.room(&room.code).await?;
    let analysis = loop {
        match api.analysis(&room.code).await? {
            FetchedAnalysis::Ready(analysis) => break analysis,
            FetchedAnalysis::Making(progress) => {
                let (done, all) = (progress.done, progress.entries);
                complain(format!("The server is thinking: entry {done} of {all}."));
                sleep(Duration::from_millis(progress.retry_after_ms)).await;
            }
        }
    };
    if args.json {
        let text = serde_json::to_string(&analysis)
            .map_err(|error| Error::Failed(format!("the analysis cannot be written: {error}")))?;
        return Ok(paper.json(&text)?);
    }
    show(&analysis, &room, args.all, paper)
}

fn show(analysis: &Analysis, room: &Room, all: bool, paper: &mut Paper) -> Result<(), Error> {
    let names = Names::new(room, &[], None);
    paper.styled(Tone::Head, format!("The chance of {}, entry by entry", names.of(0)))?;
    for line in curve(analysis, paper.width() - 7) {
        paper.line(line)?;
    }
    paper.line("")?;
    for (seat, sum) in (0..).zip(&analysis.seats) {
        let (best, choices) = (sum.best, sum.choices);
        let (lost, luck) = (sum.mean_lost(), sum.wins_by_luck());
        let name = names.of(seat);
        paper.line(format!(
            "{name}: {best} of {choices} choices were the best; on average one lost {lost} %; luck was worth \
             {luck} wins"
        ))?;
    }
    let chosen = if all { analysis.choices().collect() } else { analysis.worst() };
    paper.line("")?;
    paper.styled(Tone::Head, if all { "Every choice" } else { "The choices that cost most" })?;
    if chosen.is_empty() {
        paper.line("  none")?;
    }
    for (seq, choice) in chosen {
        let (name, cost) = (names.of(choice.seat), percent(choice.lost()));
        let luck = if choice.luck == 0 {
            String::new()
        } else {
            format!(", luck {}", percent(choice.luck.into()))
        };
        paper.line(format!("Entry {seq}, {name}: {} (lost {cost}{luck})", choice.text))?;
        if let Some(best) = &choice.best {
            paper.line(format!("  better: {}", best.text))?;
        }
    }
    Ok(())
}

/// Draws the curve in lines of text: each column is the mean of some entries.
fn curve(analysis: &Analysis, width: usize) -> Vec<String> {
    let chances: Vec<usize> = analysis.entries.iter().map(|entry| entry.chance.into()).collect();
    let columns = width.min(chances.len()).max(1);
    let mean = |column: usize| {
        let from = column * chances.len() / columns;
        let to = ((column + 1) * chances.len() / columns).max(from + 1);
        let some = chances.get(from..to).unwrap_or_default();
        some.iter().sum::<usize>() / some.len().max(1)
    };
    let means: Vec<usize> = (0..columns).map(mean).collect();
    (0..HEIGHT)
        .rev()
        .map(|line| {
            let label = match line {
                0 => "  0 %",
                line if line + 1 == HEIGHT => "100 %",
                line if line == HEIGHT / 2 => " 50 %",
                _ => "     ",
            };
            let sign = |mean: &usize| if mean * HEIGHT > line * 10_000 { '#' } else { ' ' };
            let drawn: String = means.iter().map(sign).collect();
            format!("{label} |{}", drawn.trim_end())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::hint::{AnalysedEntry, SeatAnalysis};

    #[test]
    fn where_no_choice_cost_anything_it_says_so() {
        let analysis = Analysis { seats: vec![SeatAnalysis::default(); 2], entries: Vec::new() };
        let (mut paper, sheet) = Paper::memory();
        let room = crate::testing::room(protocol::room::RoomState::Finished);
        show(&analysis, &room, false, &mut paper).unwrap();
        assert!(sheet.text().ends_with("The choices that cost most\n  none\n"), "{}", sheet.text());
    }

    #[test]
    fn the_curve_is_as_high_as_the_chance() {
        let chances = [0, 5_000, 10_000];
        let entry = |(seq, chance)| AnalysedEntry { seq, chance, choice: None };
        let entries = (0..).zip(chances).map(entry).collect();
        let analysis = Analysis { seats: vec![SeatAnalysis::default(); 2], entries };
        let lines = curve(&analysis, 80);
        assert_eq!(lines.len(), HEIGHT);
        assert_eq!(lines[0], "100 % |  #");
        assert_eq!(lines[HEIGHT / 2], "      | ##");
        assert_eq!(lines[HEIGHT - 1], "  0 % | ##");
        assert_eq!(curve(&analysis, 1)[HEIGHT - 1], "  0 % |#");
    }
}
