//! Who is stored under a phone number, an email address or a code, what a copy of the data contains, and what an erasure erases,
//! on SQLite and on PostgreSQL. Several people share a phone or an address.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::Duration;

use axum::http::StatusCode;
use clinic_http::services::Settings;
use clinic_rules::booking::{AppointmentState, Confirm, Patient, PatientInput, SlotTime, Source};
use clinic_rules::person::Contact;
use clinic_runtime::clock::Clock;
use clinic_store::{
    ChangedBy, EarlierWish, NewEarlierPatient, NewRecall, PeopleChoice, RecallList, StoredPerson, StoredUnder,
};
use jiff::civil::date;
use serde_json::{Map, Value, json};
use sqlx::AssertSqlSafe;

use crate::support::databases::{self, on_both};
use crate::support::test_app::TestApp;
use crate::support::test_clinic::{ClinicStore, slot};

const PHONE: &str = "0803 123 4567";
const ADA: &str = "ada@example.com";

fn person(name: &str, phone: &str, email: Option<&str>) -> Patient {
    Patient::parse(&PatientInput { name, phone, email, note: Some("With a wheelchair"), brought_by: None })
        .expect("a patient")
}

fn names(chosen: &[&str]) -> PeopleChoice {
    PeopleChoice::Some { names: chosen.iter().map(ToString::to_string).collect(), codes: false }
}

impl ClinicStore {
    fn key(&self, contact: &str) -> clinic_rules::person::PersonKey {
        Contact::parse(contact).expect("a contact").key(&self.secrets.people)
    }

    async fn people(&self, contact: &str) -> Vec<StoredPerson> {
        let key = self.key(contact);
        self.store.stored_people(StoredUnder::Contact(&key), self.clock.now()).await.expect("found")
    }

    /// The holder of codes has no name.
    async fn names_under(&self, contact: &str) -> Vec<String> {
        self.people(contact).await.into_iter().map(|it| it.name.unwrap_or_default()).collect()
    }

    async fn erase(&self, contact: &str, choice: &PeopleChoice) -> u64 {
        let key = self.key(contact);
        self.store.erase_people(StoredUnder::Contact(&key), choice, self.actor()).await.expect("erased").records
    }

    async fn export(&self, contact: &str, choice: &PeopleChoice) -> Map<String, Value> {
        let key = self.key(contact);
        self.store.export_people(StoredUnder::Contact(&key), choice, self.actor()).await.expect("exported")
    }

    async fn repeat_erasures(&self) -> u64 {
        self.store.repeat_erasures(&*self.random, self.clock.now()).await.expect("repeated")
    }

    /// A backup of the database, with the commands of docs/operations.md.
    async fn back_up(&self, url: &str, file: &Path) {
        match url.strip_prefix("sqlite:") {
            Some(_) => self.store.backup(file).await.expect("a backup"),
            None => databases::dump(url, file),
        }
    }

    /// The same site after the backup was put in the place of its database.
    async fn restore(self, url: &str, backup: &Path, list: &Path) -> Self {
        self.rows.close().await;
        self.store.close().await;
        match url.strip_prefix("sqlite:") {
            Some(file) => drop(fs::copy(backup, file).expect("restored")),
            None => databases::restore(url, backup),
        }
        let restored = Self::open(url, 2).await;
        Self { store: restored.store.clone().with_erased_people(list.to_owned()), clock: self.clock, ..restored }
    }

