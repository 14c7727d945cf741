//! Every route of the server, with what the specification says of it.
//!
//! The router and the OpenAPI document are both made of these tables, so that neither has a route
//! that the other lacks. The handlers know nothing of it.

use axum::routing::{delete, get, post, put};
use protocol::Code;

use super::route::Route;
use super::specification::{
    Content, GIVEN, LIST, Operation, PROGRAMS, REPLAY, ROOM, SEAT, STORE, Token, VIEW,
};
use super::{docs, http, mail, polling, programs, socket, web};

/// Routes as a table: the method's word is both the function that routes it and its name.
macro_rules! routes {
    ($($method:ident $path:literal => $handler:path, $operation:expr;)+) => {
        &[$(Route {
            method: stringify!($method),
            path: $path,
            handler: || $method($handler),
            operation: $operation,
        }),+]
    };
}

const fn rooms(id: &'static str, summary: &'static str, content: Content) -> Operation {
    Operation::new("rooms", id, summary, content)
}

const fn programs(id: &'static str, summary: &'static str, content: Content) -> Operation {
    Operation::new("programs", id, summary, content)
}

const fn specification(id: &'static str, summary: &'static str) -> Operation {
    Operation::new("specification", id, summary, Content::Object).or(&[(304, Content::Nothing)])
}

const fn page(id: &'static str, summary: &'static str) -> Operation {
    Operation::new("pages", id, summary, Content::Page)
}

