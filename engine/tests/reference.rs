//! The rules in words: whatever cites a rule leads to a section, and each section that waits for a
//! citation has one.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use engine::matches::Input;
use engine::table::WireEvent;
use engine::{GameEntry, Match, REGISTRY};
use laws::rng::{Rng, seeds};
use laws::wire_match::{Seen, play};
use protocol::reference::ReferenceBlock;
use protocol::{Offer, Reference};
use serde_json::Value;
use uuid::Uuid;

/// Number of matches played with each set of options.
const MATCHES: u64 = 6;

/// Number of commands of before that are tried at each moment, to be refused.
const TRIED: usize = 3;

/// The most words that say why something is asked.
const MOST_WORDS: usize = 30;

/// The fewest and the most words that say what usually is good.
const LEAST_MORE: usize = 12;
const MOST_MORE: usize = 48;

/// The sections that explain a kind of prompt, where the game's view names kinds.
const EXPLAINED: [(&str, &str, &[&str]); 20] = [
    ("europe-divided", "keep_advantages", &["advantage-cards"]),
    ("europe-divided", "initiative", &["initiative", "council-meeting"]),
    ("europe-divided", "segment", &["actions"]),
    ("europe-divided", "action", &["actions"]),
    ("europe-divided", "propaganda", &["special"]),
    ("europe-divided", "effect", &["effects"]),
    ("europe-divided", "reaction", &["effects"]),
    ("europe-divided", "advantage", &["advantage-cards", "fracture", "snap-exercise"]),
    ("europe-divided", "place_headline", &["place-headline"]),
    ("balance-of-power", "place_map", &["command-room"]),
    ("balance-of-power", "choose", &["command-room"]),
    ("balance-of-power", "resist", &["resistance"]),
    ("balance-of-power", "return_troops", &["resistance"]),
    ("balance-of-power", "support", &["support"]),
    ("balance-of-power", "draft", &["draft"]),
    ("balance-of-power", "attack", &["attack"]),
    ("balance-of-power", "reroll", &["reconnaissance"]),
    ("balance-of-power", "occupy", &["attack"]),
    ("balance-of-power", "collect", &["objectives"]),
    ("balance-of-power", "manoeuvre", &["manoeuvre"]),
];

/// Texts in the rules' source that stand where citations stand, and are none.
const NAMES: [&str; 19] = [
    "Action Card",
    "EU",
    "Europe",
    "NATO",
    "Propaganda",
    "Russia",
    "Russian",
    "Visegrad Group",
    "Red",
    "Blue",
    "Hand in a set of cards for troops",
    "Hand in one card of two stars",
    "Advantage Card",
    "You lose the match",
    "You win the match",
    "The match is drawn",
    "The enemy capital",
    "Your capital",
    "Keep it face down",
];

fn reference(game: &GameEntry) -> Reference {
    game.reference().expect("the rules in words hold together")
}

/// The citations and questions of random matches with each set of options.
#[derive(Default)]
struct Moments {
    /// Each rule that is cited, with who cites it.
    cited: BTreeMap<String, String>,
    /// Each kind of prompt, empty where the game's view names none, with the types of the commands on offer.
    asked: BTreeSet<(String, BTreeSet<String>)>,
    /// Commands of before, to be tried later.
    commands: Vec<Value>,
}

impl Moments {
    /// Plays the matches of a game.
    fn of(game: &GameEntry) -> Self {
        let mut moments = Self::default();
        for options in game.trials() {
            for seed in seeds(MATCHES) {
                play(game.id, &options, seed, |seen, rng| match seen {
                    Seen::Before(live) => moments.before(live, rng),
                    Seen::After(_, _, events) => moments.after(events),
                });
            }
        }
        moments
    }

