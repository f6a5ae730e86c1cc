//! The database: one `Store` over SQLite or PostgreSQL. One method is one use case and one transaction.
//!
//! The rules (`game`, `discount`, `staff`) decide; the store calls them inside its transactions.

mod audit;
mod audit_actions;
mod backup_folder;
mod booking;
mod certificates;
mod clock_record;
mod content;
mod counters;
mod data_register;
mod database;
mod delivery_outcome;
mod discount;
mod error;
mod game;
mod monitoring;
mod outbox;
mod restore;
mod secrets;
mod sight_remotes;
mod staff;
mod time_limits;

use std::sync::Arc;

use jiff::Timestamp;
use sqlx::AnyPool;

pub use audit::{Actor, AuditEntry};
pub use audit_actions::AUDIT_ACTIONS;
pub use backup_folder::BackupFolder;
pub use booking::{
    Appointment, BlockError, BlockedTime, BookError, Booked, BookedBy, BookedSeries, BookingContext,
    ChangeAppointmentError, ChangedBy, ChosenChair, ClosedDecision, Correction, DueRecall, EarlierPatient, EarlierTime,
    EarlierTimes, EarlierWish, EmailCorrection, FoundVisits, MatchingVisit, Move, NewAppointment, NewBlock,
    NewEarlierPatient, NewRecall, NewSeries, PatientKey, PatientToTell, Recall, RecallCounts, RecallList,
    RecallPosition, SeenAppointment, SeriesPatient, StateBefore, ToTellPage, ToldVisit, Undo, VisitCounts, VisitGroup,
    WAIT_FOR_UNDO, WaitingCounts, WaitingList,
};
pub use certificates::{
    AcmeAccount, AcmeChallengeKind, AcmeOrder, CertificateId, ChallengeAnswer, ORDER_LEASE, OrderLease, RenewalWindow,
    StoredCertificate,
};
pub use clock_record::ClockRecord;
pub use content::{
    ContentState, DescriptionChange, Draft, DraftError, EarlierPicture, Edition, Editions, FileChange, FoundContent,
    FramingChange, MovedDocument, NO_DOCUMENT, NewNote, NewRevision, NotShown, Note, NoteRefused, OpenDocument,
    OpenNotes, PictureChange, PictureRefused, Place, PublishRefused, PublishedContent, PublishedId, REPORT_INTERVAL,
    Removal, RemoveRefused, Removed, Resolved, Revision, RevisionInfo, Selection, StoredDocument, VersionedEdition,
};
pub use data_register::{
    Erased, PeopleChoice, Purged, StoredPerson, StoredUnder, TABLES_WITHOUT_VISITOR_DATA, tables_with_retention,
};
pub use database::{CopiedTable, InstanceLock, Location, newest_schema, verify as verify_backup};
pub use discount::{
    Claim, ClaimError, ClaimRecord, Claimed, CodeStatusError, CorrectAddressError, IssuedCode, IssuedCodePage,
    ListPosition, ResendError, Search,
};
pub use error::{DeskError, StoreError, file_advice};
pub use game::{ChoiceRefused, DayCounts, FinishPlayError, FinishedPlay, Funnel, KEPT_PRACTICE_DAYS, StartPlayError};
pub use outbox::{DeliveryOutcome, LEASE, Lease, MailError, MailState, OutboxEntry};
pub use restore::{Restored, complete_file, erasures_in, write_back};
pub use secrets::Secrets;
pub use sight_remotes::{AnswerOutcome, RemoteError, ScreenView};
pub use staff::{
    Credentials, Invitation, InvitationEmail, LinkAccount, Lookup, NewInvitationEmail, NewSession, OpenError,
    OpenRefused, OpenSession, RecordLimitNotice, RecordReader, RenewedSession, Session, SignInAttempt, SignInFailure,
    StaffError, StaffMember, appointment_record,
};
pub use time_limits::TimeLimits;

use data_register::ErasedPeople;
use database::{Change, Writer, retry};
use error::StoreFailure;

use clinic_rules::secret::EncryptionKeys;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Dialect {
    Sqlite,
    Postgres,
}

#[derive(Debug, Clone)]
pub struct Store {
    writer: Writer,
    reader: AnyPool,
    dialect: Dialect,
    erased_people: Option<ErasedPeople>,
    keys: Option<EncryptionKeys>,
    limits: Arc<TimeLimits>,
    /// Requests of the public for appointments wait here for their turn, and not in the database with a connection that
    /// others need.
    booking_turn: Arc<tokio::sync::Mutex<()>>,
}

impl Store {
    /// Begins a transaction. On SQLite it may be committed together with others (group commit).
    async fn begin(&self) -> Result<Change, StoreError> {
        self.writer.begin().await
    }

    #[must_use]
    pub fn is_postgres(&self) -> bool {
        self.dialect == Dialect::Postgres
    }

    /// Waits for running statements and closes all connections.
    pub async fn close(&self) {
        self.reader.close().await;
        self.writer.pool().close().await;
    }
}

fn to_time(milliseconds: i64) -> Result<Timestamp, StoreError> {
    Timestamp::from_millisecond(milliseconds).map_err(|_| StoreError::Corrupt("a time that is out of range"))
}
