//! The list of people who were erased, in a file outside of the database. A backup made before the erasure still contains
//! them. After it is restored, `clinic restore` or `clinic serve` erases them again.
//!
//! An entry is carried out once in a database: by the erasure itself, which the audit log records, or again after a restore.
//! Its time alone would not do. It may have been written while the clock was ahead, and is then later than new bookings.
//!
//! The list contains keyed fingerprints and times, no addresses and no names. Several people may share a phone number, so an
//! entry is for all of them, for one name, or for the codes of an address.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use data_encoding::BASE64URL_NOPAD;
use jiff::Timestamp;
use sha2::{Digest, Sha256};
use sqlx::AnyConnection;

use super::erase;
use super::stored_people::{self, PeopleChoice, PersonRecords, Reach, StoredPerson};
use crate::{Actor, Store, StoreError, retry};
use clinic_rules::booking::name_key;
use clinic_rules::secret::Secret;
use clinic_runtime::clock::Randomness;

/// Longer than backups are kept (docs/operations.md).
const RETENTION: Duration = Duration::from_hours(400 * 24);

/// The name in the audit log when the server erases a person again.
pub const REPEATED_BY: &str = "list of erased people";

const ROOT: u32 = 0;

#[derive(Debug, Clone)]
pub struct ErasedPeople {
    file: PathBuf,
}

/// One line of the file: `2026-11-15T08:00:00Z KEY`, with a word for one of several people.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Entry {
    erased_at: Timestamp,
    /// The key of a phone number or an email address.
    key: String,
    whom: Whom,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Whom {
    Everybody,
    /// The fingerprint of a name.
    Name(String),
    /// The codes and games of an address, and no appointments.
    Codes,
}

const CODES: &str = "codes";

impl Entry {
    /// Of no use to anybody who has only the database.
    fn fingerprint(&self) -> String {
        BASE64URL_NOPAD.encode(&Sha256::digest(self.to_string()))
    }

    fn is_for(&self, person: &StoredPerson, secret: Option<&Secret>) -> bool {
        match (&self.whom, &person.name, secret) {
            (Whom::Everybody, ..) => true,
            (Whom::Name(fingerprint), Some(name), Some(secret)) => {
                *fingerprint == name_fingerprint(name, &self.key, secret)
            }
            _ => false,
        }
    }
}

/// Different for each number, so that the list does not show that two people have the same name.
fn name_fingerprint(name: &str, key: &str, secret: &Secret) -> String {
    BASE64URL_NOPAD.encode(&secret.sign("erased name v1", format!("{key} {}", name_key(name)).as_bytes()))
}

impl Store {
    /// Every erasure is recorded in this file before it is committed.
    #[must_use]
    pub fn with_erased_people(mut self, file: PathBuf) -> Self {
        self.erased_people = Some(ErasedPeople { file });
        self
    }

    /// Erases the people of the list whose erasure this database does not record, with what is stored from before it. Returns
    /// their number. Call `finish_erasures` afterwards.
    ///
    /// # Errors
    /// When the list cannot be read or the database does not answer.
    pub async fn repeat_erasures(&self, random: &dyn Randomness, now: Timestamp) -> Result<u64, StoreError> {
        let Some(list) = self.erased_people.clone() else { return Ok(0) };
        let entries = list.run_blocking(ErasedPeople::read).await?;
        let secret = match &self.keys {
            Some(_) => Some(self.secrets(random, now).await?.people),
            None => None,
        };
        let mut people = 0;
        for entry in entries {
            let actor = Actor { name: REPEATED_BY, random, now };
            people += retry(*self.limits, || self.repeat_erasure(&entry, secret.as_ref(), actor)).await?;
        }
        Ok(people)
    }

    /// Removes the entries that are older than any backup. Only by a clock that can be trusted.
    ///
    /// # Errors
    /// When the list or the database cannot be read or written.
    pub async fn purge_erased_people(&self, now: Timestamp) -> Result<(), StoreError> {
        let Some(list) = self.erased_people.clone() else { return Ok(()) };
        list.run_blocking(move |list| list.remove_expired(now)).await?;
        self.transaction(async |mut tx| {
            sqlx::query("DELETE FROM repeated_erasures WHERE erased_at < $1")
                .bind((now - RETENTION).as_millisecond())
                .execute(&mut *tx)
                .await?;
            Ok(())
        })
        .await
    }

