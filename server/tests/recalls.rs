//! Recalls in the store, on SQLite and on PostgreSQL: who is asked to come back, how often, and when that ends.

use std::time::Duration;

use clinic_mail::Message;
use clinic_mail::message::RecallFacts;
use clinic_rules::booking::{
    AppointmentId, AppointmentState, Patient, PatientInput, RecallDelay, RecallOutcome, SlotTime, Source,
};
use clinic_runtime::clock::Clock;
use clinic_store::{DeliveryOutcome, DueRecall, Lease, MailState, NewRecall, RecallCounts, RecallList, RecallPosition};
use jiff::civil::date;

use crate::support::databases::{on_both, on_both_without_tables};
use crate::support::test_clinic::{ClinicStore, patient, quarter, slot};

const DAY: Duration = Duration::from_hours(24);
const EXAM: usize = 0;
const FRAMES: usize = 1;

impl ClinicStore {
    /// A visit on 3 March at which the patient agrees to come back after two weeks.
    async fn agree(&self, patient: &Patient, time: &str) -> AppointmentId {
        let visit = self.add(Source::Phone, EXAM, slot(time), patient).await.expect("booked").appointment.id;
        self.change_state(&visit, AppointmentState::Done).await.expect("done");
        self.add_recall(&visit).await;
        visit
    }

    async fn add_recall(&self, visit: &AppointmentId) {
        let due = RecallDelay::Weeks(2).after(date(2026, 3, 3)).expect("a date");
        let new = NewRecall { visit, due, reason: "pressure check" };
        self.store.add_recall(new, self.actor()).await.expect("added");
    }

    async fn list(&self, list: RecallList) -> Vec<DueRecall> {
        self.store.recall_page(list, None, self.clock.now()).await.expect("listed").0
    }

    /// How many recalls are to ask, asked, and booked.
    async fn lists(&self) -> (usize, usize, usize) {
        let (to_ask, asked) = (self.list(RecallList::ToAsk).await, self.list(RecallList::Asked).await);
        (to_ask.len(), asked.len(), self.list(RecallList::Booked).await.len())
    }

    async fn queue_recalls(&self) -> Vec<Lease> {
        self.store.queue_recalls(self.context()).await.expect("queued")
    }

    async fn recall_counts(&self) -> RecallCounts {
        self.store.recall_counts(date(2026, 3, 1), date(2027, 3, 31)).await.expect("counted")
    }

    async fn record(&self, lease: &Lease, outcome: DeliveryOutcome) {
        assert!(self.store.record_outcome(lease, &outcome, self.clock.now()).await.expect("stored"));
    }

    async fn state_of_message(&self, lease: &Lease) -> MailState {
        let entries = self.store.outbox_entries(None).await.expect("emails");
        entries.into_iter().find(|entry| entry.id == lease.id).expect("the email").state
    }
}

fn person(name: &str, phone: &str, email: Option<&str>) -> Patient {
    Patient::parse(&PatientInput { name, phone, email, note: None, brought_by: None }).expect("a patient")
}

/// Ada, with the phone of her mother and no address of her own.
fn child() -> Patient {
    person("Ada Obi", "0803 123 4567", None)
}

