use std::sync::{Mutex, PoisonError};

use postgres::{Client, Error, NoTls};

use super::address::{PostgresAddress, why};
use crate::UnitsError;

/// A connection that is made when it is needed, and made again when it was lost.
pub(super) struct Connection {
    address: PostgresAddress,
    client: Mutex<Option<Client>>,
}

impl Connection {
    /// None yet.
    pub fn new(address: PostgresAddress) -> Connection {
        Connection { address, client: Mutex::new(None) }
    }

    /// Asks the database. What it is asked must be one statement, or a transaction, that may be asked
    /// twice: if the connection was lost, nobody knows whether the first was heard.
    pub fn ask<T>(&self, ask: impl Fn(&mut Client) -> Result<T, Error>) -> Result<T, UnitsError> {
        let mut held = self.client.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(client) = held.as_mut().filter(|client| !client.is_closed()) {
            match ask(client) {
                Err(_) if client.is_closed() => {}
                answer => return answer.map_err(|error| self.failed(&error)),
            }
        }
        *held = None;
        let connected = self.address.config().and_then(|config| config.connect(NoTls));
        let mut client = connected.map_err(|error| self.failed(&error))?;
        let answer = ask(&mut client);
        *held = Some(client);
        answer.map_err(|error| self.failed(&error))
    }

    /// Where it leads to.
    pub fn address(&self) -> &PostgresAddress {
        &self.address
    }

    /// An error about this database.
    pub fn failed(&self, error: &Error) -> UnitsError {
        let (address, why) = (self.address.to_string(), why(error));
        // By the first two letters of its code: lost connections, conflicts, no room, being shut down.
        let passes = |code: &str| ["08", "40", "53", "57"].iter().any(|it| code.starts_with(it));
        match error.code() {
            Some(state) if !passes(state.code()) => UnitsError::Refused { address, why },
            _ => UnitsError::Database { address, why },
        }
    }
}
