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
use utoipa::openapi::security::SecurityRequirement;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::api_error::{ApiError, ErrorCode, UNKNOWN_CALL};
use super::failure_log::log_failure;
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
    for item in signed_in.get_openapi_mut().paths.paths.values_mut() {
        let operations = [&mut item.get, &mut item.put, &mut item.post, &mut item.delete, &mut item.patch];
        for operation in operations.into_iter().flatten() {
            operation.security = Some(vec![SecurityRequirement::new::<_, _, &str>("session", [])]);
        }
    }
    signed_in.merge(routes_without_session())
}

/// How somebody gets a session.
fn routes_without_session() -> OpenApiRouter<Arc<DeskServices>> {
    OpenApiRouter::new()
        .routes(routes!(sign_in::sign_in))
        .routes(routes!(sign_in::owner_setup::open))
        .routes(routes!(sign_in::owner_setup::create))
        .routes(routes!(sign_in::password_reset::open))
        .routes(routes!(sign_in::password_reset::reset))
}

fn routes_with_session() -> OpenApiRouter<Arc<DeskServices>> {
    OpenApiRouter::new()
        .routes(routes!(sign_in::sign_out))
        .routes(routes!(sign_in::sign_out_everywhere))
        .routes(routes!(sign_in::session))
        .routes(routes!(sign_in::dismiss_failed_sign_ins))
        .routes(routes!(sign_in::confirm_identity::confirm))
        .routes(routes!(sign_in::sessions::list))
        .routes(routes!(sign_in::sessions::sign_out))
        .routes(routes!(account::change_password))
        .routes(routes!(account::begin_totp))
        .routes(routes!(account::confirm_totp))
        .routes(routes!(account::turn_totp_off))
        .routes(routes!(codes::look_up))
        .routes(routes!(codes::redeem))
        .routes(routes!(codes::undo))
        .routes(routes!(resend::look_up))
        .routes(routes!(resend::resend))
        .routes(routes!(resend::correct))
        .routes(routes!(code_holders::find))
        .routes(routes!(code_holders::show_address))
        .routes(routes!(code_holders::resend))
        .routes(routes!(code_holders::extend))
        .routes(routes!(code_holders::cancel))
        .routes(routes!(stored_data::find))
        .routes(routes!(stored_data::erase))
        .routes(routes!(stored_data::export))
        .routes(routes!(code_holders::download_claims))
        .routes(routes!(statistics::show))
        .routes(routes!(statistics::download))
        .routes(routes!(visit_statistics::show))
        .routes(routes!(visit_statistics::download))
        .routes(routes!(health::show))
        .routes(routes!(health::confirm_clock))
        .routes(routes!(health::release_mail))
        .routes(routes!(emails::list))
        .routes(routes!(emails::send_test))
        .routes(routes!(emails::retry))
        .routes(routes!(emails::discard))
        .routes(routes!(emails::show_message))
        .routes(routes!(staff::list, staff::invite))
        .routes(routes!(staff::cancel_invitation))
        .routes(routes!(staff::change_role))
        .routes(routes!(staff::disable))
        .routes(routes!(staff::enable))
        .routes(routes!(staff::require_two_step))
        .routes(routes!(sign_in::password_reset::offer))
        .routes(routes!(audit::list))
        .merge(content::routes())
        .merge(appointments::routes())
        .routes(routes!(recalls::list, recalls::add))
        .routes(routes!(recalls::open))
        .routes(routes!(recalls::asked))
        .routes(routes!(recalls::undo_asked))
        .routes(routes!(recalls::email_returned))
        .routes(routes!(recalls::end))
        .routes(routes!(recalls::undo_end))
        .routes(routes!(recalls::statistics))
        .routes(routes!(patients::find))
        .routes(routes!(patients::list_limits))
        .routes(routes!(patients::dismiss_limits))
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
