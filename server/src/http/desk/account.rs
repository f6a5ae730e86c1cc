//! One's own account: the password and the second factor. Whoever finds a phone unlocked can change neither without
//! knowing the password, and guessing it here is as slow as at the door.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{Request, StatusCode};
use axum::{Extension, Json};
use serde::{Deserialize, Serialize};

use super::session::SignedIn;
use super::staff::hashed;
use crate::http::desk::services::DeskServices;
use crate::http::extract::read_json;
use crate::http::middleware::client_address::ClientAddress;
use crate::http::problem::Problem;
use crate::person::ClientKey;
use crate::staff::{Password, RECOVERY_CODES, RecoveryCode, StaffName, TotpKey};
use crate::store::{Credentials, LoginAttempt};

#[derive(Deserialize)]
struct NewPassword {
    old: String,
    new: String,
}

pub async fn change_password(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(session): SignedIn,
    Extension(client): Extension<ClientAddress>,
    request: Request<Body>,
) -> Result<StatusCode, Problem> {
    let NewPassword { old, new } = read_json(request).await?;
    let password = Password::choose(&new, &session.name)?;
    ask_password(&desk, &session.name, client, old).await?;
    let hash = hashed(&desk, password).await?;
    let actor = desk.actor(session.name.as_str());
    desk.services.store.change_password(&session.name, &hash, &session.key, actor).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Serialize)]
pub struct Offer {
    secret: String,
    uri: String,
}

pub async fn begin_totp(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(session): SignedIn,
) -> Result<Json<Offer>, Problem> {
    let key = TotpKey::new(desk.services.random.bytes());
    desk.services.store.offer_totp(&session.name, &key).await?;
    let issuer = (desk.published_facts)().clinic_name;
    Ok(Json(Offer { secret: key.reveal(), uri: key.uri(&issuer, session.name.as_str()) }))
}

#[derive(Deserialize)]
struct Proof {
    code: String,
}

#[derive(Serialize)]
pub struct Recovery {
    recovery: Vec<String>,
}

pub async fn confirm_totp(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(session): SignedIn,
    request: Request<Body>,
) -> Result<Json<Recovery>, Problem> {
    let Proof { code } = read_json(request).await?;
    let services = &desk.services;
    let account = own(&desk, &session.name).await?;
    let Some(key) = account.totp_pending else {
        let message = "There is no second factor waiting to be confirmed. Please begin again.";
        return Err(Problem::new(StatusCode::CONFLICT, "not_begun", message));
    };
    let Some(step) = key.check(&code, services.clock.now(), None) else {
        let message =
            "These digits are not right. Please wait for the next ones, check the phone's clock, and try again.";
        return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "totp_wrong", message));
    };
    let codes: Vec<RecoveryCode> = (0..RECOVERY_CODES).map(|_| RecoveryCode::new(services.random.bytes())).collect();
    let fingerprint = |code: &RecoveryCode| code.fingerprint(&session.name, &services.secrets.people);
    let fingerprints: Vec<String> = codes.iter().map(fingerprint).collect();
    let actor = desk.actor(session.name.as_str());
    services.store.turn_totp_on(&session.name, &key, step, &fingerprints, actor).await?;
    Ok(Json(Recovery { recovery: codes.iter().map(ToString::to_string).collect() }))
}

#[derive(Deserialize)]
struct Confirmation {
    password: String,
}

pub async fn turn_totp_off(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(session): SignedIn,
    Extension(client): Extension<ClientAddress>,
    request: Request<Body>,
) -> Result<StatusCode, Problem> {
    let Confirmation { password } = read_json(request).await?;
    ask_password(&desk, &session.name, client, password).await?;
    desk.services.store.turn_totp_off(&session.name, desk.actor(session.name.as_str())).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn ask_password(
    desk: &Arc<DeskServices>,
    name: &StaffName,
    ClientAddress(address): ClientAddress,
    typed: String,
) -> Result<(), Problem> {
    let services = &desk.services;
    let client = ClientKey::new(address, &services.secrets.people);
    let attempt = LoginAttempt::new(name.as_str(), &client, &services.secrets.people);
    services.store.begin_attempt(&attempt, services.clock.now()).await?;
    let account = own(desk, name).await?;
    if desk.verify_password(typed, Some(account.password)).await {
        services.store.reset_attempts(&attempt).await?;
        return Ok(());
    }
    let message = "The old password is not right. Please check it and try again.";
    Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "wrong_password", message))
}

async fn own(desk: &DeskServices, name: &StaffName) -> Result<Credentials, Problem> {
    desk.services.store.credentials(name).await?.ok_or_else(|| {
        Problem::new(StatusCode::UNAUTHORIZED, "signed_out", "This account is gone. Please sign in again.")
    })
}
