//! The whole program with Pebble: from the first start without a certificate to the renewal.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::{Client, StatusCode};
use tokio::net::{TcpListener, TcpStream};

use super::pebble::{Pebble, PebbleSettings, free_port};
use crate::support::databases::Cluster;
use crate::support::waiting::eventually;
use crate::test_server::{TestServer, metrics_address};

const YEAR: Duration = Duration::from_hours(365 * 24);

/// The flags of a site whose ports are known to Pebble.
fn flags(pebble: &Pebble, http_port: u16, tls_port: u16, domains: &[&str]) -> Vec<String> {
    let mut flags = vec![
        "--listen".to_owned(),
        format!("127.0.0.1:{http_port}"),
        "--listen-tls".to_owned(),
        format!("127.0.0.1:{tls_port}"),
        "--acme-directory".to_owned(),
        pebble.directory(),
        "--acme-ca".to_owned(),
        pebble.ca().display().to_string(),
    ];
    for domain in domains {
        flags.extend(["--domain".to_owned(), (*domain).to_owned()]);
    }
    flags
}

fn start(flags: &[String]) -> TestServer {
    TestServer::start(&flags.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Accepts only certificates of this authority, and finds the domains on the loopback address.
async fn visitor(pebble: &Pebble, domains: &[&str], tls_port: u16) -> Client {
    let address: SocketAddr = ([127, 0, 0, 1], tls_port).into();
    let mut client = Client::builder().tls_certs_only([pebble.root().await]).redirect(Policy::none());
    for domain in domains {
        client = client.resolve(domain, address);
    }
    client.build().expect("a client")
}

async fn serves_a_certificate(client: &Client, url: &str) -> bool {
    client.get(url).send().await.is_ok()
}

#[tokio::test]
async fn site_comes_up_with_a_certificate_by_tls_alpn_01() {
    let (http_port, tls_port) = (free_port(), free_port());
    // Nothing listens on the port of HTTP-01.
    let settings = PebbleSettings { http_port: free_port(), tls_port, validity: YEAR };
    let pebble = Pebble::start(&settings).await;
    let names = ["clinic.example", "www.clinic.example", "klinik.example"];
    let mut arguments = flags(&pebble, http_port, tls_port, &names);
    arguments.extend(["--metrics", "127.0.0.1:0", "--acme-email", "it@clinic.example"].map(str::to_owned));
    let server = start(&arguments);

    let waiting = server.get("/home").await;
    assert_eq!(waiting.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(waiting.headers()["content-type"], "text/plain; charset=utf-8");
    assert!(waiting.headers().contains_key("retry-after"));
    let message = waiting.text().await.expect("text");
    assert!(message.contains("certificate") && message.contains("clinic.example"), "{message}");

    let client = visitor(&pebble, &names, tls_port).await;
    let port = tls_port;
    let home = format!("https://clinic.example:{port}/home");
    eventually("a certificate", || serves_a_certificate(&client, &home)).await;
    let page = client.get(&home).send().await.expect("a response");
    assert_eq!(page.status(), StatusCode::OK);
    assert!(page.headers().contains_key("strict-transport-security"));

    // The other names and plain HTTP lead to the first name.
    for url in [
        format!("https://www.clinic.example:{port}/articles?x=1"),
        format!("https://klinik.example:{port}/articles?x=1"),
        format!("{}/articles?x=1", server.address),
    ] {
        let response = client.get(&url).send().await.expect("a response");
        assert_eq!(response.status(), StatusCode::PERMANENT_REDIRECT, "{url}");
        assert_eq!(response.headers()["location"], "https://clinic.example/articles?x=1", "{url}");
    }
    let unknown = server.get("/.well-known/acme-challenge/unknown").await;
    assert_eq!(unknown.status(), StatusCode::NOT_FOUND);

    let metrics = reqwest::get(metrics_address(&server).await).await.expect("metrics").text().await.expect("text");
    assert!(metrics.contains(r#"clinic_certificate_days_left{domain="clinic.example"} 364"#), "{metrics}");
    assert!(metrics.contains(r#"clinic_certificate_attempts_total{outcome="issued"} 1"#), "{metrics}");
    assert!(server.log().contains("site URL: https://clinic.example"), "{}", server.log());

    assert_eq!(server.log().matches("ordered a certificate").count(), 1, "{}", server.log());

    // After a restart the stored certificate is served, without an order.
    let (code, data) = server.stop_and_keep_data();
    assert_eq!(code, 0);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).chain(["--log", "debug"]).collect();
    let server = TestServer::start_in(data, &arguments);
    assert!(serves_a_certificate(&client, &home).await, "served at once: {}", server.log());
    let is_decided = async || server.log().contains("the next step for the certificate is due at");
    eventually("the first step, after the certificate is served", is_decided).await;
    assert!(!server.log().contains("ordered a certificate"), "{}", server.log());
}

#[tokio::test]
async fn certificate_by_http_01_when_port_443_cannot_be_reached() {
    let (http_port, tls_port) = (free_port(), free_port());
    // Pebble looks for TLS where nothing listens.
    let settings = PebbleSettings { http_port, tls_port: free_port(), validity: YEAR };
    let pebble = Pebble::start(&settings).await;
    let server = start(&flags(&pebble, http_port, tls_port, &["clinic.example"]));
    let client = visitor(&pebble, &["clinic.example"], tls_port).await;
    let home = format!("https://clinic.example:{tls_port}/home");
    eventually("a certificate", || serves_a_certificate(&client, &home)).await;
    let log = server.log();
    let line = log.lines().find(|line| line.contains("no new certificate")).expect("a log line");
    assert!(line.contains("with tls-alpn-01: the authority says:"), "{line}");
    assert!(
        line.contains("DNS records") && line.contains("port 443") && line.contains("HTTP-01 is tried now"),
        "{line}"
    );
}

#[tokio::test]
async fn certificate_is_renewed_while_the_site_is_served() {
    let (http_port, tls_port) = (free_port(), free_port());
    let settings = PebbleSettings { http_port, tls_port, validity: Duration::from_secs(15) };
    let pebble = Pebble::start(&settings).await;
    let server = start(&flags(&pebble, http_port, tls_port, &["clinic.example"]));
    let client = visitor(&pebble, &["clinic.example"], tls_port).await;
    let home = format!("https://clinic.example:{tls_port}/home");
    eventually("a certificate", || serves_a_certificate(&client, &home)).await;
    eventually("a renewed certificate", || async { server.log().matches("was issued").count() >= 2 }).await;
    // A visitor with a new connection gets the certificate of the moment, which is replaced every few seconds.
    eventually("a renewed certificate on a new connection", || async {
        let renewed = visitor(&pebble, &["clinic.example"], tls_port).await;
        serves_a_certificate(&renewed, &home).await && server.log().matches("was issued").count() >= 3
    })
    .await;
    // Both certificates have fewer than 14 days left.
    let warnings = server.log().matches("the certificate for clinic.example expires on").count();
    assert_eq!(warnings, 1, "once a day: {}", server.log());
}

/// Like a load balancer: each connection goes to the next instance.
async fn balance(listener: TcpListener, instances: Arc<Mutex<Vec<String>>>) {
    for turn in 0.. {
        let (mut visitor, _) = listener.accept().await.expect("a connection");
        while instances.lock().expect("the instances").is_empty() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        let instances = instances.lock().expect("the instances").clone();
        let mut server = TcpStream::connect(&instances[turn % instances.len()]).await.expect("the instance listens");
        tokio::spawn(async move { tokio::io::copy_bidirectional(&mut visitor, &mut server).await });
    }
}

#[tokio::test]
async fn three_instances_place_one_order_and_each_answers_its_challenge() {
    let cluster = Cluster::start();
    let tls_port = free_port();
    let settings = PebbleSettings { http_port: free_port(), tls_port, validity: YEAR };
    let pebble = Pebble::start(&settings).await;
    let key = tempfile::tempdir().expect("a temporary folder");
    let key = key.path().join("clinic.key").display().to_string();
    let mut arguments = flags(&pebble, 0, 0, &["clinic.example", "www.clinic.example"]);
    arguments.extend(["--database".to_owned(), cluster.url(), "--key-file".to_owned(), key]);
    let instances = Arc::<Mutex<Vec<String>>>::default();
    tokio::spawn(balance(TcpListener::bind(("127.0.0.1", tls_port)).await.expect("the port"), Arc::clone(&instances)));
    let mut starting = Vec::new();
    for _ in 0..3 {
        let (arguments, instances) = (arguments.clone(), Arc::clone(&instances));
        starting.push(tokio::task::spawn_blocking(move || {
            let server = start(&arguments);
            instances.lock().expect("the instances").push(server.tls_host.clone());
            server
        }));
    }
    let mut servers = Vec::new();
    for server in starting {
        servers.push(server.await.expect("the server starts"));
    }
    let ordered = || servers.iter().map(|server| server.log().matches("ordered a certificate").count()).sum::<usize>();
    for server in &servers {
        let log = || server.log();
        let served = || async { log().contains("serving the certificate for clinic.example www.clinic.example") };
        eventually("the certificate", served).await;
    }
    assert_eq!(ordered(), 1);
    for server in &servers {
        let port = server.tls_host.rsplit(':').next().expect("a port").parse().expect("a port");
        let client = visitor(&pebble, &["clinic.example"], port).await;
        assert!(serves_a_certificate(&client, &format!("https://clinic.example:{port}/home")).await);
        assert!(!server.log().contains("no new certificate"), "{}", server.log());
    }
}
