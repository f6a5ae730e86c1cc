//! The audit log: who did what, for owners.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::{IntoParams, ToSchema};

use super::authorization::{DeskErrors, Owner};
use super::services::DeskServices;
use crate::http::extract::QueryParams;
use crate::http::problem::Problem;
use crate::store;

const DEFAULT_LIMIT: u32 = 100;
const MAX_LIMIT: u32 = 1_000;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AuditQuery {
    /// The number of entries, 100 by default and at most 1000.
    limit: Option<u32>,
}

#[derive(Serialize, ToSchema, TS)]
pub struct AuditLog {
    entries: Vec<AuditEntry>,
}

#[derive(Serialize, ToSchema, TS)]
pub struct AuditEntry {
    at: Timestamp,
    actor: String,
    action: String,
    subject: String,
}

impl From<store::AuditEntry> for AuditEntry {
    fn from(store::AuditEntry { at, actor, action, subject }: store::AuditEntry) -> Self {
        Self { at, actor, action, subject }
    }
}

/// List the latest audit entries (owners only)
#[utoipa::path(
    get,
    path = "/api/desk/audit",
    operation_id = "getAuditLog",
    security(("session" = [])),
    params(AuditQuery),
    responses((status = 200, body = AuditLog, description = "Newest first"), DeskErrors)
)]
pub async fn list(
    State(desk): State<Arc<DeskServices>>,
    Owner(_): Owner,
    QueryParams(AuditQuery { limit }): QueryParams<AuditQuery>,
) -> Result<Json<AuditLog>, Problem> {
    let entries = desk.services.store.audit(limit.unwrap_or(DEFAULT_LIMIT).min(MAX_LIMIT)).await?;
    Ok(Json(AuditLog { entries: entries.into_iter().map(AuditEntry::from).collect() }))
}
