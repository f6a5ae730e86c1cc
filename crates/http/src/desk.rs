//! The staff desk: its API and its page. Hidden until there is a staff account, except for creating the first one.

mod account;
pub(super) mod app_shell;
mod appointments;
mod audit;
mod authorization;
mod code_holders;
mod codes;
pub mod content;
pub mod csv;
mod emails;
mod health;
mod patients;
pub(super) mod recalls;
mod resend;
pub mod services;
mod sign_in;
mod staff;
mod statistics;
mod stored_data;
mod visit_statistics;
mod whatsapp_sms_message;

use std::sync::Arc;

use axum::Router;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use utoipa::IntoResponses;
use utoipa::openapi::security::SecurityRequirement;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::api_error::{ApiError, ErrorCode, UNKNOWN_CALL};
use super::described_call::{call, operations};
use super::failure_log::log_failure;
use authorization::DeskErrors;
use clinic_rules::staff::{SessionToken, TooManyAttempts};
use clinic_store::{DeskError, StoreError};
use services::DeskServices;

pub use sign_in::session_cookie;

pub fn router<S: Clone + Send + Sync + 'static>(desk: &Arc<DeskServices>) -> Router<S> {
    routes()
        .route_layer(middleware::from_fn_with_state(Arc::clone(desk), record_forbidden_calls))
        .route_layer(middleware::from_fn_with_state(Arc::clone(desk), hide_until_staffed))
        .with_state(Arc::clone(desk))
        .into()
}

pub fn routes() -> OpenApiRouter<Arc<DeskServices>> {
    let mut signed_in = routes_with_session();
    for operation in operations(&mut signed_in.get_openapi_mut().paths) {
        operation.security = Some(vec![SecurityRequirement::new::<_, _, &str>("session", [])]);
    }
    let mut routes = signed_in.merge(routes_without_session());
    for operation in operations(&mut routes.get_openapi_mut().paths) {
        for (status, response) in DeskErrors::responses() {
            operation.responses.responses.entry(status).or_insert(response);
        }
    }
    routes
}

/// How somebody gets a session.
fn routes_without_session() -> OpenApiRouter<Arc<DeskServices>> {
    OpenApiRouter::new()
        .routes(call("signIn", routes!(sign_in::sign_in)))
        .routes(call("openSetupLink", routes!(sign_in::owner_setup::open)))
        .routes(call("createOwner", routes!(sign_in::owner_setup::create)))
        .routes(call("openLink", routes!(sign_in::password_reset::open)))
        .routes(call("resetPassword", routes!(sign_in::password_reset::reset)))
}

