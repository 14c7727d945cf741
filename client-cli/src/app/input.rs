//! The meaning of a typed line.
//!
//! Here, apart from the play loop, so that every line has exactly one reading that a test can ask
//! for. It must not know what is being asked.

use protocol::envelope::ClaimOutcome;
use protocol::lesson::LessonGo;
use protocol::notice::SetNotify;
use protocol::room::BotLevel;

use super::levels;

/// Number of events that `l` shows.
pub const LOG_LINES: usize = 30;

/// Hint at the form of an address for notices.
pub const ADDRESS: &str = "a mail address, or one that begins with https://; off ends it";

/// A typed line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UserInput {
    /// Something that answers a question.
    Offer(TypedChoice),
    /// Something about the match that is no move of the game.
    Act(SeatAction),
    /// `?`: help.
    Help,
    /// `l`: the last events.
    Log(usize),
    /// `h`: hand and board again.
    Board,
    /// `t`: the time left.
    Time,
    /// `rules`: what the rules say about what is asked, or about some words.
    Rules(Option<String>),
    /// `advice`: what usually is good where something is asked.
    Advice,
    /// `c TEXT`: say something.
    Chat(String),
    /// `ready`.
    Ready,
    /// `bot SEAT LEVEL`, either of them if wanted: a bot of the server takes a free seat.
    Bot(Option<u8>, Option<BotLevel>),
    /// `program`: show the programs that may be seated; with a name, give that one a free seat.
    Program(Option<String>),
    /// `leave` the lobby.
    Leave,
    /// `rematch`.
    Rematch,
    /// `notify`: show where one is sent notices of one's turn; with an address or `off`, set it.
    Notify(Option<SetNotify>),
    /// `q`: quit; the game stays.
    Quit,
    /// An incomplete command: its form, and what is missing of it.
    Incomplete(&'static str, &'static str),
}

/// An answer, read without knowing the question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypedChoice {
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

/// Actions of a seat other than moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatAction {
    /// `resign`.
    Resign,
    /// `claim win` or `claim abandoned`.
    Claim(ClaimOutcome),
    /// `undo`, or `undo SEQ`.
    Undo(Option<u64>),
    /// `pause` (true) or `resume` (false).
    Pause(bool),
    /// `coach` (true) or `coach off` (false).
    Coach(bool),
    /// `agree` (true) or `refuse` (false) what another seat asks for.
    Consent(bool),
    /// `hint`: ask what a mind would do; with a number, do what the last hint says there.
    Hint(Option<usize>),
    /// Go through the lesson.
    Lesson(LessonGo),
    /// `try N`: ask what a choice would change.
    Preview(usize),
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
  rules [WORDS]
             what the rules say about what is asked of you, or about the words,
             for example a rule that the log names
  advice     what usually is good where you are asked something
  c TEXT     say something to the others
  ready      in the lobby: you are ready (or only Enter)
  bot [SEAT] [LEVEL]
             in the lobby: let a bot of the server take a free seat (host);
             easy makes mistakes, normal (the default) plays soundly,
             hard thinks a moment, expert up to a second: bot 2 hard
  program [NAME]
             in the lobby: give a free seat to a program of somebody else's
             (host); program alone shows those that wait
  leave      in the lobby: give your seat back
  undo [SEQ] take back your last move, or everything after entry SEQ; once
             somebody has learnt something by it, the others are asked
  pause      ask to pause a timed match; resume: go on
  coach      ask whether a friend may see what you see, and point; once all have
             agreed, the link for your friend (again: another one);
             coach off: no longer
  agree      agree to what another player asks for; refuse: do not, or
             withdraw what you asked for
  try N      what choice N would change
  hint [N]   what a mind would do, and why, where the room allows it; with a
             number, do what the last hint says there
  resign     give up (asks again)
  claim win, claim abandoned
             end a match whose other player has been gone for too long
             (asks again)
  notify [ADDRESS]
             be told of your turn while you are away, by mail or at an https://
             address; notify off: no longer; notify alone shows it
  rematch    after the end: play again
  q          quit; the game is kept, `entente play` resumes it";

