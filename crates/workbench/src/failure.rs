use serde::Serialize;

use plyglot_core::text::TextError;

/// Why a request is not answered, in words that the page can show.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// What HTTP calls it.
    #[serde(skip)]
    pub status: u16,
    /// In words.
    pub error: String,
    /// The place in the text that was sent, if that is what is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The column there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
}

impl Failure {
    /// With a status of HTTP's.
    pub fn new(status: u16, error: impl Into<String>) -> Failure {
        Failure { status, error: error.into(), line: None, column: None }
    }

    /// The request makes no sense.
    pub fn bad(error: impl Into<String>) -> Failure {
        Failure::new(400, error)
    }

    /// It makes sense, but is more than is taken on.
    pub fn too_much(error: impl Into<String>) -> Failure {
        Failure::new(422, error)
    }

    /// There is no such thing.
    pub fn missing(error: impl Into<String>) -> Failure {
        Failure::new(404, error)
    }

    /// There is nothing at the address.
    pub fn nothing_there() -> Failure {
        Failure::missing("there is nothing at this address")
    }

    /// The thing is there, but not for this kind of request.
    pub fn wrong_method() -> Failure {
        Failure::new(405, "this address is not for that kind of request")
    }

    /// The machine does not give what is needed.
    pub fn broken(error: impl Into<String>) -> Failure {
        Failure::new(503, error)
    }
}

impl From<TextError> for Failure {
    fn from(error: TextError) -> Failure {
        let TextError { line, column, message } = error;
        Failure { line: Some(line), column: Some(column), ..Failure::bad(message) }
    }
}
