use crate::request::Asked;
use crate::requests::{
    explain, game, games, input, misread, records, set_up, solve, start, think, trees,
};
use crate::{Failure, Reply, Request, Workbench};

/// An address, and what is done there.
#[derive(Clone, Copy, Debug)]
pub struct Route {
    /// `GET` or `POST`.
    pub method: &'static str,
    /// With names in brackets for what is left open: `/api/trees/{id}/nodes`.
    pub path: &'static str,
    /// Whether what is sent there may be as large as an answer.
    pub is_large: bool,
    handler: Handler,
}

type Handler = fn(&Workbench, &Asked<'_>) -> Result<Reply, Failure>;

impl Route {
    /// All that the workbench answers.
    pub const ALL: &[Route] = &[
        Route::get("/api/games", games::list),
        Route::post("/api/start", start::start),
        Route::post("/api/position", input::read),
        Route::post("/api/set-up", set_up::set_up),
        Route::post("/api/input", input::write),
        Route { is_large: true, ..Route::post("/api/records/read", records::read) },
        Route::post("/api/records/write", records::write),
        Route::post("/api/game", game::show),
        Route::post("/api/think", think::think),
        Route::post("/api/trees", trees::search),
        Route::get("/api/trees/{id}/nodes", trees::nodes),
        Route::get("/api/trees/{id}/steps/{step}", trees::step),
        Route::post("/api/solve", solve::answer),
        Route { is_large: true, ..Route::post("/api/explain", explain::answer) },
        Route::post("/api/misread", misread::answer),
    ];

    const fn get(path: &'static str, handler: Handler) -> Route {
        Route { method: "GET", path, is_large: false, handler }
    }

    const fn post(path: &'static str, handler: Handler) -> Route {
        Route { method: "POST", path, is_large: false, handler }
    }

    /// The route of a request.
    pub(crate) fn find<'r>(request: &Request<'r>) -> Result<(Route, Asked<'r>), Failure> {
        let (path, query) = request.path.split_once('?').unwrap_or((request.path, ""));
        let mut failure = Failure::nothing_there();
        for route in Route::ALL {
            let Some(places) = route.places(path) else { continue };
            if route.method == request.method {
                return Ok((*route, Asked { places, query, body: request.body }));
            }
            failure = Failure::wrong_method();
        }
        Err(failure)
    }

    /// What stands in the open places, if this is the route's address.
    fn places<'r>(&self, path: &'r str) -> Option<Vec<&'r str>> {
        if self.path.split('/').count() != path.split('/').count() {
            return None;
        }
        let mut places = Vec::new();
        for (wanted, found) in self.path.split('/').zip(path.split('/')) {
            if wanted.starts_with('{') && !found.is_empty() {
                places.push(found);
            } else if wanted != found {
                return None;
            }
        }
        Some(places)
    }

    /// What comes of a request at its address.
    pub(crate) fn ask(&self, workbench: &Workbench, asked: &Asked<'_>) -> Result<Reply, Failure> {
        (self.handler)(workbench, asked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(method: &str, path: &str) -> Result<(&'static str, Vec<String>, String), u16> {
        let found = Route::find(&Request { method, path, body: b"" });
        let (route, asked) = found.map_err(|failure| failure.status)?;
        let places = asked.places.iter().map(ToString::to_string).collect();
        Ok((route.path, places, asked.query.to_owned()))
    }

    #[test]
    fn addresses_lead_to_their_routes() {
        let found = find("GET", "/api/trees/1a/nodes?from=3&count=4").unwrap();
        let places = vec!["1a".to_owned()];
        assert_eq!(found, ("/api/trees/{id}/nodes", places, "from=3&count=4".to_owned()));
        let found = find("GET", "/api/trees/1a/steps/7").unwrap();
        assert_eq!(found.1, ["1a", "7"]);
        assert_eq!(find("POST", "/api/trees").unwrap().0, "/api/trees");
    }

    #[test]
    fn other_addresses_lead_nowhere_and_other_methods_are_told_so() {
        for path in ["", "/", "/api", "/api/", "/api/games/", "api/games", "/api/trees//nodes"] {
            assert_eq!(find("GET", path), Err(404), "{path}");
        }
        for (method, path) in [("POST", "/api/games"), ("GET", "/api/trees"), ("get", "/api/games")]
        {
            assert_eq!(find(method, path), Err(405), "{method} {path}");
        }
    }
}
