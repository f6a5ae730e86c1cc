//! HTTPS with certificates from files: TLS versions, resumption, time limits, the redirect of plain HTTP, and what is
//! said about unusable files.

use std::fs;
use std::time::Duration;

use reqwest::Method;
use rustls::HandshakeKind;
use rustls::pki_types::CertificateDer;
use rustls::version::{TLS12, TLS13};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::waiting::eventually;
use crate::test_server::tls::{CertificateFolder, Pem, TlsClient};
use crate::test_server::{TestServer, metrics_address, run};

const REQUEST: &[u8] = b"GET /home HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

async fn get(client: &TlsClient, server: &TestServer) -> (String, HandshakeKind) {
    let mut stream = client.connect(&server.tls_host).await.expect("a handshake");
    stream.write_all(REQUEST).await.expect("sent");
    let mut response = Vec::new();
    stream.read_to_end(&mut response).await.expect("a response");
    let kind = stream.get_ref().1.handshake_kind().expect("a finished handshake");
    (String::from_utf8_lossy(&response).into_owned(), kind)
}

#[tokio::test]
async fn pages_are_served_with_tls_1_2_and_1_3() {
    let server = TestServer::start_with_tls(&CertificateFolder::new(), &[]);
    for version in [&TLS12, &TLS13] {
        let (response, _) = get(&TlsClient::new(&[version], &["http/1.1"]), &server).await;
        assert!(response.starts_with("HTTP/1.1 200 OK\r\n"), "{version:?}: {response:.300}");
        assert!(response.contains("\r\nstrict-transport-security: max-age="), "{response:.900}");
    }
    let (response, _) = get(&TlsClient::new(&[&TLS13], &[]), &server).await;
    assert!(response.starts_with("HTTP/1.1 200 OK\r\n"), "without a protocol name: {response:.300}");
}

/// The first message of a client that offers one version and these cipher suites.
fn client_hello(version: [u8; 2], suites: &[[u8; 2]]) -> Vec<u8> {
    // P-256, uncompressed points, ECDSA with SHA-256.
    let extensions = [0, 10, 0, 4, 0, 2, 0, 23, 0, 11, 0, 2, 1, 0, 0, 13, 0, 4, 0, 2, 4, 3];
    let suites = suites.concat();
    let length = |bytes: &[u8]| u8::try_from(bytes.len()).expect("short");
    let offered = [&[0, 0, length(&suites)], &suites[..], &[1, 0, 0, length(&extensions)], &extensions].concat();
    let hello = [&version[..], &[7; 32], &offered].concat();
    let length = length(&hello);
    [&[0x16, 3, 1, 0, length + 4, 1, 0, 0, length], &hello[..]].concat()
}

#[tokio::test]
async fn old_versions_of_tls_and_weak_suites_are_refused() {
    let (alert, handshake): (u8, u8) = (0x15, 0x16);
    let server = TestServer::start_with_tls(&CertificateFolder::new(), &[]);
    // ECDHE with AES-GCM, ECDHE with CBC, RSA without forward secrecy.
    let (good, with_cbc, with_rsa) = ([0xc0, 0x2b], [0xc0, 0x09], [0x00, 0x9c]);
    for (version, suites, expected) in [
        ([3, 3], &[good][..], handshake),
        ([3, 0], &[good, with_cbc, with_rsa], alert),
        ([3, 1], &[good, with_cbc, with_rsa], alert),
        ([3, 2], &[good, with_cbc, with_rsa], alert),
        ([3, 3], &[with_cbc], alert),
        ([3, 3], &[with_rsa], alert),
    ] {
        let mut stream = TcpStream::connect(&server.tls_host).await.expect("connected");
        stream.write_all(&client_hello(version, suites)).await.expect("sent");
        assert_eq!(stream.read_u8().await.expect("an answer"), expected, "{version:?} {suites:?}");
    }
}

#[tokio::test]
async fn session_of_a_returning_client_is_resumed() {
    let server = TestServer::start_with_tls(&CertificateFolder::new(), &[]);
    for version in [&TLS12, &TLS13] {
        let client = TlsClient::new(&[version], &["http/1.1"]);
        assert_eq!(get(&client, &server).await.1, HandshakeKind::Full, "{version:?}");
        assert_eq!(get(&client, &server).await.1, HandshakeKind::Resumed, "{version:?}");
    }
}

#[tokio::test]
async fn client_with_no_common_protocol_is_refused() {
    let server = TestServer::start_with_tls(&CertificateFolder::new(), &[]);
    for protocols in [&["spdy/3"][..], &["acme-tls/1"]] {
        assert!(TlsClient::new(&[&TLS13], protocols).connect(&server.tls_host).await.is_err(), "{protocols:?}");
    }
}