/// Routes for programs.
pub(super) static ROUTES: &[Route] = routes! {
    get "/livez" => http::alive,
        Operation::new("health", "alive", "Whether the process answers", Content::Line);
    get "/readyz" => http::ready,
        Operation::new("health", "ready", "Whether the server takes new work", Content::Line)
            .refuses(&[&[Code::Draining], STORE]);
    get "/api/v1/games" => http::games,
        Operation::new(
            "specification",
            "listGames",
            "The games with seats, roles and options",
            Content::Of("Games"),
        )
        .or(&[(304, Content::Nothing)]);
    get "/api/v1/schema.json" => http::schema,
        Operation::new(
            "specification",
            "getSchema",
            "The JSON Schema of all messages",
            Content::Schema,
        )
        .or(&[(304, Content::Nothing)]);
    get "/api/v1/openapi.json" => http::openapi,
        specification("getOpenApi", "This document: the HTTP half as OpenAPI");
    get "/api/v1/asyncapi.json" => http::asyncapi,
        specification("getAsyncApi", "The WebSocket half as AsyncAPI");
    get "/api/v1/data/{digest}" => http::data,
        Operation::new(
            "specification",
            "getData",
            "The component data of a match; they never change",
            Content::Of("ComponentData"),
        )
        .or(&[(304, Content::Nothing)])
        .refuses(&[&[Code::NotFound, Code::TooManyRequests], STORE]);
    get "/api/v1/rules/{game}" => http::reference,
        Operation::new(
            "specification",
            "getRules",
            "The rules of a game in words, with an anchor for each rule that is cited",
            Content::Of("Reference"),
        )
        .or(&[(304, Content::Nothing)])
        .refuses(&[&[Code::NotFound]]);
    get "/api/v1/lessons" => http::lessons,
        Operation::new(
            "specification",
            "listLessons",
            "The lessons of all games, in the order of learning",
            Content::Of("Lessons"),
        );
    get "/api/v1/puzzles" => http::puzzles,
        Operation::new(
            "specification",
            "listPuzzles",
            "The puzzles of all games, and that of the day",
            Content::Of("Puzzles"),
        );
    post "/api/v1/lessons/{game}/{lesson}" => http::open_lesson,
        rooms("openLesson", "A room in which a lesson or a puzzle is given", Content::Of("Seated"))
            .status(201)
            .reads(Content::Of("OpenLesson"))
            .refuses(&[
                &[Code::NameInvalid, Code::GameUnknown, Code::LessonUnknown],
                &[Code::TooManyRequests, Code::Busy, Code::Draining],
                STORE,
            ]);
    get "/api/v1/licences" => http::licences,
        Operation::new(
            "specification",
            "getLicences",
            "The licence texts of all that the server shows and is made of",
            Content::Line,
        )
        .or(&[(304, Content::Nothing)]);
    get "/api/v1/rooms" => http::list,
        rooms(
            "listRooms",
            "Rooms that chose to be listed and wait for players or may be watched",
            Content::Of("Rooms"),
        )
        .query(LIST)
        .refuses(&[&[Code::TooManyRequests, Code::GameUnknown]]);
    post "/api/v1/rooms" => http::create,
        rooms("createRoom", "A new room and its creator's seat", Content::Of("Seated"))
            .status(201)
            .reads(Content::Of("CreateRoom"))
            .refuses(&[
                &[Code::NameInvalid, Code::GameUnknown, Code::OptionInvalid, Code::SeatUnknown],
                &[Code::TooManyRequests, Code::Busy, Code::Draining],
                STORE,
            ]);
    get "/api/v1/rooms/{code}" => http::look,
        rooms("getRoom", "The room", Content::Of("Room")).token(Token::Optional).refuses(&[ROOM]);
    post "/api/v1/rooms/{code}/seats" => http::take_seat,
        rooms("takeSeat", "A free seat", Content::Of("Seated"))
            .status(201)
            .token(Token::Optional)
            .reads(Content::Of("TakeSeat"))
            .refuses(&[
                ROOM,
                &[Code::NameInvalid, Code::SeatUnknown, Code::SeatTaken],
                &[Code::RoomFull, Code::Started],
            ]);
    delete "/api/v1/rooms/{code}/seats/{seat}" => http::leave_seat,
        rooms(
            "leaveSeat",
            "The seat is left, or freed by the host; lobby only",
            Content::Nothing,
        )
        .status(204)
        .token(Token::Needed)
        .refuses(&[ROOM, SEAT, &[Code::Started]]);
    post "/api/v1/rooms/{code}/seats/{seat}/bot" => http::add_bot,
        rooms(
            "addBot",
            "The server plays for this free seat; by the host, lobby only",
            Content::Of("Room"),
        )
        .status(201)
        .token(Token::Needed)
        .reads(Content::Of("AddBot"))
        .refuses(&[ROOM, SEAT, &[Code::SeatTaken, Code::Started]]);
    post "/api/v1/rooms/{code}/seats/{seat}/program" => programs::seat,
        rooms(
            "addProgram",
            "A free seat is given to an announced program; by the host, lobby only",
            Content::Of("Room"),
        )
        .status(201)
        .token(Token::Needed)
        .reads(Content::Of("AddProgram"))
        .refuses(&[
            ROOM,
            SEAT,
            &[Code::SeatTaken, Code::Started, Code::ProgramUnknown, Code::ProgramFull],
            &[Code::OptionInvalid],
        ]);
    get "/api/v1/programs" => programs::list,
        programs("listPrograms", "The programs that hosts may seat", Content::Of("Programs"))
            .query(PROGRAMS)
            .refuses(&[&[Code::TooManyRequests, Code::GameUnknown]]);
    post "/api/v1/programs" => programs::announce,
        programs(
            "announceProgram",
            "A program announces itself, for as long as it asks for its seats",
            Content::Of("AnnouncedProgram"),
        )
        .status(201)
        .reads(Content::Of("AnnounceProgram"))
        .refuses(&[
            &[Code::NameInvalid, Code::GameUnknown, Code::OptionInvalid, Code::Forbidden],
            &[Code::TooManyRequests, Code::Busy],
        ]);
    get "/api/v1/programs/{program}/seats" => programs::seats,
        programs(
            "listGivenSeats",
            "The seats that the program was given and has not connected to",
            Content::Of("GivenSeats"),
        )
        .token(Token::Needed)
        .query(GIVEN)
        .refuses(&[
            &[Code::ProgramUnknown, Code::TooManyRequests, Code::Busy, Code::Draining],
            STORE,
        ]);
    delete "/api/v1/programs/{program}" => programs::withdraw,
        programs("withdrawProgram", "The program is announced no longer", Content::Nothing)
            .status(204)
            .token(Token::Needed)
            .refuses(&[&[Code::ProgramUnknown, Code::TooManyRequests, Code::Busy], STORE]);
    post "/api/v1/rooms/{code}/seats/{seat}/token" => http::new_token,
        rooms("renewToken", "A new token; the old one is dead", Content::Of("NewToken"))
            .token(Token::Needed)
            .refuses(&[ROOM, SEAT]);
    post "/api/v1/rooms/{code}/seats/{seat}/coach" => http::new_coach,
        rooms("newCoach", "A token for the seat's coach, once all have agreed", Content::Of("NewCoach"))
            .token(Token::Needed)
            .refuses(&[ROOM, SEAT, &[Code::NotAgreed]]);
    get "/api/v1/rooms/{code}/seats/{seat}/notify" => http::notify,
        rooms("getNotify", "Where the seat has its notices", Content::Of("Notify"))
            .token(Token::Needed)
            .refuses(&[ROOM, SEAT]);
    put "/api/v1/rooms/{code}/seats/{seat}/notify" => http::set_notify,
        rooms("setNotify", "Sets where the seat has its notices", Content::Of("Notify"))
            .token(Token::Needed)
            .reads(Content::Of("SetNotify"))
            .refuses(&[ROOM, SEAT, &[Code::NotifyInvalid, Code::Over]]);
    post "/api/v1/rooms/{code}/seats/{seat}/devices" => http::add_device,
        rooms("addDevice", "Has the seat's notices sent to a browser too", Content::Of("Notify"))
            .token(Token::Needed)
            .reads(Content::Of("AddDevice"))
            .refuses(&[ROOM, SEAT, &[Code::NotifyInvalid, Code::Over]]);
    delete "/api/v1/rooms/{code}/seats/{seat}/devices/{device}" => http::remove_device,
        rooms("removeDevice", "Has them sent there no longer", Content::Of("Notify"))
            .token(Token::Needed)
            .refuses(&[ROOM, SEAT]);
    post "/api/v1/rooms/{code}/rematch" => http::rematch,
        rooms(
            "rematch",
            "After the end: your seat in a new room with the same options",
            Content::Of("Seated"),
        )
        .status(201)
        .token(Token::Needed)
        .refuses(&[
            ROOM,
            &[Code::NotOver, Code::SeatTaken, Code::GameUnknown, Code::OptionInvalid],
        ]);
    post "/api/v1/rooms/{code}/practice" => http::practice,
        rooms(
            "openPractice",
            "After the end: a new room whose match goes on from an entry of this one",
            Content::Of("Seated"),
        )
        .status(201)
        .token(Token::Optional)
        .reads(Content::Of("OpenPractice"))
        .refuses(&[
            ROOM,
            &[Code::NotOver, Code::NotStarted, Code::EntryUnknown, Code::Over],
            &[Code::DataUnknown, Code::NameInvalid, Code::OptionInvalid, Code::SeatUnknown],
            &[Code::TooBig],
        ]);
    get "/api/v1/rooms/{code}/record" => http::record,
        rooms(
            "getRecord",
            "After the end: everything that proves how it was dealt",
            Content::Of("MatchRecord"),
        )
        .token(Token::Optional)
        .refuses(&[ROOM, &[Code::NotOver, Code::NotStarted, Code::Unproven]]);
    get "/api/v1/rooms/{code}/replay" => http::replay,
        rooms("getReplay", "After the end: what a viewer was shown", Content::Of("Replay"))
            .token(Token::Optional)
            .query(REPLAY)
            .refuses(&[ROOM, &[Code::NotOver, Code::NotStarted, Code::SeatUnknown]]);
    get "/api/v1/rooms/{code}/analysis" => http::analysis,
        rooms(
            "getAnalysis",
            "After the end: what a mind thinks of every choice; 202 while it is being made",
            Content::Of("Analysis"),
        )
        .or(&[(202, Content::Of("AnalysisProgress"))])
        .token(Token::Optional)
        .refuses(&[ROOM, &[Code::NotOver, Code::NotStarted, Code::NoMind]]);
    get "/api/v1/rooms/{code}/view" => polling::view,
        rooms("getView", "The match as a seat, or a spectator, may see it", Content::Of("Update"))
            .or(&[(304, Content::Nothing)])
            .token(Token::Optional)
            .query(VIEW)
            .refuses(&[ROOM, &[Code::NotStarted, Code::TokenUnknown, Code::GalleryFull]]);
    post "/api/v1/rooms/{code}/commands" => polling::command,
        rooms("sendCommand", "A message of a seat's, and its answer", Content::Of("CommandAnswer"))
            .token(Token::Needed)
            .reads(Content::Of("CommandRequest"))
            .refuses(&[ROOM, &[Code::UnknownType]]);
    get "/api/v1/rooms/{code}/socket" => socket::open,
        rooms(
            "openSocket",
            "The WebSocket; all that follows is in the AsyncAPI document",
            Content::Nothing,
        )
        .status(101)
        .unusual(&[(426, Code::Malformed)]);
    get "/mail/{code}/{seat}/{key}" => mail::ask,
        page("askMail", "The page behind the link in a mail").refuses(&[&[Code::SeatUnknown]]);
    post "/mail/{code}/{seat}/{key}" => mail::answer,
        page("answerMail", "Agrees to mails with `answer=yes`; anything else stops them")
            .reads(Content::Form)
            .refuses(&[ROOM, &[Code::SeatUnknown, Code::NotFound, Code::OriginForbidden]]);
};

