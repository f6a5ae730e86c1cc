//! One's own account: the password and the second factor. Whoever finds a phone unlocked can change neither without
//! knowing the password, and guessing it here is as slow as at the door.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{Request, StatusCode};
use axum::{Extension, Json};
use serde::{Deserialize, Serialize};

use super::super::client::ClientAddress;
use super::super::problem::Problem;
use super::super::reading::read_json;
use super::session::Signed;
use super::staff::hashed;
use crate::desk::Desk;
use crate::staff::{Password, RECOVERY_CODES, RecoveryCode, StaffName, TotpKey};
use crate::store::{ClientKey, Credentials, Guess};

#[derive(Deserialize)]
struct NewPassword {
    old: String,
    new: String,
}

pub async fn change_password(
    State(desk): State<Arc<Desk>>,
    Signed(session): Signed,
    Extension(client): Extension<ClientAddress>,
    request: Request<Body>,
) -> Result<StatusCode, Problem> {
    let NewPassword { old, new } = read_json(request).await?;
    let password = Password::choose(&new, &session.name)?;
    ask_password(&desk, &session.name, client, old).await?;
    let hash = hashed(&desk, password).await?;
    let hand = desk.hand(session.name.as_str());
    desk.promises.store.change_password(&session.name, &hash, &session.key, hand).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Serialize)]
pub struct Offer {
    secret: String,
    uri: String,
}

pub async fn begin_totp(State(desk): State<Arc<Desk>>, Signed(session): Signed) -> Result<Json<Offer>, Problem> {
    let key = TotpKey::new(desk.promises.random.bytes());
    desk.promises.store.offer_totp(&session.name, &key).await?;
    let issuer = (desk.facts)().clinic_name;
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
    State(desk): State<Arc<Desk>>,
    Signed(session): Signed,
    request: Request<Body>,
) -> Result<Json<Recovery>, Problem> {
    let Proof { code } = read_json(request).await?;
    let promises = &desk.promises;
    let account = own(&desk, &session.name).await?;
    let Some(key) = account.totp_pending else {
        let message = "There is no second factor waiting to be confirmed. Please begin again.";
        return Err(Problem::new(StatusCode::CONFLICT, "not_begun", message));
    };
    let Some(step) = key.check(&code, promises.clock.now(), None) else {
        let message =
            "These digits are not right. Please wait for the next ones, check the phone's clock, and try again.";
        return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "totp_wrong", message));
    };
    let codes: Vec<RecoveryCode> = (0..RECOVERY_CODES).map(|_| RecoveryCode::new(promises.random.bytes())).collect();
    let fingerprint = |code: &RecoveryCode| code.fingerprint(&session.name, &promises.secrets.people);
    let fingerprints: Vec<String> = codes.iter().map(fingerprint).collect();
    let hand = desk.hand(session.name.as_str());
    promises.store.turn_totp_on(&session.name, &key, step, &fingerprints, hand).await?;
    Ok(Json(Recovery { recovery: codes.iter().map(ToString::to_string).collect() }))
}

#[derive(Deserialize)]
struct Confirmation {
    password: String,
}

pub async fn turn_totp_off(
    State(desk): State<Arc<Desk>>,
    Signed(session): Signed,
    Extension(client): Extension<ClientAddress>,
    request: Request<Body>,
) -> Result<StatusCode, Problem> {
    let Confirmation { password } = read_json(request).await?;
    ask_password(&desk, &session.name, client, password).await?;
    desk.promises.store.turn_totp_off(&session.name, desk.hand(session.name.as_str())).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn ask_password(
    desk: &Arc<Desk>,
    name: &StaffName,
    ClientAddress(address): ClientAddress,
    typed: String,
) -> Result<(), Problem> {
    let promises = &desk.promises;
    let client = ClientKey::new(address, &promises.secrets.people);
    let guess = Guess::new(name.as_str(), &client, &promises.secrets.people);
    promises.store.admit_guess(&guess, promises.clock.now()).await?;
    let account = own(desk, name).await?;
    if desk.checks_out(typed, Some(account.password)).await {
        promises.store.forgive_guesses(&guess).await?;
        return Ok(());
    }
    let message = "The old password is not right. Please check it and try again.";
    Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "wrong_password", message))
}

async fn own(desk: &Desk, name: &StaffName) -> Result<Credentials, Problem> {
    desk.promises.store.credentials(name).await?.ok_or_else(|| {
        Problem::new(StatusCode::UNAUTHORIZED, "signed_out", "This account is gone. Please sign in again.")
    })
}
