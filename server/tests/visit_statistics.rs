//! Visits in figures: what became of them, by day, service and source, in the store and at the desk.

use std::time::Duration;

use clinic_rules::booking::{AppointmentState, Patient, PatientInput, Source};
use clinic_rules::clinic_time::day_number_of_date;
use clinic_rules::staff::Role;
use clinic_runtime::clock::Clock;
use clinic_store::{DeliveryOutcome, Lease, VisitCounts, VisitGroup};
use jiff::civil::date;
use serde_json::json;

use crate::support::databases::on_both;
use crate::support::test_app::TestApp;
use crate::support::test_clinic::{ClinicStore, quarter};

fn caller(name: &str, phone: &str) -> Patient {
    Patient::parse(&PatientInput { name, phone, email: None, note: None, brought_by: None }).expect("a patient")
}

fn group(day: i8, service: &str, source: Source, counts: VisitCounts) -> VisitGroup {
    let (day, title) = (day_number_of_date(date(2026, 3, day)), service.to_uppercase());
    VisitGroup { day, service: service.to_owned(), title, source, counts }
}

#[tokio::test]
async fn visits_are_counted_by_what_became_of_them() {
    on_both(async |url| {
        // Monday 2 March, 9:05 AM.
        let clinic = ClinicStore::open(&url, 1).await;
        let bola = caller("Bola Eze", "0805 111 2233");
        let send = async |lease: &Lease| {
            let sent = clinic.store.record_outcome(lease, &DeliveryOutcome::Sent, clinic.clock.now()).await;
            assert!(sent.expect("stored"));
        };
        let booked = clinic.book(0, quarter(10, 0)).await.expect("booked");
        send(&booked.lease.expect("an email")).await;
        let ada = booked.appointment.id;
        clinic.confirm(&ada).await.expect("confirmed");
        send(&clinic.lease_after_wait().await.expect("an email")).await;
        let chidi = caller("Chidi Okafor", "0806 111 2233");
        let chidi = clinic.add(Source::Phone, 0, quarter(10, 0), &chidi).await.expect("added").appointment.id;
        let funke = caller("Funke Bello", "0807 111 2233");
        let funke = clinic.add(Source::Phone, 1, quarter(10, 4), &funke).await.expect("added").appointment.id;
        let cancelled = clinic.book(0, quarter(5, 0)).await.expect("booked").appointment.id;
        clinic.cancel(&cancelled).await.expect("cancelled");
        let first = clinic.add(Source::Phone, 1, quarter(3, 0), &bola).await.expect("added").appointment.id;
        // Nobody answered it.
        let expired = clinic.book(0, quarter(6, 0)).await.expect("booked").appointment.id;
        sqlx::query("UPDATE appointments SET state = 'cancelled', expired_at = 1 WHERE id = $1")
            .bind(expired.as_str())
            .execute(&clinic.rows)
            .await
            .expect("expired");
        // It has no time.
        let waiting = clinic.book(0, quarter(6, 4)).await.expect("booked").appointment.id;
        sqlx::query("UPDATE appointments SET state = 'waiting' WHERE id = $1")
            .bind(waiting.as_str())
            .execute(&clinic.rows)
            .await
            .expect("waits");

        clinic.clock.advance(Duration::from_hours(24));
        clinic.change_state(&first, AppointmentState::Arrived).await.expect("came");
        clinic.clock.advance(Duration::from_hours(5 * 24));
        // Of the patients of Tuesday, one has an email address, and staff call another one.
        let leases = clinic.store.queue_reminders(&clinic.settings, clinic.context()).await.expect("queued");
        assert_eq!(leases.len(), 1);
        send(&leases[0]).await;
        clinic.mark_told(&funke).await.expect("told");
        clinic.clock.advance(Duration::from_hours(24));
        // The same phone number with another name is another patient.
        let daughter = caller("Ebi Eze", "0805 111 2233");
        clinic.add(Source::WalkIn, 1, quarter(9, 4), &bola).await.expect("here");
        clinic.add(Source::WalkIn, 1, quarter(9, 4), &daughter).await.expect("here");
        clinic.clock.advance(Duration::from_hours(24));
        for id in [&ada, &chidi, &funke] {
            clinic.change_state(id, AppointmentState::Missed).await.expect("missed");
        }
        // To come.
        clinic.add(Source::Phone, 1, quarter(12, 0), &bola).await.expect("added");

        let one = VisitCounts { booked: 1, ..VisitCounts::default() };
        let missed = VisitCounts { missed: 1, ahead: 1, waiting_days: 8, ..one };
        let missed_reminded = VisitCounts { reminded: 1, missed_reminded: 1, ..missed };
        let all = [
            group(3, "frames", Source::Phone, VisitCounts { came: 1, ahead: 1, waiting_days: 1, ..one }),
            group(5, "exam", Source::Online, VisitCounts { cancelled: 1, ..one }),
            group(9, "frames", Source::WalkIn, VisitCounts { booked: 2, came: 2, returning: 1, ..one }),
            group(10, "exam", Source::Online, missed_reminded),
            group(10, "exam", Source::Phone, missed),
            group(10, "frames", Source::Phone, missed_reminded),
            group(12, "frames", Source::Phone, VisitCounts { ahead: 1, waiting_days: 2, ..one }),
        ];
        let counted = async |first: i8, last: i8| {
            let day = |day| day_number_of_date(date(2026, 3, day));
            clinic.store.visit_counts(day(first), day(last)).await.expect("counted")
        };
        assert_eq!(counted(1, 31).await, all);
        assert_eq!(counted(5, 9).await, all[1..3], "both days included");
        assert_eq!(counted(13, 31).await, []);
    })
    .await;
}