#[tokio::test]
async fn recall_is_mailed_once_and_ends_when_the_visit_for_its_service_is_done() {
    on_both(async |url| {
        let clinic = ClinicStore::open(&url, 1).await;
        let ada = patient("ada@example.com");
        clinic.agree(&ada, "08:00").await;
        assert!(clinic.queue_recalls().await.is_empty(), "not due yet");
        clinic.clock.advance(16 * DAY);
        let leases = clinic.queue_recalls().await;
        let Message::Recall(RecallFacts { book, reason, .. }) = &leases[0].message else { panic!("{leases:?}") };
        assert_eq!((book.as_str(), reason.as_str()), ("/book?service=exam", "pressure check"));
        assert!(clinic.queue_recalls().await.is_empty(), "only once");
        clinic.record(&leases[0], DeliveryOutcome::Sent).await;
        assert_eq!(clinic.lists().await, (0, 1, 0));

        // A public booking, which anybody can make, only marks the recall.
        let back = clinic.book_with("r1", EXAM, quarter(24, 0), &ada).await.expect("booked").appointment;
        assert_eq!(clinic.lists().await, (0, 0, 1));
        let visit = clinic.list(RecallList::Booked).await.remove(0).visit.expect("a visit");
        assert_eq!((SlotTime::of(visit.starts_at), visit.has_same_name), (quarter(24, 0), true));
        clinic.move_at_desk(&back.id, quarter(25, 0), None).await.expect("moved");
        let visit = clinic.list(RecallList::Booked).await.remove(0).visit.expect("a visit");
        assert_eq!(SlotTime::of(visit.starts_at), quarter(25, 0), "the mark follows the visit");
        assert_eq!(clinic.recall_counts().await.came_back, 0);

        clinic.change_state(&back.id, AppointmentState::Arrived).await.expect("arrived");
        assert_eq!(clinic.lists().await, (0, 0, 1));
        clinic.change_state(&back.id, AppointmentState::Done).await.expect("done");
        assert_eq!(clinic.lists().await, (0, 0, 0));
        let counts = clinic.recall_counts().await;
        assert_eq!((counts.agreed, counts.asked, counts.came_back), (1, 1, 1));

        // A wrong press is taken back with what it did.
        clinic.change_state(&back.id, AppointmentState::Arrived).await.expect("undone");
        assert_eq!((clinic.lists().await, clinic.recall_counts().await.came_back), ((0, 0, 1), 0));
        clinic.change_state(&back.id, AppointmentState::Done).await.expect("done");
        assert_eq!((clinic.lists().await, clinic.recall_counts().await.came_back), ((0, 0, 0), 1));
        clinic.clock.advance(3 * DAY);
        assert_eq!(
            clinic.store.purge(clinic.clock.now()).await.expect("purged").records("recalls"),
            0,
            "a long weekend"
        );
        clinic.change_state(&back.id, AppointmentState::Arrived).await.expect("undone");
        assert_eq!(clinic.lists().await, (0, 0, 1));
        clinic.change_state(&back.id, AppointmentState::Done).await.expect("done");
        clinic.clock.advance(8 * DAY);
        assert_eq!(clinic.store.purge(clinic.clock.now()).await.expect("purged").records("recalls"), 1);
    })
    .await;
}

#[tokio::test]
async fn visit_of_somebody_else_or_for_something_else_does_not_end_a_recall() {
    on_both(async |url| {
        let clinic = ClinicStore::open(&url, 1).await;
        clinic.agree(&child(), "08:00").await;
        clinic.clock.advance(16 * DAY);
        let mother = person("Ngozi Obi", "0803 123 4567", Some("ngozi@example.com"));
        let others = [
            clinic.add(Source::Phone, EXAM, quarter(24, 0), &mother).await.expect("booked"),
            clinic.add(Source::WalkIn, FRAMES, quarter(24, 4), &child()).await.expect("booked"),
            clinic.book_with("r1", FRAMES, quarter(24, 8), &child()).await.expect("booked"),
        ];
        assert_eq!(clinic.lists().await, (1, 0, 0), "still to ask");
        let visit = clinic.list(RecallList::ToAsk).await.remove(0).visit.expect("the visit of the mother");
        assert!(!visit.has_same_name, "staff see that somebody with this number comes");
        for other in others {
            clinic.change_state(&other.appointment.id, AppointmentState::Done).await.expect("done");
        }
        assert_eq!((clinic.lists().await, clinic.recall_counts().await.came_back), ((1, 0, 0), 0));
        // The child comes too, with her name in other letters.
        let child = person("ADA  obi", "+234 803 123 4567", None);
        let visit = clinic.add(Source::WalkIn, EXAM, quarter(24, 12), &child).await.expect("walks in").appointment;
        clinic.change_state(&visit.id, AppointmentState::Done).await.expect("done");
        assert_eq!((clinic.lists().await, clinic.recall_counts().await.came_back), ((0, 0, 0), 1));
    })
    .await;
}

