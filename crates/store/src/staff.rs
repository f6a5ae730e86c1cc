//! Staff accounts, two-step verification, sessions and the throttling of sign-in attempts.

mod accounts;
mod failed_sign_ins;
mod invitation_emails;
mod invitations;
mod opened_records;
mod owner_setup;
mod password_links;
mod revoke;
mod sessions;
mod sign_in_attempts;
mod two_step;
mod two_step_roles;

pub use accounts::{Credentials, Invitation, StaffError, StaffMember};
pub use failed_sign_ins::SignInFailure;
pub use invitation_emails::InvitationEmail;
pub use invitations::NewInvitationEmail;
pub use opened_records::{
    OpenError, OpenRefused, RECORDS_KEPT, RecordLimitNotice, RecordReader, appointment_record, earlier_time_record,
};
pub(super) use opened_records::{count_opened, recall_record, search_record};
pub use password_links::LinkAccount;
pub use revoke::RenewedSession;
pub use sessions::{NewSession, OpenSession, Session};
pub use sign_in_attempts::{Lookup, SignInAttempt};