    fn before(&mut self, live: &Match, rng: &mut Rng) {
        let public: Value = serde_json::from_str(live.public().get()).expect("JSON");
        let kind = public["prompt"]["kind"].as_str().unwrap_or_default();
        for seat in live.awaiting().iter() {
            let offers = live.offers(seat);
            if offers.is_empty() {
                continue;
            }
            let command = |offer: &Offer| offer.command["type"].as_str().map(str::to_owned);
            let types = offers.iter().map(|offer| command(offer).expect("a command has a type"));
            self.asked.insert((kind.to_owned(), types.collect()));
            let one = &offers[rng.below(offers.len() as u64) as usize];
            self.commands.push(protocol::offer::fill(&one.command, &mut |n| rng.below(n)));
            for offer in offers {
                self.cited.insert(offer.rule, format!("the offer {:?}", offer.text));
            }
        }
        // Refusals differ less: every third moment is enough.
        for _ in 0..self.commands.len().min(usize::from(rng.below(3) == 0) * TRIED) {
            let command = &self.commands[rng.below(self.commands.len() as u64) as usize];
            self.cited.extend(refused(live, command));
        }
    }

    fn after(&mut self, events: &[WireEvent]) {
        for event in events {
            let event: Value = serde_json::from_str(event.json.get()).expect("JSON");
            let rule = event["rule"].as_str().expect("an event cites a rule");
            self.cited.insert(rule.to_owned(), format!("the event {event}"));
        }
    }
}

/// Tries a command as each awaited seat, and undoing and pausing; returns what refusals cite.
fn refused(live: &Match, command: &Value) -> Vec<(String, String)> {
    let id = Uuid::from_u128(1);
    let mut inputs = vec![
        Input::Undo { seat: 0, id, to: live.seq(), agreed: Vec::new() },
        Input::Pause { seat: Some(0), id: Some(id), agreed: Vec::new() },
        Input::Resume { seat: Some(0), id: Some(id) },
    ];
    for seat in live.awaiting().iter() {
        inputs.push(Input::Command { seat: seat.0, id, command: command.clone() });
    }
    let refusals = inputs.into_iter().filter_map(|input| live.prepare(live.at(), input).err());
    refusals
        .filter_map(|refusal| Some((refusal.rule?, format!("the refusal {:?}", refusal.detail))))
        .collect()
}

#[test]
fn what_a_match_cites_has_a_section_and_what_it_asks_a_reason() {
    for game in REGISTRY {
        let (reference, moments) = (reference(game), Moments::of(game));
        println!("{}: {} rules cited", game.id, moments.cited.len());
        for (rule, by) in &moments.cited {
            assert!(
                reference.cited(rule).is_some(),
                "{}: no section for {rule:?} of {by}",
                game.id
            );
        }
        let used = reasons(game, &reference, &moments);
        for prompt in &reference.prompts {
            assert!(used.contains(&*prompt.text), "{}: never asked: {prompt:?}", game.id);
        }
    }
}

/// Returns the texts that say why what was asked is asked; each must have one, in a section that explains it.
fn reasons<'a>(game: &GameEntry, reference: &'a Reference, moments: &Moments) -> BTreeSet<&'a str> {
    let (mut used, mut kinds_seen) = (BTreeSet::new(), BTreeSet::new());
    for (kind, types) in &moments.asked {
        let kind = Some(kind.as_str()).filter(|kind| !kind.is_empty());
        let types: Vec<&str> = types.iter().map(String::as_str).collect();
        let reason = reference.reason(kind, &types);
        let reason = reason.unwrap_or_else(|| panic!("{}: no reason for {types:?}", game.id));
        used.insert(reason.text.as_str());
        let Some(kind) = kind else { continue };
        let known = EXPLAINED.iter().find(|row| (row.0, row.1) == (game.id, kind));
        let (_, _, sections) = known.unwrap_or_else(|| panic!("{}: {kind}", game.id));
        let section = reason.section.as_str();
        assert!(sections.contains(&section), "{}: {kind} of {types:?}: {section}", game.id);
        kinds_seen.insert(kind);
    }
    let explained = EXPLAINED.iter().filter(|row| row.0 == game.id).map(|row| row.1);
    assert_eq!(kinds_seen, explained.collect(), "{}", game.id);
    used
}

