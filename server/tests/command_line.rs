//! Starting, stopping and misusing the binary: error messages, exit codes and limits on connections.

use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;

use crate::support::waiting::LIMIT;
use crate::test_server::{TestServer, clinic, content_copy, run};

#[test]
fn server_does_not_start_with_invalid_content() {
    let content = content_copy();
    fs::write(content.path().join("clinic.toml"), "name = ").expect("saved");
    let (code, output, errors) =
        run(&["serve", "--listen", "127.0.0.1:0", "--content", content.path().to_str().expect("a path")]);
    assert_eq!((code, output.as_str()), (1, ""));
    assert!(errors.contains("clinic.toml:1: This is not valid TOML"), "{errors}");
}

#[test]
fn missing_content_folder_is_reported() {
    let (code, _, errors) = run(&["serve", "--listen", "127.0.0.1:0", "--content", "/no/such/folder"]);
    assert_eq!(code, 1);
    assert!(errors.contains("Cannot read the content: /no/such/folder"), "{errors}");
}

#[test]
fn port_in_use_is_reported() {
    let in_use = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = in_use.local_addr().expect("an address").to_string();
    let (code, _, errors) = run(&["serve", "--listen", &address]);
    assert_eq!(code, 1);
    assert!(errors.contains(&format!("Cannot listen on {address}")), "{errors}");
}

#[test]
fn listen_error_names_the_cause() {
    let in_use = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = in_use.local_addr().expect("an address").to_string();
    let (_, _, errors) = run(&["serve", "--listen", &address]);
    assert!(errors.contains("Another program uses this port. Choose another address with --listen."), "{errors}");
    let (_, _, errors) = run(&["serve", "--listen", "127.0.0.1:0", "--metrics", &address]);
    assert!(errors.contains("Choose another address with --metrics."), "{errors}");
    // An address for documentation, which no machine has.
    let (_, _, errors) = run(&["serve", "--listen", "192.0.2.1:8080", "--site-url", "https://clinic.example"]);
    assert!(errors.contains("This machine does not have this address."), "{errors}");
    assert!(!errors.contains("Another program"), "{errors}");
}

#[test]
fn missing_disposable_domains_file_is_reported_as_such() {
    let data = tempfile::tempdir().expect("a temporary folder");
    let data = data.path().to_str().expect("a path");
    let (code, _, errors) =
        run(&["serve", "--listen", "127.0.0.1:0", "--data", data, "--disposable-domains", "/no/such/file"]);
    assert_eq!(code, 1);
    assert!(errors.contains("Cannot read /no/such/file"), "{errors}");
    assert!(errors.contains("Check the path given with --disposable-domains."), "{errors}");
    let last = errors.trim_end().lines().last().expect("a line");
    assert!(!last.contains("data folder"), "{errors}");
}

#[test]
fn trusted_proxy_may_be_one_address() {
    assert_eq!(TestServer::start(&["--trust-proxy", "127.0.0.1,10.0.0.0/8"]).stop(), 0);
    let (code, _, errors) = run(&["serve", "--trust-proxy", "everyone"]);
    assert_eq!(code, 2);
    assert!(errors.contains("Write an address like 127.0.0.1, or a network like 10.0.0.0/8"), "{errors}");
}

#[test]
fn existing_backup_file_is_reported_and_kept() {
    let (_, data) = TestServer::start(&[]).stop_and_keep_data();
    let file = data.path().join("monday.db");
    fs::write(&file, "an earlier backup").expect("saved");
    let (file, folder) = (file.to_str().expect("a path"), data.path().to_str().expect("a path"));
    let (code, _, errors) = run(&["backup", file, "--data", folder]);
    assert_eq!(code, 1);
    assert!(errors.contains(&format!("Cannot write the backup: {file} exists already.")), "{errors}");
    assert_eq!(fs::read_to_string(file).expect("the file"), "an earlier backup");
}

#[test]
fn unreadable_content_file_is_named() {
    let content = content_copy();
    let file = content.path().join("articles/copied.md");
    std::os::unix::fs::symlink("/no/such/file", &file).expect("a link");
    let (code, _, errors) = run(&["check", "--content", content.path().to_str().expect("a path")]);
    assert_eq!(code, 1);
    assert!(errors.contains(&format!("Cannot read {}: ", file.display())), "{errors}");
    assert!(errors.contains("Make it readable for the user that runs the site, or remove it."), "{errors}");
}

