//! Which roles need two-step verification, and from when on an account does.

use jiff::Timestamp;
use sqlx::AnyConnection;
use strum::VariantArray as _;

use crate::{Actor, Store, StoreError};
use clinic_rules::staff::{Role, StaffName, TwoStepDeadline};

impl Store {
    pub async fn two_step_roles(&self) -> Result<Vec<(Role, bool)>, StoreError> {
        self.read(async |mut connection| {
            let mut roles = Vec::new();
            for &role in Role::VARIANTS {
                roles.push((role, is_required(&mut connection, role).await?));
            }
            Ok(roles)
        })
        .await
    }

    /// Decides whether a role needs two-step verification. Accounts without it have some days to set it up.
    pub async fn require_two_step(&self, role: Role, required: bool, actor: Actor<'_>) -> Result<(), StoreError> {
        self.transaction(async |mut tx| {
            sqlx::query(
                "INSERT INTO two_step_roles (role, required) VALUES ($1, $2)
                 ON CONFLICT (role) DO UPDATE SET required = excluded.required",
            )
            .bind(role.into_str())
            .bind(i64::from(required))
            .execute(&mut *tx)
            .await?;
            // The time of invited accounts begins with their first sign-in.
            sqlx::query(
                "UPDATE staff SET two_step_deadline =
                   CASE WHEN $2 = 1 AND password <> '' THEN COALESCE(two_step_deadline, $3) END
                 WHERE role = $1",
            )
            .bind(role.into_str())
            .bind(i64::from(required))
            .bind(stored_deadline(actor.now))
            .execute(&mut *tx)
            .await?;
            let action = if required { "require second factor" } else { "offer second factor" };
            actor.record(&mut tx, action, role.into_str()).await?;
            Ok(())
        })
        .await
    }
}

async fn is_required(connection: &mut AnyConnection, role: Role) -> Result<bool, StoreError> {
    let decided: Option<i64> = sqlx::query_scalar("SELECT required FROM two_step_roles WHERE role = $1")
        .bind(role.into_str())
        .fetch_optional(connection)
        .await?;
    Ok(role == Role::Owner || decided.map_or_else(|| role.needs_two_step_by_default(), |required| required == 1))
}

/// When an account with this role has to have set it up, as it is stored; `None` when the role does not need it.
pub async fn deadline_of(
    connection: &mut AnyConnection,
    role: Role,
    now: Timestamp,
) -> Result<Option<i64>, StoreError> {
    Ok(is_required(connection, role).await?.then(|| stored_deadline(now)))
}

/// Gives an account its deadline if its role needs one and it has none: accounts from before the role needed it are asked at
/// their next sign-in. Takes it away if the role needs none.
pub async fn begin_deadline(
    connection: &mut AnyConnection,
    name: &StaffName,
    now: Timestamp,
) -> Result<(), StoreError> {
    let role: Option<String> = sqlx::query_scalar("SELECT role FROM staff WHERE name_key = $1")
        .bind(name.key())
        .fetch_optional(&mut *connection)
        .await?;
    let Some(role) = role else { return Ok(()) };
    let role: Role = role.parse().map_err(|_| StoreError::Corrupt("an unknown role"))?;
    let deadline = deadline_of(connection, role, now).await?;
    sqlx::query(
        "UPDATE staff SET two_step_deadline = CASE WHEN CAST($2 AS BIGINT) IS NULL THEN NULL
           ELSE COALESCE(two_step_deadline, CAST($2 AS BIGINT)) END
         WHERE name_key = $1",
    )
    .bind(name.key())
    .bind(deadline)
    .execute(connection)
    .await?;
    Ok(())
}

fn stored_deadline(now: Timestamp) -> i64 {
    TwoStepDeadline::from_now(now).0.as_millisecond()
}
