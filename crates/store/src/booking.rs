//! Appointments. Every appointment holds its chair for each five-minute tick, in the transaction that stores it, so that two
//! of them can never share one.

mod appointment;
mod appointment_lists;
mod blocked_times;
mod book;
mod chairs;
mod change_request;
mod closed_time_visits;
mod closed_times;
mod detail_corrections;
mod earlier_times;
mod error;
mod holding;
mod messages;
mod move_outcome;
mod moves;
mod patient_links;
mod patient_records;
mod public_messages;
mod recall_lists;
mod recalls;
mod reminders;
mod request_limits;
mod returned_emails;
mod series;
mod state_before;
mod state_changes;
mod to_tell;
mod undo;
mod visit_counts;
mod visits_for_recalls;
mod waiting_requests;

pub use appointment::Appointment;
pub use appointment_lists::WaitingCounts;
pub use blocked_times::{BlockError, BlockedTime, NewBlock};
pub use book::{Booked, BookedBy, NewAppointment};
pub use change_request::{ChangedBy, ChosenChair, Move, SeenAppointment};
pub use detail_corrections::{Correction, EmailCorrection};
pub use earlier_times::{EarlierPatient, EarlierTime, EarlierTimes, EarlierWish, NewEarlierPatient};
pub use error::{BookError, ChangeAppointmentError};
pub use messages::{BookingContext, WAIT_FOR_UNDO};
pub use patient_records::{FoundVisits, PatientKey};
pub use recall_lists::{DueRecall, MatchingVisit, RecallList, RecallPosition};
pub use recalls::{NewRecall, Recall, RecallCounts};
pub use series::{BookedSeries, NewSeries, SeriesPatient};
pub use state_before::StateBefore;
pub use to_tell::{PatientToTell, ToTellPage, ToldVisit};
pub use undo::{ClosedDecision, Undo};
pub use visit_counts::{VisitCounts, VisitGroup};
pub use waiting_requests::WaitingList;

pub(super) use earlier_times::ENDED_KEPT;
pub(super) use messages::{on_appointment_email_retried, on_appointment_email_sent, on_appointment_email_undelivered};
pub(super) use recalls::{UNDO as UNDO_RECALL, on_recall_email_retried, on_recall_email_undelivered};
pub(super) use visits_for_recalls::has_open_visit;