#[test]
fn text_that_is_too_long_is_refused_with_its_limit() {
    let content = content_copy();
    let file = content.path().join("services/frames.md");
    let text = fs::read_to_string(&file).expect("the service");
    fs::write(&file, text.replacen("title = \"Frames\"", &format!("title = \"{}\"", "a".repeat(101)), 1))
        .expect("saved");
    let (code, _, errors) = run(&["check", "--content", content.path().to_str().expect("a path")]);
    assert_eq!(code, 1);
    let expected = "services/frames.md:2: `title` has 101 characters, but may have 100. Shorten it.";
    assert!(errors.contains(expected), "{errors}");
}

#[test]
fn effective_settings_are_logged_without_passwords() {
    let content = content_copy();
    let folder = content.path().to_str().expect("a path");
    let mail = "smtp://desk:hunter2@mail.example:587?tls=required";
    let arguments = ["--mail", mail, "--content", folder, "--site-url", "https://clinic.example"];
    let server = TestServer::start(&[&arguments[..], &["--trust-proxy", "10.0.0.0/8"]].concat());
    assert!(server.logs_blocking("trusted proxies: "), "{}", server.log());
    let log = server.log();
    let database = server.data.path().join("clinic.db");
    for expected in [
        format!("listening on {}", server.host()),
        "site URL: https://clinic.example".to_owned(),
        format!("database: {}", database.display()),
        "mail: SMTP server mail.example:587 as desk, STARTTLS required".to_owned(),
        format!("content: {folder}"),
        "trusted proxies: 10.0.0.0/8".to_owned(),
    ] {
        assert!(log.contains(&expected), "{expected} is not in:\n{log}");
    }
    assert!(!log.contains("hunter2"), "{log}");
}

#[test]
fn booking_without_a_staff_account_is_a_warning_before_going_live() {
    let (_, folder) = TestServer::start(&[]).stop_and_keep_data();
    let data = folder.path().to_str().expect("a path");
    let warning = "there is no staff account that could confirm them";
    let (_, _, errors) = run(&["check", "--live", "--data", data]);
    assert!(errors.contains(warning), "{errors}");
    let (_, _, errors) = run(&["check", "--data", data]);
    assert!(!errors.contains(warning), "{errors}");

    let content = content_copy();
    let file = content.path().join("clinic.toml");
    let text = fs::read_to_string(&file).expect("the file");
    let (without_booking, _) = text.split_once("[booking]").expect("the table");
    fs::write(&file, without_booking).expect("written");
    let (_, _, errors) =
        run(&["check", "--live", "--data", data, "--content", content.path().to_str().expect("a path")]);
    assert!(!errors.contains(warning), "{errors}");
}

