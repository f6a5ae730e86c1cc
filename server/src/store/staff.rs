//! The staff's accounts: who there is, what they may do, and how they prove who they are.

use super::{Actor, DeskError, Store, StoreError, to_time};
use crate::staff::{PasswordHash, Role, SessionKey, StaffName, TotpKey, TotpStep};
use jiff::Timestamp;
use sqlx::{AnyConnection, Row};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StaffMember {
    pub name: String,
    pub role: Role,
    pub disabled: bool,
    pub totp: bool,
    pub last_seen: Option<Timestamp>,
}

/// What a sign-in is checked against.
#[derive(Debug, Clone)]
pub struct Credentials {
    pub name: StaffName,
    pub role: Role,
    pub disabled: bool,
    pub password: PasswordHash,
    pub totp: Option<TotpKey>,
    pub totp_pending: Option<TotpKey>,
    pub totp_used: TotpStep,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum StaffError {
    #[error("There is already an account of that name. Please choose another name.")]
    NameTaken,
    #[error("There is no account of that name. Please check the spelling.")]
    Unknown,
    #[error("This is the last owner who can sign in. Please add another owner first.")]
    LastOwner,
}

type Refused = DeskError<StaffError>;

impl Store {
    /// # Errors
    /// When the database does not answer.
    pub async fn has_staff(&self) -> Result<bool, StoreError> {
        let n: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM staff").fetch_one(&self.reader).await?;
        Ok(n > 0)
    }

    /// # Errors
    /// When somebody has the name already.
    pub async fn add_staff(
        &self,
        name: &StaffName,
        role: Role,
        password: &PasswordHash,
        actor: Actor<'_>,
    ) -> Result<(), Refused> {
        let mut tx = self.begin().await?;
        let added = sqlx::query(
            "INSERT INTO staff (name_key, name, role, password, added_at) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT DO NOTHING",
        )
        .bind(name.key())
        .bind(name.as_str())
        .bind(role.as_str())
        .bind(password.as_str())
        .bind(actor.now.as_millisecond())
        .execute(&mut *tx)
        .await?
        .rows_affected();
        if added == 0 {
            return Err(DeskError::Refused(StaffError::NameTaken));
        }
        actor.record(&mut tx, &format!("add {role}"), name.as_str()).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Everybody, in the order of their names.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn staff(&self) -> Result<Vec<StaffMember>, StoreError> {
        sqlx::query("SELECT name, role, disabled_at, totp_key, last_seen FROM staff ORDER BY name_key")
            .fetch_all(&self.reader)
            .await?
            .iter()
            .map(|row| {
                Ok(StaffMember {
                    name: row.try_get("name")?,
                    role: to_role(row.try_get("role")?)?,
                    disabled: row.try_get::<Option<i64>, _>("disabled_at")?.is_some(),
                    totp: row.try_get::<Option<String>, _>("totp_key")?.is_some(),
                    last_seen: row.try_get::<Option<i64>, _>("last_seen")?.map(to_time).transpose()?,
                })
            })
            .collect()
    }

    /// # Errors
    /// When the database does not answer.
    pub async fn credentials(&self, name: &StaffName) -> Result<Option<Credentials>, StoreError> {
        let row = sqlx::query(
            "SELECT name, role, disabled_at, password, totp_key, totp_pending, totp_step FROM staff WHERE name_key = $1",
        )
        .bind(name.key())
        .fetch_optional(&self.reader)
        .await?;
        let Some(row) = row else { return Ok(None) };
        let key = |column| -> Result<Option<TotpKey>, StoreError> {
            let text = row.try_get::<Option<String>, _>(column)?;
            text.map(|text| TotpKey::parse(&text).ok_or(StoreError::Corrupt("a broken second factor"))).transpose()
        };
        Ok(Some(Credentials {
            name: to_name(row.try_get("name")?)?,
            role: to_role(row.try_get("role")?)?,
            disabled: row.try_get::<Option<i64>, _>("disabled_at")?.is_some(),
            password: PasswordHash::stored(row.try_get("password")?),
            totp: key("totp_key")?,
            totp_pending: key("totp_pending")?,
            totp_used: TotpStep(row.try_get("totp_step")?),
        }))
    }

    /// Closes an account and every session of it.
    ///
    /// # Errors
    /// When there is no such account, or nobody could let anyone in again.
    pub async fn disable_staff(&self, name: &StaffName, actor: Actor<'_>) -> Result<(), Refused> {
        let mut tx = self.begin().await?;
        // Locks every owner's row, so that two owners cannot close each other's account at the same moment.
        let owners = sqlx::query(
            "UPDATE staff SET disabled_at = disabled_at WHERE role = 'owner' AND disabled_at IS NULL RETURNING name_key",
        )
        .fetch_all(&mut *tx)
        .await?;
        let is_owner = owners.iter().any(|row| row.try_get::<String, _>("name_key").is_ok_and(|key| key == name.key()));
        if is_owner && owners.len() == 1 {
            return Err(DeskError::Refused(StaffError::LastOwner));
        }
        let disabled = sqlx::query("UPDATE staff SET disabled_at = COALESCE(disabled_at, $2) WHERE name_key = $1")
            .bind(name.key())
            .bind(actor.now.as_millisecond())
            .execute(&mut *tx)
            .await?
            .rows_affected();
        known(disabled)?;
        close_sessions(&mut tx, name, None).await?;
        actor.record(&mut tx, "disable", name.as_str()).await?;
        tx.commit().await?;
        Ok(())
    }

    /// # Errors
    /// When there is no such account.
    pub async fn enable_staff(&self, name: &StaffName, actor: Actor<'_>) -> Result<(), Refused> {
        let mut tx = self.begin().await?;
        let enabled = sqlx::query("UPDATE staff SET disabled_at = NULL WHERE name_key = $1")
            .bind(name.key())
            .execute(&mut *tx)
            .await?
            .rows_affected();
        known(enabled)?;
        actor.record(&mut tx, "enable", name.as_str()).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Changes a password and ends every other session: whoever knew the old one is out.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn change_password(
        &self,
        name: &StaffName,
        password: &PasswordHash,
        keep: &SessionKey,
        actor: Actor<'_>,
    ) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        sqlx::query("UPDATE staff SET password = $2 WHERE name_key = $1")
            .bind(name.key())
            .bind(password.as_str())
            .execute(&mut *tx)
            .await?;
        close_sessions(&mut tx, name, Some(keep)).await?;
        actor.record(&mut tx, "change password", name.as_str()).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Keeps a key until its owner proves that their app has it too.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn offer_totp(&self, name: &StaffName, key: &TotpKey) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        sqlx::query("UPDATE staff SET totp_pending = $2 WHERE name_key = $1")
            .bind(name.key())
            .bind(key.to_base32())
            .execute(&mut *tx)
            .await?;
        tx.commit().await?;
        Ok(())
    }

    /// Turns the second factor on; earlier recovery codes end.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn turn_totp_on(
        &self,
        name: &StaffName,
        key: &TotpKey,
        used: TotpStep,
        recovery: &[String],
        actor: Actor<'_>,
    ) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        sqlx::query("UPDATE staff SET totp_key = $2, totp_pending = NULL, totp_step = $3 WHERE name_key = $1")
            .bind(name.key())
            .bind(key.to_base32())
            .bind(used.0)
            .execute(&mut *tx)
            .await?;
        forget_recovery(&mut tx, name).await?;
        for fingerprint in recovery {
            sqlx::query("INSERT INTO recovery_codes (fingerprint, staff) VALUES ($1, $2)")
                .bind(fingerprint)
                .bind(name.key())
                .execute(&mut *tx)
                .await?;
        }
        actor.record(&mut tx, "turn second factor on", name.as_str()).await?;
        tx.commit().await?;
        Ok(())
    }