    /// Adds the entries of a list that was kept with a backup. Returns how many were missing here.
    ///
    /// # Errors
    /// When one of the lists cannot be read or written.
    pub async fn add_erased_people(&self, from: &Path) -> Result<usize, StoreError> {
        let Some(list) = self.erased_people.clone() else { return Ok(0) };
        let other = ErasedPeople { file: from.to_owned() };
        list.run_blocking(move |list| list.add_from(&other)).await
    }

    /// Keeps a copy of the list in a file that may have other entries, which stay.
    ///
    /// # Errors
    /// When one of the lists cannot be read or written.
    pub async fn copy_erased_people(&self, to: &Path) -> Result<(), StoreError> {
        let Some(list) = self.erased_people.clone() else { return Ok(()) };
        let copy = ErasedPeople { file: to.to_owned() };
        copy.run_blocking(move |copy| copy.add_from(&list)).await?;
        Ok(())
    }

    /// When the people of the list were erased.
    ///
    /// # Errors
    /// When the list cannot be read.
    pub async fn erasure_times(&self) -> Result<Vec<Timestamp>, StoreError> {
        let Some(list) = self.erased_people.clone() else { return Ok(Vec::new()) };
        Ok(list.run_blocking(ErasedPeople::read).await?.into_iter().map(|entry| entry.erased_at).collect())
    }

    /// Returns how many people were erased again.
    async fn repeat_erasure(
        &self,
        entry: &Entry,
        secret: Option<&Secret>,
        actor: Actor<'_>,
    ) -> Result<u64, StoreError> {
        let mut connection = self.reader.acquire().await?;
        if is_carried_out(&mut connection, entry).await? {
            return Ok(0);
        }
        drop(connection);
        let mut tx = self.begin().await?;
        let people = from_before(&mut tx, entry, secret, actor.now).await?;
        for records in &people {
            erase(&mut tx, records).await?;
            actor.record(&mut tx, "forget", "a person").await?;
        }
        // Also when nobody was found: whoever is stored from now on was not erased.
        sqlx::query("INSERT INTO repeated_erasures (entry, erased_at) VALUES ($1, $2) ON CONFLICT DO NOTHING")
            .bind(entry.fingerprint())
            .bind(entry.erased_at.as_millisecond())
            .execute(&mut *tx)
            .await?;
        tx.commit().await?;
        Ok(people.len() as u64)
    }

    /// The list is written before the erasure is committed.
    pub(super) async fn record_erasure(
        &self,
        key: &str,
        choice: &PeopleChoice,
        chosen: &[StoredPerson],
        secret: Option<&Secret>,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let Some(list) = self.erased_people.clone() else { return Ok(()) };
        let mut entries = Vec::new();
        let mut add = |key: &str, whom: Whom| entries.push(Entry { erased_at: now, key: key.to_owned(), whom });
        let is_all = *choice == PeopleChoice::All;
        if is_all {
            add(key, Whom::Everybody);
        }
        for person in chosen {
            for other in person.records.keys.iter().filter(|other| !is_all || *other != key) {
                if let (Some(name), Some(secret)) = (&person.name, secret) {
                    add(other, Whom::Name(name_fingerprint(name, other, secret)));
                }
                if person.records.code_keys.contains(other) {
                    add(other, Whom::Codes);
                }
            }
        }
        list.run_blocking(move |list| list.append(&entries)).await
    }
}

/// Whether this database records the erasure. One that was restored from an earlier backup does not.
async fn is_carried_out(connection: &mut AnyConnection, entry: &Entry) -> Result<bool, StoreError> {
    let found: i64 = sqlx::query_scalar(
        "SELECT (SELECT COUNT(*) FROM audit WHERE at = $1 AND action IN ('forget', 'erase'))
           + (SELECT COUNT(*) FROM repeated_erasures WHERE entry = $2)",
    )
    .bind(entry.erased_at.as_millisecond())
    .bind(entry.fingerprint())
    .fetch_one(connection)
    .await?;
    Ok(found > 0)
}

