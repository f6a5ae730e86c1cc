//! The register of stored data: for every category, how a person's data is found, exported and erased, and when it is
//! purged. Erasure, export and the periodic purge go through this register.
//!
//! A new category needs a file here and a line in `ABOUT_PEOPLE`, or a rule in `deleted_by_age`. A test fails when a table is in
//! none of the lists.

mod appointments;
mod deleted_by_age;
mod earlier_times;
mod erased_people;
mod exported_row;
mod game_plays;
mod issued_codes;
mod outbox_messages;
mod pending_erasures;
mod recalls;
mod stored_people;

use std::pin::Pin;

use jiff::Timestamp;
use serde_json::{Map, Value};
use sqlx::{AnyConnection, AssertSqlSafe};

use super::{Actor, CodeStatusError, DeskError, Store, StoreError};
use clinic_rules::discount::{DiscountCode, RedeemError};
use clinic_rules::person::PersonKey;

pub use erased_people::{ErasedPeople, REPEATED_BY};
pub use stored_people::{PeopleChoice, StoredPerson};

use deleted_by_age::DELETED_BY_AGE;
use stored_people::{PersonRecords, Reach};

/// What a visitor can ask for, or can have erased.
static ABOUT_PEOPLE: [&dyn Category; 6] = [
    &game_plays::GamePlays,
    &outbox_messages::OutboxMessages,
    &issued_codes::IssuedCodes,
    &appointments::Appointments,
    &recalls::Recalls,
    &earlier_times::EarlierTimes,
];

fn register() -> impl Iterator<Item = &'static dyn Category> {
    let by_age = DELETED_BY_AGE.iter().map(|category| category as &dyn Category);
    ABOUT_PEOPLE.into_iter().chain(by_age)
}

/// How many records one transaction of the purge deletes. Visitors' transactions run in between. Part of the statements
/// and not a parameter, because PostgreSQL plans for a tenth of the table when it does not know the limit.
macro_rules! batch {
    () => {
        250
    };
}
use batch;

const BATCH: u64 = batch!();

/// Tables that are not in the register, each with the reason.
pub const TABLES_WITHOUT_VISITOR_DATA: [(&str, &str); 37] = [
    ("migrations", "versions of the schema"),
    ("clock", "when the clock was last trusted"),
    ("mail_hold", "whether emails wait after a backup was restored"),
    ("secrets", "keys of the site"),
    ("acme_accounts", "keys of the site"),
    ("acme_orders", "orders of certificates for the site"),
    ("acme_challenges", "answers for the certificate authority"),
    ("certificates", "certificates of the site"),
    ("starts", "number of games started per day"),
    ("game_counts", "number of games finished per day"),
    ("level_counts", "number of games finished per day and level"),
    ("spot_counts", "how often a spot was found, per day"),
    ("booking_days", "number of requests for appointments per day and service"),
    ("blocked_times", "times at which the clinic takes no patients"),
    ("recall_counts", "number of recalls per day and outcome"),
    ("staff", "accounts of the clinic's own staff"),
    ("recovery_codes", "belong to staff accounts"),
    ("two_step_roles", "which roles of staff need two-step verification"),
    ("content_blobs", "texts and pictures of the site"),
    ("content_revisions", "who published the content, and when"),
    ("content_files", "which files a revision of the content has"),
    ("content_published", "which revision is published"),
    ("content_drafts", "texts that staff are editing"),
    ("content_versions", "how often each text was changed"),
    ("content_removals", "who removed something from the content for good, and when"),
    ("content_removed_files", "the revisions and files it was part of"),
    ("content_not_shown", "instances that do not show the published content, and why"),
    ("puzzle_sets", "pictures of the game"),
    ("puzzle_months", "which pictures of the game a month shows"),
    ("puzzle_state", "how often that was changed, and the set that is pinned"),
    ("puzzle_level_counts", "number of games per set and level"),
    ("puzzle_spot_counts", "how often each difference of a set was found"),
    ("practice_puzzles", "pictures of the puzzles for practice"),
    ("owner_setup", "the link to create the first owner's account"),
    ("pending_file_erasures", "random ids of deleted emails, until their files are deleted"),
    ("repeated_erasures", "which erasures were carried out again after a restore"),
    ("pending_scrub", "whether copies of deleted rows are left to remove"),
];

/// The future of a database operation of one category.
type Pending<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

struct About {
    /// As the privacy documentation calls it.
    name: &'static str,
    tables: &'static [&'static str],
    /// How long the data is kept, for the privacy documentation.
    retention: &'static str,
    /// Whether the data can be traced to a visitor by their person key.
    identifies_visitors: bool,
}

