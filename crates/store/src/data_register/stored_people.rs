//! Who is stored under a phone number, an email address or a discount code. Several people may share a phone or an address, so
//! a person is a name with the numbers and addresses that appear together with it; a code has an address only. A visit to which
//! somebody brings the patient belongs to both: the number and the address are of whoever brings them.
//!
//! A number and an address belong together when staff have entered an appointment that has both, or seen the patient. Anybody
//! can send a request with anybody's name and number: until the patient has come, it links nothing.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use sqlx::{AnyConnection, AssertSqlSafe, Row};

use super::placeholders;
use crate::{StoreError, to_time};
use clinic_rules::booking::name_key;

/// Which of the people of a phone number or an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PeopleChoice {
    All,
    Some {
        names: Vec<String>,
        /// Codes that belong to nobody of the list.
        codes: bool,
    },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredPerson {
    /// As in the latest record, of the patient or of who brings them. `None` for the holder of a code, of whom only an address is stored.
    pub name: Option<String>,
    pub phones: BTreeSet<String>,
    pub emails: BTreeSet<String>,
    pub codes: Vec<String>,
    /// The patients whom this person brings.
    pub brings: BTreeSet<String>,
    /// When the visits begin that have not taken place and were not cancelled.
    pub visits_to_come: Vec<Timestamp>,
    pub(super) records: PersonRecords,
}

impl StoredPerson {
    #[must_use]
    pub fn appointments(&self) -> usize {
        self.records.appointments.len()
    }

    #[must_use]
    pub fn recalls(&self) -> usize {
        self.records.recalls.len()
    }

    #[must_use]
    pub fn is_chosen(&self, choice: &PeopleChoice) -> bool {
        match (choice, &self.name) {
            (PeopleChoice::All, _) => true,
            (PeopleChoice::Some { codes, .. }, None) => *codes,
            (PeopleChoice::Some { names, .. }, Some(name)) => {
                names.iter().any(|chosen| name_key(chosen) == name_key(name))
            }
        }
    }
}

/// The rows of the database that belong to a person.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PersonRecords {
    /// The keys of the person's numbers and addresses.
    pub keys: BTreeSet<String>,
    /// Those whose discount codes and games belong to the person.
    pub code_keys: BTreeSet<String>,
    /// The ids of appointments, of recalls, and of patients without a visit in the earlier-time list.
    pub appointments: Vec<String>,
    pub recalls: Vec<String>,
    pub earlier_times: Vec<String>,
}

/// How far a search goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// Also what is stored under the other numbers and addresses of the same people.
    WholePeople,
    /// Only what is stored under this number or address itself, since this time or longer.
    KeyUntil(Timestamp),
}

impl Reach {
    fn includes(self, stored_at: Timestamp) -> bool {
        match self {
            Self::WholePeople => true,
            Self::KeyUntil(time) => stored_at <= time,
        }
    }
}

/// The people under a key, in the order of their names; the holder of codes that belong to nobody of them comes last.
pub async fn find(
    connection: &mut AnyConnection,
    key: &str,
    reach: Reach,
    now: Timestamp,
) -> Result<Vec<StoredPerson>, StoreError> {
    let mut names = BTreeMap::new();
    let rows = rows_with(connection, &BTreeSet::from([key.to_owned()])).await?;
    for row in rows.into_iter().filter(|row| reach.includes(row.stored_at)) {
        for name in row.name_keys() {
            names.entry(name).or_insert_with(BTreeSet::new).insert(key.to_owned());
        }
    }
    let mut people = Vec::new();
    let mut addresses = BTreeSet::from([key.to_owned()]);
    for (name, keys) in names {
        let person = find_named(connection, &name, keys, reach, now).await?;
        addresses.extend(person.records.keys.iter().cloned());
        people.push(person);
    }
    for address in addresses {
        let Some(codes) = find_codes(connection, &address).await? else { continue };
        if !reach.includes(codes.stored_since) {
            continue;
        }
        let users: Vec<String> = sqlx::query_scalar(
            "SELECT COALESCE(brought_by, name) FROM appointments WHERE email_person = $1
             UNION SELECT COALESCE(brought_by, name) FROM recalls WHERE email_person = $1
             UNION SELECT COALESCE(brought_by, name) FROM earlier_times WHERE email_person = $1",
        )
        .bind(&address)
        .fetch_all(&mut *connection)
        .await?;
        let users: BTreeSet<String> = users.iter().map(|name| name_key(name)).collect();
        let is_of = |person: &StoredPerson| {
            let is_user = person.name.as_deref().is_some_and(|name| users.contains(&name_key(name)));
            is_user && person.records.keys.contains(&address)
        };
        match people.iter_mut().find(|person| users.len() == 1 && is_of(person)) {
            Some(person) => person.add_codes(address, codes),
            None => people.push(codes.into_person(address)),
        }
    }
    Ok(people)
}