#[tokio::test]
async fn cancelled_or_missed_visit_makes_the_recall_due_again() {
    on_both(async |url| {
        let clinic = ClinicStore::open(&url, 1).await;
        let ada = patient("ada@example.com");
        clinic.agree(&ada, "08:00").await;
        clinic.clock.advance(16 * DAY);
        let lease = clinic.queue_recalls().await.remove(0);
        clinic.record(&lease, DeliveryOutcome::Sent).await;
        let first = clinic.book_with("r1", EXAM, quarter(24, 0), &ada).await.expect("booked").appointment;
        clinic.cancel(&first.id).await.expect("cancelled");
        assert_eq!(clinic.lists().await, (1, 0, 0), "due again at once");
        assert!(clinic.queue_recalls().await.is_empty(), "many book another time on the same day");
        let second = clinic.book_with("r2", EXAM, quarter(26, 0), &ada).await.expect("booked").appointment;
        assert_eq!(clinic.lists().await, (0, 0, 1), "cancelled, then booked again");
        clinic.clock.advance(8 * DAY);
        assert!(
            clinic.queue_recalls().await.is_empty(),
            "the booking is later than the day on which the recall was due"
        );
        clinic.change_state(&second.id, AppointmentState::Missed).await.expect("missed");
        assert_eq!(clinic.lists().await, (1, 0, 0));
        clinic.clock.advance(DAY);
        let lease = clinic.queue_recalls().await.remove(0);
        clinic.record(&lease, DeliveryOutcome::Sent).await;
        assert_eq!(clinic.lists().await, (0, 1, 0));
        // Whoever books and cancels in her name cannot have her mailed again and again.
        for request in ["r3", "r4"] {
            let slot = SlotTime { date: date(2026, 4, 6), minute: 480 };
            let third = clinic.book_with(request, EXAM, slot, &ada).await.expect("booked").appointment;
            clinic.cancel(&third.id).await.expect("cancelled");
            clinic.clock.advance(DAY);
            assert!(clinic.queue_recalls().await.is_empty());
            assert_eq!(clinic.lists().await, (1, 0, 0), "staff ask");
        }
        assert_eq!(clinic.recall_counts().await.came_back, 0);
    })
    .await;
}

#[tokio::test]
async fn undo_of_done_removes_the_recall_that_was_agreed_since() {
    on_both(async |url| {
        let clinic = ClinicStore::open(&url, 1).await;
        let visit = clinic.add(Source::Phone, EXAM, slot("08:00"), &child()).await.expect("booked").appointment.id;
        clinic.change_state(&visit, AppointmentState::Done).await.expect("done");
        clinic.clock.advance(Duration::from_mins(1));
        clinic.add_recall(&visit).await;
        assert_eq!(clinic.recall_counts().await.agreed, 1);
        clinic.undo(&visit, AppointmentState::Done).await.expect("undone");
        assert_eq!(clinic.recall_counts().await.agreed, 0);
        clinic.clock.advance(16 * DAY);
        assert_eq!(clinic.lists().await, (0, 0, 0));
    })
    .await;
}

#[tokio::test]
async fn visit_of_the_last_week_that_nobody_has_marked_counts_as_booked() {
    on_both(async |url| {
        let clinic = ClinicStore::open(&url, 1).await;
        clinic.agree(&child(), "08:00").await;
        clinic.clock.advance(16 * DAY);
        assert_eq!(clinic.lists().await, (1, 0, 0));
        clinic.add(Source::Phone, EXAM, quarter(20, 0), &child()).await.expect("booked");
        for (now, expected) in [("2026-03-27T10:00:00Z", (0, 0, 1)), ("2026-03-28T10:00:00Z", (1, 0, 0))] {
            clinic.clock.set(now.parse().expect("a time"));
            assert_eq!(clinic.lists().await, expected, "at {now}");
        }
    })
    .await;
}

#[tokio::test]
async fn recall_that_is_queued_is_not_sent_after_the_patient_has_booked_and_is_asked_if_they_do_not_come() {
    on_both(async |url| {
        let clinic = ClinicStore::open(&url, 1).await;
        let ada = patient("ada@example.com");
        clinic.agree(&ada, "08:00").await;
        clinic.clock.advance(16 * DAY);
        let lease = clinic.queue_recalls().await.remove(0);
        let next_at = clinic.clock.now() + Duration::from_secs(30);
        clinic.record(&lease, DeliveryOutcome::Deferred { reason: "451 busy".to_owned(), next_at }).await;
        let back = clinic.book_with("r1", EXAM, quarter(24, 0), &ada).await.expect("booked").appointment;
        assert_eq!(clinic.state_of_message(&lease).await, MailState::Replaced);
        clinic.cancel(&back.id).await.expect("cancelled");
        clinic.clock.advance(DAY);
        assert_eq!(clinic.queue_recalls().await.len(), 1);
    })
    .await;
}

