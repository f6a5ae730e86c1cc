//! Exports the request and response types of the API to TypeScript.

use ts_rs::{Config, ExportError, TS};

use super::api::{
    AppointmentRequest, BookedAppointment, BookingRequest, CorrectEmailRequest, EarlierTimeRequest, FinishPlayRequest,
    FreeSlots, MoveAppointmentRequest, PatientAppointment, PlayResult, SightAnswerRequest, SightAnswerResult,
    SightJoinRequest, SightLeaveRequest, SightPhone, SightScreen, SightScreenRequest, SightTakeRequest, StartedPlay,
};
use super::api_error::ErrorResponse;
use super::desk::types::{
    AddAppointmentRequest, AddEarlierPatientRequest, AddNoteRequest, AddRecallRequest, AddSeriesRequest, AddedSeries,
    AddressLookup, AddressRequest, AppointmentList, AppointmentStateRequest, AuditLog, BlockTimeRequest,
    CancelAppointmentRequest, ChangePasswordRequest, ChangeRoleRequest, CheckRequest, CheckTimesRequest, CheckedTimes,
    ChoosePuzzlesRequest, ChosenPeopleRequest, ClosedVisitRequest, ClosedVisits, CodeDetails, CodeHolders, CodeRequest,
    ConfirmAppointmentRequest, ConfirmClockRequest, ConfirmIdentityRequest, ConfirmTotpRequest, ContentChecks,
    ContentDocument, ContentHistory, ContentInstances, ContentList, ContentNote, CorrectAddressRequest,
    CorrectAppointmentRequest, CreateOwnerRequest, DeskAppointments, DeskMoveRequest, DiscardDraftRequest,
    DismissRecordLimitsRequest, DocumentNotes, DueRecalls, EarlierAnswerRequest, EarlierPictures, EarlierTimes,
    EndRecallRequest, ExtendCodeRequest, FindCodeHoldersRequest, FindPassageRequest, FindPatientRequest,
    FindStoredDataRequest, FoundDocuments, FoundPassage, FoundPatients, FramingRequest, FreeTimes, FullAddress,
    InviteStaffRequest, MoveNotesRequest, OfferedTime, OneTimeLink, OpenByOthers, OpenDocumentRequest, OpenLinkRequest,
    OpenNotes, OpenedAppointment, OpenedEarlierTime, OpenedLink, OpenedRecall, OutboxMessages, OwnSessions,
    PatientsToTell, Pictures, PinPuzzlesRequest, PreviewRequest, PublishRequest, PublishedDocuments, PublishedRevision,
    PuzzleMonths, RecallListName, RecallStatistics, RecordLimitNotices, RecoveryCodes, RemovalRequest, RemovedContent,
    RepeatVisitRequest, ResetPasswordRequest, ResetPasswordResult, RestoreDocumentRequest, RestoreRequest,
    ReturnedEmailRequest, RevisionChanges, SaveDraftRequest, SavedDraft, SearchContentRequest, SendTestEmailRequest,
    SentLink, Session, SignInRequest, StaffAccounts, Statistics, StoredPeople, TestEmailResult, ToldRequest,
    TotpChangeRequest, TotpSetup, TwoStepRoleRequest, UndoRequest, VisitStatistics, WaitingCounts, WaitingRequests,
    WantEarlierTimeRequest,
};
use super::health::Health;
use clinic_content::{Folder, definition};
use clinic_site::page_registry;
use clinic_site::search_index::SearchEntry;
use clinic_store::AUDIT_ACTIONS;

/// The actions of the audit log as a type, so that the desk has a sentence for each of them.
#[must_use]
pub fn audit_action() -> String {
    let actions = AUDIT_ACTIONS.map(|action| format!("\n  | \"{action}\"")).concat();
    format!(
        "// This file is generated from crates/store/src/audit_actions.rs. Do not edit it.\nexport type AuditAction ={actions};\n"
    )
}

type Export = fn(&Config) -> Result<(), ExportError>;