    /// A game that was won, and a code with its email.
    async fn add_code(&self, address: &str) {
        let (key, now) = (self.key(address).to_string(), self.clock.now().as_millisecond());
        let statements = [
            "INSERT INTO plays (id, started_at, finished_at, spots, found, total, perfect, claimed_by)
             VALUES ('game ' || $2, $3, $3, '[]', 1, 1, 1, $1)
             ON CONFLICT (id) DO UPDATE SET claimed_by = excluded.claimed_by",
            "INSERT INTO claims (code, person, address, issued_at, valid_until) VALUES ('code of ' || $2, $1, $2, $3, $3)",
            "INSERT INTO outbox (id, kind, payload, record_key, person, address, message_id, state, queued_at, next_at)
             VALUES ('m ' || $2, 'discount-code', '{}', 'code of ' || $2, $1, $2, '<' || $2 || '>', 'sent', $3, $3)",
        ];
        for statement in statements {
            sqlx::query(statement).bind(&key).bind(address).bind(now).execute(&self.rows).await.expect("inserted");
        }
    }
}

#[tokio::test]
async fn people_with_one_phone_are_listed_and_erased_one_by_one() {
    on_both(async |url| {
        let folder = tempfile::tempdir().expect("a folder");
        let (list, backup) = (folder.path().join("erased-people.txt"), folder.path().join("backup"));
        let mut clinic = ClinicStore::open(&url, 1).await;
        clinic.store = clinic.store.clone().with_erased_people(list.clone());
        let (ada, ngozi) = (person("Ada Obi", PHONE, Some(ADA)), person("Ngozi Obi", PHONE, None));
        clinic.add(Source::Phone, 0, slot("08:00"), &ada).await.expect("booked");
        clinic.add(Source::Phone, 0, slot("09:00"), &ngozi).await.expect("booked");
        // Without her phone, known by the address alone.
        let other_phone = person("Ada Obi", "0805 000 0012", Some(ADA));
        let visit = clinic.add(Source::WalkIn, 0, slot("10:00"), &other_phone).await.expect("booked").appointment;
        let new = NewRecall { visit: &visit.id, due: date(2026, 4, 1), reason: "check" };
        clinic.store.add_recall(new, clinic.actor()).await.expect("added");
        clinic.add_code(ADA).await;

        let people = clinic.people(PHONE).await;
        assert_eq!(clinic.names_under(PHONE).await, ["Ada Obi", "Ngozi Obi"]);
        assert_eq!((people[0].phones.len(), people[0].emails.len(), people[0].codes.len()), (2, 1, 1));
        assert_eq!((people[0].appointments(), people[0].recalls(), people[0].visits_to_come.len()), (2, 1, 1));
        assert_eq!(people[1].appointments(), 1);
        assert_eq!(clinic.names_under(ADA).await, ["Ada Obi"], "by the address as well");
        let export = clinic.export(PHONE, &names(&["Ngozi Obi"])).await;
        assert!(!format!("{export:?}").contains("Ada"), "{export:?}");

        clinic.back_up(&url, &backup).await;
        // As it may be typed.
        assert!(clinic.erase(PHONE, &names(&["ada OBI"])).await > 0);
        assert_eq!(clinic.names_under(PHONE).await, ["Ngozi Obi"]);
        assert!(clinic.people(ADA).await.is_empty() && clinic.people("0805 000 0012").await.is_empty());
        let left = clinic.export(PHONE, &PeopleChoice::All).await;
        assert_eq!(left.keys().collect::<Vec<_>>(), ["appointments"]);
        clinic.assert_ticks_and_appointments_agree().await;
        let entries = fs::read_to_string(&list).expect("a list");
        assert!(!entries.to_lowercase().contains("ada"), "{entries}");

        // Only Ada is erased again, under each of her numbers and addresses.
        let clinic = clinic.restore(&url, &backup, &list).await;
        assert_eq!(clinic.names_under(PHONE).await, ["Ada Obi", "Ngozi Obi"]);
        assert!(clinic.repeat_erasures().await > 0);
        assert_eq!(clinic.names_under(PHONE).await, ["Ngozi Obi"]);
        assert!(clinic.people(ADA).await.is_empty() && clinic.people("0805 000 0012").await.is_empty());
        assert_eq!(clinic.repeat_erasures().await, 0);
    })
    .await;
}

