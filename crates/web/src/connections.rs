//! Connections: only so many at a time, and whoever opens one has to ask something soon.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::Router;
use axum::http::{HeaderValue, header};
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::AbortHandle;
use tokio::time::{sleep, timeout};

use crate::ServerLimits;

/// How long others wait for a place before those who have one and ask nothing lose it.
const CROWDED: Duration = Duration::from_secs(1);

/// The connections of a server.
#[derive(Debug)]
pub struct Connections {
    places: Arc<Semaphore>,
    arrival: Duration,
    open: Vec<OpenConnection>,
}

#[derive(Debug)]
struct OpenConnection {
    since: Instant,
    /// Whether a first request has arrived; from then on the time limits of requests are enough.
    has_asked: Arc<AtomicBool>,
    task: AbortHandle,
}

impl Connections {
    /// None so far.
    pub fn new(limits: &ServerLimits) -> Connections {
        Connections {
            places: Arc::new(Semaphore::new(limits.connections)),
            arrival: Duration::from_secs_f64(limits.arrival),
            open: Vec::new(),
        }
    }

    /// Answers requests for ever.
    pub async fn serve(mut self, listener: &TcpListener, router: &Router) {
        loop {
            let Some(place) = self.place().await else { return };
            match listener.accept().await {
                Ok((stream, _)) => self.answer(stream, router.clone(), place),
                // No file is left for one more connection, or whoever knocked has gone.
                Err(_) => {
                    self.close_silent();
                    sleep(Duration::from_millis(50)).await;
                }
            }
        }
    }

    /// Waits for a place.
    async fn place(&mut self) -> Option<OwnedSemaphorePermit> {
        self.open.retain(|connection| !connection.task.is_finished());
        loop {
            match timeout(CROWDED, Arc::clone(&self.places).acquire_owned()).await {
                Ok(place) => return place.ok(),
                Err(_) => self.close_silent(),
            }
        }
    }

    /// Closes the connections that were opened some time ago and have not asked anything.
    fn close_silent(&mut self) {
        for connection in &self.open {
            let is_silent = !connection.has_asked.load(Ordering::Relaxed);
            if is_silent && connection.since.elapsed() >= CROWDED {
                connection.task.abort();
            }
        }
    }

    /// Answers the requests of one connection, in a task of its own.
    fn answer(&mut self, stream: TcpStream, router: Router, place: OwnedSemaphorePermit) {
        // A thought is sent at once: gathering small pieces would hold it back for some 40 ms.
        // If that cannot be switched off, it is merely slower.
        _ = stream.set_nodelay(true);
        let has_asked = Arc::new(AtomicBool::new(false));
        let asks = Arc::clone(&has_asked);
        let places = Arc::clone(&self.places);
        let router = TowerToHyperService::new(router);
        let service = service_fn(move |request| {
            asks.store(true, Ordering::Relaxed);
            let (answer, places) = (router.call(request), Arc::clone(&places));
            async move {
                let mut answer = answer.await?;
                // Where others wait, nobody keeps a place for the next question.
                if places.available_permits() == 0 {
                    let close = HeaderValue::from_static("close");
                    answer.headers_mut().insert(header::CONNECTION, close);
                }
                Ok::<_, Infallible>(answer)
            }
        });
        let mut builder = http1::Builder::new();
        builder.timer(TokioTimer::new()).header_read_timeout(self.arrival);
        let connection = builder.serve_connection(TokioIo::new(stream), service);
        let task = tokio::spawn(async move {
            // How a connection ends is up to the other side.
            _ = connection.await;
            drop(place);
        });
        self.open.push(OpenConnection {
            since: Instant::now(),
            has_asked,
            task: task.abort_handle(),
        });
    }
}