#[tokio::test]
async fn recall_whose_email_is_rejected_or_fails_or_is_discarded_is_asked_by_phone() {
    on_both(async |url| {
        let clinic = ClinicStore::open(&url, 1).await;
        for (time, name) in [("08:00", "Ada Obi"), ("09:00", "Bola Ade"), ("10:00", "Chi Eze")] {
            clinic.agree(&person(name, "0803 123 4567", Some("obi@example.com")), time).await;
        }
        clinic.clock.advance(16 * DAY);
        let leases = clinic.queue_recalls().await;
        assert_eq!((leases.len(), clinic.lists().await), (3, (0, 3, 0)));
        clinic.record(&leases[0], DeliveryOutcome::Rejected { reason: "550 no such user".to_owned() }).await;
        clinic.record(&leases[1], DeliveryOutcome::Failed { reason: "451 busy".to_owned() }).await;
        clinic.clock.advance(Duration::from_mins(3));
        clinic.store.discard_message(&leases[2].id, clinic.actor()).await.expect("discarded");
        assert_eq!(clinic.lists().await, (3, 0, 0));
        assert!(clinic.list(RecallList::ToAsk).await.iter().all(|it| it.recall.email_failed));
        assert!(clinic.queue_recalls().await.is_empty(), "not by email again");
        let waiting = clinic.store.waiting_counts(&clinic.settings, clinic.clock.now()).await.expect("counted");
        assert_eq!(waiting.recalls, 3);

        // Staff ask one of them, and owners retry the email of another.
        let ids = [&leases[0], &leases[1]].map(|lease| lease.message.record_key());
        clinic.store.mark_recall_asked(&ids[0], clinic.actor()).await.expect("asked");
        let refused = clinic.store.retry_message(&leases[0].id, clinic.actor()).await;
        assert!(refused.is_err(), "the patient would be asked twice: {refused:?}");
        clinic.store.retry_message(&leases[1].id, clinic.actor()).await.expect("retried").expect("a lease");
        assert_eq!(clinic.lists().await, (1, 2, 0));
        clinic.store.end_recall(&ids[1], RecallOutcome::Declined, clinic.actor()).await.expect("ended");
        assert_eq!(clinic.state_of_message(&leases[1]).await, MailState::Replaced, "it is not sent any more");
    })
    .await;
}

#[tokio::test]
async fn recall_whose_email_came_back_is_asked_by_phone_unless_staff_have_asked_since() {
    on_both(async |url| {
        let clinic = ClinicStore::open(&url, 1).await;
        clinic.agree(&person("Ada Obi", "0803 123 4567", Some("ada@example.com")), "08:00").await;
        clinic.agree(&person("Bola Ade", "0805 000 0012", None), "09:00").await;
        clinic.clock.advance(16 * DAY);
        let came_back = async |id: &str| clinic.store.recall_email_came_back(id, clinic.actor()).await;
        let lease = clinic.queue_recalls().await.remove(0);
        let ada = lease.message.record_key();
        assert!(came_back(&ada).await.is_err(), "it was not sent yet");
        clinic.record(&lease, DeliveryOutcome::Sent).await;
        assert_eq!(clinic.lists().await, (1, 1, 0));
        let bola = clinic.list(RecallList::ToAsk).await.remove(0).recall.id;
        assert!(came_back(&bola).await.is_err(), "she has no address");
        clinic.clock.advance(2 * DAY);
        came_back(&ada).await.expect("stored");
        assert_eq!(clinic.lists().await, (2, 0, 0));
        assert!(clinic.queue_recalls().await.is_empty(), "not by email again");
        clinic.store.mark_recall_asked(&ada, clinic.actor()).await.expect("asked");
        came_back(&ada).await.expect("the same again");
        assert_eq!(clinic.lists().await, (1, 1, 0));
    })
    .await;
}

