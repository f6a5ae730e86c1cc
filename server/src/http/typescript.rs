//! Exports the request and response types of the API to TypeScript.

use ts_rs::{Config, ExportError, TS};

use super::api::{FinishPlayRequest, PlayResult, StartedPlay};
use super::desk::types::{
    AddressLookup, AddressRequest, AuditLog, ChangePasswordRequest, ChangeRoleRequest, CodeDetails, CodeHolders,
    CodeRequest, ConfirmIdentityRequest, ConfirmTotpRequest, CorrectAddressRequest, ExtendCodeRequest,
    FindPeopleRequest, FullAddress, InviteStaffRequest, OneTimeLink, OpenLinkRequest, OpenedLink, OutboxMessages,
    OwnSessions, RecoveryCodes, ResetPasswordRequest, ResetPasswordResult, SendTestEmailRequest, Session,
    SignInRequest, StaffAccounts, Statistics, TestEmailResult, TotpChangeRequest, TotpSetup,
};
use super::problem::ErrorResponse;

/// Writes one file for each type, and for each type that it contains.
///
/// # Errors
/// When a file cannot be written.
pub fn export(config: &Config) -> Result<(), ExportError> {
    let exports = [
        AddressLookup::export_all,
        AddressRequest::export_all,
        AuditLog::export_all,
        ChangePasswordRequest::export_all,
        ChangeRoleRequest::export_all,
        CodeDetails::export_all,
        CodeHolders::export_all,
        CodeRequest::export_all,
        ConfirmIdentityRequest::export_all,
        ConfirmTotpRequest::export_all,
        CorrectAddressRequest::export_all,
        ErrorResponse::export_all,
        ExtendCodeRequest::export_all,
        FindPeopleRequest::export_all,
        FinishPlayRequest::export_all,
        FullAddress::export_all,
        InviteStaffRequest::export_all,
        OneTimeLink::export_all,
        OpenLinkRequest::export_all,
        OpenedLink::export_all,
        OutboxMessages::export_all,
        PlayResult::export_all,
        RecoveryCodes::export_all,
        ResetPasswordRequest::export_all,
        ResetPasswordResult::export_all,
        SendTestEmailRequest::export_all,
        Session::export_all,
        SignInRequest::export_all,
        OwnSessions::export_all,
        StaffAccounts::export_all,
        StartedPlay::export_all,
        Statistics::export_all,
        TestEmailResult::export_all,
        TotpChangeRequest::export_all,
        TotpSetup::export_all,
    ];
    exports.into_iter().try_for_each(|export| export(config))
}