#[tokio::test]
async fn owners_see_visits_in_figures_and_download_them() {
    let app = TestApp::open().await;
    app.add_staff("Bola", Role::Desk).await;
    let session = app.sign_in("Bola").await;
    for (service, source, time) in [("eye-exams", "phone", "10:00"), ("frames", "walk-in", "10:00")] {
        let visit = json!({ "service": service, "date": "2026-03-02", "time": time, "name": "Ada Obi",
                            "phone": "0803 123 4567", "source": source });
        assert_eq!(app.desk_post(&session, "appointments", visit).await.status, 201);
    }
    let path = "appointments/statistics?from=2026-03-01&to=2026-03-02";
    assert_eq!(app.desk_get(&session, path).await.status_and_code(), (403, "not_allowed".to_owned()));
    let owner = app.sign_in_as_owner().await;
    let figures = app.desk_get(&owner, path).await.json();
    assert_eq!((&figures["totals"]["booked"], &figures["totals"]["came"]), (&json!(2), &json!(1)), "{figures}");
    let days: Vec<_> = figures["days"].as_array().expect("days").iter().map(|it| (&it["day"], &it["booked"])).collect();
    assert_eq!(days, [(&json!("2026-03-01"), &json!(0)), (&json!("2026-03-02"), &json!(2))]);
    let sources = figures["sources"].as_array().expect("sources");
    let sources: Vec<_> = sources.iter().map(|it| (&it["source"], &it["booked"])).collect();
    assert_eq!(sources, [(&json!("online"), &json!(0)), (&json!("phone"), &json!(1)), (&json!("walk-in"), &json!(1))]);
    let services = figures["services"].as_array().expect("services");
    let services: Vec<_> = services.iter().map(|it| (&it["service"], &it["came"])).collect();
    assert_eq!(services, [(&json!("eye-exams"), &json!(0)), (&json!("frames"), &json!(1))]);
    assert!(!figures.to_string().contains("Obi"), "nothing about people");

    let csv = app.desk_get(&owner, &path.replace("statistics?", "statistics.csv?")).await;
    let lines: Vec<&str> = csv.text.lines().collect();
    assert_eq!(
        lines,
        [
            "day,service,source,booked,came,missed,cancelled,came_again,reminded,missed_although_reminded,booked_ahead,waiting_days_of_all",
            "2026-03-02,eye-exams,phone,1,0,0,0,0,0,0,1,0",
            "2026-03-02,frames,walk-in,1,1,0,0,0,0,0,0,0",
        ]
    );
    let backwards = app.desk_get(&owner, "appointments/statistics?from=2026-03-02&to=2026-03-01").await;
    assert_eq!(backwards.status_and_code(), (422, "invalid_date_range".to_owned()));
}
