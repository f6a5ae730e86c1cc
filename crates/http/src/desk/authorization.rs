//! Extractors that check who is calling. A handler with `SignedIn`, `Editor` or `Owner` cannot run without the right
//! session, nor for an account that has to set up two-step verification first, nor for another account than the one that the
//! page was shown to. Dangerous calls take `Confirmed<Owner>`, see `confirm_identity.rs`.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use percent_encoding::percent_decode;
use utoipa::IntoResponses;

use super::services::DeskServices;
use super::sign_in::session_cookie;
use crate::api_error::{ApiError, ErrorCode, ErrorResponse};
use crate::error_response::is_safe_method;
use clinic_rules::staff::Role;
use clinic_store::Session;

/// The account that the desk shows, percent-encoded. The front end sends it with every call.
const ACCOUNT: &str = "x-desk-account";

pub struct SignedIn(pub Session);

/// Also an account that has to set up two-step verification first: only for setting it up and for signing out.
pub struct SignedInForSetUp(pub Session);

pub struct Owner(pub Session);

/// Somebody who may edit the content: an editor or an owner.
pub struct Editor(pub Session);

impl AsRef<Session> for SignedIn {
    fn as_ref(&self) -> &Session {
        &self.0
    }
}

impl AsRef<Session> for Editor {
    fn as_ref(&self) -> &Session {
        &self.0
    }
}

impl AsRef<Session> for Owner {
    fn as_ref(&self) -> &Session {
        &self.0
    }
}

/// The same for a call that the page makes by itself, again and again. It does not count as a use of the session.
pub struct PageOfEditor(pub Session);

/// Marks such a request for `MaybeSignedIn`.
#[derive(Clone)]
struct MadeByPage;

/// For the one call that answers without a session as well.
pub struct MaybeSignedIn(pub Option<Session>);

impl FromRequestParts<Arc<DeskServices>> for MaybeSignedIn {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, desk: &Arc<DeskServices>) -> Result<Self, ApiError> {
        match session_cookie::read(&parts.headers, desk.settings.https) {
            Some(token) => {
                let (store, now) = (&desk.services.store, desk.services.clock.now());
                Ok(Self(match parts.extensions.get::<MadeByPage>() {
                    Some(MadeByPage) => store.session_of_page(&token.key(), now).await?,
                    None => store.session(&token.key(), now).await?,
                }))
            }
            None => Ok(Self(None)),
        }
    }
}

impl FromRequestParts<Arc<DeskServices>> for SignedInForSetUp {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, desk: &Arc<DeskServices>) -> Result<Self, ApiError> {
        let MaybeSignedIn(session) = MaybeSignedIn::from_request_parts(parts, desk).await?;
        let session = session.ok_or_else(|| {
            let message = "You are signed out. Please sign in again.";
            ApiError::new(StatusCode::UNAUTHORIZED, ErrorCode::SignedOut, message)
        })?;
        require_same_account(parts, &session)?;
        Ok(Self(session))
    }
}

/// All tabs of a browser share one session. When another account has signed in in another tab, a tab that does not know of it
/// yet must do nothing in that account's name.
fn require_same_account(parts: &Parts, session: &Session) -> Result<(), ApiError> {
    let refuse = |code, message| Err(ApiError::new(StatusCode::FORBIDDEN, code, message));
    match parts.headers.get(ACCOUNT) {
        Some(name) if percent_decode(name.as_bytes()).eq(session.name.as_str().bytes()) => Ok(()),
        Some(_) => {
            let message = "Another account is signed in in this browser. Nothing was done. Please sign in again.";
            refuse(ErrorCode::OtherAccount, message)
        }
        None if is_safe_method(&parts.method) || !is_sent_by_page(&parts.headers) => Ok(()),
        // A page of an earlier release. It shows the message and keeps the text of a draft on its device, where the page of
        // this release finds it.
        None => {
            let message = "The desk was updated, so nothing was done. Please load this page again.";
            refuse(ErrorCode::AccountNeeded, message)
        }
    }
}

/// Browsers say where a state-changing call comes from. Other callers have no tabs.
fn is_sent_by_page(headers: &HeaderMap) -> bool {
    headers.contains_key(header::ORIGIN) || headers.contains_key("sec-fetch-site")
}

impl FromRequestParts<Arc<DeskServices>> for SignedIn {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, desk: &Arc<DeskServices>) -> Result<Self, ApiError> {
        let SignedInForSetUp(session) = SignedInForSetUp::from_request_parts(parts, desk).await?;
        if session.must_set_up_two_step(desk.services.clock.now()) {
            let message = "Your account needs two-step verification. Please set it up first.";
            return Err(ApiError::new(StatusCode::FORBIDDEN, ErrorCode::TwoStepRequired, message));
        }
        Ok(Self(session))
    }
}

impl FromRequestParts<Arc<DeskServices>> for Owner {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, desk: &Arc<DeskServices>) -> Result<Self, ApiError> {
        let SignedIn(session) = SignedIn::from_request_parts(parts, desk).await?;
        match session.role {
            Role::Owner => Ok(Self(session)),
            Role::Desk | Role::Editor => {
                let message = "Only an owner can do this. Please ask an owner.";
                Err(ApiError::new(StatusCode::FORBIDDEN, ErrorCode::NotAllowed, message))
            }
        }
    }
}

impl FromRequestParts<Arc<DeskServices>> for Editor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, desk: &Arc<DeskServices>) -> Result<Self, ApiError> {
        let SignedIn(session) = SignedIn::from_request_parts(parts, desk).await?;
        if session.role.edits_content() {
            return Ok(Self(session));
        }
        let message = "Only an editor or an owner can do this. Please ask an owner.";
        Err(ApiError::new(StatusCode::FORBIDDEN, ErrorCode::NotAllowed, message))
    }
}

impl FromRequestParts<Arc<DeskServices>> for PageOfEditor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, desk: &Arc<DeskServices>) -> Result<Self, ApiError> {
        parts.extensions.insert(MadeByPage);
        let Editor(session) = Editor::from_request_parts(parts, desk).await?;
        Ok(Self(session))
    }
}

/// For the API description: errors that every call of the desk can answer.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "only describes responses")]
pub enum DeskErrors {
    /// The request does not name exactly one host, or cannot be read.
    #[response(status = 400)]
    BadRequest(ErrorResponse),
    /// Not signed in.
    #[response(status = 401)]
    SignedOut(ErrorResponse),
    /// Only owners (for the content, editors too) may do this, or the call was made by another site's page. With the code `two_step_required`, the
    /// account has to set up two-step verification first; with `confirmation_needed`, the session must be confirmed; with
    /// `other_account`, the header `X-Desk-Account` names another account than the one that is signed in; with
    /// `account_needed`, a page made the call without it.
    #[response(status = 403)]
    NotAllowed(ErrorResponse),
    /// There is no staff account yet, or nothing with this name.
    #[response(status = 404)]
    NotFound(ErrorResponse),
    /// The server or its database has a problem.
    #[response(status = 503, headers(("Retry-After" = u64, description = "Seconds to wait")))]
    InternalError(ErrorResponse),
}
