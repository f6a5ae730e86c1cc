//! Staff accounts: names, roles and passwords.

use jiff::Timestamp;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

use super::invitation_emails::{InvitationEmail, last_emails};
use super::revoke::{RenewedSession, close_sessions, delete_recovery_codes, delete_resets, keep_only};
use super::two_step_roles::deadline_of;
use crate::{Actor, DeskError, Store, StoreError, to_time};
use clinic_rules::staff::{PasswordHash, Role, StaffName, TotpKey, TotpStep, TwoStepDeadline};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StaffMember {
    pub name: String,
    pub role: Role,
    pub disabled: bool,
    pub totp: bool,
    pub last_seen: Option<Timestamp>,
    /// When the account was invited and has no password yet.
    pub invitation: Option<Invitation>,
    /// Where the role needs two-step verification, from the first sign-in since it does.
    pub two_step_deadline: Option<TwoStepDeadline>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invitation {
    /// `None` when the link has expired and was deleted.
    pub link_expires_at: Option<Timestamp>,
    /// `None` when the link was not sent by email.
    pub email: Option<InvitationEmail>,
}

/// What a sign-in is verified with.
#[derive(Debug, Clone)]
pub struct Credentials {
    pub name: StaffName,
    pub role: Role,
    pub disabled: bool,
    /// `None` until an invited colleague has chosen one.
    pub password: Option<PasswordHash>,
    pub totp: Option<TotpKey>,
    /// As it is stored, to find out whether it was replaced since.
    pub(super) sealed_totp: Option<String>,
    pub totp_pending: Option<TotpKey>,
    pub totp_pending_until: Option<Timestamp>,
    pub totp_used: TotpStep,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum StaffError {
    #[error("An account with this name already exists. Please choose another name.")]
    NameTaken,
    #[error("There is no account with this name. Please check the spelling.")]
    Unknown,
    #[error("This is the last owner who can sign in. Please add another owner first.")]
    LastOwner,
    #[error("This account is disabled. Please re-enable it first.")]
    Disabled,
    #[error("This colleague has already chosen a password. Please disable the account instead.")]
    NotInvited,
    #[error("This link was used or replaced, or it has expired. Please make a new one.")]
    LinkEnded,
    #[error(
        "This link was already sent to another address. Please make a new one for this address: the earlier link then stops \
         working."
    )]
    SentElsewhere,
}

pub type AccountError = DeskError<StaffError>;

/// Instead of a hash, until an invited colleague has chosen a password.
pub const NO_PASSWORD: &str = "";

impl Store {
    pub async fn has_staff(&self) -> Result<bool, StoreError> {
        self.read(async |mut connection| {
            let n: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM staff").fetch_one(&mut *connection).await?;
            Ok(n > 0)
        })
        .await
    }

    /// Adds an account. The name of a disabled account can be used again: it gets the new role and password, and
    /// nothing of its old sign-in works any more.
    ///
    /// # Errors
    /// When the name is taken by an account that is not disabled.
    pub async fn add_staff(
        &self,
        name: &StaffName,
        role: Role,
        password: &PasswordHash,
        actor: Actor<'_>,
    ) -> Result<(), AccountError> {
        self.transaction(async |mut tx| {
            insert_account(&mut tx, name, role, password.as_str(), actor.now).await?;
            actor.record(&mut tx, &format!("add {role}"), name.as_str()).await?;
            Ok(())
        })
        .await
    }

    /// All accounts, ordered by name.
    pub async fn staff(&self) -> Result<Vec<StaffMember>, StoreError> {
        self.read(async |mut connection| {
            let mut emails = last_emails(&mut connection).await?;
            sqlx::query(
                "SELECT staff.name, staff.role, staff.disabled_at, staff.password, staff.totp_key, staff.last_seen,
                        staff.two_step_deadline, password_resets.expires_at, password_resets.token_hash
                 FROM staff LEFT JOIN password_resets ON password_resets.staff = staff.name_key
                 ORDER BY staff.name_key",
            )
            .fetch_all(&mut *connection)
            .await?
            .iter()
            .map(|row| {
                let time = |column: &str| -> Result<Option<Timestamp>, StoreError> {
                    row.try_get::<Option<i64>, _>(column)?.map(to_time).transpose()
                };
                let link_expires_at = time("expires_at")?;
                let is_invited = row.try_get::<&str, _>("password")? == NO_PASSWORD;
                let email = row.try_get::<Option<&str>, _>("token_hash")?.and_then(|link| emails.remove(link));
                Ok(StaffMember {
                    name: row.try_get("name")?,
                    role: to_role(row.try_get("role")?)?,
                    disabled: row.try_get::<Option<i64>, _>("disabled_at")?.is_some(),
                    totp: row.try_get::<Option<String>, _>("totp_key")?.is_some(),
                    last_seen: time("last_seen")?,
                    invitation: is_invited.then_some(Invitation { link_expires_at, email }),
                    two_step_deadline: to_deadline(row)?,
                })
            })
            .collect()
        })
        .await
    }

