//! What a typed line does.
//!
//! Here, apart from the loop, because every reading of a line has its own effect and its own clear
//! answer when it makes no sense now. Nothing typed may end the program, but quitting.

use protocol::ClientMessage;
use protocol::notice::SetNotify;
use protocol::room::RoomState;

use super::{Desk, Mode, Next, say};
use crate::error::Error;
use crate::paper::Style;
use crate::play::input::{Choice, HELP, Input, Wish, read};
use crate::play::start::holding;
use crate::play::walk::Walk;

impl Desk<'_> {
    /// Takes one line; a `Next` ends the match here.
    pub(super) async fn typed(&mut self, line: &str) -> Result<Option<Next>, Error> {
        let input = read(line);
        if matches!(self.mode, Mode::Resign) {
            return self.confirm_resign(line).map(|()| None);
        }
        match input {
            Input::Quit => return self.goodbye(),
            Input::Help => self.paper.line(HELP)?,
            Input::Board => self.again().await?,
            Input::Time => self.time()?,
            Input::Log(count) => self.history(count)?,
            Input::Chat(text) => self.say(text)?,
            Input::Incomplete(what) => self.paper.line(what)?,
            Input::Act(wish) => self.act(wish)?,
            Input::Bot(seat) => self.seat_bot(seat).await?,
            Input::Leave => return self.leave().await,
            Input::Rematch => return self.rematch().await,
            Input::Notify(wanted) => self.notices(wanted).await?,
            Input::Ready => self.ready()?,
            Input::Choice(choice) => self.choose(choice, line)?,
        }
        Ok(None)
    }

    fn send(&mut self, message: ClientMessage) -> Result<(), Error> {
        // Nothing typed may end the program.
        if let Err(error) = self.connection.send(message) {
            self.paper.styled(Style::Alert, format!("Not sent: {error}"))?;
        }
        Ok(())
    }

    /// Board, turn and offers, or the lobby, once more.
    async fn again(&mut self) -> Result<(), Error> {
        if self.session.update().is_some() {
            self.situation().await?;
            self.turn()?;
            self.choices(false)
        } else if let Some(room) = self.session.room().cloned() {
            self.lobby(&room)
        } else {
            Ok(self.paper.line("The server has not told anything yet.")?)
        }
    }

    fn history(&mut self, count: usize) -> Result<(), Error> {
        let names = self.names();
        let tell = |event| say::event(event, &names);
        let lines: Vec<String> = self.session.log().rev().take(count).map(tell).collect();
        if lines.is_empty() {
            self.paper.line("Nothing has happened yet.")?;
        }
        for line in lines.iter().rev() {
            self.paper.line(line)?;
        }
        Ok(())
    }

    fn say(&mut self, text: String) -> Result<(), Error> {
        let limit = self.session.limits().map_or(u32::MAX, |limits| limits.chat_chars) as usize;
        if text.chars().count() > limit {
            return Ok(self.paper.line(format!("At most {limit} characters at once."))?);
        }
        self.send(ClientMessage::Chat { text })
    }

    /// The walk's question if there is one, else the offers if there are any.
    pub(super) fn choices(&mut self, all: bool) -> Result<(), Error> {
        if let Mode::Walk { walk, text, .. } = &self.mode {
            self.paper.styled(Style::Ask, text)?;
            let remarks = self.remarks();
            for line in remarks.into_iter().chain(walk.question()) {
                self.paper.line(line)?;
            }
            return Ok(());
        }
        if self.session.offers().is_empty() { Ok(()) } else { self.offers(all) }
    }

    /// A line that chooses: in the lobby, among the offers, or within one.
    fn choose(&mut self, choice: Choice, line: &str) -> Result<(), Error> {
        if self.session.update().is_none() {
            if choice == Choice::Empty {
                return self.ready();
            }
            return Ok(self.paper.line("The match has not begun; ? for help.")?);
        }
        if self.session.outcome().is_some() {
            return Ok(self.paper.line("The match is over: type rematch, or q to quit.")?);
        }
        if self.session.answer_pending() && !self.session.is_timed() {
            return Ok(self.paper.line(
                "Your last answer is on its way; the server has not confirmed it yet. Please wait.",
            )?);
        }
        if matches!(self.mode, Mode::Walk { .. }) {
            return self.walk_on(&choice, line);
        }
        match choice {
            Choice::Empty => {
                self.filter.clear();
                if self.session.offers().is_empty() { self.turn() } else { self.offers(false) }
            }
            Choice::All => {
                self.filter.clear();
                self.offers(true)
            }
            Choice::Number(number) => self.begin(number, ""),
            Choice::Answers(number, answers) => self.begin(number, &answers),
            Choice::Text(text) => {
                if let Some((words, answers)) = text.split_once(';') {
                    return self.begin_with(words.trim(), answers);
                }
                self.filter = text;
                self.offers(false)
            }
            Choice::Back => Ok(self.paper.line("There is nothing to go back from.")?),
        }
    }

    /// Begins the only offer that contains some words.
    fn begin_with(&mut self, words: &str, answers: &str) -> Result<(), Error> {
        if let Some(number) = self.book.only(words) {
            return self.begin(number, answers);
        }
        let several = self.book.find(words).len() > 1;
        words.clone_into(&mut self.filter);
        self.offers(false)?;
        if several {
            self.paper.line("Several offers contain that: type a number instead.")?;
        }
        Ok(())
    }

    /// Begins an offer, with what was typed along as its first answers.
    fn begin(&mut self, number: usize, answers: &str) -> Result<(), Error> {
        let Some(offer) = self.book.get(number) else {
            let last = self.book.last();
            if last == 0 {
                return self.turn();
            }
            let text = match self.book.gone(number) {
                Some(gone) => format!("No longer possible: {number} {gone}"),
                None => format!("There is no number {number}; type 1 to {last}."),
            };
            return Ok(self.paper.line(text)?);
        };
        let timed = self.session.is_timed();
        let mut walk = if timed { Walk::wary(&offer.command) } else { Walk::new(&offer.command) };
        if let Err(why) = walk.answers(answers) {
            return Ok(self.paper.line(format!("Nothing sent: {why}."))?);
        }
        let text = offer.text.clone();
        self.mode = Mode::Walk { number, text, walk };
        self.step()
    }

    /// A line within an offer.
    fn walk_on(&mut self, choice: &Choice, line: &str) -> Result<(), Error> {
        let Mode::Walk { walk, .. } = &mut self.mode else { return Ok(()) };
        if *choice == Choice::Back {
            if walk.back() {
                return self.choices(false);
            }
            self.mode = Mode::Free;
            return self.offers(false);
        }
        if *choice == Choice::All {
            walk.show_whole();
            return self.choices(true);
        }
        let answer = if let Choice::Text(text) = choice { text } else { line };
        let answered = if answer.contains(';') {
            let mut further = walk.clone();
            further.answers(answer).map(|()| *walk = further)
        } else {
            walk.answer(answer)
        };
        match answered {
            Ok(()) => self.step(),
            Err(why) => Ok(self.paper.line(format!("{why}."))?),
        }
    }

    /// Asks the next question of an offer, or sends the command.
    fn step(&mut self) -> Result<(), Error> {
        let Mode::Walk { number, text, walk } = &self.mode else { return Ok(()) };
        let Some(command) = walk.command() else { return self.choices(false) };
        let said = format!("{number} {text}{}", walk.told());
        self.sheet = walk.is_sheet().then(|| (*number, text.clone(), walk.clone()));
        self.mode = Mode::Free;
        let Some(decision) = self.session.decision() else {
            return Ok(self.paper.line("The question is no longer open.")?);
        };
        self.paper.line(format!("Sent: {said}"))?;
        let message = self.session.command(said, decision, command);
        self.send(message)
    }

    fn ready(&mut self) -> Result<(), Error> {
        let lobby = self.session.room().is_some_and(|room| room.state == RoomState::Lobby);
        if !lobby {
            let offered = self.book.only("ready").is_some();
            if offered {
                return self.begin_with("ready", "");
            }
            return Ok(self.paper.line("Ready is said in the lobby.")?);
        }
        if self.session.own_seat().is_some_and(|seat| seat.ready) {
            return Ok(self.paper.line("You are ready already; waiting for the others.")?);
        }
        let message = self.session.ready(self.entropy)?;
        self.room_owed = true;
        self.send(message)
    }

    /// Acts that are no moves of the game.
    fn act(&mut self, wish: Wish) -> Result<(), Error> {
        let running = self.session.update().is_some() && self.session.outcome().is_none();
        if !running {
            return Ok(self.paper.line("No match is running.")?);
        }
        let message = match wish {
            Wish::Resign => {
                self.mode = Mode::Resign;
                return Ok(self.paper.styled(
                    Style::Ask,
                    "Do you give the match up? Type yes; anything else goes on.",
                )?);
            }
            Wish::Claim(outcome) => self.session.claim(outcome),
            Wish::Undo(to) => {
                let offered = self.session.update().and_then(|update| update.undo);
                match to.or_else(|| offered.map(|undo| undo.to)) {
                    Some(to) => self.session.undo(to),
                    None => {
                        return Ok(self.paper.line("There is nothing that you can take back.")?);
                    }
                }
            }
            Wish::Pause(want) => self.session.pause(want),
            Wish::Consent(agree) => {
                // Whoever refuses while only the own request stands withdraws it.
                let own = self.session.own_request().filter(|_| !agree);
                let request = self.session.asked_of_us().next().or(own).map(|request| request.id);
                match request {
                    Some(id) => self.session.consent(id, agree),
                    None => return Ok(self.paper.line("Nobody asks for anything.")?),
                }
            }
        };
        self.send(message)
    }

    fn confirm_resign(&mut self, line: &str) -> Result<(), Error> {
        self.mode = Mode::Free;
        if line.trim().eq_ignore_ascii_case("yes") {
            let message = self.session.resign();
            return self.send(message);
        }
        self.paper.line("Not given up.")?;
        self.choices(false)
    }

    async fn seat_bot(&mut self, seat: Option<u8>) -> Result<(), Error> {
        let free = || self.session.room().and_then(say::free_seat);
        let Some(seat) = seat.or_else(free) else {
            return Ok(self.paper.line("No seat is free.")?);
        };
        match self.api.seat_bot(&self.holding.code, seat, &self.holding.token).await {
            Ok(()) => self.room_owed = true,
            Err(error) => self.paper.styled(Style::Alert, format!("No bot: {error}"))?,
        }
        Ok(())
    }

    /// Sets where this seat is told of its turn, if that is wanted, and says where it is.
    async fn notices(&mut self, wanted: Option<SetNotify>) -> Result<(), Error> {
        let Some(seat) = self.session.seat() else {
            return Ok(self.paper.line("The server has not told anything yet.")?);
        };
        let (code, token) = (&self.holding.code, &self.holding.token);
        let known = match &wanted {
            Some(wanted) => self.api.set_notices(code, seat, token, wanted).await,
            None => self.api.notices(code, seat, token).await,
        };
        let known = match known {
            Ok(known) => known,
            Err(error) => {
                return Ok(self.paper.styled(Style::Alert, format!("No notices: {error}"))?);
            }
        };
        self.paper.line(say::notices(&known))?;
        match say::notice_ways(&known).filter(|_| wanted.is_none()) {
            Some(ways) => Ok(self.paper.line(format!(
                "Type notify and {ways} to be told there; notify off takes it back."
            ))?),
            None => Ok(()),
        }
    }

    async fn leave(&mut self) -> Result<Option<Next>, Error> {
        let Some(seat) = self.session.seat() else {
            self.paper.line("The server has not told anything yet.")?;
            return Ok(None);
        };
        match self.api.leave(&self.holding.code, seat, &self.holding.token).await {
            Ok(()) => {
                self.forget()?;
                self.paper.line("Your seat is free again.")?;
                Ok(Some(Next::Quit))
            }
            Err(error) => {
                self.paper.styled(Style::Alert, format!("Not left: {error}"))?;
                Ok(None)
            }
        }
    }

    async fn rematch(&mut self) -> Result<Option<Next>, Error> {
        if self.session.outcome().is_none() {
            self.paper.line("A rematch comes after the end.")?;
            return Ok(None);
        }
        match self.api.rematch(&self.holding.code, &self.holding.token).await {
            Ok(seated) => {
                let name = self.holding.saved.as_ref().map_or("", |game| game.name.as_str());
                let next = holding(self.api, &seated, name, false);
                if let Some(Err(error)) = next.saved.as_ref().map(|game| self.store.keep(game)) {
                    self.paper.styled(Style::Alert, format!("Not saved: {error}"))?;
                }
                self.paper.line(format!("On to room {}.", next.code))?;
                Ok(Some(Next::Rematch(Box::new(next))))
            }
            Err(error) => {
                self.paper.styled(Style::Alert, format!("No rematch: {error}"))?;
                Ok(None)
            }
        }
    }
}
