//! The same addresses until the database is open: what monitors the site must see that it is missing, and why.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use arc_swap::ArcSwapOption;
use axum::Router;
use axum::extract::State;
use axum::response::Response;
use axum::routing::get;

use crate::Handlers;
use crate::health::Health;
use clinic_runtime::machine;
use clinic_runtime::metrics::{Measured, Metrics};
use clinic_site::ContentStatus;

pub struct BeforeDatabase {
    metrics: Arc<Metrics>,
    data_folder: PathBuf,
    dropped_log_lines: Arc<AtomicU64>,
    /// Why the last attempt to open it failed.
    problem: ArcSwapOption<String>,
    /// What the pages show meanwhile.
    content: ArcSwapOption<ContentStatus>,
}

impl BeforeDatabase {
    #[must_use]
    pub fn new(metrics: Arc<Metrics>, data_folder: PathBuf, dropped_log_lines: Arc<AtomicU64>) -> Self {
        let (problem, content) = (ArcSwapOption::empty(), ArcSwapOption::empty());
        Self { metrics, data_folder, dropped_log_lines, problem, content }
    }

    pub fn set_problem(&self, problem: String) {
        self.problem.store(Some(Arc::new(problem)));
    }

    pub fn set_content(&self, status: ContentStatus) {
        self.metrics.set_content_broken(!status.is_current());
        self.content.store(Some(Arc::new(status)));
    }

    #[must_use]
    pub fn handlers(self: &Arc<Self>) -> Handlers {
        let router = Router::new().route("/metrics", get(metrics)).route("/healthz", get(healthz));
        Handlers::new(router.with_state(Arc::clone(self)), None)
    }
}

async fn metrics(State(state): State<Arc<BeforeDatabase>>) -> Response {
    let measured = Measured {
        free_disk_bytes: machine::free_disk_bytes(&state.data_folder),
        resident_bytes: machine::resident_bytes(),
        ..Measured::default()
    };
    super::respond(&state.metrics, &measured, &state.dropped_log_lines)
}

async fn healthz(State(state): State<Arc<BeforeDatabase>>) -> Response {
    let problem = state.problem.load_full().map(|problem| problem.to_string());
    let content = state.content.load_full();
    super::unavailable(Health::before_database(problem, content.as_deref(), &state.data_folder))
}
