//! All that is about games: the workbench answers it, and this passes it on.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, FromRequest, Request, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use futures_core::Stream;
use tokio::sync::mpsc;
use tokio::time::timeout;

use plyglot_workbench::{self as workbench, LINES, Lines, Reply, Route, Search, Stop};

use crate::ServerLimits;
use crate::failure::{Refused, late, not_json, said};
use crate::server::Shared;
use crate::workers::{StopOnDrop, Workers};

/// What is done at the address of a route.
pub fn handler(route: &Route, limits: &ServerLimits) -> MethodRouter<Shared> {
    let handler = match route.method {
        "GET" => get(answer),
        _ => post(answer),
    };
    let most = if route.is_large { limits.answer } else { limits.body };
    handler.layer(DefaultBodyLimit::max(most))
}

async fn answer(State(shared): State<Shared>, request: Request) -> Result<Response, Refused> {
    let path = request.uri().path_and_query().map(ToString::to_string).unwrap_or_default();
    let (method, body) = match request.method().as_str() {
        "POST" => ("POST", json_body(request, &shared).await?),
        // Who asks for the head alone gets it of the same answer.
        _ => ("GET", Bytes::new()),
    };
    let asked = workbench::Request { method, path: &path, body: &body };
    match shared.workbench.ask(&asked) {
        Reply::Now(answer) => Ok(said(answer)),
        Reply::Search(search) => searched(search, &shared).await,
        Reply::Lines(lines) => streamed(lines, &shared).await,
    }
}

/// The body of a request, which has to be called JSON and to arrive in time.
async fn json_body(request: Request, shared: &Shared) -> Result<Bytes, Refused> {
    if !is_json(request.headers()) {
        return Err(not_json().into());
    }
    let time = Duration::from_secs_f64(shared.limits.arrival);
    let body = timeout(time, Bytes::from_request(request, shared)).await;
    Ok(body.map_err(|_| late())??)
}

/// Whether the type is `application/json`, or another one that is written as JSON. Pages of other
/// sites cannot send that without asking first.
fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let kind = kind.unwrap_or_default().split(';').next().unwrap_or_default().trim();
    let kind = kind.to_ascii_lowercase();
    let form = kind.strip_prefix("application/").unwrap_or_default();
    form == "json" || form.ends_with("+json")
}

/// What a search finds, unless whoever asked goes away before.
async fn searched(search: Search, shared: &Shared) -> Result<Response, Refused> {
    let stop = Stop::default();
    let _stop = StopOnDrop(Arc::clone(&stop));
    Ok(said(shared.workers.answer(move || search(&stop)).await?))
}

/// What a search tells, while it does.
async fn streamed(lines: Lines, shared: &Shared) -> Result<Response, Refused> {
    let place = shared.workers.place().await?;
    let (tell, hears) = mpsc::channel(64);
    let stop = Stop::default();
    let stream = LineStream { hears, _stop: StopOnDrop(Arc::clone(&stop)) };
    Workers::run(place, move || {
        // A client that no longer listens has stopped us.
        let mut tell = |line| _ = tell.blocking_send(line);
        lines(&mut tell, &stop);
    })?;
    Ok(([(header::CONTENT_TYPE, LINES)], Body::from_stream(stream)).into_response())
}

/// The lines of the answer, as they come. When the client stops listening, the thinking stops.
struct LineStream {
    hears: mpsc::Receiver<String>,
    _stop: StopOnDrop,
}

impl Stream for LineStream {
    type Item = Result<String, std::convert::Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.hears.poll_recv(context).map(|line| line.map(Ok))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn only_json_is_called_json() {
        let is = |kind| {
            is_json(&HeaderMap::from_iter([(header::CONTENT_TYPE, HeaderValue::from_static(kind))]))
        };
        for kind in ["application/json", "Application/JSON; charset=utf-8", "application/a+json"] {
            assert!(is(kind), "{kind}");
        }
        for kind in ["", "text/plain", "text/json", "application/jsonp", "json", "application/"] {
            assert!(!is(kind), "{kind}");
        }
        assert!(!is_json(&HeaderMap::new()));
    }
}
