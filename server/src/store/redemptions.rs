//! What the desk does with a code: look at it, use it, take the use back. Fifty presses at once use it once, because
//! the database changes the row only while it is unused.

use super::{Store, StoreError, audit, to_time};
use crate::clock::Randomness;
use crate::discount::{CodeStatus, DiscountCode, RedeemError, UndoError, may_redeem, may_undo};
use jiff::Timestamp;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

/// A rule said no, or the database did not answer.
#[derive(Debug, thiserror::Error)]
pub enum DeskError<E: std::error::Error> {
    #[error(transparent)]
    Refused(E),
    #[error(transparent)]
    Store(#[from] StoreError),
}

pub type CodeStatusError = DeskError<RedeemError>;

impl<E: std::error::Error> From<sqlx::Error> for DeskError<E> {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

impl Store {
    /// # Errors
    /// When no such code was issued.
    pub async fn code_status(&self, code: DiscountCode) -> Result<CodeStatus, CodeStatusError> {
        let mut connection = self.reader.acquire().await?;
        read(&mut connection, code).await?.ok_or(DeskError::Refused(RedeemError::Unknown))
    }

    /// # Errors
    /// Says why the code is not good: unknown, used (when and by whom), expired, withdrawn.
    pub async fn redeem(
        &self,
        code: DiscountCode,
        by: &str,
        random: &dyn Randomness,
        now: Timestamp,
    ) -> Result<(), CodeStatusError> {
        let mut tx = self.begin().await?;
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
            return Err(StoreError::Corrupt("a code that changed under our hands").into());
        }
        let record = audit::AuditRecord { id: random.bytes(), actor: by, action: "redeem", subject: &code.to_string() };
        audit::record(&mut tx, record, now).await?;
        tx.commit().await?;
        Ok(())
    }

    /// # Errors
    /// When the code is unknown or unused, or was used too long ago.
    pub async fn undo_redeem(
        &self,
        code: DiscountCode,
        by: &str,
        random: &dyn Randomness,
        now: Timestamp,
    ) -> Result<(), DeskError<UndoError>> {
        let mut tx = self.begin().await?;
        let code_status = read(&mut tx, code).await?.ok_or(DeskError::Refused(UndoError::Unknown))?;
        may_undo(&code_status, now).map_err(DeskError::Refused)?;
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
        let record = audit::AuditRecord { id: random.bytes(), actor: by, action: "undo", subject: &code.to_string() };
        audit::record(&mut tx, record, now).await?;
        tx.commit().await?;
        Ok(())
    }
}

pub(super) async fn read(connection: &mut AnyConnection, code: DiscountCode) -> Result<Option<CodeStatus>, StoreError> {
    let row = sqlx::query("SELECT valid_until, redeemed_at, redeemed_by, void_at FROM claims WHERE code = $1")
        .bind(code.to_string())
        .fetch_optional(connection)
        .await?;
    row.as_ref().map(to_code_status).transpose()
}

pub(super) fn to_code_status(row: &AnyRow) -> Result<CodeStatus, StoreError> {
    let redeemed_at = row.try_get::<Option<i64>, _>("redeemed_at")?.map(to_time).transpose()?;
    let redeemed_by = row.try_get::<Option<String>, _>("redeemed_by")?.unwrap_or_default();
    Ok(CodeStatus {
        valid_until: to_time(row.try_get("valid_until")?)?,
        redeemed: redeemed_at.map(|at| (at, redeemed_by)),
        cancelled: row.try_get::<Option<i64>, _>("void_at")?.is_some(),
    })
}