/// Routes for browsers.
pub(super) static PAGES: &[Route] = routes! {
    get "/" => web::home,
        page("openHome", "The browser client's first page");
    get "/licences" => web::home,
        page("openLicences", "The browser client's page of licences");
    get "/rules/{game}" => web::rules,
        page("openRules", "The browser client's page with the rules of a game");
    get "/r/{code}" => web::invitation,
        page("openRoom", "The browser client in a room; 404 for anything that is not a code")
            .or(&[(404, Content::Page)]);
    get "/docs" => docs::slash,
        Operation::new("pages", "findDocs", "Leads to the first page of the documents", Content::Nothing)
            .status(308);
    get "/docs/" => docs::first,
        page("openDocs", "The first page of the documents").or(&[(304, Content::Nothing)]);
    get "/docs/{document}" => docs::document,
        Operation::new("pages", "getDocument", "A page of the documents, or a file of theirs", Content::File)
            .or(&[(304, Content::Nothing), (404, Content::Page)])
            .refuses(&[&[Code::NotFound]]);
    get "/push-worker.js" => web::push_worker,
        Operation::new(
            "pages",
            "getPushWorker",
            "The browser client's worker that shows notices",
            Content::File,
        )
        .or(&[(304, Content::Nothing)])
        .refuses(&[&[Code::NotFound]]);
    get "/web/{version}/{*path}" => web::file,
        Operation::new(
            "pages",
            "getFile",
            "The browser client's files, of this version only; they never change",
            Content::File,
        )
        .or(&[(304, Content::Nothing)])
        .refuses(&[&[Code::NotFound]]);
};
