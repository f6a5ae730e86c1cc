//! Two changes of the same appointment or recall at the same moment, by two instances, on SQLite and on PostgreSQL: the later one
//! works with what the earlier one stored.

use std::sync::Arc;
use std::time::Duration;

use clinic_rules::booking::{AppointmentId, AppointmentState, Patient, PatientInput, RecallOutcome, SlotTime, Source};
use clinic_rules::rate_limit::Limits;
use clinic_runtime::clock::Clock;
use clinic_store::{NewRecall, RecallList};
use jiff::civil::date;

use crate::support::databases::on_both;
use crate::support::test_clinic::{ClinicStore, no_limits, quarter, slot};

const DAY: Duration = Duration::from_hours(24);
const ROUNDS: u16 = 12;

/// Two instances with the same clock.
async fn open(url: &str) -> [Arc<ClinicStore>; 2] {
    let first = ClinicStore::open(url, 1).await;
    let second = ClinicStore { clock: first.clock.clone(), ..ClinicStore::open(url, 2).await };
    [Arc::new(first), Arc::new(second)]
}

/// A patient of their own for each round.
fn person(number: u16) -> Patient {
    let (phone, email) = (format!("0803 000 {number:04}"), format!("patient{number}@example.com"));
    let input = PatientInput { name: "Ada Obi", phone: &phone, email: Some(&email), note: None, brought_by: None };
    Patient::parse(&input).expect("a patient")
}

fn on(day: i8, number: u16) -> SlotTime {
    quarter(day + i8::try_from(number).expect("a day"), 0)
}

impl ClinicStore {
    /// A visit at which the patient agrees to come back on 1 April.
    async fn agree_in_round(&self, number: u16) -> AppointmentId {
        let visit = self.add(Source::Phone, 0, on(3, number), &person(number)).await.expect("booked").appointment.id;
        self.change_state(&visit, AppointmentState::Done).await.expect("done");
        self.agree_again(&visit, "pressure check").await;
        visit
    }

    async fn agree_again(&self, visit: &AppointmentId, reason: &str) {
        let new = NewRecall { visit, due: date(2026, 4, 1), reason };
        self.store.add_recall(new, self.actor()).await.expect("added");
    }

