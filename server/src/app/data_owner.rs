//! Names the owner of the data when the server runs as another user. Files that root creates there could not be written
//! by the service later.

use std::fs;
use std::io;
use std::os::unix::fs::{MetadataExt, chown};
use std::path::Path;

use super::start_error::StartError;
use crate::config::Database;
use clinic_store::StoreError;

const ROOT: u32 = 0;

/// Refuses to run as root on data of another user.
pub fn check(database: &Database) -> Result<(), StartError> {
    let paths = [database.data.clone(), database.data.join("clinic.db")];
    match current_user() {
        Some(ROOT) => paths.iter().find_map(|path| foreign_owner(path, ROOT)).map_or(Ok(()), Err),
        _ => Ok(()),
    }
}

/// Replaces a missing permission by the owner of the file, when that is somebody else.
pub fn explain(error: StoreError) -> StartError {
    match &error {
        StoreError::File { path, source } if source.kind() == io::ErrorKind::PermissionDenied => {
            // The nearest that this user can see.
            let existing = path.ancestors().find(|path| path.exists());
            let owner = existing.zip(current_user()).and_then(|(path, user)| foreign_owner(path, user));
            owner.unwrap_or_else(|| error.into())
        }
        _ => error.into(),
    }
}

/// The service must be able to use a file after root has written it.
pub fn copy_owner(from: &Path, to: &Path) -> io::Result<()> {
    let (owner, mine) = (fs::metadata(from)?, fs::metadata(to)?);
    if owner.uid() == mine.uid() { Ok(()) } else { chown(to, Some(owner.uid()), Some(owner.gid())) }
}

/// Also under two names, as by a link.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    let file = |path: &Path| fs::metadata(path).map(|file| (file.dev(), file.ino()));
    file(one).is_ok_and(|one| file(other).is_ok_and(|other| one == other))
}

fn foreign_owner(path: &Path, user: u32) -> Option<StartError> {
    let owner = fs::metadata(path).ok()?.uid();
    let path = path.to_owned();
    let switch = command_to_switch(user);
    (owner != user).then(|| StartError::ForeignOwner { path, owner: name(owner), user: name(user), switch })
}

/// Only root may use runuser.
fn command_to_switch(user: u32) -> &'static str {
    if user == ROOT { "runuser -u" } else { "sudo -u" }
}

/// The process folder belongs to the user of the process.
fn current_user() -> Option<u32> {
    fs::metadata("/proc/self").ok().map(|folder| folder.uid())
}

/// The name in /etc/passwd, or the number.
fn name(user: u32) -> String {
    let number = user.to_string();
    let users = fs::read_to_string("/etc/passwd").unwrap_or_default();
    let mut entries = users.lines().map(|line| line.split(':').collect::<Vec<_>>());
    let entry = entries.find(|entry| entry.get(2) == Some(&number.as_str()));
    entry.map_or(number.clone(), |entry| entry[0].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn user_other_than_root_is_not_told_to_use_runuser() {
        assert_eq!(command_to_switch(ROOT), "runuser -u");
        assert_eq!(command_to_switch(1000), "sudo -u");
    }
}
