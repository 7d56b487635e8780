//! Who may ask: pages that this server has served, and programs on this machine, but no page of
//! another site.

use std::net::IpAddr;

use axum::extract::Request;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use plyglot_workbench::Failure;

use crate::failure::{Refused, forbidden};

/// Refuses what another site's page has sent, and says to browsers what our page may do.
pub async fn guard(request: Request, next: Next) -> Response {
    let is_api = request.uri().path().starts_with("/api/");
    let mut response = match check(request.headers(), request.uri(), is_api) {
        Ok(()) => next.run(request).await,
        Err(failure) => Refused(failure).into_response(),
    };
    for (name, value) in HEADERS {
        // Pages that other people wrote have a stricter policy of their own.
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    if is_api {
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

/// Nothing from elsewhere, nothing inline, no frame around the page.
const HEADERS: [(header::HeaderName, &str); 4] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
         connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

fn check(headers: &HeaderMap, uri: &Uri, is_api: bool) -> Result<(), Failure> {
    let host = text(headers, header::HOST).or_else(|| uri.authority().map(Authority::as_str));
    let host = host.ok_or_else(|| Failure::bad("the request has no Host"))?;
    // Others may have made a name that they control point here.
    if !is_address(host) {
        return Err(forbidden(format!(
            "this server is asked by its address or as localhost, not as {host:?}"
        )));
    }
    if let Some(origin) = text(headers, header::ORIGIN)
        && origin.strip_prefix("http://") != Some(host)
    {
        return Err(forbidden("pages of other sites may not use this server"));
    }
    let site = headers.get("sec-fetch-site").and_then(|site| site.to_str().ok());
    if is_api && site.is_some_and(|site| !matches!(site, "same-origin" | "none")) {
        return Err(forbidden("pages of other sites may not use this server"));
    }
    Ok(())
}

/// Whether a `Host` is an address or `localhost`, with or without a port.
fn is_address(host: &str) -> bool {
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => (name, Some(port)),
        _ => (host, None),
    };
    let is_port = port.is_none_or(|port| port.parse::<u16>().is_ok());
    let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
    let is_name = match bare {
        Some(address) => address.parse::<std::net::Ipv6Addr>().is_ok(),
        None => name.eq_ignore_ascii_case("localhost") || name.parse::<IpAddr>().is_ok(),
    };
    is_port && is_name
}

fn text(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    // A value that is not text counts as an empty name, and is refused.
    headers.get(name).map(|value| value.to_str().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_localhost_are_hosts() {
        let good = ["127.0.0.1", "127.0.0.1:8123", "localhost:1", "LOCALHOST", "[::1]:80", "[::1]"];
        for host in good {
            assert!(is_address(host), "{host}");
        }
        let bad = [
            "",
            "example.com",
            "localhost.example.com:8123",
            "127.0.0.1.example.com",
            "127.0.0.1:x",
            "[::1",
            "[example.com]:80",
            "localhost:99999",
            "a:b:c",
        ];
        for host in bad {
            assert!(!is_address(host), "{host}");
        }
    }
}
