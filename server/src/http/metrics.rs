//! `/metrics` for Prometheus and `/healthz` with details, on a listener of its own because they are not for visitors.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};

use super::health::Health;
use super::problem::Problem;
use super::{Handlers, api};
use crate::http::services::Services;
use crate::machine;
use crate::metrics::Measured;

const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

pub fn handlers(services: Arc<Services>, dropped_log_lines: Arc<AtomicU64>) -> Handlers {
    let health = Router::new().route("/healthz", get(healthz)).with_state(Arc::clone(&services));
    let router = Router::new().route("/metrics", get(metrics)).with_state((services, dropped_log_lines)).merge(health);
    Handlers::new(router, None)
}

/// The status is that of the public `/healthz`: a problem in the details is no reason to take an instance out of service.
async fn healthz(State(services): State<Arc<Services>>) -> Response {
    match api::health::healthz(State(Arc::clone(&services))).await {
        Ok(_) => Json(Health::of(&services).await).into_response(),
        Err(problem) => problem.into_response(),
    }
}

async fn measure(services: &Services) -> Measured {
    Measured {
        appointments: services.store.appointment_counts().await.unwrap_or_default(),
        database_bytes: services.store.database_bytes().await.ok(),
        last_backup: services.settings.backups.as_ref().and_then(|backups| backups.newest(services.clock.now())),
        free_disk_bytes: machine::free_disk_bytes(&services.settings.data_folder),
        resident_bytes: machine::resident_bytes(),
        clock_trusted: services.clock_check.check().await.is_ok_and(|state| state.is_trusted()),
        database_writable: services.write_probe.check(&services.store).await.is_ok(),
    }
}

/// The backlog is read on each request, because other instances on the same database send messages too.
async fn metrics(State((services, dropped_log_lines)): State<(Arc<Services>, Arc<AtomicU64>)>) -> Response {
    services.metrics.set_dropped_log_lines(dropped_log_lines.load(Ordering::Relaxed));
    match services.store.outbox_backlog(services.clock.now()).await {
        Ok(backlog) => {
            services.metrics.set_outbox_backlog(backlog);
            services.metrics.set_measured(&measure(&services).await);
            ([(header::CONTENT_TYPE, OPEN_METRICS)], services.metrics.encode()).into_response()
        }
        Err(error) => Problem::internal(&error).into_response(),
    }
}
