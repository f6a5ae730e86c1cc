//! The listener for metrics. It answers before the database is opened, so that monitoring sees when it is missing.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use super::start_error::StartError;
use crate::config::Config;
use clinic_http::middleware::client_address::TrustedProxies;
use clinic_http::monitoring::{self, BeforeDatabase};
use clinic_http::services::Services;
use clinic_http::{Endpoint, Handlers, Listener, TimeLimits};
use clinic_runtime::metrics::Metrics;
use clinic_site::ContentStatus;

pub struct MetricsListener {
    before: Arc<BeforeDatabase>,
    /// `None` without `--metrics`.
    handlers: Option<Arc<Handlers>>,
}

impl MetricsListener {
    pub fn start(
        listener: Option<Listener>,
        metrics: &Arc<Metrics>,
        config: &Config,
        stop: &CancellationToken,
    ) -> Result<Self, StartError> {
        let (data, dropped_lines) = (config.database.data.clone(), config.dropped_log_lines.clone());
        let before = Arc::new(BeforeDatabase::new(Arc::clone(metrics), data, dropped_lines));
        let Some(listener) = listener else { return Ok(Self { before, handlers: None }) };
        tracing::info!("serving metrics at http://{}/metrics", listener.address()?);
        let handlers = Arc::new(before.handlers());
        let endpoint = Endpoint::new(listener, Arc::clone(&handlers));
        tokio::spawn(clinic_http::serve(
            vec![endpoint],
            TrustedProxies(Vec::new()),
            TimeLimits::default(),
            stop.clone(),
        ));
        Ok(Self { before, handlers: Some(handlers) })
    }

    /// Why the database could not be opened.
    pub fn set_problem(&self, problem: String) {
        self.before.set_problem(problem);
    }

    /// What the pages show without the database.
    pub fn set_content(&self, status: &ContentStatus) {
        self.before.set_content(status.clone());
    }

    /// From now on the answers come from the database.
    pub fn use_database(&self, services: &Arc<Services>, config: &Config) {
        if let Some(handlers) = &self.handlers {
            handlers.replace(&monitoring::handlers(Arc::clone(services), config.dropped_log_lines.clone()));
        }
    }
}