/// What the database has under the number or address of an entry from before the erasure. Not what is stored under others: each has
/// an entry of its own, and a number may belong to somebody else by now. What a person booked after the erasure is kept: the list
/// may come to a restored database later than the person.
async fn from_before(
    connection: &mut AnyConnection,
    entry: &Entry,
    secret: Option<&Secret>,
    now: Timestamp,
) -> Result<Vec<PersonRecords>, StoreError> {
    if entry.whom == Whom::Codes {
        return Ok(stored_people::find_codes_from_before(connection, &entry.key, entry.erased_at)
            .await?
            .into_iter()
            .collect());
    }
    let people = stored_people::find(connection, &entry.key, Reach::KeyUntil(entry.erased_at), now).await?;
    Ok(people.into_iter().filter(|person| entry.is_for(person, secret)).map(|person| person.records).collect())
}

impl ErasedPeople {
    async fn run_blocking<T: Send + 'static>(
        self,
        work: impl FnOnce(&Self) -> io::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let path = self.file.clone();
        let result = tokio::task::spawn_blocking(move || work(&self)).await.map_err(io::Error::other).flatten();
        result.map_err(|source| StoreError::File { path, source })
    }

    /// Returns when the entry is on disk.
    fn append(&self, entries: &[Entry]) -> io::Result<()> {
        let mut file = self.open_locked()?;
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        // A power cut may have left half a line, which is not an entry.
        let separator = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
        let lines: String = entries.iter().map(ToString::to_string).collect();
        file.write_all(format!("{separator}{lines}").as_bytes())?;
        file.sync_all()
    }

    fn read(&self) -> io::Result<Vec<Entry>> {
        let mut text = String::new();
        self.open_locked()?.read_to_string(&mut text)?;
        Ok(parse(&text, &self.file))
    }

    /// Adds the entries of another list that are missing in this one.
    fn add_from(&self, other: &Self) -> io::Result<usize> {
        if !other.file.exists() {
            return Ok(0);
        }
        let mine = self.read()?;
        let missing: Vec<Entry> = other.read()?.into_iter().filter(|entry| !mine.contains(entry)).collect();
        self.append(&missing)?;
        Ok(missing.len())
    }

    /// The file stays locked while it is replaced, so that no entry is added to the old one.
    fn remove_expired(&self, now: Timestamp) -> io::Result<()> {
        let mut file = self.open_locked()?;
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        let (current, expired): (Vec<_>, Vec<_>) =
            parse(&text, &self.file).into_iter().partition(|entry| entry.erased_at >= now - RETENTION);
        if !expired.is_empty() {
            let temporary = self.file.with_extension("tmp");
            let mut new = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&temporary)?;
            new.write_all(current.iter().map(ToString::to_string).collect::<String>().as_bytes())?;
            new.sync_all()?;
            fs::rename(&temporary, &self.file)?;
            sync_folder(&self.file)?;
        }
        Ok(())
    }

    /// The lock is for the file, which another process may have replaced while this one waited.
    fn open_locked(&self) -> io::Result<File> {
        loop {
            let file = OpenOptions::new().read(true).append(true).create(true).mode(0o600).open(&self.file)?;
            file.lock()?;
            let opened = file.metadata()?;
            if fs::metadata(&self.file).is_ok_and(|current| current.ino() == opened.ino()) {
                if opened.len() == 0 {
                    give_to_owner_of_folder(&self.file, opened.uid())?;
                    sync_folder(&self.file)?;
                }
                return Ok(file);
            }
        }
    }
}

/// `clinic forget` is often run by root, and the service must be able to write the file afterwards.
fn give_to_owner_of_folder(file: &Path, owner: u32) -> io::Result<()> {
    let folder = fs::metadata(folder_of(file))?;
    if owner == ROOT && folder.uid() != ROOT {
        std::os::unix::fs::chown(file, Some(folder.uid()), Some(folder.gid()))?;
    }
    Ok(())
}