/// The types that the front end names. Those that they contain are written with them.
const EXPORTS: &[Export] = &[
    AddAppointmentRequest::export_all,
    AddEarlierPatientRequest::export_all,
    AddNoteRequest::export_all,
    AddRecallRequest::export_all,
    AddSeriesRequest::export_all,
    AddedSeries::export_all,
    AddressLookup::export_all,
    AddressRequest::export_all,
    AppointmentList::export_all,
    AppointmentRequest::export_all,
    AppointmentStateRequest::export_all,
    AuditLog::export_all,
    BlockTimeRequest::export_all,
    BookedAppointment::export_all,
    BookingRequest::export_all,
    CancelAppointmentRequest::export_all,
    ChangePasswordRequest::export_all,
    ChangeRoleRequest::export_all,
    CheckRequest::export_all,
    CheckTimesRequest::export_all,
    CheckedTimes::export_all,
    ChoosePuzzlesRequest::export_all,
    ChosenPeopleRequest::export_all,
    CodeDetails::export_all,
    CodeHolders::export_all,
    CodeRequest::export_all,
    ConfirmAppointmentRequest::export_all,
    ConfirmClockRequest::export_all,
    ConfirmIdentityRequest::export_all,
    ConfirmTotpRequest::export_all,
    ContentChecks::export_all,
    ContentDocument::export_all,
    ContentHistory::export_all,
    ContentInstances::export_all,
    ContentList::export_all,
    ContentNote::export_all,
    PublishedDocuments::export_all,
    CorrectAddressRequest::export_all,
    CreateOwnerRequest::export_all,
    DeskAppointments::export_all,
    DeskMoveRequest::export_all,
    DiscardDraftRequest::export_all,
    DismissRecordLimitsRequest::export_all,
    DocumentNotes::export_all,
    DueRecalls::export_all,
    EarlierAnswerRequest::export_all,
    EarlierPictures::export_all,
    EarlierTimeRequest::export_all,
    EarlierTimes::export_all,
    EndRecallRequest::export_all,
    ErrorResponse::export_all,
    ExtendCodeRequest::export_all,
    FindPassageRequest::export_all,
    FindPatientRequest::export_all,
    FindCodeHoldersRequest::export_all,
    FindStoredDataRequest::export_all,
    FinishPlayRequest::export_all,
    FoundDocuments::export_all,
    FoundPassage::export_all,
    FoundPatients::export_all,
    FramingRequest::export_all,
    FreeSlots::export_all,
    FullAddress::export_all,
    Health::export_all,
    InviteStaffRequest::export_all,
    CorrectEmailRequest::export_all,
    CorrectAppointmentRequest::export_all,
    MoveAppointmentRequest::export_all,
    MoveNotesRequest::export_all,
    OfferedTime::export_all,
    OneTimeLink::export_all,
    OpenByOthers::export_all,
    OpenDocumentRequest::export_all,
    OpenLinkRequest::export_all,
    OpenNotes::export_all,
    OpenedAppointment::export_all,
    OpenedEarlierTime::export_all,
    OpenedLink::export_all,
    OpenedRecall::export_all,
    OutboxMessages::export_all,
    OwnSessions::export_all,
    PatientAppointment::export_all,
    PatientsToTell::export_all,
    ClosedVisits::export_all,
    ClosedVisitRequest::export_all,
    FreeTimes::export_all,
    Pictures::export_all,
    PlayResult::export_all,
    PinPuzzlesRequest::export_all,
    PreviewRequest::export_all,
    PublishRequest::export_all,
    PublishedRevision::export_all,
    PuzzleMonths::export_all,
    RecallListName::export_all,
    RecallStatistics::export_all,
    RecordLimitNotices::export_all,
    RecoveryCodes::export_all,
    RemovalRequest::export_all,
    RemovedContent::export_all,
    RepeatVisitRequest::export_all,
    ResetPasswordRequest::export_all,
    ResetPasswordResult::export_all,
    RestoreDocumentRequest::export_all,
    RestoreRequest::export_all,
    ReturnedEmailRequest::export_all,
    RevisionChanges::export_all,
    SaveDraftRequest::export_all,
    SavedDraft::export_all,
    SearchContentRequest::export_all,
    SearchEntry::export_all,
    SendTestEmailRequest::export_all,
    SentLink::export_all,
    Session::export_all,
    SightAnswerRequest::export_all,
    SightAnswerResult::export_all,
    SightJoinRequest::export_all,
    SightLeaveRequest::export_all,
    SightPhone::export_all,
    SightScreen::export_all,
    SightScreenRequest::export_all,
    SightTakeRequest::export_all,
    SignInRequest::export_all,
    StaffAccounts::export_all,
    StartedPlay::export_all,
    Statistics::export_all,
    StoredPeople::export_all,
    TestEmailResult::export_all,
    ToldRequest::export_all,
    TotpChangeRequest::export_all,
    TotpSetup::export_all,
    TwoStepRoleRequest::export_all,
    UndoRequest::export_all,
    VisitStatistics::export_all,
    WaitingCounts::export_all,
    WaitingRequests::export_all,
    WantEarlierTimeRequest::export_all,
];

/// Writes one file for each type, and for each type that it contains.
///
/// # Errors
/// When a file cannot be written.
pub fn export(config: &Config) -> Result<(), ExportError> {
    EXPORTS.iter().try_for_each(|export| export(config))
}

/// The definitions of all documents that come with the program, for the tests of the forms.
pub fn definitions() -> String {
    let pages = page_registry::site_pages().files;
    let documents = Folder::embedded();
    let lines = documents.files().filter_map(|(path, _)| {
        let definition = serde_json::to_string(&definition::of(path, &pages)?).expect("a definition serialises");
        Some(format!("  \"{path}\": {definition},\n"))
    });
    format!(
        "// Generated from the definitions of the documents. The desk gets them with each document; the tests use these.\n\
         import type {{ DocumentDefinition }} from \"./DocumentDefinition\";\n\n\
         export const definitions: Record<string, DocumentDefinition> = {{\n{}}};\n",
        lines.collect::<String>()
    )
}
