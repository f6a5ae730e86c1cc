//! Records a wrong password or second factor: in the audit log, for the account's next sign-in, and in the metric. Used
//! wherever one is entered, so that a stolen session gives no way to guess unnoticed.

use crate::desk::services::DeskServices;
use clinic_rules::staff::{StaffName, TooManyAttempts};
use clinic_runtime::metrics::SignInOutcome;
use clinic_store::{DeskError, SignInFailure, StoreError};

/// Who fails to sign in, in the audit log.
const UNKNOWN_PERSON: &str = "Somebody";

/// For the metric.
pub fn count_delay(desk: &DeskServices, error: &DeskError<TooManyAttempts>) {
    if matches!(error, DeskError::Refused(_)) {
        desk.services.metrics.sign_in(SignInOutcome::Delayed);
    }
}

/// `account` is `None` when there is no account with the typed name.
pub async fn record_failure(
    desk: &DeskServices,
    account: Option<&StaffName>,
    failure: SignInFailure,
) -> Result<(), StoreError> {
    desk.services.metrics.sign_in(match failure {
        SignInFailure::Password => SignInOutcome::WrongLogin,
        SignInFailure::SecondFactor => SignInOutcome::WrongCode,
    });
    desk.services.store.record_failed_sign_in(account, failure, desk.actor(UNKNOWN_PERSON)).await
}