/// Without it, the name of a new file may be lost in a power cut.
fn sync_folder(file: &Path) -> io::Result<()> {
    File::open(folder_of(file))?.sync_all()
}

fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

impl std::fmt::Display for Entry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.erased_at, self.key)?;
        match &self.whom {
            Whom::Everybody => writeln!(f),
            Whom::Name(fingerprint) => writeln!(f, " {fingerprint}"),
            Whom::Codes => writeln!(f, " {CODES}"),
        }
    }
}

fn parse(text: &str, file: &Path) -> Vec<Entry> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.is_empty());
    lines
        .filter_map(|(index, line)| {
            let entry = parse_line(line);
            if entry.is_none() {
                tracing::warn!(
                    "{}:{}: this line of the list of erased people is not an entry and is ignored. If it was damaged, whoever it was \
                     about is not erased again after a restore",
                    file.display(),
                    index + 1
                );
            }
            entry
        })
        .collect()
}

fn parse_line(line: &str) -> Option<Entry> {
    let mut words = line.split(' ');
    let (erased_at, key) = (words.next()?.parse().ok()?, words.next()?.to_owned());
    let whom = match words.next() {
        None => Whom::Everybody,
        Some(CODES) => Whom::Codes,
        Some(fingerprint) => Whom::Name(fingerprint.to_owned()),
    };
    Some(Entry { erased_at, key, whom })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(erased_at: &str, person: &str) -> Entry {
        Entry { erased_at: erased_at.parse().expect("a time"), key: person.to_owned(), whom: Whom::Everybody }
    }

    #[test]
    fn half_written_line_does_not_damage_the_next_entry() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let list = ErasedPeople { file: folder.path().join("erased-people.txt") };
        let (first, second) = (entry("2026-01-01T00:00:00Z", "one"), entry("2026-01-02T00:00:00Z", "two"));
        list.append(std::slice::from_ref(&first)).expect("written");
        let mut file = OpenOptions::new().append(true).open(&list.file).expect("a file");
        file.write_all(b"2026-01-0").expect("written");
        list.append(std::slice::from_ref(&second)).expect("written");
        assert_eq!(list.read().expect("read"), [first, second]);
        assert_eq!(fs::metadata(&list.file).expect("a file").mode() & 0o777, 0o600);
    }

    #[test]
    fn list_of_a_backup_adds_what_is_missing_once() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let [mine, other] = ["mine.txt", "other.txt"].map(|name| ErasedPeople { file: folder.path().join(name) });
        let [one, two] = [entry("2026-01-01T00:00:00Z", "one"), entry("2026-01-02T00:00:00Z", "two")];
        assert_eq!(mine.add_from(&other).expect("there is none"), 0);
        mine.append(std::slice::from_ref(&one)).expect("written");
        other.append(std::slice::from_ref(&one)).expect("written");
        other.append(std::slice::from_ref(&two)).expect("written");
        assert_eq!(mine.add_from(&other).expect("added"), 1);
        assert_eq!(mine.add_from(&other).expect("added"), 0);
        assert_eq!(mine.read().expect("read"), [one, two]);
    }

    #[test]
    fn entries_are_removed_when_no_backup_is_as_old() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let list = ErasedPeople { file: folder.path().join("erased-people.txt") };
        let (old, new) = (entry("2025-01-01T00:00:00Z", "old"), entry("2026-03-01T00:00:00Z", "new"));
        list.append(std::slice::from_ref(&old)).expect("written");
        list.append(std::slice::from_ref(&new)).expect("written");
        list.remove_expired(old.erased_at + RETENTION).expect("written");
        assert_eq!(list.read().expect("read").len(), 2);
        list.remove_expired(old.erased_at + RETENTION + Duration::from_secs(1)).expect("written");
        assert_eq!(fs::read_to_string(&list.file).expect("read"), "2026-03-01T00:00:00Z new\n");
    }
}
