//! A clinic with two chairs in a store on either database, with a clock and random bytes that the test controls.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use clinic_rules::booking::{
    AppointmentId, AppointmentState, Chair, Confirm, OpenTimes, Opening, Patient, PatientInput, Service, Settings,
    SlotTime, Source, ticks,
};
use clinic_rules::person::{ClientKey, PersonKey};
use clinic_rules::rate_limit::Limits;
use clinic_runtime::clock::{Clock, Randomness};
use clinic_store::{
    Actor, BookError, Booked, BookedBy, BookedSeries, BookingContext, ChangeAppointmentError, ChangedBy, ChosenChair,
    Lease, Move, NewAppointment, NewSeries, PatientToTell, Secrets, SeriesPatient, Store, Undo, WAIT_FOR_UNDO,
};
use jiff::civil::date;
use sqlx::AnyPool;

use super::{SeededRandom, TestClock, encryption_keys};

pub struct ClinicStore {
    pub store: Store,
    /// For looking at the rows.
    pub rows: AnyPool,
    pub secrets: Secrets,
    pub clock: Arc<TestClock>,
    pub random: Arc<SeededRandom>,
    pub settings: Settings,
    /// Requests hold whatever they ask for and are accepted without end, unless the test sets limits.
    pub limits: Limits,
}

pub type Change = Result<(clinic_store::Appointment, Option<Lease>), ChangeAppointmentError>;

impl ClinicStore {
    pub async fn open(url: &str, seed: u64) -> Self {
        sqlx::any::install_default_drivers();
        let (clock, random) = (Arc::<TestClock>::default(), Arc::new(SeededRandom::new(seed)));
        let store = Store::open(url, clock.now()).await.expect("the store opens").with_keys(encryption_keys());
        let secrets = store.secrets(&*random, clock.now()).await.expect("secrets");
        let rows = AnyPool::connect(url).await.expect("a connection");
        Self { store, rows, secrets, clock, random, settings: settings(), limits: no_limits() }
    }

