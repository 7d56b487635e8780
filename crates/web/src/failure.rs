use std::time::Duration;

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use plyglot_core::text::TextError;

/// Why a request is not answered, in words that the page can show.
#[derive(Debug)]
pub struct Failure {
    status: StatusCode,
    body: Body,
}

#[derive(Debug, Serialize)]
struct Body {
    error: String,
    /// The place in the text that was sent, if that is what is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
}

impl Failure {
    fn new(status: StatusCode, error: impl Into<String>) -> Failure {
        Failure { status, body: Body { error: error.into(), line: None, column: None } }
    }

    /// The request makes no sense.
    pub fn bad(error: impl Into<String>) -> Failure {
        Failure::new(StatusCode::BAD_REQUEST, error)
    }

    /// It makes sense, but is more than the server takes on.
    pub fn too_much(error: impl Into<String>) -> Failure {
        Failure::new(StatusCode::UNPROCESSABLE_ENTITY, error)
    }

    /// There is no such thing.
    pub fn missing(error: impl Into<String>) -> Failure {
        Failure::new(StatusCode::NOT_FOUND, error)
    }

    /// The thing is there, but not for this kind of request.
    pub fn wrong_method() -> Failure {
        Failure::new(StatusCode::METHOD_NOT_ALLOWED, "this address is not for that kind of request")
    }

    /// The client is not allowed to ask.
    pub fn forbidden(error: impl Into<String>) -> Failure {
        Failure::new(StatusCode::FORBIDDEN, error)
    }

    /// The request is all right, but not now.
    pub fn busy(error: impl Into<String>) -> Failure {
        Failure::new(StatusCode::TOO_MANY_REQUESTS, error)
    }

    /// The request did not arrive in time.
    fn late() -> Failure {
        Failure::new(StatusCode::REQUEST_TIMEOUT, "the rest of the request did not come")
    }

    /// The machine does not give what is needed.
    pub fn broken(error: impl Into<String>) -> Failure {
        Failure::new(StatusCode::SERVICE_UNAVAILABLE, error)
    }
}

impl From<TextError> for Failure {
    fn from(error: TextError) -> Failure {
        let TextError { line, column, message } = error;
        let body = Body { error: message, line: Some(line), column: Some(column) };
        Failure { status: StatusCode::BAD_REQUEST, body }
    }
}

impl From<JsonRejection> for Failure {
    fn from(rejection: JsonRejection) -> Failure {
        let status = match rejection.status() {
            // The difference between the two does not matter here.
            StatusCode::UNPROCESSABLE_ENTITY => StatusCode::BAD_REQUEST,
            status => status,
        };
        Failure::new(status, rejection.body_text())
    }
}

impl From<QueryRejection> for Failure {
    fn from(rejection: QueryRejection) -> Failure {
        Failure::new(rejection.status(), rejection.body_text())
    }
}

impl From<PathRejection> for Failure {
    fn from(rejection: PathRejection) -> Failure {
        Failure::new(rejection.status(), rejection.body_text())
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(self.body)).into_response();
        if self.status == StatusCode::TOO_MANY_REQUESTS {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}

/// How long the body of a request may take to arrive: an extension of each request.
#[derive(Clone, Copy, Debug)]
pub struct ArrivalTime(pub Duration);

/// The body of a request, read from JSON.
pub struct JsonBody<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for JsonBody<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> Result<JsonBody<T>, Failure> {
        let time = request.extensions().get().map_or(Duration::MAX, |&ArrivalTime(time)| time);
        let Json(asked) = timeout(time, Json::from_request(request, state))
            .await
            .map_err(|_| Failure::late())??;
        Ok(JsonBody(asked))
    }
}