#[tokio::test]
async fn whoever_brings_a_child_is_erased_with_its_visits_and_the_child_alone_with_its_own() {
    on_both(async |url| {
        let folder = tempfile::tempdir().expect("a folder");
        let (list, backup) = (folder.path().join("erased-people.txt"), folder.path().join("backup"));
        let mut clinic = ClinicStore::open(&url, 1).await;
        clinic.store = clinic.store.clone().with_erased_people(list.clone());
        let child = |name| Patient {
            brought_by: Some("Ngozi Obi".to_owned()),
            ..person(name, PHONE, Some("ngozi@example.com"))
        };
        let ada = clinic.add(Source::WalkIn, 0, slot("08:00"), &child("Ada Obi")).await.expect("booked").appointment;
        let new = NewRecall { visit: &ada.id, due: date(2026, 4, 1), reason: "check" };
        clinic.store.add_recall(new, clinic.actor()).await.expect("added");
        clinic.add(Source::Phone, 0, slot("09:00"), &child("Chidi Obi")).await.expect("booked");
        clinic.add_code("ngozi@example.com").await;

        let people = clinic.people(PHONE).await;
        assert_eq!(clinic.names_under(PHONE).await, ["Ada Obi", "Chidi Obi", "Ngozi Obi"]);
        assert_eq!((people[2].appointments(), people[2].recalls(), people[2].codes.len()), (2, 1, 1));
        assert_eq!(people[2].brings, ["Ada Obi".to_owned(), "Chidi Obi".to_owned()].into());
        assert!(people[..2].iter().all(|child| child.appointments() == 1 && child.codes.is_empty()));
        let export = clinic.export(PHONE, &names(&["Chidi Obi"])).await;
        assert!(!format!("{export:?}").contains("Ada"), "{export:?}");
        let both = clinic.export(PHONE, &PeopleChoice::All).await;
        assert_eq!(both["appointments"].as_array().map(Vec::len), Some(2), "each visit once");

        clinic.back_up(&url, &backup).await;
        assert!(clinic.erase(PHONE, &names(&["Chidi Obi"])).await > 0);
        assert_eq!(clinic.names_under(PHONE).await, ["Ada Obi", "Ngozi Obi"]);
        clinic.clock.advance(Duration::from_hours(1));
        assert!(clinic.erase(PHONE, &names(&["Ngozi Obi"])).await > 0);
        assert!(clinic.people(PHONE).await.is_empty() && clinic.people("ngozi@example.com").await.is_empty());
        clinic.assert_ticks_and_appointments_agree().await;

        // An erasure is known by its time.
        clinic.clock.advance(Duration::from_hours(1));
        let clinic = clinic.restore(&url, &backup, &list).await;
        assert!(clinic.repeat_erasures().await > 0);
        assert!(clinic.people(PHONE).await.is_empty() && clinic.people("ngozi@example.com").await.is_empty());
    })
    .await;
}

#[tokio::test]
async fn patient_who_waits_without_a_visit_is_erased_with_the_name_of_who_brings_it_too() {
    on_both(async |url| {
        let clinic = ClinicStore::open(&url, 1).await;
        let child = Patient { brought_by: Some("Ngozi Obi".to_owned()), ..person("Ada Obi", PHONE, None) };
        for name in ["Ada Obi", "Ngozi Obi"] {
            let new = NewEarlierPatient {
                id: name,
                service: &clinic.settings.services[0],
                patient: &child,
                phone_person: &clinic.phone_person(&child),
                email_person: None,
                wish: EarlierWish::default(),
                until: date(2026, 3, 20),
            };
            clinic.store.add_earlier_patient(new, clinic.actor()).await.expect("added");
            assert_eq!(clinic.names_under(PHONE).await, ["Ada Obi", "Ngozi Obi"]);
            assert!(clinic.erase(PHONE, &names(&[name])).await > 0);
            assert!(clinic.people(PHONE).await.is_empty(), "{name}");
        }
    })
    .await;
}

