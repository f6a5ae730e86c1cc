//! The folder.

use std::os::unix::fs::PermissionsExt as _;

use clinic::mail::file::{Folder, erase_all};
use clinic::mail::{self, Delivery, Settings};
use tempfile::tempdir;

use super::fixture::{composer, deliver, outgoing, told};

#[tokio::test]
async fn one_message_is_one_private_file_however_often_it_is_tried() {
    let place = tempdir().expect("a folder");
    let folder = place.path().join("data/mail");
    let transport = mail::transport(&Settings::File(folder.clone()), composer()).expect("a transport");
    for _ in 0..2 {
        assert_eq!(deliver(&*transport).await, Delivery::Taken);
    }
    let files: Vec<_> = folder.read_dir().expect("the folder").map(|entry| entry.expect("an entry").path()).collect();
    assert_eq!(files, [folder.join("7f3a.discount@clinic.example.eml")]);
    assert_eq!(files[0].metadata().expect("a file").permissions().mode() & 0o777, 0o600);
    let message = std::fs::read_to_string(&files[0]).expect("a message");
    assert!(message.contains(&outgoing().code.to_string()));
}

#[tokio::test]
async fn a_folder_that_went_away_is_tried_again_later() {
    let place = tempdir().expect("a folder");
    let folder = place.path().join("mail");
    let transport = Folder::open(&folder, composer()).expect("a transport");
    std::fs::remove_dir(&folder).expect("an empty folder");
    assert_eq!(told(deliver(&transport).await).0, "later");
}

#[tokio::test]
async fn an_erased_message_is_gone_and_erasing_it_twice_is_fine() {
    let place = tempdir().expect("a folder");
    let transport = Folder::open(place.path(), composer()).expect("a transport");
    deliver(&transport).await;
    for _ in 0..2 {
        erase_all(place.path(), &[outgoing().message_id]).expect("erased");
    }
    assert_eq!(place.path().read_dir().expect("the folder").count(), 0);
}

#[test]
fn a_folder_that_cannot_be_made_is_refused_at_start_with_what_to_do() {
    let file = tempfile::NamedTempFile::new().expect("a file");
    let refused = Folder::open(&file.path().join("mail"), composer()).expect_err("a file is no folder");
    assert!(refused.to_string().contains("name another one"));
}