#[test]
fn unknown_setting_in_the_environment_is_reported() {
    let output = clinic().arg("check").env("CLINIC_DATABSE", "sqlite:x").output().expect("the command runs");
    let log = String::from_utf8(output.stderr).expect("text");
    assert!(log.contains("CLINIC_DATABSE is not a setting of this program"), "{log}");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn public_listener_needs_a_site_url() {
    for address in ["192.0.2.1:8080", "0.0.0.0:0", "[::]:0"] {
        let (code, output, errors) = run(&["serve", "--listen", address]);
        assert_eq!((code, output.as_str()), (2, ""), "{address}");
        assert!(errors.contains("Give it with --site-url"), "{errors}");
    }
    let with_url = ["--listen", "0.0.0.0:0", "--site-url", "https://clinic.example"];
    assert_eq!(TestServer::start(&with_url).stop(), 0);
    assert_eq!(TestServer::start(&["--listen", "[::1]:0"]).stop(), 0);
}

/// As root: a folder of another user. As another user: a folder of root.
#[test]
fn data_of_another_user_is_refused_with_its_owner() {
    use std::os::unix::fs::{MetadataExt, chown};
    let folder = tempfile::tempdir().expect("a temporary folder");
    let is_root = fs::metadata("/proc/self").expect("the process").uid() == 0;
    let data = if is_root { folder.path() } else { Path::new("/usr") };
    if is_root {
        chown(data, Some(1), None).expect("the owner is changed");
    }
    let owner = if is_root { "daemon" } else { "root" };
    let data = data.to_str().expect("a path");
    // The missing file ends the server if it does not refuse the folder.
    let missing = ["--disposable-domains", "/no/such/file"];
    let (code, _, errors) = run(&[&["serve", "--listen", "127.0.0.1:0", "--data", data][..], &missing].concat());
    assert_eq!(code, 1);
    assert!(errors.contains(&format!("{data} belongs to the user {owner}, but this program runs as ")), "{errors}");
    assert!(!Path::new(data).join("clinic.db").exists());
}

#[test]
fn invalid_flag_exits_with_code_2() {
    for arguments in [
        &["serve", "--listen", "nowhere"][..],
        &["serve", "--site-url", "clinic.example"],
        &["serve", "--trust-proxy", "everyone"],
        &["serve", "--min-play", "4 days"],
        &["serve", "--unknown"],
        &["unknown"],
    ] {
        let (code, output, errors) = run(arguments);
        assert_eq!((code, output.as_str()), (2, ""), "{arguments:?}");
        assert!(errors.starts_with("error:"), "{errors}");
    }
}

#[test]
fn stop_signal_exits_with_code_0() {
    assert_eq!(TestServer::start(&[]).stop(), 0);
}

/// A proxy can send a request at the moment of the signal.
#[test]
fn request_on_an_open_connection_is_answered_after_the_stop_signal() {
    let server = TestServer::start(&[]);
    let mut open = TcpStream::connect(server.host()).expect("connected");
    open.set_read_timeout(Some(LIMIT)).expect("set");
    let mut send = || {
        open.write_all(b"HEAD /home HTTP/1.1\r\nHost: x\r\n\r\n").expect("sent");
        let (mut response, mut buffer) = (String::new(), [0; 4096]);
        while !response.ends_with("\r\n\r\n") {
            let count = open.read(&mut buffer).expect("a response");
            assert_ne!(count, 0, "closed after {response:?}");
            response.push_str(std::str::from_utf8(&buffer[..count]).expect("text"));
        }
        response
    };
    assert!(!send().contains("connection: close"));
    server.begin_shutdown();
    let last = send();
    assert!(last.starts_with("HTTP/1.1 200") && last.contains("connection: close"), "{last}");
    assert_eq!(server.stop(), 0);
}

#[test]
fn connection_with_unfinished_headers_is_closed() {
    let server = TestServer::start(&[]);
    let mut slow = TcpStream::connect(server.host()).expect("connected");
    slow.write_all(b"GET /home HTTP/1.1\r\nHost: x\r\nX-Slow: ").expect("sent");
    slow.set_read_timeout(Some(LIMIT)).expect("set");
    let mut response = String::new();
    let end = slow.read_to_string(&mut response);
    assert!(!matches!(&end, Err(error) if error.kind() == ErrorKind::WouldBlock), "the connection is still open");
    assert!(!response.starts_with("HTTP/1.1 200"), "{response}");
}

#[test]
fn unfinished_body_gets_408() {
    let server = TestServer::start(&[]);
    for (path, kind) in [
        ("/api/plays/finish", "Content-Type: application/json"),
        ("/api/v1.0/email/send-form", "Content-Type: multipart/form-data; boundary=x"),
    ] {
        let mut slow = TcpStream::connect(server.host()).expect("connected");
        slow.write_all(
            format!("POST {path} HTTP/1.1\r\nHost: x\r\n{kind}\r\nContent-Length: 100\r\n\r\n{{").as_bytes(),
        )
        .expect("sent");
        slow.set_read_timeout(Some(LIMIT)).expect("set");
        let mut response = [0; 12];
        slow.read_exact(&mut response).expect("a response");
        assert_eq!(std::str::from_utf8(&response), Ok("HTTP/1.1 408"), "{path}");
    }
}

#[test]
fn oversized_headers_are_rejected() {
    let server = TestServer::start(&[]);
    let mut connection = TcpStream::connect(server.host()).expect("connected");
    let _ = connection
        .write_all(format!("GET /home HTTP/1.1\r\nHost: x\r\nX-Large: {}\r\n\r\n", "a".repeat(64 * 1024)).as_bytes());
    let mut response = String::new();
    let _ = connection.read_to_string(&mut response);
    assert!(response.is_empty() || response.starts_with("HTTP/1.1 431"), "{response}");
}

#[test]
fn request_without_exactly_one_host_gets_400() {
    let server = TestServer::start(&[]);
    for head in ["GET /home HTTP/1.1\r\n", "GET /home HTTP/1.1\r\nHost: a\r\nHost: b\r\n"] {
        let mut connection = TcpStream::connect(server.host()).expect("connected");
        connection.write_all(format!("{head}Connection: close\r\n\r\n").as_bytes()).expect("sent");
        let mut response = String::new();
        let _ = connection.read_to_string(&mut response);
        assert!(response.starts_with("HTTP/1.1 400"), "{response}");
    }
}

#[test]
fn a_closed_pipe_ends_a_command_without_an_error() {
    let server = TestServer::start(&[]);
    let data = server.data.path().to_str().expect("a path");
    for arguments in [&["export"][..], &["export", "--person", "nobody@example.com"], &["staff", "list"]] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = clinic().args(arguments).args(["--data", data]).stdout(writer).output().expect("the command runs");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && !stderr.contains("panicked"), "{arguments:?}: {:?} {stderr}", output.status);
    }
}