#[tokio::test]
async fn somebody_who_uses_an_erased_number_later_is_not_erased_at_the_next_start() {
    on_both(async |url| {
        let folder = tempfile::tempdir().expect("a folder");
        let mut clinic = ClinicStore::open(&url, 1).await;
        clinic.store = clinic.store.clone().with_erased_people(folder.path().join("erased-people.txt"));
        let bola = person("Bola Ade", "0805 000 0012", Some("bola@example.com"));
        clinic.add(Source::Phone, 0, slot("08:00"), &bola).await.expect("booked");
        clinic.add(Source::Phone, 0, slot("09:00"), &person("Ada Obi", PHONE, None)).await.expect("booked");
        assert!(clinic.erase(PHONE, &PeopleChoice::All).await > 0);
        clinic.clock.advance(Duration::from_hours(1));
        // The number belongs to Bola now, whose other records are older than the erasure.
        let bola = person("Bola Ade", PHONE, Some("bola@example.com"));
        clinic.add(Source::Phone, 0, slot("10:00"), &bola).await.expect("booked");
        assert_eq!(clinic.repeat_erasures().await, 0);
        assert_eq!(clinic.people(PHONE).await[0].appointments(), 2);
    })
    .await;
}

#[tokio::test]
async fn somebody_who_was_erased_while_the_clock_was_ahead_can_book_again() {
    on_both(async |url| {
        let folder = tempfile::tempdir().expect("a folder");
        let (list, backup) = (folder.path().join("erased-people.txt"), folder.path().join("backup"));
        let mut clinic = ClinicStore::open(&url, 1).await;
        clinic.store = clinic.store.clone().with_erased_people(list.clone());
        let ada = person("Ada Obi", PHONE, Some(ADA));
        clinic.add(Source::Phone, 0, slot("08:00"), &ada).await.expect("booked");
        clinic.add_code(ADA).await;
        clinic.back_up(&url, &backup).await;
        let now = clinic.clock.now();
        clinic.clock.set(now + Duration::from_hours(300 * 24));
        assert!(clinic.erase(PHONE, &PeopleChoice::All).await > 0);
        clinic.clock.set(now);

        clinic.add(Source::Phone, 0, slot("09:00"), &ada).await.expect("booked");
        assert_eq!(clinic.repeat_erasures().await, 0, "this database has the erasure");
        assert_eq!(clinic.people(PHONE).await[0].appointments(), 1);

        let clinic = clinic.restore(&url, &backup, &list).await;
        assert!(clinic.repeat_erasures().await > 0, "this one is from before it");
        assert!(clinic.people(PHONE).await.is_empty() && clinic.people(ADA).await.is_empty());
        clinic.add(Source::Phone, 0, slot("09:00"), &ada).await.expect("booked");
        assert_eq!(clinic.repeat_erasures().await, 0, "it is carried out once");
        assert_eq!(clinic.people(PHONE).await[0].appointments(), 1);
    })
    .await;
}

#[tokio::test]
async fn new_booking_is_kept_when_the_list_of_erased_people_is_found_later() {
    on_both(async |url| {
        let folder = tempfile::tempdir().expect("a folder");
        let (list, backup) = (folder.path().join("erased-people.txt"), folder.path().join("backup"));
        let mut clinic = ClinicStore::open(&url, 1).await;
        clinic.store = clinic.store.clone().with_erased_people(list.clone());
        let ada = person("Ada Obi", PHONE, Some(ADA));
        clinic.add(Source::Phone, 0, slot("08:00"), &ada).await.expect("booked");
        clinic.back_up(&url, &backup).await;
        assert!(clinic.erase(PHONE, &PeopleChoice::All).await > 0);

        let clinic = clinic.restore(&url, &backup, &list).await;
        clinic.clock.advance(Duration::from_hours(1));
        let new = clinic.add(Source::Phone, 0, slot("09:00"), &ada).await.expect("booked").appointment.id;
        assert_eq!(clinic.repeat_erasures().await, 1);
        let left = clinic.export(PHONE, &PeopleChoice::All).await;
        let left = left["appointments"].as_array().expect("appointments");
        assert_eq!(left.iter().map(|it| it["id"].as_str()).collect::<Vec<_>>(), [Some(new.as_str())]);
    })
    .await;
}

