//! The page that a monitoring system reads, on a door of its own: what it tells is not for visitors.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use super::Hosts;
use super::problem::Problem;
use crate::promises::Promises;

const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

pub fn hosts(promises: Arc<Promises>) -> Hosts {
    Hosts { express: None, rooms: Router::new().route("/metrics", get(metrics)).with_state(promises) }
}

/// What is owed is asked for at this moment, since other instances on the same database send mail too.
async fn metrics(State(promises): State<Arc<Promises>>) -> Response {
    match promises.store.owed(promises.clock.now()).await {
        Ok(owed) => {
            promises.metrics.owes(owed);
            ([(header::CONTENT_TYPE, OPEN_METRICS)], promises.metrics.tell()).into_response()
        }
        Err(error) => Problem::trouble(&error).into_response(),
    }
}