#[tokio::test]
async fn plain_http_is_redirected_to_the_site_url() {
    let site_url = ["--site-url", "https://clinic.example"];
    let server = TestServer::start_with_tls(&CertificateFolder::new(), &site_url);
    for (method, path) in
        [(Method::GET, "/home?a=b%20c"), (Method::POST, "/api/plays"), (Method::GET, "//evil.example/")]
    {
        let request = server.request(method, path).header("host", "evil.example");
        let response = request.send().await.expect("a response");
        assert_eq!(response.status(), 308, "{path}");
        assert_eq!(response.headers()["location"], format!("https://clinic.example{path}"));
        assert_eq!(response.headers()["x-content-type-options"], "nosniff");
        let policy = response.headers()["content-security-policy"].to_str().expect("text");
        assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
    }
}

#[tokio::test]
async fn trusted_proxy_gets_pages_over_plain_http() {
    let server = TestServer::start_with_tls(&CertificateFolder::new(), &["--trust-proxy", "127.0.0.1"]);
    assert_eq!(server.get("/home").await.status(), 200);
}

async fn served_certificate(server: &TestServer) -> CertificateDer<'static> {
    let stream = TlsClient::new(&[&TLS13], &["http/1.1"]).connect(&server.tls_host).await.expect("a handshake");
    stream.get_ref().1.peer_certificates().expect("certificates")[0].clone()
}

async fn serves(server: &TestServer, pem: &Pem) -> bool {
    served_certificate(server).await == pem.der
}

#[tokio::test]
async fn replaced_files_are_served_without_a_restart() {
    let folder = CertificateFolder::new();
    let (first, second) = (Pem::new(2099), Pem::new(2099));
    folder.write(&first);
    let server = TestServer::start_with_tls(&folder, &[]);
    assert!(serves(&server, &first).await);
    let (certificate, key) = (folder.path().join("new.pem"), folder.path().join("new-key.pem"));
    second.write(&certificate, &key);
    fs::rename(certificate, folder.certificate()).expect("replaced");
    fs::rename(key, folder.key()).expect("replaced");
    eventually("the new certificate", || serves(&server, &second)).await;
    assert!(!server.log().contains("cannot be used"), "{}", server.log());
}

/// certbot keeps all versions in `archive` and switches links in `live`.
#[tokio::test]
async fn switched_symbolic_links_are_followed() {
    let folder = CertificateFolder::new();
    let versions = [Pem::new(2099), Pem::new(2098)];
    for (number, pem) in versions.iter().enumerate() {
        let archive = folder.path().join(format!("archive{number}"));
        fs::create_dir(&archive).expect("a folder");
        pem.write(&archive.join("fullchain.pem"), &archive.join("privkey.pem"));
    }
    let switch_to = |number: usize| {
        for name in ["fullchain.pem", "privkey.pem"] {
            let (link, target) = (folder.path().join("link"), format!("archive{number}/{name}"));
            std::os::unix::fs::symlink(target, &link).expect("a link");
            fs::rename(link, folder.path().join(name)).expect("switched");
        }
    };
    switch_to(0);
    let server = TestServer::start_with_tls(&folder, &[]);
    assert!(serves(&server, &versions[0]).await);
    switch_to(1);
    eventually("the new certificate", || serves(&server, &versions[1])).await;
    assert!(server.logs("loaded the new certificate, which is valid until 2098-01-01").await, "{}", server.log());
}

#[tokio::test]
async fn unusable_new_files_keep_the_old_certificate() {
    let folder = CertificateFolder::new();
    let (first, second) = (Pem::new(2099), Pem::new(2099));
    folder.write(&first);
    let server = TestServer::start_with_tls(&folder, &[]);
    fs::write(folder.certificate(), &second.certificate).expect("saved");
    assert!(server.logs("The new certificate cannot be used: ").await, "{}", server.log());
    assert!(server.logs("does not belong to the certificate in").await, "{}", server.log());
    assert!(server.logs("keeps the old one, which is valid until 2099-01-01").await, "{}", server.log());
    assert!(serves(&server, &first).await);
    fs::remove_file(folder.key()).expect("removed");
    assert!(server.logs("Check the path given with --tls-key").await, "{}", server.log());
    assert_eq!(server.log().matches("cannot be used").count(), 2, "once for each change: {}", server.log());
    assert!(serves(&server, &first).await);
    fs::write(folder.key(), &second.key).expect("saved");
    eventually("the new certificate", || serves(&server, &second)).await;
}