#[test]
fn settings_of_certificates_are_checked_at_start() {
    let cases: [(&[&str], &str); 9] = [
        (&["--domain", "localhost"], "\"localhost\" is not a domain name. Write it like www.example.ng"),
        (&["--domain", "www.example.ng,https://example.ng"], "\"https://example.ng\" is not a domain name"),
        (
            &["--domain", "example.ng", "--acme-directory", "http://acme.example"],
            "is not the address of an ACME directory",
        ),
        (&["--domain", "example.ng", "--acme-email", "nobody"], "is not an email address"),
        (&["--domain", "example.ng", "--site-url", "https://example.com"], "cannot be used with"),
        (&["--listen-tls", "127.0.0.1:0"], "--listen-tls needs a certificate"),
        (&["--domain", "example.ng", "--listen-tls", "443"], "\"443\" is not an address with a port. Write it like"),
        (&["--domain", "example.ng", "--listen", "127.0.0.1:443"], "HTTP and HTTPS cannot both listen on port 443."),
        (&["--acme-directory", "https://acme.example"], "--domain <NAME>"),
    ];
    for (flags, sentence) in cases {
        let (code, _, errors) = run(&[&["serve"], flags].concat());
        assert_eq!(code, 2, "{flags:?}: {errors}");
        assert!(errors.contains(sentence), "{flags:?}: {errors}");
    }
}

#[test]
fn certificate_authority_that_cannot_be_used_ends_the_start() {
    let data = tempfile::tempdir().expect("a temporary folder");
    let no_certificate = data.path().join("empty.pem");
    std::fs::write(&no_certificate, "").expect("written");
    let missing = data.path().join("missing.pem");
    for (file, sentence) in [
        (missing, "Check the path given with --acme-ca."),
        (
            no_certificate,
            "contains no certificate in PEM format. Give the certificate of the authority with --acme-ca.",
        ),
    ] {
        let file = file.to_str().expect("a path");
        let ports = ["--listen", "127.0.0.1:0", "--listen-tls", "127.0.0.1:0"];
        let flags = ["--domain", "example.ng", "--acme-ca", file, "--data", data.path().to_str().expect("a path")];
        let (code, _, errors) = run(&[&["serve"], &ports[..], &flags].concat());
        assert_eq!(code, 1, "{errors}");
        assert!(errors.contains(sentence), "{errors}");
    }
}

#[test]
fn https_port_in_use_is_reported() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address").to_string();
    let flags = ["serve", "--domain", "example.ng", "--listen", "127.0.0.1:0", "--listen-tls", &address];
    let (code, _, errors) = run(&flags);
    assert_eq!(code, 1, "{errors}");
    assert!(errors.contains(&address) && errors.contains("Another program uses this port. Choose another"), "{errors}");
}

#[test]
fn password_of_the_mail_server_is_not_in_the_message_about_a_mistake_in_it() {
    for mail in
        ["smtp://user:SEC/RET@mail.example:587", "smtp://user:SEC#RET@mail.example", "smtp://user:SECRET@mail:x"]
    {
        let (code, output, errors) = run(&["serve", "--mail", mail]);
        assert_eq!(code, 2, "{errors}");
        assert!(errors.contains("%2F") && !format!("{output}{errors}").contains("SEC"), "{mail}: {errors}");
    }
}