    pub async fn credentials(&self, name: &StaffName) -> Result<Option<Credentials>, StoreError> {
        self.read(async |mut connection| {
            let row = sqlx::query(
                "SELECT name, role, disabled_at, password, totp_key, totp_pending, totp_pending_until,
                        totp_step FROM staff
                 WHERE name_key = $1",
            )
            .bind(name.key())
            .fetch_optional(&mut *connection)
            .await?;
            let Some(row) = row else { return Ok(None) };
            let key = |column| -> Result<Option<TotpKey>, StoreError> {
                let text = row.try_get::<Option<String>, _>(column)?;
                text.map(|text| self.unseal_totp(&name.key(), &text)).transpose()
            };
            Ok(Some(Credentials {
                name: to_name(row.try_get("name")?)?,
                role: to_role(row.try_get("role")?)?,
                disabled: row.try_get::<Option<i64>, _>("disabled_at")?.is_some(),
                password: Some(row.try_get::<String, _>("password")?)
                    .filter(|hash| hash != NO_PASSWORD)
                    .map(PasswordHash::stored),
                totp: key("totp_key")?,
                sealed_totp: row.try_get("totp_key")?,
                totp_pending: key("totp_pending")?,
                totp_pending_until: row.try_get::<Option<i64>, _>("totp_pending_until")?.map(to_time).transpose()?,
                totp_used: TotpStep(row.try_get("totp_step")?),
            }))
        })
        .await
    }

    /// Disables an account and ends its sessions.
    ///
    /// # Errors
    /// When the account does not exist or is the last owner.
    pub async fn disable_staff(&self, name: &StaffName, actor: Actor<'_>) -> Result<(), AccountError> {
        self.transaction(async |mut tx| {
            keep_an_owner_besides(&mut tx, name).await?;
            let disabled = sqlx::query("UPDATE staff SET disabled_at = COALESCE(disabled_at, $2) WHERE name_key = $1")
                .bind(name.key())
                .bind(actor.now.as_millisecond())
                .execute(&mut *tx)
                .await?
                .rows_affected();
            require_account(disabled)?;
            close_sessions(&mut tx, name).await?;
            delete_resets(&mut tx, name).await?;
            actor.record(&mut tx, "disable", name.as_str()).await?;
            Ok(())
        })
        .await
    }

    /// # Errors
    /// When the account does not exist.
    pub async fn enable_staff(&self, name: &StaffName, actor: Actor<'_>) -> Result<(), AccountError> {
        self.transaction(async |mut tx| {
            let enabled = sqlx::query("UPDATE staff SET disabled_at = NULL WHERE name_key = $1")
                .bind(name.key())
                .execute(&mut *tx)
                .await?
                .rows_affected();
            require_account(enabled)?;
            actor.record(&mut tx, "enable", name.as_str()).await?;
            Ok(())
        })
        .await
    }

    /// Changes the role of an account. Its sessions continue: every request reads the current role. Where the new role needs
    /// two-step verification, there are some days to set it up.
    ///
    /// # Errors
    /// When the account does not exist, or is the last owner and would no longer be one.
    pub async fn change_role(&self, name: &StaffName, role: Role, actor: Actor<'_>) -> Result<(), AccountError> {
        self.transaction(async |mut tx| {
            if role != Role::Owner {
                keep_an_owner_besides(&mut tx, name).await?;
            }
            let deadline = deadline_of(&mut tx, role, actor.now).await?;
            let changed = sqlx::query(
                "UPDATE staff
                 SET role = $2,
                     two_step_deadline = CASE WHEN role = $2 THEN two_step_deadline ELSE CAST($3 AS BIGINT) END
                 WHERE name_key = $1",
            )
            .bind(name.key())
            .bind(role.into_str())
            .bind(deadline)
            .execute(&mut *tx)
            .await?
            .rows_affected();
            require_account(changed)?;
            actor.record(&mut tx, &format!("make {role}"), name.as_str()).await?;
            Ok(())
        })
        .await
    }