#[tokio::test]
async fn recall_whose_email_waited_or_was_retried_is_asked_by_phone_when_it_comes_back() {
    on_both(async |url| {
        let clinic = ClinicStore::open(&url, 1).await;
        clinic.agree(&person("Ada Obi", "0803 123 4567", Some("ada@example.com")), "08:00").await;
        clinic.agree(&person("Bola Ade", "0805 000 0012", Some("bola@example.com")), "09:00").await;
        clinic.clock.advance(16 * DAY);
        let leases = clinic.queue_recalls().await;
        clinic.store.release(&leases[0], clinic.clock.now()).await.expect("released");
        clinic.clock.advance(DAY / 24);
        let retried = clinic.store.retry_message(&leases[0].id, clinic.actor()).await.expect("retried");
        clinic.record(&retried.expect("leased"), DeliveryOutcome::Sent).await;
        clinic.store.hold_mail(clinic.actor()).await.expect("held");
        assert!(clinic.store.release_mail(clinic.actor()).await.expect("released"));
        clinic.record(&leases[1], DeliveryOutcome::Sent).await;
        assert_eq!(clinic.lists().await, (0, 2, 0));
        for lease in &leases {
            let id = lease.message.record_key();
            clinic.store.recall_email_came_back(&id, clinic.actor()).await.expect("stored");
        }
        assert_eq!(clinic.lists().await, (2, 0, 0));
    })
    .await;
}

#[tokio::test]
async fn recall_is_stored_once_however_often_the_button_is_pressed() {
    on_both(async |url| {
        let clinic = std::sync::Arc::new(ClinicStore::open(&url, 1).await);
        let visit = clinic.agree(&child(), "08:00").await;
        let presses: Vec<_> = (0..8)
            .map(|_| {
                let (clinic, visit) = (clinic.clone(), visit.clone());
                tokio::spawn(async move { clinic.add_recall(&visit).await })
            })
            .collect();
        for press in presses {
            press.await.expect("no panic");
        }
        let later = NewRecall { visit: &visit, due: date(2026, 3, 20), reason: "pressure check" };
        clinic.store.add_recall(later, clinic.actor()).await.expect("changed");
        clinic.clock.advance(17 * DAY);
        assert_eq!(clinic.lists().await, (0, 0, 0), "the later day counts");
        clinic.clock.advance(DAY);
        assert_eq!((clinic.lists().await, clinic.recall_counts().await.agreed), ((1, 0, 0), 1));
    })
    .await;
}

#[tokio::test]
async fn many_unanswered_recalls_neither_keep_new_ones_from_being_asked_nor_from_the_lists() {
    on_both(async |url| {
        let clinic = ClinicStore::open(&url, 1).await;
        clinic.agree(&patient("ada@example.com"), "08:00").await;
        // 600 patients who were asked a day earlier and have not answered, and 120 without an address.
        let statement = "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 720)
            INSERT INTO recalls (id, service, name, name_key, phone, phone_person, email, reason, visit_day, due_day,
              agreed_at, agreed_with, asked_at)
            SELECT 'old ' || n, 'exam', 'Old', 'old', '+2348031234567', 'old ' || n, NULL, 'check', 20000, 20528, 0,
              'Tonye', CASE WHEN n > 120 THEN 1774000000000 END FROM numbers";
        sqlx::query(statement).execute(&clinic.rows).await.expect("inserted");
        clinic.clock.advance(16 * DAY);
        assert_eq!(clinic.queue_recalls().await.len(), 1, "the new one is asked");
        let waiting = clinic.store.waiting_counts(&clinic.settings, clinic.clock.now()).await.expect("counted");
        assert_eq!(waiting.recalls, 120, "the badge counts those whom staff have to ask");
        for (list, expected) in [(RecallList::ToAsk, 120), (RecallList::Asked, 601)] {
            let (mut ids, mut position) = (std::collections::BTreeSet::new(), None);
            loop {
                let (page, more) =
                    clinic.store.recall_page(list, position.as_ref(), clinic.clock.now()).await.expect("listed");
                let last = &page.last().expect("a page").recall;
                position = Some(RecallPosition { due: last.due, id: last.id.clone() });
                ids.extend(page.into_iter().map(|it| it.recall.id));
                if !more {
                    break;
                }
            }
            assert_eq!(ids.len(), expected, "{list:?}");
        }
    })
    .await;
}

