//! Who did what, for the owner's eyes.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::session::Owner;
use crate::http::desk::services::DeskServices;
use crate::http::extract::QueryParams;
use crate::http::problem::Problem;
use crate::store::AuditEntry;

const USUAL: u32 = 100;
const MOST: u32 = 1_000;

#[derive(Deserialize)]
pub struct Query {
    limit: Option<u32>,
}

#[derive(Serialize)]
pub struct Audit {
    entries: Vec<Entry>,
}

#[derive(Serialize)]
struct Entry {
    at: Timestamp,
    actor: String,
    action: String,
    subject: String,
}

impl From<AuditEntry> for Entry {
    fn from(AuditEntry { at, actor, action, subject }: AuditEntry) -> Self {
        Self { at, actor, action, subject }
    }
}

pub async fn list(
    State(desk): State<Arc<DeskServices>>,
    Owner(_): Owner,
    QueryParams(Query { limit }): QueryParams<Query>,
) -> Result<Json<Audit>, Problem> {
    let entries = desk.services.store.audit(limit.unwrap_or(USUAL).min(MOST)).await?;
    Ok(Json(Audit { entries: entries.into_iter().map(Entry::from).collect() }))
}
