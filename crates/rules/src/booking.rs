//! Appointments: which times are free, who may change what until when, and what a patient has to enter.
//!
//! Times are instants; dates and times of day are those of the clinic. The store guarantees that no two appointments
//! share a chair at the same time: every appointment holds its chair for each five-minute tick.

mod appointment_token;
mod calendar_file;
mod chair;
mod chair_choice;
mod deadline;
mod earlier_times;
mod holding;
mod opening_hours;
mod patient;
mod patient_search;
mod price;
mod recall;
mod recipient;
mod reference;
mod reminder;
mod series;
mod settings;
mod shown_names;
mod slot_time;
mod slots;
mod state;
mod text_for_patients;
mod tick;
mod to_tell;

pub use appointment_token::{APPOINTMENT_PAGE, AppointmentId, AppointmentToken, LinkError, LinkGeneration};
pub use calendar_file::{CalendarEvent, CalendarMethod, EventStatus};
pub use chair::{Chair, ChairError, ChairWeek};
pub use deadline::{answer_deadline, before_visit, first_deadline, later_on_open_days};
pub use earlier_times::{EarlierAnswer, OFFERED_DAYS, PartOfDay, WantedTime, offer_times};
pub use holding::{Held, HeldVisit, HeldVisits, may_hold};
pub use opening_hours::{Closure, OpenTimes, Opening, describe_times};
pub use patient::{FieldErrors, Patient, PatientInput, name_key};
pub use patient_search::{MAX_FOUND, PatientSearch, SearchTooShort, has_all_words};
pub use price::{Price, PriceError};
pub use recall::{RecallDelay, RecallError, RecallOutcome};
pub use recipient::Recipient;
pub use reference::Reference;
pub use reminder::{Reminder, due_reminder};
pub use series::{MAX_SERIES_VISITS, MAX_SERIES_WEEKS, SeriesError, SeriesPlace, TimeProblem, check_series};
pub use settings::{Confirm, Service, Settings};
pub use shown_names::{shows_name, shows_name_sooner};
pub use slot_time::SlotTime;
pub use slots::{FreeDay, Occupied, TimeError, check_time, free_days, nearest_free};
pub use state::{AppointmentState, Source, StateError};
pub use text_for_patients::has_link;
pub use tick::{TICK_MINUTES, ticks, ticks_between};
pub use to_tell::ToTell;