fn routes_with_session() -> OpenApiRouter<Arc<DeskServices>> {
    OpenApiRouter::new()
        .routes(call("signOut", routes!(sign_in::sign_out)))
        .routes(call("signOutEverywhere", routes!(sign_in::sign_out_everywhere)))
        .routes(call("getSession", routes!(sign_in::session)))
        .routes(call("dismissFailedSignIns", routes!(sign_in::dismiss_failed_sign_ins)))
        .routes(call("confirmIdentity", routes!(sign_in::confirm_identity::confirm)))
        .routes(call("listSessions", routes!(sign_in::sessions::list)))
        .routes(call("signOutSession", routes!(sign_in::sessions::sign_out)))
        .routes(call("changePassword", routes!(account::change_password)))
        .routes(call("beginTotp", routes!(account::begin_totp)))
        .routes(call("confirmTotp", routes!(account::confirm_totp)))
        .routes(call("turnTotpOff", routes!(account::turn_totp_off)))
        .routes(call("lookUpCode", routes!(codes::look_up)))
        .routes(call("redeemCode", routes!(codes::redeem)))
        .routes(call("undoRedemption", routes!(codes::undo)))
        .routes(call("lookUpAddress", routes!(resend::look_up)))
        .routes(call("resendToAddress", routes!(resend::resend)))
        .routes(call("correctAddress", routes!(resend::correct)))
        .routes(call("findCodeHolders", routes!(code_holders::find)))
        .routes(call("showAddress", routes!(code_holders::show_address)))
        .routes(call("resendCode", routes!(code_holders::resend)))
        .routes(call("extendCode", routes!(code_holders::extend)))
        .routes(call("cancelCode", routes!(code_holders::cancel)))
        .routes(call("findStoredData", routes!(stored_data::find)))
        .routes(call("erasePerson", routes!(stored_data::erase)))
        .routes(call("exportPerson", routes!(stored_data::export)))
        .routes(call("downloadClaims", routes!(code_holders::download_claims)))
        .routes(call("getStatistics", routes!(statistics::show)))
        .routes(call("downloadStatistics", routes!(statistics::download)))
        .routes(call("getVisitStatistics", routes!(visit_statistics::show)))
        .routes(call("downloadVisitStatistics", routes!(visit_statistics::download)))
        .routes(call("getHealth", routes!(health::show)))
        .routes(call("confirmClock", routes!(health::confirm_clock)))
        .routes(call("releaseMail", routes!(health::release_mail)))
        .routes(call("listEmails", routes!(emails::list)))
        .routes(call("sendTestEmail", routes!(emails::send_test)))
        .routes(call("retryEmail", routes!(emails::retry)))
        .routes(call("discardEmail", routes!(emails::discard)))
        .routes(call("readEmail", routes!(emails::show_message)))
        .routes(call("listStaff", routes!(staff::list)))
        .routes(call("inviteStaff", routes!(staff::invite)))
        .routes(call("sendInvitation", routes!(staff::send_invitation)))
        .routes(call("cancelInvitation", routes!(staff::cancel_invitation)))
        .routes(call("changeRole", routes!(staff::change_role)))
        .routes(call("disableStaff", routes!(staff::disable)))
        .routes(call("enableStaff", routes!(staff::enable)))
        .routes(call("requireTwoStep", routes!(staff::require_two_step)))
        .routes(call("offerPasswordReset", routes!(sign_in::password_reset::offer)))
        .routes(call("getAuditLog", routes!(audit::list)))
        .merge(content::routes())
        .merge(appointments::routes())
        .routes(call("listRecalls", routes!(recalls::list)))
        .routes(call("addRecall", routes!(recalls::add)))
        .routes(call("openRecall", routes!(recalls::open)))
        .routes(call("markRecallAsked", routes!(recalls::asked)))
        .routes(call("undoRecallAsked", routes!(recalls::undo_asked)))
        .routes(call("reportReturnedRecallEmail", routes!(recalls::email_returned)))
        .routes(call("endRecall", routes!(recalls::end)))
        .routes(call("undoRecallEnd", routes!(recalls::undo_end)))
        .routes(call("getRecallStatistics", routes!(recalls::statistics)))
        .routes(call("findPatient", routes!(patients::find)))
        .routes(call("listRecordLimits", routes!(patients::list_limits)))
        .routes(call("dismissRecordLimits", routes!(patients::dismiss_limits)))
}

/// Without staff accounts the desk answers like a call that does not exist. Responses contain personal data, so they must
/// not be cached.
async fn hide_until_staffed(State(desk): State<Arc<DeskServices>>, request: Request, next: Next) -> Response {
    let is_setup = request.uri().path().starts_with("/api/desk/setup");
    let mut response = match desk.is_open(is_setup).await {
        Ok(true) => next.run(request).await,
        Ok(false) => ApiError::new(StatusCode::NOT_FOUND, ErrorCode::NotFound, UNKNOWN_CALL).into_response(),
        Err(error) => ApiError::internal(&error).into_response(),
    };
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// An account that calls what it may not call can be a stolen one, so the audit log says so.
async fn record_forbidden_calls(
    State(desk): State<Arc<DeskServices>>,
    path: MatchedPath,
    request: Request,
    next: Next,
) -> Response {
    let token = session_cookie::read(request.headers(), desk.settings.https);
    let call = format!("{} {}", request.method(), path.as_str());
    let response = next.run(request).await;
    // The account may call it after a confirmation, or it was another one that called.
    let is_no_refusal = matches!(
        response.extensions().get(),
        Some(ErrorCode::ConfirmationNeeded | ErrorCode::OtherAccount | ErrorCode::AccountNeeded)
    );
    if response.status() == StatusCode::FORBIDDEN
        && !is_no_refusal
        && let Some(token) = token
        && let Err(error) = record_forbidden_call(&desk, &token, &call).await
    {
        log_failure(&error);
    }
    response
}

async fn record_forbidden_call(desk: &DeskServices, token: &SessionToken, call: &str) -> Result<(), StoreError> {
    let store = &desk.services.store;
    match store.session(&token.key(), desk.services.clock.now()).await? {
        Some(session) => store.record_forbidden_call(desk.actor(session.name.as_str()), call).await,
        None => Ok(()),
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        Self::internal(&error)
    }
}

impl<E: std::error::Error + Into<ApiError>> From<DeskError<E>> for ApiError {
    fn from(error: DeskError<E>) -> Self {
        match error {
            DeskError::Refused(refused) => refused.into(),
            DeskError::Store(error) => Self::internal(&error),
        }
    }
}

impl From<TooManyAttempts> for ApiError {
    fn from(error: TooManyAttempts) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, ErrorCode::TooManyAttempts, error.to_string())
            .with_retry_after(error.wait)
    }
}
