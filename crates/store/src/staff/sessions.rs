//! Sign-in sessions. A session ends when its row is deleted or older than the limits.

use jiff::Timestamp;
use sqlx::Row;

use super::accounts::{self, Credentials, lock_unchanged};
use super::{revoke, two_step_roles};
use crate::content::close_documents;
use crate::{Actor, Store, StoreError, to_time};
use clinic_rules::staff::{ABSOLUTE_LIMIT, IDLE_LIMIT, Role, SessionKey, StaffName, TOUCH_EVERY, TwoStepDeadline};

/// A session and the account it belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    pub key: SessionKey,
    /// When it ends unless it is used before.
    pub ends_at: Timestamp,
    /// When the password or the second factor was last entered in it.
    pub confirmed_at: Timestamp,
    pub name: StaffName,
    pub role: Role,
    pub totp: bool,
    /// Where the role needs two-step verification. `None` until the first sign-in since it does.
    pub two_step_deadline: Option<TwoStepDeadline>,
    /// Failed sign-ins of the account before this session, since the one before it.
    pub failed_sign_ins: u32,
}

impl Session {
    /// Whether the account has to set up two-step verification before it can do anything else.
    #[must_use]
    pub fn must_set_up_two_step(&self, now: Timestamp) -> bool {
        !self.totp && self.two_step_deadline.is_some_and(|deadline| deadline.has_passed(now))
    }
}

/// A session that is about to begin.
#[derive(Debug, Clone, Copy)]
pub struct NewSession<'a> {
    pub key: &'a SessionKey,
    /// The account, as the password and the second factor were compared with it.
    pub account: &'a Credentials,
    /// A short name of the browser.
    pub browser: &'a str,
    /// The session that this browser had until now. It ends, whoever it belonged to.
    pub replaces: Option<&'a SessionKey>,
}

/// A session as the account sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenSession {
    pub id: String,
    pub browser: String,
    pub made_at: Timestamp,
    pub seen_at: Timestamp,
}

impl Store {
    /// The sessions of an account that have not expired, the one that was used last first.
    pub async fn open_sessions(&self, name: &StaffName, now: Timestamp) -> Result<Vec<OpenSession>, StoreError> {
        self.read(async |mut connection| {
            sqlx::query(
                "SELECT id, browser, made_at, seen_at FROM sessions
                 WHERE staff = $1 AND made_at > $2 AND seen_at > $3 ORDER BY seen_at DESC, id",
            )
            .bind(name.key())
            .bind((now - ABSOLUTE_LIMIT).as_millisecond())
            .bind((now - IDLE_LIMIT).as_millisecond())
            .fetch_all(&mut *connection)
            .await?
            .iter()
            .map(|row| {
                Ok(OpenSession {
                    id: row.try_get("id")?,
                    browser: row.try_get("browser")?,
                    made_at: to_time(row.try_get("made_at")?)?,
                    seen_at: to_time(row.try_get("seen_at")?)?,
                })
            })
            .collect()
        })
        .await
    }

    /// Ends one session of an account. `false` when the account has no such session.
    pub async fn end_session(&self, name: &StaffName, id: &str, actor: Actor<'_>) -> Result<bool, StoreError> {
        self.transaction(async |mut tx| {
            let ended = sqlx::query("DELETE FROM sessions WHERE id = $1 AND staff = $2")
                .bind(id)
                .bind(name.key())
                .execute(&mut *tx)
                .await?
                .rows_affected();
            if ended == 1 {
                actor.record(&mut tx, "sign out session", name.as_str()).await?;
            }
            Ok(ended == 1)
        })
        .await
    }

    /// `false` when the account was disabled or its password or two-step verification was changed since it was read: that
    /// change has ended all sessions, and this one would begin after it.
    pub async fn open_session(&self, new: NewSession<'_>, actor: Actor<'_>) -> Result<bool, StoreError> {
        let NewSession { key, account, browser, replaces } = new;
        let name = &account.name;
        self.transaction(async |mut tx| {
            if !lock_unchanged(&mut tx, account, actor.now).await? {
                return Ok(false);
            }
            if let Some(earlier) = replaces {
                sqlx::query("DELETE FROM sessions WHERE id = $1").bind(earlier.as_str()).execute(&mut *tx).await?;
            }
            let now = actor.now.as_millisecond();
            sqlx::query(
                "INSERT INTO sessions (id, staff, made_at, seen_at, confirmed_at, failed_sign_ins, browser)
                 SELECT $1, name_key, $3, $3, $3, failed_sign_ins, $4 FROM staff WHERE name_key = $2",
            )
            .bind(key.as_str())
            .bind(name.key())
            .bind(now)
            .bind(browser)
            .execute(&mut *tx)
            .await?;
            sqlx::query("UPDATE staff SET failed_sign_ins = 0 WHERE name_key = $1")
                .bind(name.key())
                .execute(&mut *tx)
                .await?;
            two_step_roles::begin_deadline(&mut tx, name, actor.now).await?;
            actor.record(&mut tx, "sign in", name.as_str()).await?;
            Ok(true)
        })
        .await
    }