#[tokio::test]
async fn recalls_of_an_earlier_version_follow_the_visits_too() {
    on_both(async |url| {
        let clinic = ClinicStore::open(&url, 1).await;
        let visit = clinic.agree(&child(), "08:00").await;
        // As the migration leaves rows of an earlier version: the visit is not known.
        sqlx::query("UPDATE recalls SET visit = NULL").execute(&clinic.rows).await.expect("changed");
        clinic.change_state(&visit, AppointmentState::Arrived).await.expect("undone");
        clinic.change_state(&visit, AppointmentState::Done).await.expect("done again");
        clinic.clock.advance(16 * DAY);
        assert_eq!(clinic.lists().await, (1, 0, 0), "the visit at which it was agreed is not the return");
        // Booked before the upgrade, when a booking ended the recall: the return is counted when it takes place.
        let back = clinic.book_with("r1", FRAMES, quarter(24, 0), &child()).await.expect("booked").appointment;
        sqlx::query("UPDATE appointments SET from_recall = 1 WHERE service = 'frames'")
            .execute(&clinic.rows)
            .await
            .expect("changed");
        for state in [AppointmentState::Done, AppointmentState::Arrived, AppointmentState::Done] {
            clinic.change_state(&back.id, state).await.expect("changed");
        }
        assert_eq!(clinic.recall_counts().await.came_back, 1);
    })
    .await;
}

#[tokio::test]
async fn unanswered_recall_is_purged_after_90_days_unless_the_patient_has_booked() {
    on_both(async |url| {
        let clinic = ClinicStore::open(&url, 1).await;
        clinic.agree(&child(), "08:00").await;
        clinic.agree(&person("Bola Ade", "0805 000 0012", None), "09:00").await;
        clinic.clock.advance(16 * DAY);
        for due in clinic.list(RecallList::ToAsk).await {
            clinic.store.mark_recall_asked(&due.recall.id, clinic.actor()).await.expect("asked");
        }
        clinic.clock.advance(89 * DAY);
        let slot = SlotTime { date: date(2026, 6, 20), minute: 480 };
        clinic.book_with("r1", EXAM, slot, &child()).await.expect("booked");
        clinic.clock.advance(2 * DAY);
        assert_eq!(clinic.store.purge(clinic.clock.now()).await.expect("purged").records("recalls"), 1);
        assert_eq!((clinic.lists().await, clinic.recall_counts().await.no_answer), ((0, 0, 1), 1));
    })
    .await;
}

#[tokio::test]
async fn recall_whose_email_fails_half_a_year_after_it_was_due_is_not_purged() {
    on_both(async |url| {
        let clinic = ClinicStore::open(&url, 1).await;
        clinic.agree(&person("Ada Obi", "0803 123 4567", Some("ada@example.com")), "08:00").await;
        // The site did not run.
        clinic.clock.advance((14 + 181) * DAY);
        let lease = clinic.queue_recalls().await.remove(0);
        clinic.clock.advance(3 * DAY);
        clinic.record(&lease, DeliveryOutcome::Failed { reason: "451 busy".to_owned() }).await;
        clinic.store.purge(clinic.clock.now()).await.expect("purged");
        assert_eq!(clinic.lists().await, (1, 0, 0), "staff ask by phone");
    })
    .await;
}

#[tokio::test]
async fn recall_is_not_purged_because_of_a_missed_visit_that_nobody_has_marked() {
    on_both(async |url| {
        let clinic = ClinicStore::open(&url, 1).await;
        clinic.agree(&child(), "08:00").await;
        clinic.clock.advance(16 * DAY);
        let due = clinic.list(RecallList::ToAsk).await.remove(0);
        clinic.store.mark_recall_asked(&due.recall.id, clinic.actor()).await.expect("asked");
        clinic.clock.advance(70 * DAY);
        let slot = SlotTime { date: date(2026, 6, 1), minute: 480 };
        let visit = clinic.book_with("r1", EXAM, slot, &child()).await.expect("booked").appointment;
        clinic.clock.advance(40 * DAY);
        assert_eq!(clinic.store.purge(clinic.clock.now()).await.expect("purged").records("recalls"), 0);
        clinic.change_state(&visit.id, AppointmentState::Missed).await.expect("missed");
        assert_eq!(clinic.lists().await, (1, 0, 0), "due again");
    })
    .await;
}

