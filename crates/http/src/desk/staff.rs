//! Staff accounts, for owners: list, invite, send or cancel an invitation, change the role, disable, enable.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::authorization::Owner;
use super::emails::EmailState;
use super::services::DeskServices;
use super::sign_in::confirm_identity::Confirmed;
use super::sign_in::one_time_link::OneTimeLink;
use crate::api_error::{ApiError, BodyErrors, ErrorCode, ErrorResponse, RateLimitError};
use crate::extract::{JsonBody, PathParam};
use crate::outbox::DeliveryStatus;
use clinic_rules::person::EmailAddress;
use clinic_rules::staff::{NameError, Password, PasswordError, PasswordHash, ResetToken, Role, StaffName, UnknownRole};
use clinic_store::{Invitation, Lookup, NewInvitationEmail, StaffError, StaffMember};

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaffAccount {
    name: String,
    role: Role,
    disabled: bool,
    /// Whether two-step verification is on.
    totp: bool,
    #[schema(required)]
    last_seen: Option<Timestamp>,
    /// When the account was invited and has no password yet.
    #[schema(required)]
    invitation: Option<StaffInvitation>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaffInvitation {
    /// Null when the link has expired.
    #[schema(required)]
    valid_until: Option<Timestamp>,
    /// The last email with this link. Null when it was not sent by email.
    #[schema(required)]
    email: Option<InvitationEmail>,
}

#[derive(Serialize, ToSchema)]
pub struct InvitationEmail {
    /// Masked.
    to: String,
    state: EmailState,
}

impl StaffAccount {
    fn new(StaffMember { name, role, disabled, totp, last_seen, invitation, .. }: StaffMember, now: Timestamp) -> Self {
        let invitation = invitation.map(|Invitation { link_expires_at, email }| StaffInvitation {
            // The purge deletes an expired link only later.
            valid_until: link_expires_at.filter(|expires_at| *expires_at > now),
            email: email.map(|email| InvitationEmail { to: email.to.masked(), state: email.state.into() }),
        });
        Self { name, role, disabled, totp, last_seen, invitation }
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaffAccounts {
    staff: Vec<StaffAccount>,
    /// The roles whose accounts need two-step verification.
    two_step_roles: Vec<Role>,
}

/// List staff accounts (owners only)
#[utoipa::path(
    get,
    path = "/api/desk/staff",
    responses((status = 200, body = StaffAccounts, description = "All accounts"))
)]
pub async fn list(State(desk): State<Arc<DeskServices>>, Owner(_): Owner) -> Result<Json<StaffAccounts>, ApiError> {
    let (store, now) = (&desk.services.store, desk.services.clock.now());
    let staff = store.staff().await?.into_iter().map(|member| StaffAccount::new(member, now)).collect();
    let roles = store.two_step_roles().await?.into_iter();
    let two_step_roles = roles.filter(|(_, required)| *required).map(|(role, _)| role).collect();
    Ok(Json(StaffAccounts { staff, two_step_roles }))
}

#[derive(Deserialize, ToSchema)]
pub struct TwoStepRoleRequest {
    // Text for the same reason as in `InviteStaffRequest`.
    #[schema(value_type = Role)]
    role: String,
    required: bool,
}

/// Decide whether a role needs two-step verification (owners only)
///
/// Accounts without it have seven days to set it up. After that they can do nothing else until they have; nobody is locked out.
#[utoipa::path(
    post,
    path = "/api/desk/staff-settings/two-step",
    request_body = TwoStepRoleRequest,
    responses(
        (status = 204, description = "Stored"),
        BodyErrors,
        (status = 422, body = ErrorResponse, description = "An invalid role, or owners, who always need it"),
    )
)]
pub async fn require_two_step(
    State(desk): State<Arc<DeskServices>>,
    Confirmed(Owner(session)): Confirmed<Owner>,
    JsonBody(TwoStepRoleRequest { role, required }): JsonBody<TwoStepRoleRequest>,
) -> Result<StatusCode, ApiError> {
    let role: Role = role.parse()?;
    if role == Role::Owner && !required {
        let message = "Owners always need two-step verification.";
        return Err(ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::InvalidRole, message));
    }
    desk.services.store.require_two_step(role, required, desk.actor(session.name.as_str())).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize, ToSchema)]
pub struct InviteStaffRequest {
    #[schema(min_length = 2, max_length = 40)]
    name: String,
    // Text instead of `Role`, so that an unknown role is answered with a sentence and not with "malformed".
    #[schema(value_type = Role)]
    role: String,
}

