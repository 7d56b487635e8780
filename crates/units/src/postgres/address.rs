use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use postgres::Config;

use crate::{UnitKey, UnitsError};

/// Where a database is, and which of its jobs is meant: a URL such as
/// `postgresql://user@host/database?job=cup`. The host may be the folder of a Unix socket, with `%2F`
/// for each slash.
#[derive(Clone, PartialEq, Eq)]
pub struct PostgresAddress {
    /// The URL without the job.
    url: String,
    has_password: bool,
    job: UnitKey,
    /// As it was written, without the password.
    shown: String,
}

/// The job of an address that names none.
const JOB: &str = "plyglot";
/// How long a server may take to answer a connection.
const CONNECT: Duration = Duration::from_secs(10);
/// The variable that other clients take a password from too. Unlike an address it is in no script, and
/// in no list of processes.
const PASSWORD: &str = "PGPASSWORD";

impl PostgresAddress {
    /// Whether a text is meant to be such an address.
    pub fn is_meant(text: &str) -> bool {
        text.starts_with("postgres://") || text.starts_with("postgresql://")
    }

    /// The name of the job.
    pub fn job(&self) -> &str {
        self.job.as_str()
    }

    /// Whether there is a password in it.
    pub fn has_password(&self) -> bool {
        self.has_password
    }

    /// How to connect.
    pub(super) fn config(&self) -> Result<Config, postgres::Error> {
        let mut config: Config = self.url.parse()?;
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECT);
        }
        // A server that is gone without a word is noticed before a lease is lost.
        config.keepalives_idle(CONNECT).tcp_user_timeout(2 * CONNECT);
        if config.get_application_name().is_none() {
            config.application_name("plyglot");
        }
        if !self.has_password()
            && let Ok(password) = std::env::var(PASSWORD)
        {
            config.password(password);
        }
        Ok(config)
    }
}

impl FromStr for PostgresAddress {
    type Err = UnitsError;

    fn from_str(text: &str) -> Result<PostgresAddress, UnitsError> {
        let shown = without_password(text);
        let failed = |why: String| UnitsError::Refused { address: without_password(text), why };
        let (rest, parameters) = text.split_once('?').unwrap_or((text, ""));
        let (jobs, others): (Vec<&str>, Vec<&str>) =
            parameters.split('&').partition(|parameter| parameter.starts_with("job="));
        let job = jobs.last().and_then(|parameter| parameter.strip_prefix("job="));
        let job = job
            .unwrap_or(JOB)
            .parse()
            .map_err(|_| failed("a job's name has 1 to 100 letters, digits, - and _".to_owned()))?;
        let url = format!("{rest}?{}", others.join("&"));
        let config: Config = url.parse().map_err(|error| failed(why(&error)))?;
        let has_password = config.get_password().is_some();
        Ok(PostgresAddress { url, has_password, job, shown })
    }
}

impl fmt::Display for PostgresAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

impl fmt::Debug for PostgresAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.shown, f)
    }
}

/// The same address with stars where a password stands.
fn without_password(text: &str) -> String {
    let start = text.find("://").map_or(0, |place| place + 3);
    let end = text[start..].find(['/', '?']).map_or(text.len(), |length| start + length);
    let hidden = text[start..end].rfind('@').and_then(|at| {
        let colon = text[start..start + at].find(':')?;
        Some(format!("{}:***{}", &text[..start + colon], &text[start + at..]))
    });
    hidden.unwrap_or_else(|| text.to_owned())
}

/// The error and its causes in one line.
pub(super) fn why(error: &postgres::Error) -> String {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_job_and_hides_its_password() {
        let address: PostgresAddress =
            "postgresql://ann:secret@host:5433/cups?connect_timeout=3&job=spring".parse().unwrap();
        assert_eq!(address.job(), "spring");
        assert!(address.has_password());
        let shown = "postgresql://ann:***@host:5433/cups?connect_timeout=3&job=spring";
        assert_eq!(address.to_string(), shown);
        let plain: PostgresAddress = "postgres://%2Frun%2Fpg/cups".parse().unwrap();
        assert_eq!((plain.job(), plain.has_password()), ("plyglot", false));
        assert_eq!(plain.to_string(), "postgres://%2Frun%2Fpg/cups");
    }

    #[test]
    fn mistakes_are_told_without_the_password() {
        for (text, expected) in [
            ("postgres://ann:secret@host/x?job=a/b", "a job's name has 1 to 100"),
            ("postgres://ann:secret@host/x?nonsense=1", "nonsense"),
            ("postgres://ann:secret@host:port/x", "invalid"),
        ] {
            let error = text.parse::<PostgresAddress>().unwrap_err().to_string();
            assert!(error.starts_with("postgres://ann:***@host"), "{error}");
            assert!(error.contains(expected) && !error.contains("secret"), "{error}");
        }
    }
}
