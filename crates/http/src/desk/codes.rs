//! Discount codes at the desk: look up, redeem, undo. Codes are in request bodies, because proxies write URLs to their logs.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::authorization::SignedIn;
use super::services::DeskServices;
use crate::api_error::{ApiError, BodyErrors, ErrorCode, ErrorResponse, RateLimitError};
use crate::extract::JsonBody;
use clinic_rules::discount::{
    CodeError, CodeState, CodeStatus, DiscountCode, RedeemError, UndoError, state_of, undo_until,
};
use clinic_store::{Lookup, Session};

#[derive(Deserialize, ToSchema)]
pub struct CodeRequest {
    /// In any case, with or without dashes.
    #[schema(example = "EYE5-0000-0000")]
    pub(super) code: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CodeDetails {
    code: String,
    /// The discount that the code gives.
    percent: u8,
    state: CodeState,
    valid_until: Timestamp,
    #[schema(required)]
    used_at: Option<Timestamp>,
    /// The name of the staff account that redeemed the code.
    #[schema(required)]
    used_by: Option<String>,
    /// Until when the caller can undo the redemption. Null when they cannot.
    #[schema(required)]
    undo_until: Option<Timestamp>,
}

impl CodeDetails {
    fn new(code: DiscountCode, status: CodeStatus, session: &Session, now: Timestamp) -> Self {
        let undo_until = undo_until(&status, session.name.as_str(), session.role, now);
        let state = state_of(&status, now);
        let (used_at, used_by) = status.redeemed.unzip();
        Self {
            code: code.to_string(),
            percent: code.percent(),
            state,
            valid_until: status.valid_until,
            used_at,
            used_by,
            undo_until,
        }
    }
}

/// Look up a code
#[utoipa::path(
    post,
    path = "/api/desk/codes/look-up",
    request_body = CodeRequest,
    responses(
        (status = 200, body = CodeDetails, description = "The code"),
        BodyErrors,
        RateLimitError,
        (status = 422, body = ErrorResponse, description = "A mistyped code, or not a code"),
    )
)]
pub async fn look_up(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(session): SignedIn,
    JsonBody(CodeRequest { code: typed }): JsonBody<CodeRequest>,
) -> Result<Json<CodeDetails>, ApiError> {
    desk.limit_lookups(Lookup::Code, &session.name).await?;
    details(&desk, DiscountCode::parse_typed(&typed, (desk.published_facts)().discount_percent)?, &session).await
}

/// Redeem a code
#[utoipa::path(
    post,
    path = "/api/desk/codes/redeem",
    request_body = CodeRequest,
    responses(
        (status = 200, body = CodeDetails, description = "The code, which is now used"),
        BodyErrors,
        RateLimitError,
        (status = 409, body = ErrorResponse, description = "The code was already used"),
        (status = 410, body = ErrorResponse, description = "The code has expired or was cancelled"),
        (status = 422, body = ErrorResponse, description = "A mistyped code, or not a code"),
    )
)]
pub async fn redeem(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(session): SignedIn,
    JsonBody(CodeRequest { code: typed }): JsonBody<CodeRequest>,
) -> Result<Json<CodeDetails>, ApiError> {
    desk.limit_lookups(Lookup::Code, &session.name).await?;
    let code = DiscountCode::parse_typed(&typed, (desk.published_facts)().discount_percent)?;
    let services = &desk.services;
    services.store.redeem(code, session.name.as_str(), &*services.random, services.clock.now()).await?;
    services.metrics.redeemed();
    details(&desk, code, &session).await
}

/// Undo a redemption within 10 minutes (whoever redeemed the code, and owners)
#[utoipa::path(
    post,
    path = "/api/desk/codes/undo",
    request_body = CodeRequest,
    responses(
        (status = 200, body = CodeDetails, description = "The code, which is valid again"),
        BodyErrors,
        RateLimitError,
        (status = 409, body = ErrorResponse, description = "The code was not used"),
        (status = 410, body = ErrorResponse, description = "The redemption is older than 10 minutes"),
        (status = 422, body = ErrorResponse, description = "A mistyped code, or not a code"),
    )
)]
pub async fn undo(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(session): SignedIn,
    JsonBody(CodeRequest { code: typed }): JsonBody<CodeRequest>,
) -> Result<Json<CodeDetails>, ApiError> {
    desk.limit_lookups(Lookup::Code, &session.name).await?;
    let code = DiscountCode::parse_typed(&typed, (desk.published_facts)().discount_percent)?;
    let services = &desk.services;
    services.store.undo_redeem(code, session.role, desk.actor(session.name.as_str())).await?;
    services.metrics.redemption_undone();
    details(&desk, code, &session).await
}

async fn details(desk: &DeskServices, code: DiscountCode, session: &Session) -> Result<Json<CodeDetails>, ApiError> {
    let status = desk.services.store.code_status(code).await?;
    Ok(Json(CodeDetails::new(code, status, session, desk.services.clock.now())))
}

impl From<CodeError> for ApiError {
    fn from(error: CodeError) -> Self {
        let code = match error {
            CodeError::Mistyped => ErrorCode::Mistyped,
            CodeError::NotACode => ErrorCode::NotACode,
        };
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, error.to_string())
    }
}

impl From<RedeemError> for ApiError {
    fn from(error: RedeemError) -> Self {
        let message = error.to_string();
        match error {
            RedeemError::Unknown => Self::new(StatusCode::NOT_FOUND, ErrorCode::UnknownCode, message),
            RedeemError::AlreadyUsed { at, by } => {
                Self::new(StatusCode::CONFLICT, ErrorCode::Used, message).with_redemption(at, by)
            }
            RedeemError::Expired { .. } => Self::new(StatusCode::GONE, ErrorCode::Expired, message),
            RedeemError::Cancelled => Self::new(StatusCode::GONE, ErrorCode::Cancelled, message),
        }
    }
}

impl From<UndoError> for ApiError {
    fn from(error: UndoError) -> Self {
        let (status, code) = match error {
            UndoError::Unknown => (StatusCode::NOT_FOUND, ErrorCode::UnknownCode),
            UndoError::NotUsed => (StatusCode::CONFLICT, ErrorCode::NotUsed),
            UndoError::TooLate { .. } => (StatusCode::GONE, ErrorCode::TooLate),
            UndoError::NotAllowed { .. } => (StatusCode::FORBIDDEN, ErrorCode::NotAllowed),
        };
        Self::new(status, code, error.to_string())
    }
}
