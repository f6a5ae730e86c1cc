//! A code held up at the desk: is it good, use it, take the use back.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use jiff::Timestamp;
use serde::Serialize;

use super::super::problem::Problem;
use super::super::reading::Named;
use super::session::Signed;
use crate::desk::Desk;
use crate::discount::{CodeError, CodeState, DiscountCode, RedeemError, Standing, UndoError, state_of, undo_until};

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
    fn of(code: DiscountCode, standing: Standing, now: Timestamp) -> Self {
        let undo_until = undo_until(&standing).filter(|until| *until >= now);
        let state = state_of(&standing, now);
        let (used_at, used_by) = standing.redeemed.unzip();
        Self { code: code.to_string(), state, valid_until: standing.valid_until, used_at, used_by, undo_until }
    }
}

pub async fn look(
    State(desk): State<Arc<Desk>>,
    Signed(session): Signed,
    Named(typed): Named,
) -> Result<Json<Code>, Problem> {
    throttle(&desk, &session.name.key()).await?;
    show(&desk, DiscountCode::parse(&typed)?).await
}

pub async fn redeem(
    State(desk): State<Arc<Desk>>,
    Signed(session): Signed,
    Named(typed): Named,
) -> Result<Json<Code>, Problem> {
    throttle(&desk, &session.name.key()).await?;
    let code = DiscountCode::parse(&typed)?;
    let promises = &desk.promises;
    promises.store.redeem(code, session.name.as_str(), &*promises.random, promises.clock.now()).await?;
    promises.metrics.redeemed();
    show(&desk, code).await
}

pub async fn undo(
    State(desk): State<Arc<Desk>>,
    Signed(session): Signed,
    Named(typed): Named,
) -> Result<Json<Code>, Problem> {
    let code = DiscountCode::parse(&typed)?;
    let promises = &desk.promises;
    promises.store.undo_redeem(code, session.name.as_str(), &*promises.random, promises.clock.now()).await?;
    promises.metrics.redemption_undone();
    show(&desk, code).await
}

async fn throttle(desk: &Desk, account: &str) -> Result<(), Problem> {
    let promises = &desk.promises;
    Ok(promises.store.count_look(account, desk.settings.looks_per_hour, promises.clock.now()).await?)
}

async fn show(desk: &Desk, code: DiscountCode) -> Result<Json<Code>, Problem> {
    let standing = desk.promises.store.standing(code).await?;
    Ok(Json(Code::of(code, standing, desk.promises.clock.now())))
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
