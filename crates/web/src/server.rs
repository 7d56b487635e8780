use std::future::Future;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::extract::DefaultBodyLimit;
use axum::routing::get;
use axum::{Router, middleware};
use plyglot_kit::any::Games;
use plyglot_workbench::Workbench;
use tokio::sync::oneshot;

use crate::connections::Connections;
use crate::contests::Contests;
use crate::workers::Workers;
use crate::{ServerLimits, api, files, guard};

/// The workbench, bound to its address and ready to run.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    games: Games,
    limits: ServerLimits,
    folder: Option<PathBuf>,
}

/// What all requests share.
#[derive(Clone, Debug)]
pub(crate) struct Shared {
    pub workbench: Arc<Workbench>,
    pub limits: Arc<ServerLimits>,
    pub workers: Arc<Workers>,
    /// For reading files, which must not wait until searches end.
    pub readers: Arc<Workers>,
    pub contests: Arc<Contests>,
}

impl Server {
    /// A server for these games at this address; with port 0 at any that is free.
    ///
    /// # Errors
    /// If the address is not available, for example because another program listens there.
    pub fn bind(games: Games, address: SocketAddr, limits: ServerLimits) -> io::Result<Server> {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        Ok(Server { listener, games, limits, folder: None })
    }

    /// Also shows the contests and gradings of a folder.
    pub fn showing(mut self, folder: PathBuf) -> Server {
        self.folder = Some(folder);
        self
    }

    /// Where it listens.
    ///
    /// # Errors
    /// If the system does not say.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Answers requests until the program ends.
    ///
    /// # Errors
    /// If the system does not let it.
    pub fn run(self) -> io::Result<()> {
        self.run_until(std::future::pending())
    }

    /// Answers requests in a thread of its own, until the [`Running`] is dropped.
    ///
    /// # Errors
    /// If the system does not say where it listens.
    pub fn start(self) -> io::Result<Running> {
        let address = self.address()?;
        let (stop, stopped) = oneshot::channel();
        let until = async move {
            // An error means that the other end is gone, which is as good.
            _ = stopped.await;
        };
        let thread = thread::spawn(move || self.run_until(until));
        Ok(Running { address, end: Some((stop, thread)) })
    }

    fn run_until(self, end: impl Future<Output = ()>) -> io::Result<()> {
        let mut builder = tokio::runtime::Builder::new_multi_thread();
        // Requests are small; long work has threads of its own.
        let runtime = builder.worker_threads(2).enable_all().build()?;
        let result = runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            let router = router(self.games, self.limits, self.folder);
            tokio::select! {
                () = Connections::new(&self.limits).serve(&listener, &router) => Ok(()),
                () = end => Ok(()),
            }
        });
        runtime.shutdown_background();
        result
    }
}

fn router(games: Games, limits: ServerLimits, folder: Option<PathBuf>) -> Router {
    let patience = Duration::from_secs_f64(limits.patience);
    let workers = |places| Arc::new(Workers::new(places, limits.waiting, patience));
    let shared = Shared {
        workbench: Arc::new(Workbench::new(games, limits.workbench, now())),
        limits: Arc::new(limits),
        workers: workers(limits.searches),
        readers: workers(limits.readers),
        contests: Arc::new(Contests::new(games, folder, limits)),
    };
    Router::new()
        .merge(api::router(shared.clone()))
        .route("/gradings/{id}/{*page}", get(api::graded_page).with_state(shared))
        .fallback(files::serve)
        .layer(DefaultBodyLimit::max(limits.body))
        .layer(middleware::from_fn(guard::guard))
}

/// A number that no server had that was started before.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos() as u64
}

/// A server that runs. It stops when this is dropped.
#[derive(Debug)]
pub struct Running {
    address: SocketAddr,
    end: Option<(oneshot::Sender<()>, JoinHandle<io::Result<()>>)>,
}

impl Running {
    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some((stop, thread)) = self.end.take() {
            _ = stop.send(());
            // How it ended no longer matters.
            _ = thread.join();
        }
    }
}