/// Creates the tables as the version before recalls followed visits did.
async fn create_schema_18(rows: &sqlx::AnyPool, is_sqlite: bool) {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/store/migrations");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").path()).collect();
    files.sort();
    let is_old = |path: &&std::path::PathBuf| {
        path.file_name().expect("a name").to_str().expect("text")[..4].parse::<i64>().expect("a number") <= 18
    };
    for path in files.iter().filter(is_old) {
        let mut statements = std::fs::read_to_string(path).expect("a migration");
        if is_sqlite {
            statements = statements.replace(" COLLATE \"C\"", "").replace(" BYTEA", " BLOB");
        }
        sqlx::raw_sql(sqlx::AssertSqlSafe(statements)).execute(rows).await.expect("migrated");
    }
    let migrations = "CREATE TABLE migrations (version BIGINT PRIMARY KEY, applied_at BIGINT NOT NULL);
                      INSERT INTO migrations VALUES (18, 0)";
    sqlx::raw_sql(migrations).execute(rows).await.expect("migrated");
}

#[tokio::test]
async fn recalls_and_emails_of_schema_18_survive_the_migration() {
    const ROWS: &str = "
        INSERT INTO recalls (id, service, name, phone, email, phone_person, reason, due_day, agreed_at, agreed_with, asked_at)
          VALUES ('r1', 'exam', 'Ada Obi', '+2348031234567', NULL, 'p1', 'check', 20000, 1728000000000, 'Tonye', 1728000000000);
        INSERT INTO outbox (id, kind, payload, record_key, address, message_id, state, queued_at, next_at, last_error) VALUES
          ('m1', 'recall', '{}', 'r1', 'ada@example.com', '<m1@x>', 'rejected', 3, 0, 'replaced by a newer email'),
          ('m2', 'recall', '{}', 'r1', 'ada@example.com', '<m2@x>', 'rejected', 2, 0, '550 no such user'),
          ('m3', 'recall', '{}', 'r1', 'ada@example.com', '<m3@x>', 'queued', 1, 0, NULL);";
    on_both_without_tables(async |url| {
        sqlx::any::install_default_drivers();
        let is_sqlite = url.starts_with("sqlite");
        let old = sqlx::AnyPool::connect(&if is_sqlite { format!("{url}?mode=rwc") } else { url.clone() }).await;
        let old = old.expect("a connection");
        create_schema_18(&old, is_sqlite).await;
        sqlx::raw_sql(ROWS).execute(&old).await.expect("written");
        old.close().await;
        let clinic = ClinicStore::open(&url, 1).await;
        let entries = clinic.store.outbox_entries(None).await.expect("emails");
        let states: Vec<_> = entries.iter().map(|entry| (entry.id.as_str(), entry.state)).collect();
        assert_eq!(states, [("m1", MailState::Replaced), ("m2", MailState::Rejected), ("m3", MailState::Queued)]);
        assert_eq!(clinic.lists().await, (1, 0, 0), "its email was rejected: staff ask by phone");
        let key: (String, i64) =
            sqlx::query_as("SELECT name_key, visit_day FROM recalls").fetch_one(&clinic.rows).await.expect("a row");
        assert_eq!(key, ("ada obi".to_owned(), 20_000), "1728000000000 is the midnight of day 20000");
    })
    .await;
}

