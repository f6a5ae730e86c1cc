//! Appointments. Every appointment holds its chair for each five-minute tick, in the transaction that stores it, so that two
//! of them can never share one.

mod appointment;
mod blocked_times;
mod book;
mod chairs;
mod change;
mod error;
mod lists;
mod messages;
mod recalls;
mod reminders;

pub use appointment::Appointment;
pub use blocked_times::{BlockError, BlockedTime, NewBlock};
pub use book::{Booked, NewAppointment};
pub use change::{ChangedBy, Move};
pub use error::{BookError, ChangeAppointmentError};
pub use lists::WaitingCounts;
pub use messages::BookingContext;
pub use recalls::{NewRecall, Recall, RecallCounts};

pub(super) use messages::on_rejected;
