//! What the person who runs the server meets: clear sentences when something is wrong, and a clean end.

mod test_server;

use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

use test_server::{TestServer, content_copy, run};

#[test]
fn a_broken_folder_never_starts_a_server() {
    let content = content_copy();
    fs::write(content.path().join("clinic.toml"), "name = ").expect("saved");
    let (code, said, complaint) =
        run(&["serve", "--listen", "127.0.0.1:0", "--content", content.path().to_str().expect("a path")]);
    assert_eq!((code, said.as_str()), (1, ""));
    assert!(complaint.contains("clinic.toml:1: This is not valid TOML"), "{complaint}");
}

#[test]
fn a_missing_folder_is_told() {
    let (code, _, complaint) = run(&["serve", "--listen", "127.0.0.1:0", "--content", "/no/such/folder"]);
    assert_eq!(code, 1);
    assert!(complaint.contains("The content folder /no/such/folder cannot be read"), "{complaint}");
}

#[test]
fn a_taken_port_is_told() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address").to_string();
    let (code, _, complaint) = run(&["serve", "--listen", &address]);
    assert_eq!(code, 1);
    assert!(complaint.contains(&format!("Cannot listen on {address}")), "{complaint}");
}

#[test]
fn a_bad_flag_is_a_usage_error() {
    for arguments in [
        &["serve", "--listen", "nowhere"][..],
        &["serve", "--site-url", "clinic.example"],
        &["serve", "--trust-proxy", "everyone"],
        &["serve", "--unknown"],
        &["dance"],
    ] {
        let (code, said, complaint) = run(arguments);
        assert_eq!((code, said.as_str()), (2, ""), "{arguments:?}");
        assert!(complaint.starts_with("error:"), "{complaint}");
    }
}

#[test]
fn a_stop_signal_ends_it_cleanly() {
    assert_eq!(TestServer::open(&[]).stop(), 0);
}

/// A proxy may have sent a request while the signal was on its way.
#[test]
fn a_request_on_an_open_connection_is_answered_after_the_stop_signal() {
    let server = TestServer::open(&[]);
    let mut open = TcpStream::connect(server.host()).expect("connected");
    open.set_read_timeout(Some(Duration::from_secs(30))).expect("set");
    let mut ask = || {
        open.write_all(b"HEAD /home HTTP/1.1\r\nHost: x\r\n\r\n").expect("sent");
        let (mut answer, mut buffer) = (String::new(), [0; 4096]);
        while !answer.ends_with("\r\n\r\n") {
            let count = open.read(&mut buffer).expect("an answer");
            assert_ne!(count, 0, "cut off after {answer:?}");
            answer.push_str(std::str::from_utf8(&buffer[..count]).expect("text"));
        }
        answer
    };
    assert!(!ask().contains("connection: close"));
    server.signal("TERM");
    std::thread::sleep(Duration::from_millis(300));
    let last = ask();
    assert!(last.starts_with("HTTP/1.1 200") && last.contains("connection: close"), "{last}");
    assert_eq!(server.stop(), 0);
}

#[test]
fn a_head_that_never_ends_is_cut_off_and_nobody_else_waits() {
    let server = TestServer::open(&[]);
    let mut slow = TcpStream::connect(server.host()).expect("connected");
    slow.write_all(b"GET /home HTTP/1.1\r\nHost: x\r\nX-Slow: ").expect("sent");
    slow.set_read_timeout(Some(Duration::from_secs(30))).expect("set");
    let begun = Instant::now();
    let mut answer = String::new();
    let _ = slow.read_to_string(&mut answer);
    assert!(begun.elapsed() < Duration::from_secs(25), "the connection was kept open");
    assert!(!answer.starts_with("HTTP/1.1 200"), "{answer}");
}

#[test]
fn a_body_that_never_ends_is_refused_in_words() {
    let server = TestServer::open(&[]);
    for (path, kind) in [
        ("/api/plays/finish", "Content-Type: application/json"),
        ("/api/v1.0/email/send-form", "Content-Type: multipart/form-data; boundary=x"),
    ] {
        let mut slow = TcpStream::connect(server.host()).expect("connected");
        slow.write_all(
            format!("POST {path} HTTP/1.1\r\nHost: x\r\n{kind}\r\nContent-Length: 100\r\n\r\n{{").as_bytes(),
        )
        .expect("sent");
        slow.set_read_timeout(Some(Duration::from_mins(1))).expect("set");
        let mut answer = [0; 12];
        slow.read_exact(&mut answer).expect("an answer");
        assert_eq!(std::str::from_utf8(&answer), Ok("HTTP/1.1 408"), "{path}");
    }
}

#[test]
fn a_head_that_is_too_large_is_refused() {
    let server = TestServer::open(&[]);
    let mut greedy = TcpStream::connect(server.host()).expect("connected");
    let _ = greedy
        .write_all(format!("GET /home HTTP/1.1\r\nHost: x\r\nX-Large: {}\r\n\r\n", "a".repeat(64 * 1024)).as_bytes());
    let mut answer = String::new();
    let _ = greedy.read_to_string(&mut answer);
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 431"), "{answer}");
}

#[test]
fn a_request_that_names_no_host_or_two_is_refused() {
    let server = TestServer::open(&[]);
    for head in ["GET /home HTTP/1.1\r\n", "GET /home HTTP/1.1\r\nHost: a\r\nHost: b\r\n"] {
        let mut odd = TcpStream::connect(server.host()).expect("connected");
        odd.write_all(format!("{head}Connection: close\r\n\r\n").as_bytes()).expect("sent");
        let mut answer = String::new();
        let _ = odd.read_to_string(&mut answer);
        assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");
    }
}