/// Reads a line.
pub fn read(line: &str) -> UserInput {
    let line = line.trim();
    if let Some(text) = line.strip_prefix('/') {
        return UserInput::Offer(TypedChoice::Text(text.trim().to_owned()));
    }
    let (word, rest) = match line.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim()),
        None => (line, ""),
    };
    let text = || UserInput::Offer(TypedChoice::Text(line.to_owned()));
    match (word.to_lowercase().as_str(), rest) {
        ("", _) => UserInput::Offer(TypedChoice::Empty),
        ("?" | "help", "") => UserInput::Help,
        ("l" | "log", "") => UserInput::Log(LOG_LINES),
        ("l" | "log", n) => n.parse().map_or_else(|_| text(), UserInput::Log),
        ("h", "") => UserInput::Board,
        ("t" | "time", "") => UserInput::Time,
        ("advice", "") => UserInput::Advice,
        ("rules", "") => UserInput::Rules(None),
        ("rules", words) => UserInput::Rules(Some(words.to_owned())),
        ("a", "") => UserInput::Offer(TypedChoice::All),
        ("b" | "back", "") => UserInput::Offer(TypedChoice::Back),
        ("c", "") => UserInput::Incomplete("c TEXT", "the text is missing"),
        ("c", said) => UserInput::Chat(said.to_owned()),
        ("ready", "") => UserInput::Ready,
        ("resign", "") => UserInput::Act(SeatAction::Resign),
        ("claim", "win") => UserInput::Act(SeatAction::Claim(ClaimOutcome::Win)),
        ("claim", "abandoned") => UserInput::Act(SeatAction::Claim(ClaimOutcome::Abandoned)),
        ("claim", "") => UserInput::Incomplete("claim WHAT", "win or abandoned"),
        ("undo", "") => UserInput::Act(SeatAction::Undo(None)),
        ("undo", n) => {
            n.parse().map_or_else(|_| text(), |seq| UserInput::Act(SeatAction::Undo(Some(seq))))
        }
        ("pause", "") => UserInput::Act(SeatAction::Pause(true)),
        ("resume", "") => UserInput::Act(SeatAction::Pause(false)),
        ("coach", "") => UserInput::Act(SeatAction::Coach(true)),
        ("coach", "off") => UserInput::Act(SeatAction::Coach(false)),
        ("agree", "") => UserInput::Act(SeatAction::Consent(true)),
        ("refuse", "") => UserInput::Act(SeatAction::Consent(false)),
        ("next", "") => UserInput::Act(SeatAction::Lesson(LessonGo::Next)),
        ("previous", "") => UserInput::Act(SeatAction::Lesson(LessonGo::Back)),
        ("skip", "") => UserInput::Act(SeatAction::Lesson(LessonGo::Skip)),
        ("hint", "") => UserInput::Act(SeatAction::Hint(None)),
        ("hint", n) => {
            n.parse().map_or_else(|_| text(), |n| UserInput::Act(SeatAction::Hint(Some(n))))
        }
        ("try", "") => UserInput::Incomplete("try N", "the number of a choice is missing"),
        ("try", n) => n.parse().map_or_else(|_| text(), |n| UserInput::Act(SeatAction::Preview(n))),
        ("bot", wanted) => {
            levels::read_bot(wanted).map_or_else(text, |(seat, level)| UserInput::Bot(seat, level))
        }
        ("program", "") => UserInput::Program(None),
        ("program", name) => UserInput::Program(Some(name.to_owned())),
        ("leave", "") => UserInput::Leave,
        ("rematch", "") => UserInput::Rematch,
        ("notify", "") => UserInput::Notify(None),
        ("notify", to) => match address(to) {
            Some(wanted) => UserInput::Notify(Some(wanted)),
            None => UserInput::Incomplete("notify ADDRESS", ADDRESS),
        },
        ("q" | "quit", "") => UserInput::Quit,
        (number, rest) => match number.trim_end_matches(';').parse() {
            Ok(n) if rest.is_empty() => UserInput::Offer(TypedChoice::Number(n)),
            Ok(n) => UserInput::Offer(TypedChoice::Answers(n, rest.to_owned())),
            Err(_) => text(),
        },
    }
}