    /// The session, when it has not expired and its account is not disabled. It is used, so it goes on.
    pub async fn session(&self, key: &SessionKey, now: Timestamp) -> Result<Option<Session>, StoreError> {
        self.session_for(key, now, true).await
    }

    /// The same for a call that a page makes by itself: a page that was left alone must not stay signed in.
    pub async fn session_of_page(&self, key: &SessionKey, now: Timestamp) -> Result<Option<Session>, StoreError> {
        self.session_for(key, now, false).await
    }

    async fn session_for(
        &self,
        key: &SessionKey,
        now: Timestamp,
        is_used: bool,
    ) -> Result<Option<Session>, StoreError> {
        let row = self
            .read(async |mut connection| {
                let query = sqlx::query(
                    "SELECT staff.name, staff.role, staff.totp_key, staff.two_step_deadline, sessions.made_at,
                        sessions.seen_at, sessions.confirmed_at, sessions.failed_sign_ins
                 FROM sessions JOIN staff ON staff.name_key = sessions.staff
                 WHERE sessions.id = $1 AND staff.disabled_at IS NULL
                   AND sessions.made_at > $2 AND sessions.seen_at > $3",
                )
                .bind(key.as_str())
                .bind((now - ABSOLUTE_LIMIT).as_millisecond())
                .bind((now - IDLE_LIMIT).as_millisecond());
                Ok::<_, StoreError>(query.fetch_optional(&mut *connection).await?)
            })
            .await?;
        let Some(row) = row else { return Ok(None) };
        let mut seen_at = to_time(row.try_get("seen_at")?)?;
        if is_used && seen_at < now - TOUCH_EVERY {
            self.touch(key, now).await?;
            seen_at = now;
        }
        let ends_at = (seen_at + IDLE_LIMIT).min(to_time(row.try_get("made_at")?)? + ABSOLUTE_LIMIT);
        Ok(Some(Session {
            key: key.clone(),
            ends_at,
            confirmed_at: to_time(row.try_get("confirmed_at")?)?,
            name: accounts::to_name(row.try_get("name")?)?,
            role: accounts::to_role(row.try_get("role")?)?,
            totp: row.try_get::<Option<String>, _>("totp_key")?.is_some(),
            two_step_deadline: accounts::to_deadline(&row)?,
            failed_sign_ins: u32::try_from(row.try_get::<i64, _>("failed_sign_ins")?).unwrap_or(u32::MAX),
        }))
    }

    /// The password or the second factor was entered again. The session gets a new key: whoever has a copy of the old
    /// one is signed out.
    pub async fn confirm_session(
        &self,
        name: &StaffName,
        key: &SessionKey,
        new_key: &SessionKey,
        actor: Actor<'_>,
    ) -> Result<(), StoreError> {
        self.transaction(async |mut tx| {
            sqlx::query("UPDATE sessions SET id = $2, confirmed_at = $3 WHERE id = $1")
                .bind(key.as_str())
                .bind(new_key.as_str())
                .bind(actor.now.as_millisecond())
                .execute(&mut *tx)
                .await?;
            actor.record(&mut tx, "confirm identity", name.as_str()).await?;
            Ok(())
        })
        .await
    }

    async fn touch(&self, key: &SessionKey, now: Timestamp) -> Result<(), StoreError> {
        self.transaction(async |mut tx| {
            sqlx::query("UPDATE sessions SET seen_at = $2 WHERE id = $1")
                .bind(key.as_str())
                .bind(now.as_millisecond())
                .execute(&mut *tx)
                .await?;
            sqlx::query("UPDATE staff SET last_seen = $2 WHERE name_key = (SELECT staff FROM sessions WHERE id = $1)")
                .bind(key.as_str())
                .bind(now.as_millisecond())
                .execute(&mut *tx)
                .await?;
            Ok(())
        })
        .await
    }

    pub async fn close_session(&self, session: &Session, actor: Actor<'_>) -> Result<(), StoreError> {
        self.transaction(async |mut tx| {
            sqlx::query("DELETE FROM sessions WHERE id = $1").bind(session.key.as_str()).execute(&mut *tx).await?;
            close_documents(&mut tx, &session.name).await?;
            actor.record(&mut tx, "sign out", session.name.as_str()).await?;
            Ok(())
        })
        .await
    }

    /// Signs an account out on all devices.
    pub async fn close_every_session(&self, name: &StaffName, actor: Actor<'_>) -> Result<(), StoreError> {
        self.transaction(async |mut tx| {
            revoke::close_sessions(&mut tx, name).await?;
            actor.record(&mut tx, "sign out everywhere", name.as_str()).await?;
            Ok(())
        })
        .await
    }
}
