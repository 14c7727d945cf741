//! What a typed line means.
//!
//! Here, apart from the play loop, so that every line has exactly one reading that a test can ask
//! for. It must not know what is being asked.

use protocol::envelope::ClaimOutcome;
use protocol::notice::SetNotify;

/// How many events `l` shows.
pub const LOG_LINES: usize = 30;

/// What an address for notices looks like.
pub const ADDRESS: &str =
    "notify ADDRESS: a mail address, or one that begins with https://; notify off takes it back";

/// A typed line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// Something that answers a question.
    Choice(Choice),
    /// Something about the match that is no move of the game.
    Act(Wish),
    /// `?`: help.
    Help,
    /// `l`: the last events.
    Log(usize),
    /// `h`: hand and board again.
    Board,
    /// `t`: the time left.
    Time,
    /// `c TEXT`: say something.
    Chat(String),
    /// `ready`.
    Ready,
    /// `bot`, or `bot SEAT`: a bot of the server takes a free seat.
    Bot(Option<u8>),
    /// `leave` the lobby.
    Leave,
    /// `rematch`.
    Rematch,
    /// `notify`: where one is told of one's turn; with an address or `off` it is set.
    Notify(Option<SetNotify>),
    /// `q`: quit; the game stays.
    Quit,
    /// A command that is not complete; what is missing.
    Incomplete(&'static str),
}

/// An answer, read without knowing the question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Only Enter.
    Empty,
    /// A number.
    Number(usize),
    /// A number, and answers to what it asks.
    Answers(usize, String),
    /// `a`: all offers.
    All,
    /// `b`: one step back.
    Back,
    /// Anything else.
    Text(String),
}

/// What one may want of a match beside moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// `resign`.
    Resign,
    /// `claim win` or `claim abandoned`.
    Claim(ClaimOutcome),
    /// `undo`, or `undo SEQ`.
    Undo(Option<u64>),
    /// `pause` (true) or `resume` (false).
    Pause(bool),
    /// `agree` (true) or `refuse` (false) what another seat asks for.
    Consent(bool),
}

/// The commands, for `?`.
pub const HELP: &str = "Type
  a number   choose what stands behind it
  some text  only the offers that contain it; /text if it looks like a command
  3 X; Y     choose 3 and answer what it asks, like 3 2 grain; 1 fuel; all
             (give X; want Y names the questions; - is nothing; 2g is 2 grain)
  text; X    the same for the only offer that contains the text; text; alone too
  a          show all offers
  b          one step back while choosing
  h          hand and board again
  t          how much time is left
  l [N]      what happened lately
  c TEXT     say something to the others
  ready      in the lobby: you are ready (or only Enter)
  bot [SEAT] in the lobby: let a bot of the server take a free seat (host)
  leave      in the lobby: give your seat back
  undo [SEQ] take back your last move, or everything after entry SEQ; once
             somebody has learnt something by it, the others are asked
  pause      ask to pause a timed match; resume: go on
  agree      agree to what another player asks for; refuse: do not, or
             withdraw what you asked for
  resign     give up (asks again)
  claim win, claim abandoned
             end a match whose other player has been gone for too long
             (asks again)
  notify [ADDRESS]
             be told of your turn while you are away, by mail or at an https://
             address; notify off: no longer; notify alone shows it
  rematch    after the end: play again
  q          quit; the game stays, `entente play` goes on with it";

