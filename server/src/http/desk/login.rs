//! Coming and going: sign in, sign out, and who am I.
//!
//! A wrong name and a wrong password are the same answer after the same work, so that nobody can ask who works here.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{Request, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use serde::{Deserialize, Serialize};

use super::cookie;
use super::session::SignedIn;
use crate::http::desk::services::DeskServices;
use crate::http::extract::read_json;
use crate::http::middleware::client_address::ClientAddress;
use crate::http::problem::Problem;
use crate::mail;
use crate::person::ClientKey;
use crate::staff::{RecoveryCode, Role, SessionToken, StaffName};
use crate::store::{Credentials, LoginAttempt, Session};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Me {
    name: String,
    role: Role,
    totp: bool,
    mail_transport: &'static str,
    clinic_name: String,
}

impl Me {
    fn of(desk: &DeskServices, name: &StaffName, role: Role, totp: bool) -> Self {
        let mail_transport = match desk.settings.mail {
            mail::Settings::File(_) => "file",
            mail::Settings::Smtp(_) => "smtp",
            mail::Settings::EmailJs(_) => "emailjs",
        };
        let clinic_name = (desk.published_facts)().clinic_name;
        Self { name: name.to_string(), role, totp, mail_transport, clinic_name }
    }
}

#[derive(Deserialize)]
struct Login {
    name: String,
    password: String,
    totp: Option<String>,
}

pub async fn sign_in(
    State(desk): State<Arc<DeskServices>>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    request: Request<Body>,
) -> Result<Response, Problem> {
    let Login { name, password, totp } = read_json(request).await?;
    let services = &desk.services;
    let client = ClientKey::new(address, &services.secrets.people);
    let attempt = LoginAttempt::new(&name, &client, &services.secrets.people);
    services.store.begin_attempt(&attempt, services.clock.now()).await?;

    let account = match StaffName::parse(&name) {
        Ok(name) => services.store.credentials(&name).await?,
        Err(_) => None,
    };
    let is_right = desk.verify_password(password, account.as_ref().map(|account| account.password.clone())).await;
    let Some(account) = account.filter(|account| is_right && !account.disabled) else { return Err(wrong_login()) };
    second_factor(&desk, &account, totp.as_deref(), &attempt).await?;

    services.store.reset_attempts(&attempt).await?;
    let token = SessionToken::new(services.random.bytes());
    services.store.open_session(&token.key(), &account.name, desk.actor(account.name.as_str())).await?;
    let me = Me::of(&desk, &account.name, account.role, account.totp.is_some());
    Ok(([(header::SET_COOKIE, cookie::give(&token, desk.settings.https))], Json(me)).into_response())
}

async fn second_factor(
    desk: &DeskServices,
    account: &Credentials,
    typed: Option<&str>,
    attempt: &LoginAttempt,
) -> Result<(), Problem> {
    let Some(key) = &account.totp else { return Ok(()) };
    let store = &desk.services.store;
    let Some(typed) = typed.map(str::trim).filter(|typed| !typed.is_empty()) else {
        store.withdraw_attempt(attempt).await?;
        let message = "Please type the six digits that your authenticator app shows now.";
        return Err(Problem::new(StatusCode::UNAUTHORIZED, "totp_needed", message));
    };
    let is_right = if let Some(step) = key.check(typed, desk.services.clock.now(), Some(account.totp_used)) {
        store.use_totp_step(&account.name, step).await?
    } else if let Some(code) = RecoveryCode::parse(typed) {
        let fingerprint = code.fingerprint(&account.name, &desk.services.secrets.people);
        store.use_recovery(&account.name, &fingerprint, desk.actor(account.name.as_str())).await?
    } else {
        false
    };
    if is_right {
        return Ok(());
    }
    let message = "These digits are not right, or were used before. Please wait for the next ones and try again.";
    Err(Problem::new(StatusCode::UNAUTHORIZED, "totp_wrong", message))
}

fn wrong_login() -> Problem {
    let message = "The name or the password is not right. Please check both and try again.";
    Problem::new(StatusCode::UNAUTHORIZED, "wrong_login", message)
}

pub async fn sign_out(State(desk): State<Arc<DeskServices>>, SignedIn(session): SignedIn) -> Result<Response, Problem> {
    desk.services.store.close_session(&session).await?;
    Ok(gone(&desk))
}

pub async fn sign_out_everywhere(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(session): SignedIn,
) -> Result<Response, Problem> {
    desk.services.store.close_every_session(&session.name, desk.actor(session.name.as_str())).await?;
    Ok(gone(&desk))
}

fn gone(desk: &DeskServices) -> Response {
    (StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie::take_back(desk.settings.https))]).into_response()
}

pub async fn me(State(desk): State<Arc<DeskServices>>, SignedIn(session): SignedIn) -> Json<Me> {
    let Session { name, role, totp, .. } = session;
    Json(Me::of(&desk, &name, role, totp))
}