/// Invite a colleague (owners only)
///
/// The colleague chooses a password with the link, which works once and for 72 hours, and cannot sign in before. The name
/// of a disabled account can be used again; its old sessions, password, two-step verification and recovery codes are
/// removed.
#[utoipa::path(
    post,
    path = "/api/desk/staff",
    request_body = InviteStaffRequest,
    responses(
        (status = 201, body = OneTimeLink, description = "The link, which is shown only now"),
        BodyErrors,
        (status = 409, body = ErrorResponse, description = "The name is taken"),
        (status = 422, body = ErrorResponse, description = "An invalid name or role"),
    )
)]
pub async fn invite(
    State(desk): State<Arc<DeskServices>>,
    Confirmed(Owner(session)): Confirmed<Owner>,
    JsonBody(InviteStaffRequest { name, role }): JsonBody<InviteStaffRequest>,
) -> Result<(StatusCode, Json<OneTimeLink>), ApiError> {
    let name = StaffName::parse(&name)?;
    let role: Role = role.parse()?;
    let token = desk.new_link();
    let actor = desk.actor(session.name.as_str());
    let expires_at = desk.services.store.invite_staff(&name, role, &token, actor).await?;
    Ok((StatusCode::CREATED, Json(OneTimeLink::new(&token, expires_at))))
}

#[derive(Deserialize, ToSchema)]
pub struct SendInvitationRequest {
    /// The part of the link after `#`.
    token: String,
    #[schema(format = "email")]
    address: String,
}

/// Send an invitation by email (owners only)
///
/// Sends the link that was shown to the owner. A repeated call for the same address sends nothing. A link goes to one address only,
/// unless the mail server has rejected that one. An account sends 20 invitations in an hour.
#[utoipa::path(
    post,
    path = "/api/desk/staff/{name}/send-invitation",
    params(("name" = String, Path, description = "The name of the account, in any case")),
    request_body = SendInvitationRequest,
    responses(
        (status = 200, body = InvitationEmail, description = "It was sent or queued"),
        BodyErrors,
        RateLimitError,
        (status = 409, body = ErrorResponse, description = "The link was sent to another address, or the colleague has chosen a password"),
        (status = 410, body = ErrorResponse, description = "The link has expired, was used or replaced"),
        (status = 422, body = ErrorResponse, description = "Not an email address, or the mail server rejects it"),
    )
)]
pub async fn send_invitation(
    State(desk): State<Arc<DeskServices>>,
    Confirmed(Owner(session)): Confirmed<Owner>,
    PathParam(name): PathParam,
    JsonBody(SendInvitationRequest { token, address }): JsonBody<SendInvitationRequest>,
) -> Result<Json<InvitationEmail>, ApiError> {
    let services = &desk.services;
    let name = parse_name(&name)?;
    let to = EmailAddress::parse(&address)?;
    // The link may have been made by an earlier release, which did not sign it.
    let signed = ResetToken::parse(&token).and_then(|token| Some((token.seed(&services.secrets.signing)?, token)));
    let (seed, token) = signed.ok_or(StaffError::LinkEnded)?;
    desk.limit_lookups(Lookup::Invitation, &session.name).await?;
    let mail_host = &services.settings.mail_host;
    let email = NewInvitationEmail { name: &name, token: &token, seed, to: &to, mail_host };
    let (earlier, lease) = services.store.send_invitation(email, desk.actor(session.name.as_str())).await?;
    let state = match lease {
        None => earlier.into(),
        Some(lease) => match services.outbox.deliver_now(lease, services.settings.delivery_wait).await {
            DeliveryStatus::Sent => EmailState::Sent,
            DeliveryStatus::Queued => EmailState::Queued,
            DeliveryStatus::Expired => return Err(StaffError::LinkEnded.into()),
            DeliveryStatus::Rejected => return Err(rejected_address()),
        },
    };
    Ok(Json(InvitationEmail { to: to.masked(), state }))
}

fn rejected_address() -> ApiError {
    let message = "The mail server does not accept this address. Please check it and try again.";
    ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::InvalidAddress, message)
}

/// Cancel an invitation (owners only)
///
/// The link stops working and the account is deleted. An account whose user has chosen a password can only be disabled.
#[utoipa::path(
    post,
    path = "/api/desk/staff/{name}/cancel-invitation",
    params(("name" = String, Path, description = "The name of the account, in any case")),
    responses(
        (status = 204, description = "The invitation is cancelled"),
        (status = 409, body = ErrorResponse, description = "The colleague has already chosen a password"),
    )
)]
pub async fn cancel_invitation(
    State(desk): State<Arc<DeskServices>>,
    Confirmed(Owner(session)): Confirmed<Owner>,
    PathParam(name): PathParam,
) -> Result<StatusCode, ApiError> {
    desk.services.store.cancel_invitation(&parse_name(&name)?, desk.actor(session.name.as_str())).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize, ToSchema)]
