//! Specification of one route, as data beside the route itself.

use protocol::Code;

/// Codes that anybody who names a room may be refused with: the store is asked for one that sleeps.
pub(in crate::gateway) const ROOM: &[Code] = &[
    Code::RoomUnknown,
    Code::TooManyRequests,
    Code::Busy,
    Code::Draining,
    Code::RoomUnavailable,
    Code::StorageUnavailable,
];

/// Further codes for those who name a seat of theirs.
pub(in crate::gateway) const SEAT: &[Code] = &[Code::SeatUnknown, Code::Forbidden];

/// Codes of a request that needs the store and names no room.
pub(in crate::gateway) const STORE: &[Code] = &[Code::StorageUnavailable];

/// Use that a route makes of a seat's token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::gateway) enum Token {
    /// It is not looked at.
    Unread,
    /// It finds the room for an address that has used up its look-ups.
    Optional,
    /// Without it the request is refused.
    Needed,
}

/// Content of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::gateway) enum Content {
    /// There is none.
    Nothing,
    /// JSON of this definition of the schema.
    Of(&'static str),
    /// A JSON object that has no definition there.
    Object,
    /// A JSON Schema.
    Schema,
    /// A page's answer as browsers send it.
    Form,
    /// A page for people.
    Page,
    /// A line for people.
    Line,
    /// A file of the browser client.
    File,
}

/// A part of a path or of a query.
#[derive(Clone, Copy, Debug)]
pub(in crate::gateway) struct Parameter {
    /// Its name.
    pub(in crate::gateway) name: &'static str,
    /// Description for people.
    pub(in crate::gateway) means: &'static str,
    /// Its JSON Schema.
    pub(in crate::gateway) schema: &'static str,
    /// An example.
    pub(in crate::gateway) example: &'static str,
}

/// Specification of a route.
#[derive(Clone, Copy, Debug)]
pub(in crate::gateway) struct Operation {
    /// Its name in programs.
    pub(in crate::gateway) id: &'static str,
    /// One of [`super::data::TAGS`].
    pub(in crate::gateway) tag: &'static str,
    /// Summary for people.
    pub(in crate::gateway) summary: &'static str,
    /// Use that it makes of a token.
    pub(in crate::gateway) token: Token,
    /// Parameters of its query.
    pub(in crate::gateway) query: &'static [Parameter],
    /// Body of the request.
    pub(in crate::gateway) body: Content,
    /// Status and body of a successful answer.
    pub(in crate::gateway) answer: (u16, Content),
    /// Further answers that are no problems, though a problem may have the same status.
    pub(in crate::gateway) others: &'static [(u16, Content)],
    /// The codes of its problems, beside those that follow from the rest.
    pub(in crate::gateway) refusals: &'static [&'static [Code]],
    /// Problems whose status is not the usual one of their code.
    pub(in crate::gateway) unusual: &'static [(u16, Code)],
}

impl Operation {
    /// Creates an operation that answers 200 with this, and never refuses anything by itself.
    pub(in crate::gateway) const fn new(
        tag: &'static str,
        id: &'static str,
        summary: &'static str,
        content: Content,
    ) -> Self {
        Self {
            id,
            tag,
            summary,
            token: Token::Unread,
            query: &[],
            body: Content::Nothing,
            answer: (200, content),
            others: &[],
            refusals: &[],
            unusual: &[],
        }
    }

    /// Returns the operation with another status of success.
    pub(in crate::gateway) const fn status(self, status: u16) -> Self {
        Self { answer: (status, self.answer.1), ..self }
    }

    /// Returns the operation with further answers that are no problems.
    pub(in crate::gateway) const fn or(self, others: &'static [(u16, Content)]) -> Self {
        Self { others, ..self }
    }

    /// Returns the operation with this use of a token.
    pub(in crate::gateway) const fn token(self, token: Token) -> Self {
        Self { token, ..self }
    }

    /// Returns the operation with a request body.
    pub(in crate::gateway) const fn reads(self, body: Content) -> Self {
        Self { body, ..self }
    }

    /// Returns the operation with query parameters.
    pub(in crate::gateway) const fn query(self, query: &'static [Parameter]) -> Self {
        Self { query, ..self }
    }

    /// Returns the operation with codes that it refuses with.
    pub(in crate::gateway) const fn refuses(self, refusals: &'static [&'static [Code]]) -> Self {
        Self { refusals, ..self }
    }

    /// Returns the operation with problems of an unusual status.
    pub(in crate::gateway) const fn unusual(self, unusual: &'static [(u16, Code)]) -> Self {
        Self { unusual, ..self }
    }
}
