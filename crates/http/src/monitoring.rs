//! `/metrics` for Prometheus and `/healthz` with details, on a listener of its own because they are not for visitors.

mod before_database;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};

pub use before_database::BeforeDatabase;

use super::health::Health;
use super::{Handlers, api};
use crate::services::Services;
use clinic_runtime::machine;
use clinic_runtime::metrics::{Measured, MeasuredDatabase, Metrics};

const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

pub fn handlers(services: Arc<Services>, dropped_log_lines: Arc<AtomicU64>) -> Handlers {
    let health = Router::new().route("/healthz", get(healthz)).with_state(Arc::clone(&services));
    let router = Router::new().route("/metrics", get(metrics)).with_state((services, dropped_log_lines)).merge(health);
    Handlers::new(router, None)
}

/// The status is that of the public `/healthz`: a problem in the details is no reason to take an instance out of service.
async fn healthz(State(services): State<Arc<Services>>) -> Response {
    match api::health::check_database(&services).await {
        Ok(()) => Json(Health::of(&services).await).into_response(),
        Err(message) => unavailable(Health::without_answer(&services, message)),
    }
}

fn unavailable(health: Health) -> Response {
    (StatusCode::SERVICE_UNAVAILABLE, Json(health)).into_response()
}

/// Other instances on the same database send messages too, so everything is read again on each request.
async fn measure(services: &Services) -> Measured {
    Measured {
        last_backup: services.settings.backups.as_ref().and_then(|backups| backups.newest(services.clock.now())),
        free_disk_bytes: machine::free_disk_bytes(&services.settings.data_folder),
        resident_bytes: machine::resident_bytes(),
        database: measure_database(services).await,
    }
}

/// `None` at once when the database does not answer: what monitors this program waits for some seconds only.
async fn measure_database(services: &Services) -> Option<MeasuredDatabase> {
    services.store.ping().await.ok()?;
    Some(MeasuredDatabase {
        outbox: services.store.outbox_backlog(services.clock.now()).await.ok()?,
        appointments: services.store.appointment_counts().await.unwrap_or_default(),
        bytes: services.store.database_bytes().await.ok(),
        is_writable: services.write_probe.check(&services.store).await.is_ok(),
        is_clock_trusted: services.clock_check.check().await.is_ok_and(|state| state.is_trusted()),
    })
}

async fn metrics(State((services, dropped_log_lines)): State<(Arc<Services>, Arc<AtomicU64>)>) -> Response {
    let measured = measure(&services).await;
    respond(&services.metrics, &measured, &dropped_log_lines)
}

fn respond(metrics: &Metrics, measured: &Measured, dropped_log_lines: &AtomicU64) -> Response {
    metrics.set_dropped_log_lines(dropped_log_lines.load(Ordering::Relaxed));
    metrics.set_measured(measured);
    ([(header::CONTENT_TYPE, OPEN_METRICS)], metrics.encode()).into_response()
}
