//! The audit log: who did what, for owners.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::authorization::Owner;
use super::services::DeskServices;
use crate::api_error::ApiError;
use crate::extract::QueryParams;

const DEFAULT_LIMIT: u32 = 100;
const MAX_LIMIT: u32 = 1_000;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct AuditQuery {
    /// The number of entries, 100 by default and at most 1000.
    limit: Option<u32>,
    /// The time of the last entry of the page before, together with `afterId`.
    #[param(value_type = Option<String>, format = DateTime)]
    after_at: Option<Timestamp>,
    after_id: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct AuditLog {
    /// Newest first.
    entries: Vec<AuditEntry>,
    /// Whether there are more entries after the last one.
    more: bool,
}

#[derive(Serialize, ToSchema)]
pub struct AuditEntry {
    id: String,
    at: Timestamp,
    actor: String,
    action: String,
    subject: String,
    /// How often it happened in the hour after `at`.
    times: u32,
}

impl From<clinic_store::AuditEntry> for AuditEntry {
    fn from(clinic_store::AuditEntry { id, at, actor, action, subject, times }: clinic_store::AuditEntry) -> Self {
        Self { id, at, actor, action, subject, times }
    }
}

/// List the latest audit entries (owners only)
#[utoipa::path(
    get,
    path = "/api/desk/audit",
    params(AuditQuery),
    responses((status = 200, body = AuditLog, description = "Newest first"))
)]
pub async fn list(
    State(desk): State<Arc<DeskServices>>,
    Owner(_): Owner,
    QueryParams(AuditQuery { limit, after_at, after_id }): QueryParams<AuditQuery>,
) -> Result<Json<AuditLog>, ApiError> {
    let limit = limit.unwrap_or(DEFAULT_LIMIT).min(MAX_LIMIT);
    let after = after_at.zip(after_id.as_deref());
    // One more than the page shows whether there are more.
    let entries = desk.services.store.audit(after, limit + 1).await?;
    let more = entries.len() > limit as usize;
    Ok(Json(AuditLog { entries: entries.into_iter().take(limit as usize).map(AuditEntry::from).collect(), more }))
}
