//! How a failure is said by HTTP.

use axum::extract::rejection::{BytesRejection, PathRejection, QueryRejection};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use plyglot_workbench::{Answer, Failure};

/// A request that is not answered.
#[derive(Debug)]
pub struct Refused(pub Failure);

/// The client is not allowed to ask.
pub fn forbidden(error: impl Into<String>) -> Failure {
    refusal(StatusCode::FORBIDDEN, error)
}

/// The request is all right, but not now.
pub fn busy() -> Failure {
    refusal(StatusCode::TOO_MANY_REQUESTS, "too much at once: try again in a moment")
}

/// The request did not arrive in time.
pub fn late() -> Failure {
    refusal(StatusCode::REQUEST_TIMEOUT, "the rest of the request did not come")
}

/// The body is not said to be JSON.
pub fn not_json() -> Failure {
    let error = "the request is not said to be JSON: its Content-Type must be application/json";
    refusal(StatusCode::UNSUPPORTED_MEDIA_TYPE, error)
}

fn refusal(status: StatusCode, error: impl Into<String>) -> Failure {
    Failure::new(status.as_u16(), error)
}

impl From<Failure> for Refused {
    fn from(failure: Failure) -> Refused {
        Refused(failure)
    }
}

impl From<BytesRejection> for Refused {
    fn from(rejection: BytesRejection) -> Refused {
        let status = rejection.status();
        let error = match status {
            StatusCode::PAYLOAD_TOO_LARGE => "the request is larger than is taken on",
            _ => "the request did not come whole",
        };
        Refused(refusal(status, error))
    }
}

impl From<QueryRejection> for Refused {
    fn from(rejection: QueryRejection) -> Refused {
        let why =
            std::error::Error::source(&rejection).map(ToString::to_string).unwrap_or_default();
        Refused(refusal(rejection.status(), format!("the address cannot be read: {why}")))
    }
}

impl From<PathRejection> for Refused {
    fn from(rejection: PathRejection) -> Refused {
        Refused(refusal(rejection.status(), Failure::nothing_there().error))
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let mut response = said(Answer::from(self.0));
        if response.status() == StatusCode::TOO_MANY_REQUESTS {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}

/// An answer of the workbench, by HTTP.
pub fn said(answer: Answer) -> Response {
    let Answer { status, kind, body } = answer;
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    (status, [(header::CONTENT_TYPE, kind)], body).into_response()
}
