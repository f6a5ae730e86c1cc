//! Codes at the desk: check, redeem, undo a redemption. Concurrent attempts redeem a code once, because the UPDATE
//! matches only an unused code.

use jiff::Timestamp;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

use crate::{Actor, DeskError, Store, StoreError, to_time};
use clinic_rules::discount::{CodeStatus, DiscountCode, RedeemError, UndoError, may_redeem, may_undo};
use clinic_rules::staff::Role;
use clinic_runtime::clock::Randomness;

pub type CodeStatusError = DeskError<RedeemError>;

impl Store {
    /// # Errors
    /// When the code was never issued.
    pub async fn code_status(&self, code: DiscountCode) -> Result<CodeStatus, CodeStatusError> {
        self.read(async |mut connection| {
            read(&mut connection, code).await?.ok_or(DeskError::Refused(RedeemError::Unknown))
        })
        .await
    }

    /// # Errors
    /// Why the code cannot be redeemed: unknown, used (when and by whom), expired or cancelled.
    pub async fn redeem(
        &self,
        code: DiscountCode,
        by: &str,
        random: &dyn Randomness,
        now: Timestamp,
    ) -> Result<(), CodeStatusError> {
        self.transaction(async |mut tx| {
            let used = sqlx::query(
                "UPDATE claims SET redeemed_at = $2, redeemed_by = $3
             WHERE code = $1 AND redeemed_at IS NULL AND void_at IS NULL AND valid_until >= $2",
            )
            .bind(code.to_string())
            .bind(now.as_millisecond())
            .bind(by)
            .execute(&mut *tx)
            .await?
            .rows_affected();
            if used == 0 {
                let code_status = read(&mut tx, code).await?.ok_or(DeskError::Refused(RedeemError::Unknown))?;
                may_redeem(&code_status, now).map_err(DeskError::Refused)?;
                return Err(StoreError::Corrupt("a code that is valid and cannot be redeemed").into());
            }
            Actor { name: by, random, now }.record(&mut tx, "redeem", &code.to_string()).await?;
            Ok(())
        })
        .await
    }

    /// # Errors
    /// When the code is unknown or unused, was used too long ago, or was redeemed by somebody else.
    pub async fn undo_redeem(
        &self,
        code: DiscountCode,
        role: Role,
        actor: Actor<'_>,
    ) -> Result<(), DeskError<UndoError>> {
        self.transaction(async |mut tx| {
            let code_status = read(&mut tx, code).await?.ok_or(DeskError::Refused(UndoError::Unknown))?;
            may_undo(&code_status, actor.name, role, actor.now).map_err(DeskError::Refused)?;
            let at = code_status.redeemed.map(|(at, _)| at.as_millisecond());
            let undone = sqlx::query(
                "UPDATE claims SET redeemed_at = NULL, redeemed_by = NULL WHERE code = $1 AND redeemed_at = $2",
            )
            .bind(code.to_string())
            .bind(at)
            .execute(&mut *tx)
            .await?
            .rows_affected();
            if undone == 0 {
                return Err(DeskError::Refused(UndoError::NotUsed));
            }
            actor.record(&mut tx, "undo", &code.to_string()).await?;
            Ok(())
        })
        .await
    }
}

async fn read(connection: &mut AnyConnection, code: DiscountCode) -> Result<Option<CodeStatus>, StoreError> {
    let row = sqlx::query("SELECT valid_until, redeemed_at, redeemed_by, void_at FROM claims WHERE code = $1")
        .bind(code.to_string())
        .fetch_optional(connection)
        .await?;
    row.as_ref().map(to_code_status).transpose()
}

pub fn to_code_status(row: &AnyRow) -> Result<CodeStatus, StoreError> {
    let redeemed_at = row.try_get::<Option<i64>, _>("redeemed_at")?.map(to_time).transpose()?;
    let redeemed_by = row.try_get::<Option<String>, _>("redeemed_by")?.unwrap_or_default();
    Ok(CodeStatus {
        valid_until: to_time(row.try_get("valid_until")?)?,
        redeemed: redeemed_at.map(|at| (at, redeemed_by)),
        cancelled: row.try_get::<Option<i64>, _>("void_at")?.is_some(),
    })
}
