//! A mail server for trying things out: `cargo run --example mailbox -- 127.0.0.1:2525 FOLDER`.
//!
//! Takes every message (STARTTLS on, any login) and writes it to the folder, beside `ca.pem`, the certificate to trust:
//! `clinic serve --mail 'smtp://127.0.0.1:2525?tls=required&ca=FOLDER/ca.pem'`. A recipient called `refused` is refused
//! for good, one called `busy` for now. Refuses to send anything on.

#[path = "../tests/smtp/mod.rs"]
#[allow(dead_code, reason = "the tests use more of the server than this")]
mod smtp;

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

#[tokio::main]
async fn main() {
    let mut arguments = std::env::args().skip(1);
    let (Some(address), Some(folder)) = (arguments.next(), arguments.next().map(PathBuf::from)) else {
        eprintln!("Say where to listen and where to put the mail: mailbox 127.0.0.1:2525 FOLDER");
        std::process::exit(2);
    };
    std::fs::create_dir_all(&folder).expect("a folder that can be made");
    let count = AtomicUsize::new(0);
    let inbox = folder.clone();
    let server = smtp::SmtpServer::listen(&address, judge, move |received| {
        let number = count.fetch_add(1, Ordering::Relaxed) + 1;
        let unfinished = inbox.join("unfinished");
        std::fs::write(&unfinished, &received.message).expect("a writable folder");
        std::fs::rename(&unfinished, inbox.join(format!("{number:04}.eml"))).expect("a writable folder");
    })
    .await;
    server.certificate.write_to(&folder.join("ca.pem"));
    println!("listening on {}", server.address);
    tokio::signal::ctrl_c().await.expect("a signal");
}

fn judge(recipient: &str) -> Result<(), &'static str> {
    match recipient.split('@').next() {
        Some("refused") => Err("550 5.1.1 no such mailbox"),
        Some("busy") => Err("451 4.7.1 please try again later"),
        _ => Ok(()),
    }
}
