//! A mail server for manual tests: `cargo run --example mailbox -- 127.0.0.1:2525 FOLDER`.
//!
//! Accepts every message (with STARTTLS and any login) and writes it to the folder. The certificate to trust is there
//! too: `clinic serve --mail 'smtp://127.0.0.1:2525?tls=required&ca=FOLDER/ca.pem'`. A recipient named `refused` gets a
//! permanent error, one named `busy` a temporary error. Nothing is forwarded.

#[path = "../tests/smtp/mod.rs"]
#[allow(dead_code, reason = "only the tests use the rest of the SMTP server")]
mod smtp;

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

#[tokio::main]
async fn main() {
    let mut arguments = std::env::args().skip(1);
    let (Some(address), Some(folder)) = (arguments.next(), arguments.next().map(PathBuf::from)) else {
        eprintln!("Usage: mailbox ADDRESS FOLDER, for example: mailbox 127.0.0.1:2525 inbox");
        std::process::exit(2);
    };
    std::fs::create_dir_all(&folder).expect("the folder can be created");
    let count = AtomicUsize::new(0);
    let inbox = folder.clone();
    let server = smtp::SmtpServer::listen(&address, check_recipient, move |received| {
        let number = count.fetch_add(1, Ordering::Relaxed) + 1;
        // Renamed when complete, so that a reader of the folder never sees half a message.
        let temporary = inbox.join("incoming.tmp");
        std::fs::write(&temporary, &received.message).expect("the folder is writable");
        std::fs::rename(&temporary, inbox.join(format!("{number:04}.eml"))).expect("the folder is writable");
    })
    .await;
    server.certificate.write_to(&folder.join("ca.pem"));
    println!("listening on {}", server.address);
    tokio::signal::ctrl_c().await.expect("Ctrl-C can be handled");
}

fn check_recipient(recipient: &str) -> Result<(), &'static str> {
    match recipient.split('@').next() {
        Some("refused") => Err("550 5.1.1 no such mailbox"),
        Some("busy") => Err("451 4.7.1 please try again later"),
        _ => Ok(()),
    }
}
