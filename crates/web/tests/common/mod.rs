//! What both test programs need: a server, and a way to ask it.

#![allow(dead_code, reason = "each program uses its own part")]

pub mod contests;

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::time::Duration;

use plyglot_kit::any::Games;
use plyglot_web::{Running, Server, ServerLimits};
use serde_json::Value;

/// A server at a free port.
pub fn server(limits: ServerLimits) -> Running {
    server_at(([127, 0, 0, 1], 0).into(), limits)
}

pub fn server_at(address: SocketAddr, limits: ServerLimits) -> Running {
    Server::bind(plyglot_games::GAMES, address, limits).unwrap().start().unwrap()
}

/// A server for other games than ours.
pub fn server_for(games: Games) -> Running {
    Server::bind(games, ([127, 0, 0, 1], 0).into(), ServerLimits::default())
        .unwrap()
        .start()
        .unwrap()
}

/// A server that shows a folder.
pub fn server_showing(folder: &Path) -> Running {
    let server =
        Server::bind(plyglot_games::GAMES, ([127, 0, 0, 1], 0).into(), ServerLimits::default())
            .unwrap();
    server.showing(folder.to_owned()).start().unwrap()
}

/// An answer.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

/// Sends a request as it stands, and reads the answer to its end.
pub fn send(address: SocketAddr, request: &[u8]) -> Answer {
    try_send(address, request).unwrap()
}

pub fn try_send(address: SocketAddr, request: &[u8]) -> io::Result<Answer> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_secs(60)))?;
    // Who refuses a request may not read all of it.
    _ = stream.write_all(request);
    let (mut bytes, mut buffer) = (Vec::new(), vec![0; 1 << 16]);
    // Not everybody closes the connection when it is asked to.
    while !is_whole(&bytes) {
        match stream.read(&mut buffer) {
            Ok(count) if count > 0 => bytes.extend_from_slice(&buffer[..count]),
            _ => break,
        }
    }
    Ok(answer(&bytes))
}

/// Whether an answer is as long as it says. One that does not say ends with its connection.
fn is_whole(bytes: &[u8]) -> bool {
    let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") else { return false };
    let head = String::from_utf8_lossy(&bytes[..end]).to_ascii_lowercase();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length:"));
    let length = length.and_then(|length| length.trim().parse::<usize>().ok());
    length.is_some_and(|length| bytes.len() >= end + 4 + length)
}

fn answer(bytes: &[u8]) -> Answer {
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n");
    let end = end.unwrap_or_else(|| panic!("no head: {:?}", String::from_utf8_lossy(bytes)));
    let head = String::from_utf8_lossy(&bytes[..end]).to_ascii_lowercase();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    let rest = &bytes[end + 4..];
    let is_chunked = head.contains("transfer-encoding: chunked");
    let body = if is_chunked { joined(rest) } else { rest.to_vec() };
    Answer { status, head, body }
}

/// The chunks of a body put together.
fn joined(mut rest: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(end) = rest.windows(2).position(|window| window == b"\r\n") {
        let size = usize::from_str_radix(std::str::from_utf8(&rest[..end]).unwrap(), 16).unwrap();
        if size == 0 || rest.len() < end + 2 + size {
            break;
        }
        body.extend_from_slice(&rest[end + 2..end + 2 + size]);
        rest = rest.get(end + 4 + size..).unwrap_or_default();
    }
    body
}

pub fn request(address: SocketAddr, method: &str, path: &str, more: &str, body: &[u8]) -> Vec<u8> {
    let length = body.len();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
         Content-Length: {length}\r\n{more}\r\n"
    );
    [head.as_bytes(), body].concat()
}

pub fn get(address: SocketAddr, path: &str) -> Answer {
    send(address, &request(address, "GET", path, "", b""))
}

pub const JSON: &str = "Content-Type: application/json\r\n";

pub fn post(address: SocketAddr, path: &str, body: &Value) -> Answer {
    let body = body.to_string();
    send(address, &request(address, "POST", path, JSON, body.as_bytes()))
}
