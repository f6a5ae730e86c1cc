//! Delivery into a folder.

use std::os::unix::fs::PermissionsExt as _;

use clinic_mail::file::{FileTransport, erase_all};
use clinic_mail::{Delivery, MailTransport, Settings};
use tempfile::tempdir;

use super::fixture::{code, composer, deliver, describe, outgoing};

#[tokio::test]
async fn repeated_attempts_write_one_private_file() {
    let parent = tempdir().expect("a folder");
    let folder = parent.path().join("data/mail");
    let transport = clinic_mail::transport(&Settings::File(folder.clone()), composer()).expect("a transport");
    for _ in 0..2 {
        assert_eq!(deliver(&*transport).await, Delivery::Accepted);
    }
    let files: Vec<_> = folder.read_dir().expect("the folder").map(|entry| entry.expect("an entry").path()).collect();
    assert_eq!(files, [folder.join("7f3a.discount@clinic.example.eml")]);
    assert_eq!(files[0].metadata().expect("a file").permissions().mode() & 0o777, 0o600);
    let message = std::fs::read_to_string(&files[0]).expect("a message");
    assert!(message.contains(&code().to_string()));
}

#[tokio::test]
async fn missing_folder_defers_the_message() {
    let parent = tempdir().expect("a folder");
    let folder = parent.path().join("mail");
    let transport = FileTransport::open(&folder, composer()).expect("a transport");
    std::fs::remove_dir(&folder).expect("an empty folder");
    assert_eq!(describe(deliver(&transport).await).0, "deferred");
}

#[tokio::test]
async fn message_file_can_be_erased_twice() {
    let parent = tempdir().expect("a folder");
    let transport = FileTransport::open(parent.path(), composer()).expect("a transport");
    deliver(&transport).await;
    // As a crash leaves it, with an address and a code in it.
    std::fs::write(parent.path().join("7f3a.discount@clinic.example.eml.tmp"), "To: ada").expect("written");
    for _ in 0..2 {
        erase_all(parent.path(), &[outgoing().message_id]).expect("erased");
    }
    assert_eq!(parent.path().read_dir().expect("the folder").count(), 0);
}

#[tokio::test]
async fn transport_erases_a_message_that_it_has_written() {
    let parent = tempdir().expect("a folder");
    let transport = FileTransport::open(parent.path(), composer()).expect("a transport");
    deliver(&transport).await;
    assert_eq!(parent.path().read_dir().expect("the folder").count(), 1);
    transport.erase(&outgoing().message_id).await;
    assert_eq!(parent.path().read_dir().expect("the folder").count(), 0);
}

#[test]
fn folder_that_cannot_be_created_is_an_error_at_start() {
    let file = tempfile::NamedTempFile::new().expect("a file");
    let error = FileTransport::open(&file.path().join("mail"), composer()).expect_err("a file is no folder");
    assert!(error.to_string().contains("choose another folder"));
}
