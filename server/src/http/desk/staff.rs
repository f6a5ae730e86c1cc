//! The owner's list of colleagues: add, disable, enable.

use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::{Request, StatusCode};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::session::Owner;
use crate::http::desk::services::DeskServices;
use crate::http::extract::{PathParam, read_json};
use crate::http::problem::Problem;
use crate::staff::{NameError, Password, PasswordError, PasswordHash, Role, StaffName, UnknownRole};
use crate::store::{StaffError, StaffMember};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Colleague {
    name: String,
    role: Role,
    disabled: bool,
    totp: bool,
    last_seen: Option<Timestamp>,
}

impl From<StaffMember> for Colleague {
    fn from(StaffMember { name, role, disabled, totp, last_seen }: StaffMember) -> Self {
        Self { name, role, disabled, totp, last_seen }
    }
}

#[derive(Serialize)]
pub struct Staff {
    staff: Vec<Colleague>,
}

pub async fn list(State(desk): State<Arc<DeskServices>>, Owner(_): Owner) -> Result<Json<Staff>, Problem> {
    let staff = desk.services.store.staff().await?;
    Ok(Json(Staff { staff: staff.into_iter().map(Colleague::from).collect() }))
}

#[derive(Deserialize)]
struct NewColleague {
    name: String,
    role: String,
    password: String,
}

pub async fn add(
    State(desk): State<Arc<DeskServices>>,
    Owner(session): Owner,
    request: Request<Body>,
) -> Result<(StatusCode, Json<Colleague>), Problem> {
    let NewColleague { name, role, password } = read_json(request).await?;
    let name = StaffName::parse(&name)?;
    let role: Role = role.parse()?;
    let hash = hashed(&desk, Password::choose(&password, &name)?).await?;
    desk.services.store.add_staff(&name, role, &hash, desk.actor(session.name.as_str())).await?;
    let added = Colleague { name: name.to_string(), role, disabled: false, totp: false, last_seen: None };
    Ok((StatusCode::CREATED, Json(added)))
}

pub async fn disable(
    State(desk): State<Arc<DeskServices>>,
    Owner(session): Owner,
    PathParam(name): PathParam,
) -> Result<StatusCode, Problem> {
    desk.services.store.disable_staff(&known(&name)?, desk.actor(session.name.as_str())).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub async fn enable(
    State(desk): State<Arc<DeskServices>>,
    Owner(session): Owner,
    PathParam(name): PathParam,
) -> Result<StatusCode, Problem> {
    desk.services.store.enable_staff(&known(&name)?, desk.actor(session.name.as_str())).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// What cannot be a name is nobody's.
fn known(name: &str) -> Result<StaffName, StaffError> {
    StaffName::parse(name).map_err(|_| StaffError::Unknown)
}

pub async fn hashed(desk: &Arc<DeskServices>, password: Password) -> Result<PasswordHash, Problem> {
    desk.hash(password).await.ok_or_else(|| {
        let message = "The server is about to stop. Please try again in a minute.";
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "stopping", message)
    })
}

impl From<NameError> for Problem {
    fn from(error: NameError) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_name", error.to_string())
    }
}

impl From<UnknownRole> for Problem {
    fn from(error: UnknownRole) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_role", error.to_string())
    }
}

impl From<PasswordError> for Problem {
    fn from(error: PasswordError) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "weak_password", error.to_string())
    }
}

impl From<StaffError> for Problem {
    fn from(error: StaffError) -> Self {
        let (status, code) = match error {
            StaffError::NameTaken => (StatusCode::CONFLICT, "name_taken"),
            StaffError::Unknown => (StatusCode::NOT_FOUND, "unknown_name"),
            StaffError::LastOwner => (StatusCode::CONFLICT, "last_owner"),
        };
        Self::new(status, code, error.to_string())
    }
}
