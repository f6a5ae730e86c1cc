//! Pebble, the test authority of Let's Encrypt, with its own DNS server. Every name is the loopback address there.

use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::Duration;

use serde_json::json;

pub struct Pebble {
    processes: Vec<Child>,
    folder: tempfile::TempDir,
    port: u16,
    management_port: u16,
}

/// The ports on which Pebble looks for the site, and how long its certificates are valid.
pub struct PebbleSettings {
    pub http_port: u16,
    pub tls_port: u16,
    pub validity: Duration,
}

/// A port that nothing listens on. Not one that the system would give to a test that asks for any.
pub fn free_port() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(20_000);
    loop {
        let port = NEXT.fetch_add(1, Ordering::Relaxed);
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}

impl Pebble {
    pub async fn start(settings: &PebbleSettings) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let names = vec!["127.0.0.1".to_owned()];
        let certificate = rcgen::generate_simple_self_signed(names).expect("a certificate");
        std::fs::write(folder.path().join("ca.pem"), certificate.cert.pem()).expect("written");
        std::fs::write(folder.path().join("key.pem"), certificate.signing_key.serialize_pem()).expect("written");
        let (port, management_port, dns_port) = (free_port(), free_port(), free_port());
        let config = json!({ "pebble": {
            "listenAddress": format!("127.0.0.1:{port}"),
            "managementListenAddress": format!("127.0.0.1:{management_port}"),
            "certificate": folder.path().join("ca.pem"),
            "privateKey": folder.path().join("key.pem"),
            "httpPort": settings.http_port,
            "tlsPort": settings.tls_port,
            "certificateValidityPeriod": settings.validity.as_secs(),
        }});
        std::fs::write(folder.path().join("config.json"), config.to_string()).expect("written");
        let dns = spawn(
            Command::new("pebble-challtestsrv")
                .args([
                    "-defaultIPv4",
                    "127.0.0.1",
                    "-defaultIPv6",
                    "",
                    "-http01",
                    "",
                    "-https01",
                    "",
                    "-tlsalpn01",
                    "",
                ])
                .args([
                    "-dns01",
                    &format!("127.0.0.1:{dns_port}"),
                    "-management",
                    &format!("127.0.0.1:{}", free_port()),
                ]),
        );
        let pebble = spawn(
            Command::new("pebble")
                .arg("-config")
                .arg(folder.path().join("config.json"))
                .args(["-dnsserver", &format!("127.0.0.1:{dns_port}")])
                .env("PEBBLE_VA_NOSLEEP", "1"),
        );
        let pebble = Self { processes: vec![dns, pebble], folder, port, management_port };
        for port in [pebble.port, pebble.management_port] {
            while tokio::net::TcpStream::connect(("127.0.0.1", port)).await.is_err() {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
        pebble
    }

    pub fn directory(&self) -> String {
        format!("https://127.0.0.1:{}/dir", self.port)
    }

    /// Signs the certificate of Pebble's own address.
    pub fn ca(&self) -> PathBuf {
        self.folder.path().join("ca.pem")
    }

    /// Signs the certificates that Pebble issues.
    pub async fn root(&self) -> reqwest::Certificate {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let ca = reqwest::Certificate::from_pem(&std::fs::read(self.ca()).expect("a file")).expect("a certificate");
        let client = reqwest::Client::builder().tls_certs_only([ca]).build().expect("a client");
        let url = format!("https://127.0.0.1:{}/roots/0", self.management_port);
        let pem = client.get(url).send().await.expect("an answer").bytes().await.expect("a certificate");
        reqwest::Certificate::from_pem(&pem).expect("a certificate")
    }
}

impl Drop for Pebble {
    fn drop(&mut self) {
        for process in &mut self.processes {
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

fn spawn(command: &mut Command) -> Child {
    let started = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    started.expect("Pebble is installed; `make test-rust` does that")
}
