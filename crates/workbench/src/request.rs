use std::fmt;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::error::Category;

use crate::Failure;

/// What somebody asks, as HTTP has it.
#[derive(Clone, Copy, Debug)]
pub struct Request<'r> {
    /// `GET` or `POST`.
    pub method: &'r str,
    /// The address, with its query: `/api/trees/1a2b/nodes?from=7`.
    pub path: &'r str,
    /// JSON, where there is any.
    pub body: &'r [u8],
}

/// A request at the address of a route.
#[derive(Debug)]
pub struct Asked<'r> {
    /// What stands in the places that the route leaves open.
    pub places: Vec<&'r str>,
    pub query: &'r str,
    pub body: &'r [u8],
}

impl Asked<'_> {
    /// The body, read from JSON.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T, Failure> {
        let mut reader = serde_json::Deserializer::from_slice(self.body);
        let read = read_json(&mut reader)?;
        reader.end().map_err(|error| Failure::bad(format!("{BROKEN_JSON}: {error}")))?;
        Ok(read)
    }

    /// What the query says.
    pub fn query<T: DeserializeOwned>(&self) -> Result<T, Failure> {
        let pairs = form_urlencoded::parse(self.query.as_bytes());
        serde_path_to_error::deserialize(serde_urlencoded::Deserializer::new(pairs))
            .map_err(|error| Failure::bad(format!("the address cannot be read: {error}")))
    }

    /// A place that the route leaves open, as text.
    pub fn place(&self, index: usize) -> &str {
        self.places.get(index).copied().unwrap_or_default()
    }
}

/// Says also where in the text it goes wrong: `moves[3]`.
#[cfg(not(target_family = "wasm"))]
fn read_json<'b, T: Deserialize<'b>>(reader: &mut JsonReader<'b>) -> Result<T, Failure> {
    serde_path_to_error::deserialize(reader)
        .map_err(|error| unread(error.inner().classify(), &error))
}

/// In a browser the one who asks is our own page, and its module is to be small.
#[cfg(target_family = "wasm")]
fn read_json<'b, T: Deserialize<'b>>(reader: &mut JsonReader<'b>) -> Result<T, Failure> {
    T::deserialize(reader).map_err(|error| unread(error.classify(), &error))
}

type JsonReader<'b> = serde_json::Deserializer<serde_json::de::SliceRead<'b>>;

fn unread(category: Category, error: &dyn fmt::Display) -> Failure {
    let what = match category {
        Category::Data => "the request is not as it should be",
        _ => BROKEN_JSON,
    };
    Failure::bad(format!("{what}: {error}"))
}

const BROKEN_JSON: &str = "the request is no JSON";
