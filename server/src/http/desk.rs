//! The staff desk's interface: every call on one page. None of it exists until there is a staff account.
//!
//! Owns who may call what and the words of the refusals. What may be done with a code or an account is decided by the
//! rules behind it.

mod account;
pub(super) mod app_shell;
mod audit;
mod codes;
pub mod cookie;
pub mod csv;
mod emails;
mod login;
mod people;
pub mod services;
mod session;
mod staff;
mod statistics;

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};

use super::problem::Problem;
use crate::staff::TooManyAttempts;
use crate::store::{DeskError, StoreError};
use services::DeskServices;

pub fn router<S: Clone + Send + Sync + 'static>(desk: &Arc<DeskServices>) -> Router<S> {
    Router::new()
        .route("/api/desk/login", post(login::sign_in))
        .route("/api/desk/logout", post(login::sign_out))
        .route("/api/desk/logout-everywhere", post(login::sign_out_everywhere))
        .route("/api/desk/me", get(login::me))
        .route("/api/desk/me/password", post(account::change_password))
        .route("/api/desk/me/totp/begin", post(account::begin_totp))
        .route("/api/desk/me/totp/confirm", post(account::confirm_totp))
        .route("/api/desk/me/totp/off", post(account::turn_totp_off))
        .route("/api/desk/codes/{code}", get(codes::look))
        .route("/api/desk/codes/{code}/redeem", post(codes::redeem))
        .route("/api/desk/codes/{code}/undo", post(codes::undo))
        .route("/api/desk/people", get(people::find))
        .route("/api/desk/people/{code}", delete(people::erase))
        .route("/api/desk/people/{code}/open", post(people::open))
        .route("/api/desk/people/{code}/resend", post(people::resend))
        .route("/api/desk/people/{code}/extend", post(people::extend))
        .route("/api/desk/people/{code}/void", post(people::void))
        .route("/api/desk/stats", get(statistics::show))
        .route("/api/desk/stats.csv", get(statistics::download))
        .route("/api/desk/claims.csv", get(people::download))
        .route("/api/desk/mail", get(emails::list))
        .route("/api/desk/mail/test", post(emails::test))
        .route("/api/desk/mail/{id}/retry", post(emails::retry))
        .route("/api/desk/mail/{id}/drop", post(emails::give_up))
        .route("/api/desk/mail/{id}/message", get(emails::read))
        .route("/api/desk/staff", get(staff::list).post(staff::add))
        .route("/api/desk/staff/{name}/disable", post(staff::disable))
        .route("/api/desk/staff/{name}/enable", post(staff::enable))
        .route("/api/desk/audit", get(audit::list))
        .route_layer(middleware::from_fn_with_state(Arc::clone(desk), closed_until_staffed))
        .with_state(Arc::clone(desk))
}

/// To a stranger a site without a desk looks the same as one that never had any. What the desk answers is for one
/// person at one moment, so nobody keeps it.
async fn closed_until_staffed(State(desk): State<Arc<DeskServices>>, request: Request, next: Next) -> Response {
    let mut response = match desk.is_open().await {
        Ok(true) => next.run(request).await,
        Ok(false) => {
            let message = "There is no such call. See /api/openapi.json for those there are.";
            Problem::new(StatusCode::NOT_FOUND, "not_found", message).into_response()
        }
        Err(error) => Problem::internal(&error).into_response(),
    };
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// A table to keep, under a name of its own.
fn csv_file(name: &str, csv: String) -> Response {
    let disposition = HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")).expect("our own file names");
    let kind = HeaderValue::from_static("text/csv; charset=utf-8");
    ([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, disposition)], csv).into_response()
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        Self::internal(&error)
    }
}

impl<E: std::error::Error + Into<Problem>> From<DeskError<E>> for Problem {
    fn from(error: DeskError<E>) -> Self {
        match error {
            DeskError::Refused(refused) => refused.into(),
            DeskError::Store(error) => Self::internal(&error),
        }
    }
}

impl From<TooManyAttempts> for Problem {
    fn from(login_delay: TooManyAttempts) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, "login_delay", login_delay.to_string()).after(login_delay.wait)
    }
}