    pub fn context(&self) -> BookingContext<'_> {
        let (mail_host, random) = ("clinic.example", &*self.random);
        BookingContext { mail_host, random, limits: &self.limits, now: self.clock.now() }
    }

    pub fn actor(&self) -> Actor<'_> {
        Actor { name: "Tonye", random: &*self.random, now: self.clock.now() }
    }

    /// The patients to tell, all pages. The badge has the same number.
    pub async fn to_tell(&self) -> Vec<PatientToTell> {
        let now = self.clock.now();
        let mut list = Vec::new();
        loop {
            let offset = u32::try_from(list.len()).expect("a number");
            let page = self.store.patients_to_tell(offset, &self.settings, now).await.expect("listed");
            list.extend(page.patients.iter().cloned());
            if page.patients.is_empty() {
                let counts = self.store.waiting_counts(&self.settings, now).await.expect("counted");
                assert_eq!((page.total as usize, counts.to_tell as usize), (list.len(), list.len()));
                return list;
            }
        }
    }

    /// Staff have told the patient of the visit as it is now.
    pub async fn mark_told(&self, id: &AppointmentId) -> Result<(), ChangeAppointmentError> {
        let visit = self.store.appointment(id).await.expect("read").expect("an appointment");
        self.store.mark_told(id, visit.to_tell(&self.settings), visit.starts_at, &self.settings, self.actor()).await
    }

    /// The requests without a time, all pages.
    pub async fn waiting(&self) -> Vec<clinic_store::Appointment> {
        let mut list = Vec::new();
        loop {
            let offset = u32::try_from(list.len()).expect("a number");
            let page = self.store.waiting_appointments(offset, self.clock.now()).await.expect("listed");
            if page.appointments.is_empty() {
                assert_eq!(page.total, list.len() as u64, "the number of all of them");
                return list;
            }
            list.extend(page.appointments);
        }
    }

    pub fn phone_person(&self, patient: &Patient) -> PersonKey {
        PersonKey::of_phone(&patient.phone, &self.secrets.people)
    }

    pub async fn book_with(
        &self,
        request: &str,
        service: usize,
        slot: SlotTime,
        patient: &Patient,
    ) -> Result<Booked, BookError> {
        self.book_from("192.0.2.1", request, service, slot, patient).await
    }

    /// Books over the public API from an address.
    pub async fn book_from(
        &self,
        address: &str,
        request: &str,
        service: usize,
        slot: SlotTime,
        patient: &Patient,
    ) -> Result<Booked, BookError> {
        let client = ClientKey::new(address.parse().expect("an address"), &self.secrets.people);
        let email = patient.email.as_ref().map(|email| PersonKey::new(&email.canonical(), &self.secrets.people));
        let new = NewAppointment {
            request,
            service: &self.settings.services[service],
            settings: &self.settings,
            slot,
            chair: None,
            patient,
            phone_person: &self.phone_person(patient),
            email_person: email.as_ref(),
            by: BookedBy::Public(&client),
            from_earlier_times: None,
            context: self.context(),
        };
        self.store.book(new).await
    }

    pub async fn book(&self, service: usize, slot: SlotTime) -> Result<Booked, BookError> {
        let request = format!("{:?}", (&*self.random as &dyn Randomness).bytes::<16>());
        self.book_with(&request, service, slot, &patient("ada@example.com")).await
    }

    /// Staff add a patient who called or walked in.
    pub async fn add(
        &self,
        source: Source,
        service: usize,
        slot: SlotTime,
        patient: &Patient,
    ) -> Result<Booked, BookError> {
        let email = patient.email.as_ref().map(|email| PersonKey::new(&email.canonical(), &self.secrets.people));
        let request = format!("{:?}", (&*self.random as &dyn Randomness).bytes::<16>());
        let new = NewAppointment {
            request: &request,
            service: &self.settings.services[service],
            settings: &self.settings,
            slot,
            chair: None,
            patient,
            phone_person: &self.phone_person(patient),
            email_person: email.as_ref(),
            by: BookedBy::Staff(self.actor(), source),
            from_earlier_times: None,
            context: self.context(),
        };
        self.store.book(new).await
    }

    /// Staff add several visits of a patient together.
    pub async fn add_series(
        &self,
        request: &str,
        source: Source,
        service: usize,
        slots: &[SlotTime],
        weeks: u16,
        patient: &Patient,
    ) -> Result<BookedSeries, BookError> {
        self.store_series(request, source, service, slots, weeks, (patient, None)).await
    }

    /// Staff add more visits like one that is stored, every four weeks.
    pub async fn repeat(
        &self,
        request: &str,
        like: &clinic_store::Appointment,
        slots: &[SlotTime],
    ) -> Result<BookedSeries, BookError> {
        let clinic_store::Appointment { name, phone, email, note, brought_by, .. } = like.clone();
        let patient = Patient { name, phone, email, note, brought_by };
        self.store_series(request, Source::Phone, 0, slots, 4, (&patient, Some(like))).await
    }

    async fn store_series(
        &self,
        request: &str,
        source: Source,
        service: usize,
        slots: &[SlotTime],
        weeks: u16,
        (patient, like): (&Patient, Option<&clinic_store::Appointment>),
    ) -> Result<BookedSeries, BookError> {
        let email = patient.email.as_ref().map(|email| PersonKey::new(&email.canonical(), &self.secrets.people));
        let phone_person = self.phone_person(patient);
        let new = NewSeries {
            request,
            service: &self.settings.services[service],
            settings: &self.settings,
            slots,
            weeks,
            chair: None,
            patient: SeriesPatient { patient, phone_person: &phone_person, email_person: email.as_ref() },
            source,
            like: like.map(|visit| (&visit.id, visit.changed_at)),
            actor: self.actor(),
            context: self.context(),
        };
        self.store.book_series(new).await
    }

    pub async fn change_state(&self, id: &AppointmentId, to: AppointmentState) -> Change {
        self.store.change_appointment_state(id, to, &self.settings, self.actor(), self.context()).await
    }

    /// Undoes the last press, which led to this state.
    pub async fn undo(&self, id: &AppointmentId, seen: AppointmentState) -> Change {
        let undo =
            Undo { seen, seen_at: None, seen_until: None, slot: None, settings: &self.settings, actor: self.actor() };
        self.store.undo_appointment(id, undo, self.context()).await
    }

    /// The email about what staff have moved or cancelled, when it is due.
    pub async fn lease_after_wait(&self) -> Option<Lease> {
        self.clock.advance(WAIT_FOR_UNDO);
        self.store.lease_next(self.clock.now()).await.expect("leased")
    }

    /// Moves as staff do, to any time and to a chair.
    pub async fn move_at_desk(&self, id: &AppointmentId, slot: SlotTime, chair: Option<u16>) -> Change {
        let chair = chair.map(|number| ChosenChair { number, all_the_same: false });
        let to = Move { slot, chair, settings: &self.settings, by: ChangedBy::Staff(self.actor()) };
        self.store.move_appointment(id, to, self.context()).await
    }

    pub async fn move_to(&self, id: &AppointmentId, slot: SlotTime) -> Change {
        let to = Move { slot, chair: None, settings: &self.settings, by: ChangedBy::Patient };
        self.store.move_appointment(id, to, self.context()).await
    }

    pub async fn cancel(&self, id: &AppointmentId) -> Change {
        let notice = self.settings.change_notice;
        self.store.cancel_appointment(id, notice, None, ChangedBy::Patient, self.context()).await
    }

    pub async fn confirm(&self, id: &AppointmentId) -> Change {
        self.store.confirm_appointment(id, &self.settings, self.actor(), self.context()).await
    }

    /// All ticks that are taken, with their holder.
    pub async fn ticks(&self) -> BTreeMap<(i64, i64), String> {
        let rows: Vec<(i64, i64, String)> =
            sqlx::query_as("SELECT chair, tick, held_by FROM chair_ticks").fetch_all(&self.rows).await.expect("ticks");
        rows.into_iter().map(|(chair, tick, holder)| ((chair, tick), holder)).collect()
    }

    /// Every appointment that has a time and was not cancelled holds exactly its ticks, and nothing else is held.
    pub async fn assert_ticks_and_appointments_agree(&self) {
        let appointments = self.all_appointments().await;
        let mut expected = BTreeMap::new();
        for it in appointments.iter().filter(|it| it.state != AppointmentState::Cancelled) {
            for tick in ticks(it.starts_at, it.chair_minutes()) {
                let other = expected.insert((i64::from(it.chair), tick), it.id.to_string());
                assert_eq!(other, None, "two appointments share a tick");
            }
        }
        assert_eq!(self.ticks().await, expected);
    }

    pub async fn all_appointments(&self) -> Vec<clinic_store::Appointment> {
        let ids: Vec<String> =
            sqlx::query_scalar("SELECT id FROM appointments WHERE state <> 'waiting' ORDER BY starts_at, chair, id")
                .fetch_all(&self.rows)
                .await
                .expect("listed");
        let mut appointments = Vec::new();
        for id in ids {
            let id = AppointmentId::parse(&id).expect("an id");
            appointments.extend(self.store.appointment(&id).await.expect("read"));
        }
        appointments
    }

    pub async fn clear(&self) {
        for statement in ["DELETE FROM chair_ticks", "DELETE FROM appointments", "DELETE FROM blocked_times"] {
            sqlx::query(statement).execute(&self.rows).await.expect("cleared");
        }
    }
}