    /// Locks the recalls on PostgreSQL, where changes wait for a row. On SQLite they wait for each other from the beginning.
    async fn hold_recalls(&self, url: &str) -> Option<sqlx::Transaction<'static, sqlx::Any>> {
        if !url.starts_with("postgres") {
            return None;
        }
        let mut held = self.rows.begin().await.expect("a transaction");
        sqlx::query("UPDATE recalls SET id = id").execute(&mut *held).await.expect("locked");
        Some(held)
    }

    /// Returns when so many changes wait for the recalls. Other tests have their own databases on the same server, where changes
    /// may wait too.
    async fn wait_for(&self, held: Option<&sqlx::Transaction<'static, sqlx::Any>>, changes: i64) {
        let waiting = "SELECT COUNT(*) FROM pg_stat_activity
                       WHERE datname = current_database() AND wait_event_type = 'Lock'";
        while held.is_some() && self.number(waiting).await < changes {
            tokio::task::yield_now().await;
        }
    }

    async fn number(&self, statement: &'static str) -> i64 {
        sqlx::query_scalar(statement).fetch_one(&self.rows).await.expect("a number")
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn patient_who_moves_a_request_while_staff_confirm_it_keeps_the_new_time() {
    on_both(async |url| {
        let mut clinic = ClinicStore::open(&url, 1).await;
        clinic.limits = Limits { held_per_phone: 0, ..no_limits() };
        for number in 0..ROUNDS {
            let booked = clinic.book_with(&format!("{number}"), 0, on(3, number), &person(number)).await;
            let id = booked.expect("accepted").appointment.id;
            let to = SlotTime { minute: 600, ..on(3, number) };
            let (confirmed, moved) = tokio::join!(clinic.confirm(&id), clinic.move_to(&id, to));
            confirmed.expect("confirmed");
            moved.expect("moved");
            let after = clinic.store.appointment(&id).await.expect("read").expect("an appointment");
            assert_eq!(SlotTime::of(after.starts_at), to, "the patient chose this time: {after:?}");
        }
        clinic.assert_ticks_and_appointments_agree().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn return_of_a_patient_is_counted_once_when_two_visits_are_marked_at_the_same_time() {
    on_both(async |url| {
        let clinics = open(&url).await;
        for number in 0..ROUNDS {
            clinics[0].agree_in_round(number).await;
            let (mut visits, mut tasks) = (Vec::new(), Vec::new());
            for (clinic, time) in clinics.iter().zip(["08:00", "10:00"]) {
                let at = SlotTime { minute: slot(time).minute, ..on(16, number) };
                let visit = clinic.add(Source::Phone, 0, at, &person(number)).await.expect("booked").appointment.id;
                visits.push((Arc::clone(clinic), visit));
            }
            let held = clinics[0].hold_recalls(&url).await;
            for (clinic, visit) in visits {
                tasks.push(tokio::spawn(
                    async move { clinic.change_state(&visit, AppointmentState::Done).await.is_ok() },
                ));
            }
            clinics[0].wait_for(held.as_ref(), 2).await;
            drop(held);
            for task in tasks {
                assert!(task.await.expect("no panic"));
            }
            let returns = "SELECT CAST(SUM(n) AS BIGINT) FROM recall_counts WHERE outcome = 'came-back'";
            assert_eq!(clinics[0].number(returns).await, i64::from(number) + 1);
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn patient_who_books_while_the_email_is_queued_is_not_asked_to_come_back() {
    on_both(async |url| {
        let clinics = open(&url).await;
        for number in 0..ROUNDS {
            clinics[0].agree_in_round(number).await;
        }
        clinics[0].clock.advance(35 * DAY);
        let queue = {
            let clinic = Arc::clone(&clinics[0]);
            tokio::spawn(async move { clinic.store.queue_recalls(clinic.context()).await.expect("queued").len() })
        };
        for number in 0..ROUNDS {
            let at = quarter(28, 0);
            let at = SlotTime { date: at.date.saturating_add(jiff::Span::new().days(20 + i64::from(number))), ..at };
            clinics[1].add(Source::Phone, 0, at, &person(number)).await.expect("booked");
        }
        queue.await.expect("no panic");
        let queued = "SELECT COUNT(*) FROM outbox WHERE kind = 'recall' AND state = 'queued'";
        assert_eq!(clinics[0].number(queued).await, 0, "every one of them has booked");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn recall_that_ends_while_another_time_is_agreed_is_not_lost() {
    on_both(async |url| {
        let clinics = open(&url).await;
        for number in 0..ROUNDS {
            let visit = clinics[0].agree_in_round(number).await;
            clinics[0].clock.set("2026-04-10T08:00:00Z".parse().expect("a time"));
            let page = clinics[0].store.recall_page(RecallList::ToAsk, None, clinics[0].clock.now()).await;
            let recalls = page.expect("listed").0;
            let recall = recalls.into_iter().find(|it| it.recall.visit.as_deref() == Some(visit.as_str()));
            let id = recall.expect("in the list").recall.id;
            let held = clinics[0].hold_recalls(&url).await;
            let end = {
                let clinic = Arc::clone(&clinics[0]);
                tokio::spawn(async move {
                    clinic.store.end_recall(&id, RecallOutcome::Declined, clinic.actor()).await.is_ok()
                })
            };
            clinics[0].wait_for(held.as_ref(), 1).await;
            let agree = {
                let (clinic, visit) = (Arc::clone(&clinics[1]), visit.clone());
                tokio::spawn(async move { clinic.agree_again(&visit, "another reason").await })
            };
            clinics[0].wait_for(held.as_ref(), 2).await;
            let is_held = held.is_some();
            drop(held);
            agree.await.expect("no panic");
            assert!(end.await.expect("no panic"), "it was open");
            let stored: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM recalls WHERE visit = $1")
                .bind(visit.as_str())
                .fetch_one(&clinics[0].rows)
                .await
                .expect("rows");
            assert!(stored == 1 || !is_held, "it was agreed after the earlier one had ended");
            let agreed = "SELECT CAST(SUM(n) AS BIGINT) FROM recall_counts WHERE outcome = 'agreed'";
            let declined = "SELECT CAST(SUM(n) AS BIGINT) FROM recall_counts WHERE outcome = 'declined'";
            let open = clinics[0].number("SELECT COUNT(*) FROM recalls WHERE ended_at IS NULL").await;
            assert_eq!(open, clinics[0].number(agreed).await - clinics[0].number(declined).await);
            clinics[0].clock.set(crate::support::START_TIME.parse().expect("a time"));
        }
    })
    .await;
}