/// Reads a line.
pub fn read(line: &str) -> Input {
    let line = line.trim();
    if let Some(text) = line.strip_prefix('/') {
        return Input::Choice(Choice::Text(text.trim().to_owned()));
    }
    let (word, rest) = match line.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim()),
        None => (line, ""),
    };
    let text = || Input::Choice(Choice::Text(line.to_owned()));
    match (word.to_lowercase().as_str(), rest) {
        ("", _) => Input::Choice(Choice::Empty),
        ("?" | "help", "") => Input::Help,
        ("l" | "log", "") => Input::Log(LOG_LINES),
        ("l" | "log", n) => n.parse().map_or_else(|_| text(), Input::Log),
        ("h", "") => Input::Board,
        ("t" | "time", "") => Input::Time,
        ("a", "") => Input::Choice(Choice::All),
        ("b" | "back", "") => Input::Choice(Choice::Back),
        ("c", "") => Input::Incomplete("c TEXT: the text is missing"),
        ("c", said) => Input::Chat(said.to_owned()),
        ("ready", "") => Input::Ready,
        ("resign", "") => Input::Act(Wish::Resign),
        ("claim", "win") => Input::Act(Wish::Claim(ClaimOutcome::Win)),
        ("claim", "abandoned") => Input::Act(Wish::Claim(ClaimOutcome::Abandoned)),
        ("claim", "") => Input::Incomplete("type claim win, or claim abandoned"),
        ("undo", "") => Input::Act(Wish::Undo(None)),
        ("undo", n) => n.parse().map_or_else(|_| text(), |seq| Input::Act(Wish::Undo(Some(seq)))),
        ("pause", "") => Input::Act(Wish::Pause(true)),
        ("resume", "") => Input::Act(Wish::Pause(false)),
        ("agree", "") => Input::Act(Wish::Consent(true)),
        ("refuse", "") => Input::Act(Wish::Consent(false)),
        ("bot", "") => Input::Bot(None),
        ("bot", n) => n.parse().map_or_else(|_| text(), |seat| Input::Bot(Some(seat))),
        ("leave", "") => Input::Leave,
        ("rematch", "") => Input::Rematch,
        ("notify", "") => Input::Notify(None),
        ("notify", to) => match address(to) {
            Some(wanted) => Input::Notify(Some(wanted)),
            None => Input::Incomplete(ADDRESS),
        },
        ("q" | "quit", "") => Input::Quit,
        (number, rest) => match number.trim_end_matches(';').parse() {
            Ok(n) if rest.is_empty() => Input::Choice(Choice::Number(n)),
            Ok(n) => Input::Choice(Choice::Answers(n, rest.to_owned())),
            Err(_) => text(),
        },
    }
}

/// Where somebody wants to be told of their turn: an empty line or `off` is nowhere.
pub fn address(text: &str) -> Option<SetNotify> {
    let (text, none) = (text.trim(), SetNotify::default());
    match text {
        "" | "off" => Some(none),
        url if url.contains("://") => Some(SetNotify { webhook: Some(url.to_owned()), ..none }),
        mail if mail.contains('@') => Some(SetNotify { email: Some(mail.to_owned()), ..none }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_for_notices_is_a_mails_or_a_requests() {
        let set = |webhook: Option<&str>, email: Option<&str>| {
            let (webhook, email) = (webhook.map(str::to_owned), email.map(str::to_owned));
            Input::Notify(Some(SetNotify { webhook, email }))
        };
        for (line, input) in [
            ("notify", Input::Notify(None)),
            ("notify off", set(None, None)),
            ("notify ada@example.org", set(None, Some("ada@example.org"))),
            ("notify https://a@b.example/x", set(Some("https://a@b.example/x"), None)),
            ("notify ada", Input::Incomplete(ADDRESS)),
        ] {
            assert_eq!(read(line), input, "{line:?}");
        }
    }

    #[test]
    fn each_line_has_one_reading() {
        for (line, input) in [
            ("", Input::Choice(Choice::Empty)),
            ("  \t", Input::Choice(Choice::Empty)),
            (" 12 ", Input::Choice(Choice::Number(12))),
            ("?", Input::Help),
            ("l 5", Input::Log(5)),
            ("H", Input::Board),
            ("c  Good luck, all", Input::Chat("Good luck, all".to_owned())),
            ("c", Input::Incomplete("c TEXT: the text is missing")),
            ("claim win", Input::Act(Wish::Claim(ClaimOutcome::Win))),
            ("undo 17", Input::Act(Wish::Undo(Some(17)))),
            ("QUIT", Input::Quit),
            ("poland", Input::Choice(Choice::Text("poland".to_owned()))),
            ("place an eu die", Input::Choice(Choice::Text("place an eu die".to_owned()))),
            ("/h", Input::Choice(Choice::Text("h".to_owned()))),
            ("l of poland", Input::Choice(Choice::Text("l of poland".to_owned()))),
            ("time", Input::Time),
            ("/3 money", Input::Choice(Choice::Text("3 money".to_owned()))),
            ("1 3", Input::Choice(Choice::Answers(1, "3".to_owned()))),
            ("12; 2 grain; all", Input::Choice(Choice::Answers(12, "2 grain; all".to_owned()))),
            ("trade; 2 grain", Input::Choice(Choice::Text("trade; 2 grain".to_owned()))),
            ("-1", Input::Choice(Choice::Text("-1".to_owned()))),
            (
                "99999999999999999999999",
                Input::Choice(Choice::Text("99999999999999999999999".to_owned())),
            ),
        ] {
            assert_eq!(read(line), input, "{line:?}");
        }
    }

    #[test]
    fn help_fits_the_width() {
        assert!(HELP.lines().all(|line| line.chars().count() <= crate::paper::WIDTH));
    }
}