#[tokio::test]
async fn recall_that_was_ended_or_marked_as_asked_by_a_wrong_press_is_as_before_for_a_day() {
    on_both(async |url| {
        let clinic = ClinicStore::open(&url, 1).await;
        clinic.agree(&person("Ada Obi", "0803 123 4567", None), "08:00").await;
        clinic.clock.advance(16 * DAY);
        let (store, actor) = (&clinic.store, clinic.actor());
        let id = clinic.list(RecallList::ToAsk).await.remove(0).recall.id;
        let before = clinic.recall_counts().await;
        for outcome in [RecallOutcome::Declined, RecallOutcome::NoAnswer, RecallOutcome::CameBack] {
            store.end_recall(&id, outcome, actor).await.expect("ended");
            assert_eq!(clinic.lists().await, (0, 0, 0));
            assert_eq!(clinic.list(RecallList::Ended).await[0].recall.outcome, Some(outcome));
            for _ in 0..2 {
                store.undo_recall_end(&id, actor).await.expect("undone");
                assert_eq!(clinic.lists().await, (1, 0, 0));
            }
            assert!(clinic.list(RecallList::Ended).await.is_empty());
            assert_eq!(clinic.recall_counts().await, before);
        }
        store.mark_recall_asked(&id, actor).await.expect("asked");
        for _ in 0..2 {
            store.undo_recall_asked(&id, actor).await.expect("undone");
            assert_eq!((clinic.lists().await, clinic.recall_counts().await), ((1, 0, 0), before));
        }
        store.mark_recall_asked(&id, actor).await.expect("asked");
        clinic.clock.advance(DAY);
        assert!(store.undo_recall_asked(&id, clinic.actor()).await.is_err(), "a day has passed");
        assert!(!clinic.list(RecallList::Asked).await[0].recall.can_undo_asked(clinic.clock.now()));
        store.end_recall(&id, RecallOutcome::Declined, clinic.actor()).await.expect("ended");
        assert!(store.undo_recall_asked(&id, clinic.actor()).await.is_err(), "it has ended");
        clinic.clock.advance(DAY + Duration::from_secs(1));
        assert!(store.undo_recall_end(&id, clinic.actor()).await.is_err(), "a day has passed");
        store.purge(clinic.clock.now()).await.expect("purged");
        let kept: i64 =
            sqlx::query_scalar("SELECT COUNT(*) FROM recalls").fetch_one(&clinic.rows).await.expect("counted");
        assert_eq!(kept, 0);
    })
    .await;
}

#[tokio::test]
async fn patient_whose_email_was_given_up_when_the_recall_was_ended_by_mistake_is_asked_after_the_undo() {
    on_both(async |url| {
        let clinic = ClinicStore::open(&url, 1).await;
        clinic.agree(&person("Ada Obi", "0803 123 4567", Some("ada@example.com")), "08:00").await;
        clinic.clock.advance(16 * DAY);
        let lease = clinic.queue_recalls().await.remove(0);
        let id = lease.message.record_key();
        clinic.store.end_recall(&id, RecallOutcome::Declined, clinic.actor()).await.expect("ended");
        assert!(clinic.queue_recalls().await.is_empty());
        clinic.store.undo_recall_end(&id, clinic.actor()).await.expect("undone");
        assert!(clinic.store.undo_recall_asked(&id, clinic.actor()).await.is_ok(), "nobody has asked");
        assert_eq!((clinic.lists().await, clinic.queue_recalls().await.len()), ((1, 0, 0), 1));
        let asked_by_email = clinic.store.undo_recall_asked(&id, clinic.actor()).await;
        assert!(asked_by_email.is_err(), "the email cannot be taken back");
    })
    .await;
}

#[tokio::test]
async fn patient_who_has_declined_and_agrees_again_has_one_recall_and_counts_twice() {
    on_both(async |url| {
        let clinic = ClinicStore::open(&url, 1).await;
        let visit = clinic.agree(&person("Ada Obi", "0803 123 4567", None), "08:00").await;
        clinic.clock.advance(16 * DAY);
        let id = clinic.list(RecallList::ToAsk).await.remove(0).recall.id;
        clinic.store.end_recall(&id, RecallOutcome::Declined, clinic.actor()).await.expect("ended");
        clinic.add_recall(&visit).await;
        let counts = clinic.recall_counts().await;
        assert_eq!((clinic.lists().await, counts.agreed, counts.declined), ((1, 0, 0), 2, 1));
        assert!(clinic.list(RecallList::Ended).await.is_empty());
    })
    .await;
}