/// The records of the game under an address, when the oldest of them is from this time or earlier.
pub async fn find_codes_from_before(
    connection: &mut AnyConnection,
    key: &str,
    time: Timestamp,
) -> Result<Option<PersonRecords>, StoreError> {
    let codes = find_codes(connection, key).await?.filter(|codes| Reach::KeyUntil(time).includes(codes.stored_since));
    Ok(codes.map(|codes| codes.into_person(key.to_owned()).records))
}

impl StoredPerson {
    fn add_codes(&mut self, key: String, codes: GameRecords) {
        self.emails.extend(codes.addresses);
        self.codes.extend(codes.codes);
        self.records.code_keys.insert(key);
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Table {
    Appointments,
    Recalls,
    EarlierTimes,
}

/// A row about a patient.
struct PatientRow {
    table: Table,
    id: String,
    name: String,
    name_key: String,
    brought_by: Option<String>,
    phone: String,
    email: Option<String>,
    phone_person: String,
    email_person: Option<String>,
    stored_at: Timestamp,
    starts_at: Option<Timestamp>,
    is_open: bool,
    /// Staff have entered it, or seen the patient. Not so for a request: anybody can write somebody's name and number in one.
    is_known_to_staff: bool,
}

impl PatientRow {
    /// Of everybody to whom the row belongs.
    fn name_keys(&self) -> impl Iterator<Item = String> {
        [Some(self.name_key.clone()), self.brought_by.as_deref().map(name_key)].into_iter().flatten()
    }

    /// The name with this key.
    fn name_of(&self, key: &str) -> &str {
        self.brought_by.as_deref().filter(|_| self.name_key != key).unwrap_or(&self.name)
    }
}

async fn rows_with(connection: &mut AnyConnection, keys: &BTreeSet<String>) -> Result<Vec<PatientRow>, StoreError> {
    let list = placeholders(keys.len(), |number| format!("${number}"));
    let condition = format!("phone_person IN ({list}) OR email_person IN ({list})");
    let appointments = format!(
        "SELECT id, name, name_key, brought_by, phone, email, phone_person, email_person, created_at AS stored_at, starts_at,
           state, source FROM appointments WHERE {condition}"
    );
    let recalls = format!(
        "SELECT id, name, name_key, brought_by, phone, email, phone_person, email_person, agreed_at AS stored_at
         FROM recalls WHERE {condition}"
    );
    let earlier_times = format!(
        "SELECT id, name, name_key, brought_by, phone, email, phone_person, email_person,
           added_at AS stored_at FROM earlier_times WHERE {condition}"
    );
    let statements =
        [(appointments, Table::Appointments), (recalls, Table::Recalls), (earlier_times, Table::EarlierTimes)];
    let mut found = Vec::new();
    for (statement, table) in statements {
        let is_appointment = table == Table::Appointments;
        let query = sqlx::query(AssertSqlSafe(statement)).persistent(false);
        for row in keys.iter().fold(query, sqlx::query::Query::bind).fetch_all(&mut *connection).await? {
            found.push(PatientRow {
                table,
                id: row.try_get("id")?,
                name: row.try_get("name")?,
                name_key: row.try_get("name_key")?,
                brought_by: row.try_get("brought_by")?,
                phone: row.try_get("phone")?,
                email: row.try_get("email")?,
                phone_person: row.try_get("phone_person")?,
                email_person: row.try_get("email_person")?,
                stored_at: to_time(row.try_get("stored_at")?)?,
                starts_at: if is_appointment { Some(to_time(row.try_get("starts_at")?)?) } else { None },
                is_open: is_appointment
                    && matches!(row.try_get::<&str, _>("state")?, "waiting" | "requested" | "confirmed"),
                is_known_to_staff: !is_appointment
                    || row.try_get::<&str, _>("source")? != "online"
                    || matches!(row.try_get::<&str, _>("state")?, "arrived" | "done"),
            });
        }
    }
    found.sort_by_key(|row| row.stored_at);
    Ok(found)
}

/// Follows the numbers and addresses of one name until nothing new is found.
async fn find_named(
    connection: &mut AnyConnection,
    name: &str,
    mut keys: BTreeSet<String>,
    reach: Reach,
    now: Timestamp,
) -> Result<StoredPerson, StoreError> {
    let rows = loop {
        let mut rows = rows_with(connection, &keys).await?;
        rows.retain(|row| row.name_keys().any(|key| key == name) && reach.includes(row.stored_at));
        if reach != Reach::WholePeople {
            break rows;
        }
        let before = keys.len();
        for row in rows.iter().filter(|row| row.is_known_to_staff) {
            keys.insert(row.phone_person.clone());
            keys.extend(row.email_person.clone());
        }
        if keys.len() == before {
            break rows;
        }
    };
    let ids = |table: Table| rows.iter().filter(|row| row.table == table).map(|row| row.id.clone()).collect();
    let to_come = rows.iter().filter(|row| row.is_open).filter_map(|row| row.starts_at).filter(|at| *at > now);
    Ok(StoredPerson {
        name: rows.last().map(|row| row.name_of(name).to_owned()),
        phones: rows.iter().map(|row| row.phone.clone()).collect(),
        emails: rows.iter().filter_map(|row| row.email.clone()).collect(),
        codes: Vec::new(),
        brings: rows.iter().filter(|row| row.name_key != name).map(|row| row.name.clone()).collect(),
        visits_to_come: to_come.collect(),
        records: PersonRecords {
            keys,
            code_keys: BTreeSet::new(),
            appointments: ids(Table::Appointments),
            recalls: ids(Table::Recalls),
            earlier_times: ids(Table::EarlierTimes),
        },
    })
}

/// What belongs to the game: codes, the emails with them, and games.
struct GameRecords {
    codes: Vec<String>,
    addresses: BTreeSet<String>,
    stored_since: Timestamp,
}

impl GameRecords {
    fn into_person(self, key: String) -> StoredPerson {
        let keys = BTreeSet::from([key]);
        StoredPerson {
            name: None,
            phones: BTreeSet::new(),
            emails: self.addresses,
            codes: self.codes,
            brings: BTreeSet::new(),
            visits_to_come: Vec::new(),
            records: PersonRecords { code_keys: keys.clone(), keys, ..PersonRecords::default() },
        }
    }
}

async fn find_codes(connection: &mut AnyConnection, key: &str) -> Result<Option<GameRecords>, StoreError> {
    let mut codes = GameRecords { codes: Vec::new(), addresses: BTreeSet::new(), stored_since: Timestamp::MAX };
    let claims: Vec<(String, String, i64)> =
        sqlx::query_as("SELECT code, address, issued_at FROM claims WHERE person = $1")
            .bind(key)
            .fetch_all(&mut *connection)
            .await?;
    let emails: Vec<(String, i64)> = sqlx::query_as(
        "SELECT address, queued_at FROM outbox WHERE person = $1 AND kind IN ('discount-code', 'code-used')",
    )
    .bind(key)
    .fetch_all(&mut *connection)
    .await?;
    let games: Vec<i64> = sqlx::query_scalar("SELECT finished_at FROM plays WHERE claimed_by = $1")
        .bind(key)
        .fetch_all(&mut *connection)
        .await?;
    let times = claims.iter().map(|it| it.2).chain(emails.iter().map(|it| it.1)).chain(games);
    let Some(first) = times.min() else { return Ok(None) };
    codes.stored_since = to_time(first)?;
    for (code, address, _) in claims {
        codes.codes.push(code);
        codes.addresses.insert(address);
    }
    codes.addresses.extend(emails.into_iter().map(|(address, _)| address));
    Ok(Some(codes))
}