#[tokio::test]
async fn request_that_staff_have_not_acknowledged_links_nothing() {
    on_both(async |url| {
        let clinic = ClinicStore::open(&url, 1).await;
        let ada = person("Ada Obi", PHONE, Some(ADA));
        clinic.add(Source::Phone, 0, slot("08:00"), &ada).await.expect("booked");
        clinic.add_code(ADA).await;
        // A stranger who knows her name and address asks for a copy of "their" data with a number of their own.
        let stranger = person("Ada Obi", "0809 999 9999", Some(ADA));
        clinic.book_with("r", 0, slot("09:00"), &stranger).await.expect("booked");
        let export = format!("{:?}", clinic.export("0809 999 9999", &PeopleChoice::All).await);
        assert!(
            export.contains("8099999999") && !export.contains("8031234567") && !export.contains("code of"),
            "{export}"
        );
        assert!(clinic.erase("0809 999 9999", &PeopleChoice::All).await > 0);
        assert_eq!(clinic.people(PHONE).await[0].codes.len(), 1, "nothing of hers was erased");

        clinic.book_with("again", 0, slot("09:00"), &stranger).await.expect("booked");
        let id =
            clinic.all_appointments().await.into_iter().find(|it| it.phone.as_str().ends_with("9999")).expect("one").id;
        clinic.confirm(&id).await.expect("confirmed");
        assert_eq!(clinic.people(PHONE).await[0].phones.len(), 2, "staff have talked to her");
    })
    .await;
}

#[tokio::test]
async fn code_of_a_shared_address_belongs_to_nobody_and_is_chosen_by_itself() {
    on_both(async |url| {
        let clinic = ClinicStore::open(&url, 1).await;
        for (number, name) in ["Ada Obi", "Bola Obi"].into_iter().enumerate() {
            let patient = person(name, &format!("0803 000 000{number}"), Some("obi@example.com"));
            clinic.add(Source::Phone, 0, slot(["08:00", "09:00"][number]), &patient).await.expect("booked");
        }
        clinic.add_code("obi@example.com").await;
        assert_eq!(clinic.names_under("obi@example.com").await, ["Ada Obi", "Bola Obi", ""]);
        clinic.erase("obi@example.com", &names(&["Ada Obi"])).await;
        // Only one person uses the address now, so the code is theirs.
        assert_eq!(clinic.names_under("obi@example.com").await, ["Bola Obi"]);
        assert_eq!(clinic.people("obi@example.com").await[0].codes.len(), 1, "the code was not erased with Ada");
    })
    .await;
}

