//! What the page asks, as JSON; `docs/API.md` describes it.

mod contests;
mod games;
mod gradings;

use axum::Router;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::get;

use plyglot_workbench::{Failure, Route};

use crate::failure::Refused;
use crate::server::Shared;

pub use gradings::page as graded_page;

pub fn router(shared: Shared) -> Router {
    let about_games = Route::ALL.iter().fold(Router::new(), |router, route| {
        router.route(route.path, games::handler(route, &shared.limits))
    });
    let of_folder = Router::new()
        .route("/openapi.json", get(openapi))
        .route("/contests", get(contests::list))
        .route("/contests/{id}", get(contests::one))
        .route("/contests/{id}/live", get(contests::live))
        .route("/contests/{id}/games", get(contests::games))
        .route("/contests/{id}/games/{key}", get(contests::game))
        .route("/gradings/{id}", get(gradings::one))
        .route("/gradings/{id}/students/{number}", get(gradings::student))
        .route("/gradings/{id}/students/{number}/cases/{case}", get(gradings::case))
        .fallback(async || Refused(Failure::nothing_there()));
    Router::new()
        .merge(about_games)
        .nest("/api", of_folder)
        .method_not_allowed_fallback(async || Refused(Failure::wrong_method()))
        .with_state(shared)
}

async fn openapi() -> impl IntoResponse {
    let description = include_str!("../../openapi.json");
    ([(header::CONTENT_TYPE, "application/json")], description)
}
