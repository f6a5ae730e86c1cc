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

use super::super::client::ClientAddress;
use super::super::problem::Problem;
use super::super::reading::read_json;
use super::cookie;
use super::session::Signed;
use crate::desk::Desk;
use crate::mail;
use crate::staff::{RecoveryCode, Role, SessionToken, StaffName};
use crate::store::{ClientKey, Credentials, Guess, Session};

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
    fn of(desk: &Desk, name: &StaffName, role: Role, totp: bool) -> Self {
        let mail_transport = match desk.settings.mail {
            mail::Settings::File(_) => "file",
            mail::Settings::Smtp(_) => "smtp",
            mail::Settings::EmailJs(_) => "emailjs",
        };
        let clinic_name = (desk.facts)().clinic_name;
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
    State(desk): State<Arc<Desk>>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    request: Request<Body>,
) -> Result<Response, Problem> {
    let Login { name, password, totp } = read_json(request).await?;
    let promises = &desk.promises;
    let client = ClientKey::new(address, &promises.secrets.people);
    let guess = Guess::new(&name, &client, &promises.secrets.people);
    promises.store.admit_guess(&guess, promises.clock.now()).await?;

    let account = match StaffName::parse(&name) {
        Ok(name) => promises.store.credentials(&name).await?,
        Err(_) => None,
    };
    let is_right = desk.checks_out(password, account.as_ref().map(|account| account.password.clone())).await;
    let Some(account) = account.filter(|account| is_right && !account.disabled) else { return Err(wrong_login()) };
    second_factor(&desk, &account, totp.as_deref(), &guess).await?;

    promises.store.forgive_guesses(&guess).await?;
    let token = SessionToken::new(promises.random.bytes());
    promises.store.open_session(&token.key(), &account.name, desk.hand(account.name.as_str())).await?;
    let me = Me::of(&desk, &account.name, account.role, account.totp.is_some());
    Ok(([(header::SET_COOKIE, cookie::give(&token, desk.settings.https))], Json(me)).into_response())
}

async fn second_factor(desk: &Desk, account: &Credentials, typed: Option<&str>, guess: &Guess) -> Result<(), Problem> {
    let Some(key) = &account.totp else { return Ok(()) };
    let store = &desk.promises.store;
    let Some(typed) = typed.map(str::trim).filter(|typed| !typed.is_empty()) else {
        store.take_guess_back(guess).await?;
        let message = "Please type the six digits that your authenticator app shows now.";
        return Err(Problem::new(StatusCode::UNAUTHORIZED, "totp_needed", message));
    };
    let is_right = if let Some(step) = key.check(typed, desk.promises.clock.now(), Some(account.totp_used)) {
        store.use_totp_step(&account.name, step).await?
    } else if let Some(code) = RecoveryCode::parse(typed) {
        let fingerprint = code.fingerprint(&account.name, &desk.promises.secrets.people);
        store.use_recovery(&account.name, &fingerprint, desk.hand(account.name.as_str())).await?
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

pub async fn sign_out(State(desk): State<Arc<Desk>>, Signed(session): Signed) -> Result<Response, Problem> {
    desk.promises.store.close_session(&session).await?;
    Ok(gone(&desk))
}

pub async fn sign_out_everywhere(State(desk): State<Arc<Desk>>, Signed(session): Signed) -> Result<Response, Problem> {
    desk.promises.store.close_every_session(&session.name, desk.hand(session.name.as_str())).await?;
    Ok(gone(&desk))
}

fn gone(desk: &Desk) -> Response {
    (StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie::take_back(desk.settings.https))]).into_response()
}

pub async fn me(State(desk): State<Arc<Desk>>, Signed(session): Signed) -> Json<Me> {
    let Session { name, role, totp, .. } = session;
    Json(Me::of(&desk, &name, role, totp))
}
