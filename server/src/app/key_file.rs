//! The key file: encrypts the secrets in the database and is kept outside of it, so that a backup of the database does not
//! contain it.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use jiff::Timestamp;

use super::data_owner;
use super::start_error::StartError;
use crate::config::Database;
use clinic_rules::secret::{DecryptError, EncryptionKeys};
use clinic_runtime::clock::{Randomness, System};
use clinic_store::{Actor, Store, StoreError};

/// Only the owner may read the key. systemd gives credentials to the service with rights of its own.
const FORBIDDEN_MODE: u32 = 0o077;

/// For `clinic serve`: gives the store its keys, creates the key file for a database without encrypted secrets, and
/// encrypts what is not encrypted yet.
pub async fn unlock(store: Store, database: &Database) -> Result<Store, StartError> {
    let path = database.key_file();
    let keys = match read(database)? {
        Some(keys) => keys,
        // Read again: another instance that starts at the same time may have created both after the first look.
        None if store.has_encrypted_secrets().await? => {
            read(database)?.ok_or_else(|| StartError::KeyMissing { path: path.clone() })?
        }
        None => create(&path)?,
    };
    let count = keys.count();
    let store = store.with_keys(keys);
    let sealed = store.encrypt_secrets().await.map_err(|error| explain(error, &path, count))?;
    if sealed > 0 {
        tracing::info!(secrets = sealed, "encrypted secrets with the key in {}", path.display());
    }
    if count > 1 {
        tracing::warn!(
            "the key file {} contains {count} keys, one on each line. Everything in the database is encrypted with the first \
             one; the others are only needed for older backups. To finish a replacement that was interrupted, stop the site \
             and run clinic rotate-key",
            path.display()
        );
    }
    Ok(store)
}

/// For a database that is restored: gives the store its keys when they can decrypt its secrets, and creates nothing.
pub async fn check(store: Store, database: &Database) -> Result<Store, StartError> {
    let path = database.key_file();
    let Some(keys) = read(database)? else {
        return if store.has_encrypted_secrets().await? { Err(StartError::KeyMissing { path }) } else { Ok(store) };
    };
    let count = keys.count();
    let store = store.with_keys(keys);
    if store.has_encrypted_secrets().await? {
        store.check_keys().await.map_err(|error| explain(error, &path, count))?;
    }
    Ok(store)
}

/// Says how a key file that lacks a key can be completed.
fn explain(error: StoreError, path: &Path, keys: usize) -> StartError {
    match error {
        StoreError::Sealed(DecryptError::OtherKey) => StartError::KeyOfOtherFile { path: path.into(), keys },
        error => error.into(),
    }
}

/// `None` when there is no key file.
pub fn read(database: &Database) -> Result<Option<EncryptionKeys>, StartError> {
    let path = database.key_file();
    let unusable = |source| StartError::KeyFile { path: path.clone(), source };
    let text = match fs::read_to_string(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        text => text.map_err(unusable)?,
    };
    let mode = fs::metadata(&path).map_err(unusable)?.permissions().mode() & 0o777;
    if mode & FORBIDDEN_MODE != 0 && !database.is_credential(&path) {
        return Err(StartError::KeyFileMode { path, mode });
    }
    EncryptionKeys::parse(&text).map(Some).ok_or(StartError::KeyFileContent { path })
}

/// Replaces the key: first both keys are in the file, then everything is encrypted with the new one, then the old one is
/// removed. When it is interrupted, `clinic serve` or another run finishes it. Backups made before need the old key, so a copy of
/// the old file is kept.
pub async fn rotate(store: &Store, database: &Database, actor: Actor<'_>) -> Result<Rotated, StartError> {
    let path = database.key_file();
    let old = read(database)?.ok_or_else(|| StartError::KeyMissing { path: path.clone() })?;
    // Before the file is changed: it may be the one of another database.
    if store.has_encrypted_secrets().await? {
        let opened = store.clone().with_keys(old.clone()).check_keys().await;
        opened.map_err(|error| explain(error, &path, old.count()))?;
    }
    let kept = keep_copy(&path, &old, actor.now)?;
    let random: &dyn Randomness = &System;
    let both = old.with_new_key(random.bytes());
    replace(&path, &both)?;
    let resealing = store.clone().with_keys(both.clone());
    let sealed = resealing.encrypt_secrets().await.map_err(|error| explain(error, &path, old.count()))?;
    store.record_action(actor, "rotate key", "the key file").await?;
    replace(&path, &both.without_old_keys())?;
    Ok(Rotated { sealed, kept })
}

/// What a replacement of the key has done.
pub struct Rotated {
    pub sealed: u64,
    /// The copy of the old key file.
    pub kept: PathBuf,
}

/// A second replacement within the same second has the keys of the first as well.
fn keep_copy(path: &Path, keys: &EncryptionKeys, now: Timestamp) -> Result<PathBuf, StartError> {
    let kept = with_suffix(path, &now.strftime(".old-%Y-%m-%dT%H-%M-%SZ").to_string());
    let written =
        write(&kept, keys).and_then(|()| data_owner::copy_owner(path, &kept)).and_then(|()| sync_folder(&kept));
    written.map(|()| kept.clone()).map_err(|source| StartError::KeyFile { path: kept, source })
}

/// Before secrets are deleted because their key is lost.
pub fn refuse_if_present(database: &Database) -> Result<(), StartError> {
    database
        .key_files()
        .into_iter()
        .find(|path| path.exists())
        .map_or(Ok(()), |path| Err(StartError::KeyPresent { path }))
}

fn create(path: &Path) -> Result<EncryptionKeys, StartError> {
    let random: &dyn Randomness = &System;
    let keys = EncryptionKeys::new(random.bytes());
    match write_new(path, &keys) {
        // Another instance that starts at the same time was faster.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            let text = fs::read_to_string(path).map_err(|source| StartError::KeyFile { path: path.into(), source })?;
            EncryptionKeys::parse(&text).ok_or_else(|| StartError::KeyFileContent { path: path.into() })
        }
        result => result.map(|()| keys).map_err(|source| StartError::KeyFile { path: path.into(), source }),
    }
}

fn replace(path: &Path, keys: &EncryptionKeys) -> Result<(), StartError> {
    let temporary = with_suffix(path, ".new");
    let written = write(&temporary, keys);
    // The service must be able to read the file after root has replaced the key.
    let replaced =
        written.and_then(|()| data_owner::copy_owner(path, &temporary)).and_then(|()| fs::rename(&temporary, path));
    replaced.and_then(|()| sync_folder(path)).map_err(|source| StartError::KeyFile { path: path.into(), source })
}

/// Returns when the key is on disk: without it, the secrets that are encrypted next would be lost.
fn write_new(path: &Path, keys: &EncryptionKeys) -> io::Result<()> {
    // Linked under its name when it is complete, so that another process never reads half a key.
    let unfinished = with_suffix(path, &format!(".{}", std::process::id()));
    let linked = write(&unfinished, keys).and_then(|()| fs::hard_link(&unfinished, path));
    fs::remove_file(&unfinished)?;
    linked.and_then(|()| sync_folder(path))
}

fn write(path: &Path, keys: &EncryptionKeys) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(path)?;
    file.write_all(keys.to_text().as_bytes())?;
    file.sync_all()
}

fn sync_folder(path: &Path) -> io::Result<()> {
    path.parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .map_or(Ok(()), |folder| File::open(folder)?.sync_all())
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}