/// One category of stored data. Everything runs in the transaction of the caller.
trait Category: Sync {
    fn about(&self) -> &About;

    /// What is stored about a person: every column.
    fn export<'a>(&'a self, _: &'a mut AnyConnection, _: &'a PersonRecords) -> Pending<'a, Vec<Value>> {
        Box::pin(async { Ok(Vec::new()) })
    }

    fn erase<'a>(&'a self, _: &'a mut AnyConnection, _: &'a PersonRecords) -> Pending<'a, Erased> {
        Box::pin(async { Ok(Erased::default()) })
    }

    /// Deletes up to `BATCH` records that have passed their retention, and what belongs to them.
    fn purge_batch<'a>(&'a self, _: &'a mut AnyConnection, _now: Timestamp) -> Pending<'a, Erased> {
        Box::pin(async { Ok(Erased::default()) })
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Erased {
    pub records: u64,
    /// The Message-IDs of deleted messages. Copies of them may exist in a mail folder.
    pub message_ids: Vec<String>,
}

impl Erased {
    fn add(&mut self, other: Self) {
        self.records += other.records;
        self.message_ids.extend(other.message_ids);
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Purged {
    /// The number of purged records of each category that had any.
    pub categories: Vec<(&'static str, u64)>,
    /// The number of deleted messages.
    pub messages: u64,
}

impl Purged {
    /// The number of purged records of one category.
    #[must_use]
    pub fn records(&self, category: &str) -> u64 {
        self.categories.iter().find(|(name, _)| *name == category).map_or(0, |(_, records)| *records)
    }
}

/// Every table of the register with its category and retention, for documentation and tests.
pub fn tables_with_retention() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    register()
        .map(Category::about)
        .flat_map(|about| about.tables.iter().map(|table| (*table, about.name, about.retention)))
}

/// How staff name the people whose data they look for.
#[derive(Debug, Clone, Copy)]
pub enum StoredUnder<'a> {
    /// A phone number or an email address.
    Contact(&'a PersonKey),
    /// The holder of a discount code.
    Code(DiscountCode),
}

impl StoredUnder<'_> {
    async fn key(self, connection: &mut AnyConnection) -> Result<String, CodeStatusError> {
        match self {
            Self::Contact(key) => Ok(key.to_string()),
            Self::Code(code) => {
                let person: Option<String> = sqlx::query_scalar("SELECT person FROM claims WHERE code = $1")
                    .bind(code.to_string())
                    .fetch_optional(connection)
                    .await?;
                person.ok_or(DeskError::Refused(RedeemError::Unknown))
            }
        }
    }

    /// Never a name, a number or an address.
    fn audit_subject(self) -> String {
        match self {
            Self::Contact(_) => "a person".to_owned(),
            Self::Code(code) => code.to_string(),
        }
    }
}

impl Store {
    /// The people who are stored under a phone number, an email address or a code.
    ///
    /// # Errors
    /// When the code was never issued or the database does not answer.
    pub async fn stored_people(
        &self,
        under: StoredUnder<'_>,
        now: Timestamp,
    ) -> Result<Vec<StoredPerson>, CodeStatusError> {
        self.read(async |mut connection| {
            let key = under.key(&mut connection).await?;
            Ok(stored_people::find(&mut connection, &key, Reach::WholePeople, now).await?)
        })
        .await
    }

    /// Erases everything about the chosen people. `records` is 0 when nothing was stored about them. It is durable when this
    /// returns; `finish_erasures` then deletes the files of their emails and the last copies of their rows.
    ///
    /// # Errors
    /// When the code was never issued, the database does not answer or the list of erased people cannot be written.
    pub async fn erase_people(
        &self,
        under: StoredUnder<'_>,
        choice: &PeopleChoice,
        actor: Actor<'_>,
    ) -> Result<Erased, CodeStatusError> {
        let secret = match &self.erased_people {
            Some(_) if self.keys.is_some() => Some(self.secrets(actor.random, actor.now).await?.people),
            _ => None,
        };
        self.transaction(async |mut tx| {
            let key = under.key(&mut tx).await?;
            let people = stored_people::find(&mut tx, &key, Reach::WholePeople, actor.now).await?;
            let chosen: Vec<StoredPerson> = people.into_iter().filter(|person| person.is_chosen(choice)).collect();
            self.record_erasure(&key, choice, &chosen, secret.as_ref(), actor.now).await?;
            let mut erased = Erased::default();
            for person in &chosen {
                erased.add(erase(&mut tx, &person.records).await?);
            }
            let action = match under {
                StoredUnder::Contact(_) => "forget",
                StoredUnder::Code(_) => "erase",
            };
            actor.record(&mut tx, action, &under.audit_subject()).await?;
            Ok::<_, CodeStatusError>(erased)
        })
        .await
    }

    /// Everything stored about the chosen people, by category. Recorded in the audit log.
    ///
    /// # Errors
    /// When the code was never issued or the database does not answer.
    pub async fn export_people(
        &self,
        under: StoredUnder<'_>,
        choice: &PeopleChoice,
        actor: Actor<'_>,
    ) -> Result<Map<String, Value>, CodeStatusError> {
        self.transaction(async |mut tx| {
            let key = under.key(&mut tx).await?;
            let mut export = Map::new();
            for person in stored_people::find(&mut tx, &key, Reach::WholePeople, actor.now)
                .await?
                .iter()
                .filter(|it| it.is_chosen(choice))
            {
                for category in register() {
                    let records = category.export(&mut tx, &person.records).await?;
                    let exported = export.entry(category.about().name).or_insert_with(|| Value::Array(Vec::new()));
                    if let Value::Array(all) = exported {
                        // A visit belongs to the patient and to who brings them: both may be chosen.
                        for record in records {
                            if !all.contains(&record) {
                                all.push(record);
                            }
                        }
                    }
                }
            }
            export.retain(|_, records| records.as_array().is_some_and(|it| !it.is_empty()));
            actor.record(&mut tx, "export person", &under.audit_subject()).await?;
            Ok(export)
        })
        .await
    }

    /// Deletes everything whose retention has passed, a batch per transaction: on SQLite all other writes wait for a
    /// transaction to end, and those that wait come before the next batch. Call `finish_erasures` afterwards.
    ///
    /// # Errors
    /// When the database does not answer. Batches that were committed before stay deleted.
    pub async fn purge(&self, now: Timestamp) -> Result<Purged, StoreError> {
        let mut purged = Purged::default();
        for category in register() {
            let mut records = 0;
            loop {
                let batch = self.purge_batch(category, now).await?;
                records += batch.records;
                purged.messages += batch.message_ids.len() as u64;
                if batch.records < BATCH {
                    break;
                }
            }
            if records > 0 {
                purged.categories.push((category.about().name, records));
            }
        }
        self.scrub_or_leave_for_later().await;
        Ok(purged)
    }

    async fn purge_batch(&self, category: &dyn Category, now: Timestamp) -> Result<Erased, StoreError> {
        self.transaction(async |mut tx| {
            let erased = category.purge_batch(&mut tx, now).await?;
            if erased.records > 0 && category.about().identifies_visitors {
                pending_erasures::record(&mut tx, &erased.message_ids).await?;
            }
            Ok(erased)
        })
        .await
    }
}

async fn erase(connection: &mut AnyConnection, records: &PersonRecords) -> Result<Erased, StoreError> {
    let mut erased = Erased::default();
    for category in register() {
        erased.add(category.erase(connection, records).await?);
    }
    if erased.records > 0 {
        pending_erasures::record(connection, &erased.message_ids).await?;
    }
    Ok(erased)
}

/// Executes a statement in which `IDS` stands for the ids, a batch of them at a time. Returns what its `RETURNING` says.
async fn execute_for_ids(
    connection: &mut AnyConnection,
    statement: &str,
    ids: &[String],
) -> Result<Vec<String>, StoreError> {
    let mut returned = Vec::new();
    for ids in ids.chunks(batch!()) {
        let statement = statement.replace("IDS", &placeholders(ids.len(), |number| format!("${number}")));
        let query = sqlx::query_scalar::<_, String>(AssertSqlSafe(statement)).persistent(false);
        returned.extend(ids.iter().fold(query, sqlx::query::QueryScalar::bind).fetch_all(&mut *connection).await?);
    }
    Ok(returned)
}

/// `($1), ($2), …` or `$1, $2, …`: a list of values that both databases understand.
fn placeholders(count: usize, format: impl Fn(usize) -> String) -> String {
    (1..=count).map(format).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use clinic_rules::staff::{ABSOLUTE_LIMIT, FORGET_AFTER, IDLE_LIMIT, RESET_LINK_VALID};

    #[test]
    fn retention_texts_match_the_limits_of_staff_sign_in() {
        assert_eq!(FORGET_AFTER, Duration::from_hours(24));
        assert_eq!(RESET_LINK_VALID, Duration::from_hours(24));
        assert_eq!((IDLE_LIMIT, ABSOLUTE_LIMIT), (Duration::from_hours(8), Duration::from_hours(7 * 24)));
    }
}