    /// Changes a password and ends all other sessions, in case somebody else knew the old one. `false` when the account has changed
    /// since it was read: a password that was reset meanwhile stays.
    pub async fn change_password(
        &self,
        account: &Credentials,
        password: &PasswordHash,
        session: RenewedSession<'_>,
        actor: Actor<'_>,
    ) -> Result<bool, StoreError> {
        let name = &account.name;
        self.transaction(async |mut tx| {
            if !lock_unchanged(&mut tx, account, actor.now).await? {
                return Ok(false);
            }
            sqlx::query("UPDATE staff SET password = $2 WHERE name_key = $1")
                .bind(name.key())
                .bind(password.as_str())
                .execute(&mut *tx)
                .await?;
            keep_only(&mut tx, name, session).await?;
            delete_resets(&mut tx, name).await?;
            actor.record(&mut tx, "change password", name.as_str()).await?;
            Ok(true)
        })
        .await
    }
}

/// Locks an account, so that no change can come between. `false` when it was disabled or its password or two-step verification was
/// changed since it was read: that change has ended all sessions.
pub async fn lock_unchanged(
    connection: &mut AnyConnection,
    account: &Credentials,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let unchanged = sqlx::query(
        "UPDATE staff SET last_seen = $2 WHERE name_key = $1 AND disabled_at IS NULL AND password = $3
           AND COALESCE(totp_key, '') = $4",
    )
    .bind(account.name.key())
    .bind(now.as_millisecond())
    .bind(account.password.as_ref().map_or(NO_PASSWORD, PasswordHash::as_str))
    .bind(account.sealed_totp.as_deref().unwrap_or_default())
    .execute(connection)
    .await?
    .rows_affected();
    Ok(unchanged == 1)
}

/// Adds an account. The name of a disabled account can be used again, and nothing of its old sign-in works any more.
pub async fn insert_account(
    connection: &mut AnyConnection,
    name: &StaffName,
    role: Role,
    password: &str,
    now: Timestamp,
) -> Result<(), AccountError> {
    // That of an invited colleague begins with the first sign-in.
    let deadline = if password == NO_PASSWORD { None } else { deadline_of(connection, role, now).await? };
    let added = sqlx::query(
        "INSERT INTO staff (name_key, name, role, password, added_at, two_step_deadline)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (name_key) DO UPDATE
         SET name = excluded.name, role = excluded.role, password = excluded.password,
             added_at = excluded.added_at, two_step_deadline = excluded.two_step_deadline, disabled_at = NULL,
             last_seen = NULL, totp_key = NULL, totp_pending = NULL
         WHERE staff.disabled_at IS NOT NULL",
    )
    .bind(name.key())
    .bind(name.as_str())
    .bind(role.into_str())
    .bind(password)
    .bind(now.as_millisecond())
    .bind(deadline)
    .execute(&mut *connection)
    .await?
    .rows_affected();
    if added == 0 {
        return Err(DeskError::Refused(StaffError::NameTaken));
    }
    close_sessions(connection, name).await?;
    delete_recovery_codes(connection, name).await?;
    delete_resets(connection, name).await?;
    Ok(())
}

/// Refuses to go on when this account is the last owner who can sign in.
async fn keep_an_owner_besides(connection: &mut AnyConnection, name: &StaffName) -> Result<(), AccountError> {
    // UPDATE locks the rows of all owners, so that two owners cannot disable or demote each other at the same time.
    let owners = sqlx::query(
        "UPDATE staff SET disabled_at = disabled_at WHERE role = 'owner' AND disabled_at IS NULL AND password <> $1
         RETURNING name_key",
    )
    .bind(NO_PASSWORD)
    .fetch_all(connection)
    .await?;
    let is_owner = owners.iter().any(|row| row.try_get::<String, _>("name_key").is_ok_and(|key| key == name.key()));
    if is_owner && owners.len() == 1 { Err(DeskError::Refused(StaffError::LastOwner)) } else { Ok(()) }
}

pub fn require_account(rows: u64) -> Result<(), AccountError> {
    if rows == 0 { Err(DeskError::Refused(StaffError::Unknown)) } else { Ok(()) }
}

pub fn to_deadline(row: &AnyRow) -> Result<Option<TwoStepDeadline>, StoreError> {
    let deadline = row.try_get::<Option<i64>, _>("two_step_deadline")?.map(to_time).transpose()?;
    Ok(deadline.map(TwoStepDeadline))
}

pub fn to_role(text: &str) -> Result<Role, StoreError> {
    text.parse().map_err(|_| StoreError::Corrupt("an unknown role"))
}

pub fn to_name(text: &str) -> Result<StaffName, StoreError> {
    StaffName::parse(text).map_err(|_| StoreError::Corrupt("an invalid staff name"))
}
