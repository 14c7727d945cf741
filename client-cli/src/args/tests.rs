//! Command lines, good ones and bad ones.

use super::*;
use serde_json::json;

fn parse(line: &str) -> Result<Cli, clap::Error> {
    Cli::try_parse_from(line.split_whitespace())
}

fn play(line: &str) -> PlayArgs {
    let Command::Play(play) = parse(line).unwrap().command else { panic!("{line}") };
    play
}

#[test]
fn the_command_line_is_sound() {
    use clap::CommandFactory;
    Cli::command().debug_assert();
}

#[test]
fn play_creates_joins_or_goes_on() {
    let create = play(
        "entente play --create europe-divided --option edition=first --option clock=90 \
         --option loud=true --option at=[1,2] --option note=\"7\" --name Ada --seat random --listed",
    );
    assert_eq!(create.room.create.as_deref(), Some("europe-divided"));
    assert_eq!(
        Value::Object(create.room.options()),
        json!({"edition": "first", "clock": 90, "loud": true, "at": [1, 2], "note": "7"})
    );
    assert_eq!(create.room.seat, Some(SeatPreference::Random(protocol::room::RandomSeat::Random)));
    assert!(create.room.listed);
    let join = play("entente play --join K7P2XR --seat 1");
    assert_eq!(join.room.seat, Some(SeatPreference::Number(1)));
    assert_eq!(play("entente play --continue K7P2XR").resume.as_deref(), Some("K7P2XR"));
    assert_eq!(play("entente play").board, BoardMode::Turn);
}

#[test]
fn the_server_may_stand_before_or_after_the_command() {
    for line in ["entente --server http://h/b rooms", "entente rooms --server http://h/b"] {
        assert_eq!(parse(line).unwrap().server, "http://h/b");
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    for line in [
        "entente",
        "entente play --create a --join K7P2XR",
        "entente play --join K7P2XR --option a=1",
        "entente play --create a --option a",
        "entente play --create a --seat first",
        "entente play --continue K7P2XR --join K7P2XR",
        "entente bot",
        "entente bot --join K7P2XR --games 0",
        "entente watch",
    ] {
        let error = parse(line).unwrap_err();
        assert_eq!(error.exit_code(), 2, "{line}: {error}");
    }
}

#[test]
fn tokens_are_kept_where_the_environment_says() {
    let at = |own: Option<&str>, state: Option<&str>, user: Option<&str>| {
        home_from(own.map(Into::into), state.map(Into::into), user.map(Into::into))
    };
    assert_eq!(at(Some("/o"), Some("/s"), Some("/u")).unwrap(), PathBuf::from("/o"));
    assert_eq!(at(None, Some("/s"), Some("/u")).unwrap(), PathBuf::from("/s/entente"));
    let fallback = PathBuf::from("/u/.local/state/entente");
    assert_eq!(at(None, Some("relative"), Some("/u")).unwrap(), fallback);
    assert_eq!(at(None, None, None).unwrap_err().exit_code(), 2);
}

#[test]
fn every_help_text_has_examples_that_can_be_typed_and_the_exit_codes() {
    use clap::CommandFactory;
    let cli = Cli::command();
    for command in std::iter::once(&cli).chain(cli.get_subcommands()) {
        let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        assert!(help.contains("3  the server cannot be reached"), "{help}");
        let examples: Vec<&str> =
            help.lines().filter(|line| line.starts_with("  entente ")).collect();
        assert!(!examples.is_empty(), "{}: {help}", command.get_name());
        for example in examples {
            parse(example).unwrap_or_else(|error| panic!("{example}: {error}"));
        }
    }
}