pub fn no_limits() -> Limits {
    Limits {
        bookings_per_client_hour: u32::MAX,
        held_per_phone: u32::MAX,
        held_per_client: u32::MAX,
        held_percent_of_day: u32::MAX,
        held_percent_of_calendar: u32::MAX,
        booking_emails_per_recipient_day: u32::MAX,
        booking_emails_per_client_hour: u32::MAX,
        booking_emails_per_hour: u32::MAX,
        ..Limits::default()
    }
}

/// Open from 8 to 12 every day, with two chairs.
pub fn settings() -> Settings {
    let day = || vec![OpenTimes { from: 480, until: 720 }];
    let service = |slug: &str, minutes, buffer, daily_limit| Service {
        slug: slug.to_owned(),
        title: slug.to_uppercase(),
        minutes,
        buffer,
        daily_limit,
        bring: Vec::new(),
        drive: String::new(),
        price: None,
    };
    Settings {
        confirm: Confirm::ByStaff,
        chairs: Chair::numbered(2),
        start_every: 15,
        minimum_notice: Duration::from_hours(3),
        change_notice: Duration::from_hours(3),
        days_ahead: 60,
        services: vec![service("exam", 45, 15, None), service("frames", 30, 0, Some(3))],
        opening: Opening { week: [day(), day(), day(), day(), day(), day(), day()], closures: Vec::new() },
    }
}

pub fn patient(email: &str) -> Patient {
    let input =
        PatientInput { name: "Ada Obi", phone: "0803 123 4567", email: Some(email), note: None, brought_by: None };
    Patient::parse(&input).expect("a patient")
}

pub fn slot(time: &str) -> SlotTime {
    SlotTime::parse("2026-03-03", time).expect("a time")
}

pub fn quarter(day: i8, number: u16) -> SlotTime {
    SlotTime { date: date(2026, 3, day), minute: 480 + 15 * number }
}