#[tokio::test]
async fn copy_of_the_data_has_every_column_of_every_table_about_a_person() {
    on_both(async |url| {
        let clinic = ClinicStore::open(&url, 1).await;
        let ada = person("Ada Obi", PHONE, Some(ADA));
        let visit = clinic.add(Source::WalkIn, 0, slot("08:00"), &ada).await.expect("booked").appointment;
        let new = NewRecall { visit: &visit.id, due: date(2026, 4, 1), reason: "check" };
        clinic.store.add_recall(new, clinic.actor()).await.expect("added");
        let online = clinic.book_with("r", 0, slot("09:00"), &ada).await.expect("booked").appointment;
        let wish = Some(EarlierWish::default());
        let asked = clinic.store.want_earlier_time(&online.id, wish, ChangedBy::Patient, clinic.clock.now()).await;
        asked.expect("stored");
        clinic.add_code(ADA).await;
        let export = clinic.export(PHONE, &PeopleChoice::All).await;
        let tables = [
            ("appointments", "appointments"),
            ("recalls", "recalls"),
            ("earlier times", "earlier_times"),
            ("discount codes", "claims"),
            ("emails", "outbox"),
            ("games", "plays"),
        ];
        assert_eq!(export.len(), tables.len(), "{:?}", export.keys());
        for (category, table) in tables {
            let statement = if url.starts_with("postgres") {
                format!("SELECT CAST(column_name AS TEXT) FROM information_schema.columns WHERE table_name = '{table}'")
            } else {
                format!("SELECT name FROM pragma_table_info('{table}')")
            };
            let columns: Vec<String> =
                sqlx::query_scalar(AssertSqlSafe(statement)).fetch_all(&clinic.rows).await.expect("columns");
            let columns: BTreeSet<&str> = columns.iter().map(String::as_str).collect();
            let exported = export[category][0].as_object().expect("a record");
            assert_eq!(exported.keys().map(String::as_str).collect::<BTreeSet<_>>(), columns, "{category}");
        }
        let online = &export["appointments"][1];
        assert_eq!(
            (&online["note"], &online["starts_at"]),
            (&json!("With a wheelchair"), &json!("2026-03-03T08:00:00Z"))
        );
        assert!(online["network"].is_string(), "the hash of the network, while staff have not acknowledged it");
        assert_eq!(export["recalls"][0]["due_day"], "2026-04-01");
        assert_eq!(export["emails"].as_array().map(Vec::len), Some(2), "about the appointment, and with the code");
    })
    .await;
}

#[tokio::test]
async fn hash_of_the_network_is_deleted_when_staff_have_answered_and_a_day_after_the_visit() {
    on_both(async |url| {
        let mut clinic = ClinicStore::open(&url, 1).await;
        clinic.settings.confirm = Confirm::AtOnce;
        let ada = person("Ada Obi", PHONE, None);
        let answered = clinic.book_with("one", 0, slot("08:00"), &ada).await.expect("booked").appointment.id;
        clinic.book_with("two", 0, slot("09:00"), &ada).await.expect("booked");
        let networks = async || {
            let statement = "SELECT COUNT(*) FROM appointments WHERE network IS NOT NULL OR widest_network IS NOT NULL";
            sqlx::query_scalar::<_, i64>(statement).fetch_one(&clinic.rows).await.expect("a number")
        };
        assert_eq!(networks().await, 2);
        clinic.confirm(&answered).await.expect("acknowledged");
        assert_eq!(networks().await, 1);
        clinic.clock.set("2026-03-04T07:00:00Z".parse().expect("a time"));
        clinic.store.purge(clinic.clock.now()).await.expect("purged");
        assert_eq!(networks().await, 1, "the visit was 23 hours ago");
        clinic.clock.advance(Duration::from_hours(2));
        clinic.store.purge(clinic.clock.now()).await.expect("purged");
        assert_eq!(networks().await, 0);
    })
    .await;
}

#[tokio::test]
async fn recall_that_nobody_asks_is_purged_half_a_year_after_it_was_due() {
    on_both(async |url| {
        let clinic = ClinicStore::open(&url, 1).await;
        let visit = clinic.add(Source::WalkIn, 0, slot("08:00"), &person("Bola Ade", PHONE, None)).await;
        let new = NewRecall { visit: &visit.expect("booked").appointment.id, due: date(2026, 4, 1), reason: "check" };
        clinic.store.add_recall(new, clinic.actor()).await.expect("added");
        let purge = async || clinic.store.purge(clinic.clock.now()).await.expect("purged").records("recalls");
        clinic.clock.set("2026-09-29T10:00:00Z".parse().expect("a time"));
        assert_eq!(purge().await, 0);
        clinic.clock.set("2026-10-02T10:00:00Z".parse().expect("a time"));
        assert_eq!(purge().await, 1);
        assert!(clinic.people(PHONE).await.is_empty());
    })
    .await;
}