#[tokio::test]
async fn certificate_that_expires_soon_is_reported() {
    let folder = CertificateFolder::new();
    let days = |days: u64| Duration::from_hours(24 * days + 1);
    folder.write(&Pem::expiring_in(days(13)));
    let server = TestServer::start_with_tls(&folder, &["--metrics", "127.0.0.1:0"]);
    assert!(server.logs("the certificate for 127.0.0.1 expires on ").await, "{}", server.log());
    assert!(server.log().contains("Renew it. The new files are loaded without a restart."), "{}", server.log());
    let metrics = metrics_address(&server).await;
    let shows = |days: u64| {
        let line = format!("clinic_certificate_days_left{{domain=\"127.0.0.1\"}} {days}\n");
        let metrics = reqwest::get(&metrics);
        async move { metrics.await.expect("metrics").text().await.expect("text").contains(&line) }
    };
    eventually("the metric", || shows(13)).await;
    folder.write(&Pem::expiring_in(days(14)));
    eventually("the metric of the new certificate", || shows(14)).await;
    assert_eq!(server.log().matches(" expires on ").count(), 1, "once a day, below 14 days: {}", server.log());
}

#[test]
fn tls_flags_need_each_other() {
    for (arguments, text) in [
        (&["--listen-tls", "127.0.0.1:0"][..], "--listen-tls needs a certificate."),
        (&["--listen-tls", "127.0.0.1:0", "--tls-cert", "cert.pem"], "not provided:\n  --tls-key <FILE>\n"),
        (&["--listen-tls", "127.0.0.1:0", "--tls-key", "key.pem"], "not provided:\n  --tls-cert <FILE>\n"),
        (&["--tls-cert", "cert.pem", "--tls-key", "key.pem"], "not provided:\n  --listen-tls <ADDRESS:PORT>\n"),
    ] {
        let (code, output, errors) = run(&[&["serve"], arguments].concat());
        assert_eq!((code, output.as_str()), (2, ""), "{arguments:?}");
        assert!(errors.contains(text), "{errors}");
    }
}

#[test]
fn site_url_has_to_fit_the_https_listener() {
    let files = ["--tls-cert", "cert.pem", "--tls-key", "key.pem"];
    let (code, _, errors) =
        run(&[&["serve", "--listen-tls", "127.0.0.1:0", "--site-url", "http://clinic.example"], &files[..]].concat());
    assert_eq!(code, 2);
    assert!(errors.contains("starts with https://, but --site-url is http://clinic.example."), "{errors}");
    let (code, _, errors) = run(&[&["serve", "--listen-tls", "0.0.0.0:0"], &files[..]].concat());
    assert_eq!(code, 2);
    assert!(errors.contains("Give it with --site-url"), "{errors}");
}

#[test]
fn unusable_certificate_files_are_reported() {
    let (good, other) = (Pem::new(2099), Pem::new(2099));
    let (expired, future) = (Pem::new(2021), Pem::between(2090, 2099));
    let cases = [
        ("not PEM", good.key.as_str(), "fullchain.pem contains no certificate in PEM format."),
        (&good.key, &good.key, "fullchain.pem contains no certificate in PEM format."),
        (&good.certificate, "not PEM", "privkey.pem contains no private key in PEM format."),
        (&good.certificate, &other.key, "does not belong to the certificate in"),
        (&expired.certificate, &expired.key, "fullchain.pem expired on 2021-01-01T00:00:00Z. Renew it"),
        (&future.certificate, &future.key, "fullchain.pem is valid only from 2090-01-01T00:00:00Z."),
    ];
    for (certificate, key, sentence) in cases {
        let folder = CertificateFolder::new();
        fs::write(folder.certificate(), certificate).expect("saved");
        fs::write(folder.key(), key).expect("saved");
        let (code, errors) = serve_errors(&folder);
        assert_eq!(code, 1, "{sentence}");
        assert!(errors.contains(sentence), "{errors}");
    }
}

#[test]
fn missing_certificate_files_are_reported_with_their_flag() {
    for (is_key, flag) in [(false, "--tls-cert"), (true, "--tls-key")] {
        let folder = CertificateFolder::new();
        let path = if is_key { folder.key() } else { folder.certificate() };
        fs::remove_file(&path).expect("removed");
        let (code, errors) = serve_errors(&folder);
        assert_eq!(code, 1, "{errors}");
        assert!(errors.contains(&format!("Cannot read {}: ", path.display())), "{errors}");
        assert!(errors.contains(&format!("Check the path given with {flag}")), "{errors}");
    }
}

#[tokio::test]
async fn certificate_for_another_host_is_reported() {
    let site_url = ["--site-url", "https://clinic.example"];
    let server = TestServer::start_with_tls(&CertificateFolder::new(), &site_url);
    assert!(server.logs("the certificate is not for clinic.example, the host of the site URL").await);
    let server = TestServer::start_with_tls(&CertificateFolder::new(), &[]);
    assert!(!server.log().contains("the certificate is not for"), "{}", server.log());
}

fn serve_errors(folder: &CertificateFolder) -> (i32, String) {
    let data = tempfile::tempdir().expect("a folder");
    let flags = folder.flags();
    let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
    let data = data.path().to_str().expect("a path");
    let (code, _, errors) = run(&[&["serve", "--listen", "127.0.0.1:0", "--data", data], &flags[..]].concat());
    (code, errors)
}