#[test]
fn a_reason_is_short_and_what_usually_is_good_is_said_once() {
    for game in REGISTRY {
        let mut advice = BTreeSet::new();
        for prompt in &reference(game).prompts {
            let words = |text: &str| text.split_whitespace().count();
            assert!(words(&prompt.text) <= MOST_WORDS, "too long: {prompt:?}");
            let more = LEAST_MORE..=MOST_MORE;
            assert!(more.contains(&words(&prompt.more)), "what usually is good: {prompt:?}");
            assert!(advice.insert(prompt.more.clone()), "said twice: {prompt:?}");
        }
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace").to_owned()
}

/// Returns the source of a game's rules without comments, and of what all games share.
fn source(game: &GameEntry) -> String {
    let name = game.id.replace('-', "_");
    let games = root().join("engine/src/games");
    let shared = root().join("engine/src/matches");
    let mut files = vec![games.join(&name).with_extension("rs")];
    for folder in [games.join(&name), shared] {
        let inside = std::fs::read_dir(folder).expect("a folder");
        files.extend(inside.map(|file| file.expect("a file").path()).filter(|path| path.is_file()));
    }
    let text = |file: &PathBuf| std::fs::read_to_string(file).expect("text");
    let lines: Vec<String> =
        files.iter().flat_map(|file| text(file).lines().map(code).collect::<Vec<_>>()).collect();
    lines.join("\n")
}

/// Returns a line without its comment, and without quotation marks inside texts. An address has slashes too.
fn code(line: &str) -> String {
    let line = format!(" {}", line.replace("\\\"", "'"));
    line.split_once(" //").map_or(line.as_str(), |(code, _)| code).to_owned()
}

/// Returns the literals of the source that stand where a citation does: last in a call or a tuple, alone
/// in an arm, or as a constant.
fn literals(source: &str) -> BTreeSet<&str> {
    let parts: Vec<&str> = source.split('"').collect();
    let literal = parts.iter().enumerate().skip(1).step_by(2);
    let cites = literal.filter_map(|(at, text)| {
        let (before, after) = (parts[at - 1].trim_end(), parts.get(at + 1)?.trim_start());
        let last = after.strip_prefix(',').unwrap_or(after).trim_start().starts_with(')');
        let alone = after.starts_with(',') || after.starts_with(';') || after.starts_with('}');
        let stands = (before.ends_with(',') || before.ends_with('(')) && last
            || (before.ends_with("=>") || before.ends_with("&str =") || before.ends_with('{'))
                && alone;
        let worded = text.starts_with(|c: char| c.is_ascii_uppercase())
            && !text.contains(['{', '\\', '('])
            && !text.ends_with(' ');
        (stands && worded).then_some(*text)
    });
    cites.collect()
}

#[test]
fn every_citation_in_the_source_has_a_section() {
    for game in REGISTRY {
        let (reference, source) = (reference(game), source(game));
        let literals = literals(&source);
        assert!(literals.len() > 5, "the source of {} is read", game.id);
        let lost: Vec<_> = literals
            .into_iter()
            .filter(|rule| reference.cited(rule).is_none() && !NAMES.contains(rule))
            .collect();
        assert!(lost.is_empty(), "{}: no section for {lost:#?}", game.id);
    }
}

#[test]
fn no_section_waits_for_a_citation_that_nothing_makes() {
    for game in REGISTRY {
        let source = source(game);
        for rule in reference(game).sections.iter().flat_map(|section| section.cites.clone()) {
            assert!(source.contains(&format!("\"{rule}\"")), "{}: {rule:?} is not cited", game.id);
        }
    }
}

/// The rules say of taking moves back what rooms do, with any options.
#[test]
fn the_rules_promise_to_take_moves_back_where_a_room_may_have_it() {
    for game in REGISTRY {
        let policies: BTreeSet<String> = game
            .trials()
            .iter()
            .map(|options| {
                let options = options.as_object().expect("options");
                let options = game.resolve_options(options).expect("options of a trial");
                format!("{:?}", game.undo_policy(&options).expect("a policy"))
            })
            .collect();
        let reference = reference(game);
        let section = reference.section("undo").expect("a section");
        let [ReferenceBlock::House { text }] = &section.blocks[..] else {
            panic!("{}: {:?}", game.id, section.blocks)
        };
        let never = policies.iter().all(|policy| policy == "Off");
        assert_eq!(text.contains("nothing is ever taken back"), never, "{}: {text}", game.id);
        assert_eq!(text.contains("you may take back"), !never, "{}: {text}", game.id);
        // The choice of a room is named by the titles of its options.
        let info = game.info();
        let choices = info.options["$defs"]["UndoPolicy"]["oneOf"].as_array();
        assert_eq!(choices.is_none(), never, "{}", game.id);
        assert_eq!(text.contains("the room may choose otherwise"), !never, "{}: {text}", game.id);
    }
}

/// Open borders ask for two citizens at least: what is said in every round names no least number.
#[test]
fn why_citizens_are_chosen_fits_any_least_number() {
    let europe = REGISTRY.iter().find(|game| game.id == "europe").expect("Europe");
    let reference = reference(europe);
    let reason = reference.reason(None, &["choose"]).expect("a reason");
    assert!(!reason.text.contains("one") && !reason.text.contains('1'), "{}", reason.text);
}

/// An option of the room decides what costs the bonus of a crisis: the rules say so wherever they say what costs it.
#[test]
fn the_rules_name_both_ways_to_earn_the_bonus_of_a_crisis() {
    let europe = REGISTRY.iter().find(|game| game.id == "europe").expect("Europe");
    let reference = reference(europe);
    let section = reference.section("crises").expect("a section");
    let says =
        |text: &&str| text.contains("bonus") && (text.contains("paid") || text.contains("fail"));
    let texts = section.blocks.iter().filter_map(|block| {
        let (ReferenceBlock::Text { text } | ReferenceBlock::Ruling { text }) = block else {
            return None;
        };
        Some(text.as_str())
    });
    let texts: Vec<&str> = texts.filter(says).collect();
    assert!(texts.len() > 1, "{texts:?}");
    for text in texts {
        assert!(text.contains("the room"), "{text}");
    }
}

/// The example of an increase names a symbol that the card of this power has.
#[test]
fn the_example_of_an_increase_is_on_its_card() {
    let game = REGISTRY.iter().find(|game| game.id == "europe-divided").expect("Europe Divided");
    let reference = reference(game);
    let section = reference.section("increase").expect("a section");
    let example = section.blocks.iter().find_map(|block| {
        let ReferenceBlock::Example { text } = block else { return None };
        Some(text.as_str())
    });
    let example = example.expect("an example");
    let (_, rest) = example.split_once("he ").expect("the die of a power");
    let (power, rest) = rest.split_once(" die in ").expect("a die");
    let (before, rest) = rest.split_once("'s +").expect("a symbol of a card");
    let card = before.rsplit(' ').next().expect("a name");
    let amount = u64::from(rest.as_bytes()[0] - b'0');
    let power = match power {
        "Russian" => "russia".to_owned(),
        other => other.to_lowercase(),
    };
    let files = game.catalogue(&BTreeMap::new()).expect("sound data");
    let data: Value = serde_json::from_str(files.canonical()).expect("JSON");
    let cards = data["cards"]["action"].as_array().expect("cards");
    let printed = |row: &Value| {
        let symbols = row["actions"].as_array().expect("symbols");
        row["name"] == card
            && symbols.iter().any(|one| one["power"] == power.as_str() && one["amount"] == amount)
    };
    assert!(cards.iter().any(printed), "{example}");
}

/// A Council Meeting shuffles the deck, and leaves the discards that nobody took where they are.
#[test]
fn the_advice_on_a_council_meeting_leaves_discards_where_they_lie() {
    let game = REGISTRY.iter().find(|game| game.id == "europe-divided").expect("Europe Divided");
    let reference = reference(game);
    let reason = reference.reason(Some("initiative"), &["take_cards"]).expect("a reason");
    let (_, after) = reason.more.split_once("in the discards").expect("it says so");
    assert!(after.starts_with(" stays there"), "{}", reason.more);
    assert!(!reason.more.contains("into your deck"), "{}", reason.more);
}

#[test]
fn every_game_has_its_rules_a_round_and_a_legend() {
    for game in REGISTRY {
        let reference = reference(game);
        for id in ["theme", "aim", "legend", "hidden", "undo"] {
            assert!(reference.section(id).is_some(), "{} has no section {id:?}", game.id);
        }
        let blocks = || reference.sections.iter().flat_map(|section| &section.blocks);
        assert!(
            blocks().any(|block| matches!(block, ReferenceBlock::Legend { .. })),
            "{}",
            game.id
        );
        assert!(
            blocks().any(|block| matches!(block, ReferenceBlock::Ruling { .. })),
            "{}",
            game.id
        );
    }
}