/// Reads an address for notices; an empty line or `off` means none.
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
            UserInput::Notify(Some(SetNotify { webhook, email }))
        };
        for (line, input) in [
            ("notify", UserInput::Notify(None)),
            ("notify off", set(None, None)),
            ("notify ada@example.org", set(None, Some("ada@example.org"))),
            ("notify https://a@b.example/x", set(Some("https://a@b.example/x"), None)),
            ("notify ada", UserInput::Incomplete("notify ADDRESS", ADDRESS)),
        ] {
            assert_eq!(read(line), input, "{line:?}");
        }
    }

    #[test]
    fn each_line_has_one_reading() {
        for (line, input) in [
            ("", UserInput::Offer(TypedChoice::Empty)),
            ("  \t", UserInput::Offer(TypedChoice::Empty)),
            (" 12 ", UserInput::Offer(TypedChoice::Number(12))),
            ("?", UserInput::Help),
            ("l 5", UserInput::Log(5)),
            ("H", UserInput::Board),
            ("c  Good luck, all", UserInput::Chat("Good luck, all".to_owned())),
            ("c", UserInput::Incomplete("c TEXT", "the text is missing")),
            ("claim win", UserInput::Act(SeatAction::Claim(ClaimOutcome::Win))),
            ("bot 2 hard", UserInput::Bot(Some(2), Some(BotLevel::Hard))),
            ("bot expert", UserInput::Bot(None, Some(BotLevel::Expert))),
            ("program", UserInput::Program(None)),
            ("program Mr Greedy", UserInput::Program(Some("Mr Greedy".to_owned()))),
            ("bot of poland", UserInput::Offer(TypedChoice::Text("bot of poland".to_owned()))),
            ("undo 17", UserInput::Act(SeatAction::Undo(Some(17)))),
            ("next", UserInput::Act(SeatAction::Lesson(LessonGo::Next))),
            ("hint", UserInput::Act(SeatAction::Hint(None))),
            ("hint 2", UserInput::Act(SeatAction::Hint(Some(2)))),
            ("try 3", UserInput::Act(SeatAction::Preview(3))),
            ("hint at it", UserInput::Offer(TypedChoice::Text("hint at it".to_owned()))),
            ("QUIT", UserInput::Quit),
            ("poland", UserInput::Offer(TypedChoice::Text("poland".to_owned()))),
            ("place an eu die", UserInput::Offer(TypedChoice::Text("place an eu die".to_owned()))),
            ("/h", UserInput::Offer(TypedChoice::Text("h".to_owned()))),
            ("l of poland", UserInput::Offer(TypedChoice::Text("l of poland".to_owned()))),
            ("time", UserInput::Time),
            ("rules", UserInput::Rules(None)),
            ("rules Sea Cards", UserInput::Rules(Some("Sea Cards".to_owned()))),
            ("/3 money", UserInput::Offer(TypedChoice::Text("3 money".to_owned()))),
            ("1 3", UserInput::Offer(TypedChoice::Answers(1, "3".to_owned()))),
            (
                "12; 2 grain; all",
                UserInput::Offer(TypedChoice::Answers(12, "2 grain; all".to_owned())),
            ),
            ("trade; 2 grain", UserInput::Offer(TypedChoice::Text("trade; 2 grain".to_owned()))),
            ("-1", UserInput::Offer(TypedChoice::Text("-1".to_owned()))),
            (
                "99999999999999999999999",
                UserInput::Offer(TypedChoice::Text("99999999999999999999999".to_owned())),
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