#[tokio::test]
async fn recall_that_became_due_again_is_purged_half_a_year_after_that() {
    on_both(async |url| {
        let clinic = ClinicStore::open(&url, 1).await;
        let (bola, at) = (person("Bola Ade", PHONE, None), |time: &str| time.parse().expect("a time"));
        let visit = clinic.add(Source::WalkIn, 0, slot("08:00"), &bola).await;
        let new = NewRecall { visit: &visit.expect("booked").appointment.id, due: date(2026, 4, 1), reason: "check" };
        clinic.store.add_recall(new, clinic.actor()).await.expect("added");
        let purge = async || clinic.store.purge(clinic.clock.now()).await.expect("purged").records("recalls");
        // Asked in July; booked; and did not come in October.
        clinic.clock.set(at("2026-07-20T10:00:00Z"));
        let (due, _) = clinic.store.recall_page(RecallList::ToAsk, None, clinic.clock.now()).await.expect("listed");
        clinic.store.mark_recall_asked(&due[0].recall.id, clinic.actor()).await.expect("asked");
        let october = SlotTime { date: date(2026, 10, 12), minute: 480 };
        let back = clinic.add(Source::Phone, 0, october, &bola).await.expect("booked").appointment;
        clinic.clock.set(at("2026-10-12T10:00:00Z"));
        clinic.change_state(&back.id, AppointmentState::Missed).await.expect("missed");
        assert_eq!(purge().await, 0);
        assert_eq!(clinic.store.count_recalls(RecallList::ToAsk, clinic.clock.now()).await.expect("counted"), 1);
        clinic.clock.set(at("2027-04-14T10:00:00Z"));
        assert_eq!(purge().await, 1);
    })
    .await;
}

#[tokio::test]
async fn owner_erases_a_patient_without_a_code_by_phone_number() {
    on_both(async |url| {
        let app = TestApp::on(&url, 1, Settings::default(), None).await;
        let owner = app.sign_in_as_owner().await;
        let post = async |path: &str, body: Value| app.desk_post(&owner, path, body).await;
        for (name, time) in [("Ada Obi", "09:00"), ("Ngozi Obi", "11:00")] {
            let visit = json!({ "service": "eye-exams", "date": "2026-03-03", "time": time, "name": name, "phone": PHONE,
                                "source": "phone" });
            let added = post("appointments", visit).await;
            assert_eq!(added.status, StatusCode::CREATED, "{}", added.text);
        }
        let stored = post("people/stored", json!({ "query": PHONE })).await.json();
        let found: Vec<&Value> = stored["people"].as_array().expect("people").iter().map(|it| &it["name"]).collect();
        assert_eq!(found, ["Ada Obi", "Ngozi Obi"]);
        assert_eq!(stored["people"][0]["visitsToCome"].as_array().map(Vec::len), Some(1));
        let nobody = post("people/erase", json!({ "query": PHONE, "names": [], "codes": false })).await;
        assert_eq!(nobody.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", nobody.text);
        let chosen = json!({ "query": PHONE, "names": ["Ada Obi"], "codes": false });
        assert!(post("people/export", chosen.clone()).await.text.contains("Ada Obi"));
        assert_eq!(post("people/erase", chosen).await.status, StatusCode::NO_CONTENT);
        let stored = post("people/stored", json!({ "query": PHONE })).await.json();
        assert_eq!(stored["people"].as_array().map(Vec::len), Some(1));
        let short = post("people/stored", json!({ "query": "0803" })).await;
        assert_eq!(short.status, StatusCode::UNPROCESSABLE_ENTITY);
        let audit = app.desk_get(&owner, "audit").await.text;
        assert!(audit.contains("forget") && !audit.contains("Ada") && !audit.contains("803"), "{audit}");
    })
    .await;
}