pub struct ChangeRoleRequest {
    // Text instead of `Role`, as in `InviteStaffRequest`.
    #[schema(value_type = Role)]
    role: String,
}

/// Change the role of a staff account (owners only)
#[utoipa::path(
    post,
    path = "/api/desk/staff/{name}/role",
    params(("name" = String, Path, description = "The name of the account, in any case")),
    request_body = ChangeRoleRequest,
    responses(
        (status = 204, description = "The account has the role"),
        BodyErrors,
        (status = 409, body = ErrorResponse, description = "It is the last owner"),
        (status = 422, body = ErrorResponse, description = "An unknown role"),
    )
)]
pub async fn change_role(
    State(desk): State<Arc<DeskServices>>,
    Confirmed(Owner(session)): Confirmed<Owner>,
    PathParam(name): PathParam,
    JsonBody(ChangeRoleRequest { role }): JsonBody<ChangeRoleRequest>,
) -> Result<StatusCode, ApiError> {
    let role: Role = role.parse()?;
    desk.services.store.change_role(&parse_name(&name)?, role, desk.actor(session.name.as_str())).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Disable a staff account and end its sessions (owners only)
#[utoipa::path(
    post,
    path = "/api/desk/staff/{name}/disable",
    params(("name" = String, Path, description = "The name of the account, in any case")),
    responses(
        (status = 204, description = "The account is disabled"),
        (status = 409, body = ErrorResponse, description = "It is the last owner"),
    )
)]
pub async fn disable(
    State(desk): State<Arc<DeskServices>>,
    Confirmed(Owner(session)): Confirmed<Owner>,
    PathParam(name): PathParam,
) -> Result<StatusCode, ApiError> {
    desk.services.store.disable_staff(&parse_name(&name)?, desk.actor(session.name.as_str())).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Enable a staff account again (owners only)
#[utoipa::path(
    post,
    path = "/api/desk/staff/{name}/enable",
    params(("name" = String, Path, description = "The name of the account, in any case")),
    responses((status = 204, description = "The account is enabled"))
)]
pub async fn enable(
    State(desk): State<Arc<DeskServices>>,
    Confirmed(Owner(session)): Confirmed<Owner>,
    PathParam(name): PathParam,
) -> Result<StatusCode, ApiError> {
    desk.services.store.enable_staff(&parse_name(&name)?, desk.actor(session.name.as_str())).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A text that is not a valid name cannot be the name of an account.
pub fn parse_name(name: &str) -> Result<StaffName, StaffError> {
    StaffName::parse(name).map_err(|_| StaffError::Unknown)
}

pub async fn hash_password(desk: &DeskServices, password: Password) -> Result<PasswordHash, ApiError> {
    desk.hash(password).await.ok_or_else(|| {
        let message = "The server is restarting. Please try again in a minute.";
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, ErrorCode::ShuttingDown, message)
    })
}

impl From<NameError> for ApiError {
    fn from(error: NameError) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::InvalidName, error.to_string())
    }
}

impl From<UnknownRole> for ApiError {
    fn from(error: UnknownRole) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::InvalidRole, error.to_string())
    }
}

impl From<PasswordError> for ApiError {
    fn from(error: PasswordError) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::WeakPassword, error.to_string())
    }
}

impl From<StaffError> for ApiError {
    fn from(error: StaffError) -> Self {
        let (status, code) = match error {
            StaffError::NameTaken => (StatusCode::CONFLICT, ErrorCode::NameTaken),
            StaffError::Unknown => (StatusCode::NOT_FOUND, ErrorCode::UnknownAccount),
            StaffError::Disabled => (StatusCode::CONFLICT, ErrorCode::DisabledAccount),
            StaffError::LastOwner => (StatusCode::CONFLICT, ErrorCode::LastOwner),
            StaffError::NotInvited => (StatusCode::CONFLICT, ErrorCode::NotInvited),
            StaffError::LinkEnded => (StatusCode::GONE, ErrorCode::InvalidLink),
            StaffError::SentElsewhere => (StatusCode::CONFLICT, ErrorCode::AlreadySent),
        };
        Self::new(status, code, error.to_string())
    }
}