    /// # Errors
    /// When the database does not answer.
    pub async fn turn_totp_off(&self, name: &StaffName, actor: Actor<'_>) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        sqlx::query("UPDATE staff SET totp_key = NULL, totp_pending = NULL WHERE name_key = $1")
            .bind(name.key())
            .execute(&mut *tx)
            .await?;
        forget_recovery(&mut tx, name).await?;
        actor.record(&mut tx, "turn second factor off", name.as_str()).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Uses up the code of a step. False when it, or a later one, was used before: of two that come at once, one wins.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn use_totp_step(&self, name: &StaffName, step: TotpStep) -> Result<bool, StoreError> {
        let mut tx = self.begin().await?;
        let used = sqlx::query("UPDATE staff SET totp_step = $2 WHERE name_key = $1 AND totp_step < $2")
            .bind(name.key())
            .bind(step.0)
            .execute(&mut *tx)
            .await?
            .rows_affected();
        tx.commit().await?;
        Ok(used == 1)
    }

    /// Uses up a recovery code. False when there is no such code, or no longer.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn use_recovery(
        &self,
        name: &StaffName,
        fingerprint: &str,
        actor: Actor<'_>,
    ) -> Result<bool, StoreError> {
        let mut tx = self.begin().await?;
        let used = sqlx::query("DELETE FROM recovery_codes WHERE fingerprint = $1 AND staff = $2")
            .bind(fingerprint)
            .bind(name.key())
            .execute(&mut *tx)
            .await?
            .rows_affected();
        if used == 1 {
            actor.record(&mut tx, "use recovery code", name.as_str()).await?;
        }
        tx.commit().await?;
        Ok(used == 1)
    }
}

pub(super) async fn close_sessions(
    connection: &mut AnyConnection,
    name: &StaffName,
    except: Option<&SessionKey>,
) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM sessions WHERE staff = $1 AND id <> $2")
        .bind(name.key())
        .bind(except.map_or("", SessionKey::as_str))
        .execute(connection)
        .await?;
    Ok(())
}

async fn forget_recovery(connection: &mut AnyConnection, name: &StaffName) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM recovery_codes WHERE staff = $1").bind(name.key()).execute(connection).await?;
    Ok(())
}

fn known(rows: u64) -> Result<(), Refused> {
    if rows == 0 { Err(DeskError::Refused(StaffError::Unknown)) } else { Ok(()) }
}

pub(super) fn to_role(text: &str) -> Result<Role, StoreError> {
    text.parse().map_err(|_| StoreError::Corrupt("a role that is none"))
}

pub(super) fn to_name(text: &str) -> Result<StaffName, StoreError> {
    StaffName::parse(text).map_err(|_| StoreError::Corrupt("a name that is none"))
}
