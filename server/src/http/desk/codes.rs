//! A code held up at the desk: is it good, use it, take the use back.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use jiff::Timestamp;
use serde::Serialize;

use super::session::SignedIn;
use crate::discount::{CodeError, CodeState, CodeStatus, DiscountCode, RedeemError, UndoError, state_of, undo_until};
use crate::http::desk::services::DeskServices;
use crate::http::extract::PathParam;
use crate::http::problem::Problem;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_field_names, reason = "the names of the API")]
pub struct Code {
    code: String,
    state: CodeState,
    valid_until: Timestamp,
    used_at: Option<Timestamp>,
    used_by: Option<String>,
    undo_until: Option<Timestamp>,
}

impl Code {
    fn of(code: DiscountCode, code_status: CodeStatus, now: Timestamp) -> Self {
        let undo_until = undo_until(&code_status).filter(|until| *until >= now);
        let state = state_of(&code_status, now);
        let (used_at, used_by) = code_status.redeemed.unzip();
        Self { code: code.to_string(), state, valid_until: code_status.valid_until, used_at, used_by, undo_until }
    }
}

pub async fn look(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(session): SignedIn,
    PathParam(typed): PathParam,
) -> Result<Json<Code>, Problem> {
    throttle(&desk, &session.name.key()).await?;
    show(&desk, DiscountCode::parse(&typed)?).await
}

pub async fn redeem(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(session): SignedIn,
    PathParam(typed): PathParam,
) -> Result<Json<Code>, Problem> {
    throttle(&desk, &session.name.key()).await?;
    let code = DiscountCode::parse(&typed)?;
    let services = &desk.services;
    services.store.redeem(code, session.name.as_str(), &*services.random, services.clock.now()).await?;
    services.metrics.redeemed();
    show(&desk, code).await
}

pub async fn undo(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(session): SignedIn,
    PathParam(typed): PathParam,
) -> Result<Json<Code>, Problem> {
    let code = DiscountCode::parse(&typed)?;
    let services = &desk.services;
    services.store.undo_redeem(code, session.name.as_str(), &*services.random, services.clock.now()).await?;
    services.metrics.redemption_undone();
    show(&desk, code).await
}

async fn throttle(desk: &DeskServices, account: &str) -> Result<(), Problem> {
    let services = &desk.services;
    Ok(services.store.count_lookup(account, desk.settings.lookups_per_hour, services.clock.now()).await?)
}

async fn show(desk: &DeskServices, code: DiscountCode) -> Result<Json<Code>, Problem> {
    let code_status = desk.services.store.code_status(code).await?;
    Ok(Json(Code::of(code, code_status, desk.services.clock.now())))
}

impl From<CodeError> for Problem {
    fn from(error: CodeError) -> Self {
        let code = match error {
            CodeError::OneCharacterLooksWrong => "slip",
            CodeError::NotACode => "not_a_code",
        };
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, error.to_string())
    }
}

impl From<RedeemError> for Problem {
    fn from(error: RedeemError) -> Self {
        let message = error.to_string();
        match error {
            RedeemError::Unknown => Self::new(StatusCode::NOT_FOUND, "unknown_code", message),
            RedeemError::AlreadyUsed { at, by } => {
                Self::new(StatusCode::CONFLICT, "used", message).with("usedAt", at).with("usedBy", by)
            }
            RedeemError::Expired { .. } => Self::new(StatusCode::GONE, "expired", message),
            RedeemError::Void => Self::new(StatusCode::GONE, "void", message),
        }
    }
}

impl From<UndoError> for Problem {
    fn from(error: UndoError) -> Self {
        let (status, code) = match error {
            UndoError::Unknown => (StatusCode::NOT_FOUND, "unknown_code"),
            UndoError::NotUsed => (StatusCode::CONFLICT, "not_used"),
            UndoError::TooLate { .. } => (StatusCode::GONE, "too_late"),
        };
        Self::new(status, code, error.to_string())
    }
}
