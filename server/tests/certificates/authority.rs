//! A small certificate authority with renewal information (RFC 9773) and with faults that the test chooses. It believes
//! every answer to a challenge: the tests with Pebble check those.

use std::collections::{HashMap, HashSet};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderValue, Request, Response, StatusCode};
use clinic_runtime::clock::Clock;
use data_encoding::BASE64URL_NOPAD;
use http_body_util::BodyExt;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use jiff::Timestamp;
use rcgen::{
    BasicConstraints, CertificateParams, CertificateSigningRequestParams, IsCa, Issuer, KeyPair, date_time_ymd,
};
use rustls::ServerConfig;
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;
use tokio_util::sync::CancellationToken;

/// An authority that listens until it is dropped.
pub struct Authority {
    state: Arc<State>,
    address: SocketAddr,
    running: CancellationToken,
    folder: tempfile::TempDir,
}

type Before = Box<dyn Fn(&str) -> Option<Response<Body>> + Send + Sync>;
type After = Box<dyn Fn(&str) + Send + Sync>;

struct State {
    origin: String,
    tls: TlsAcceptor,
    issuer: Issuer<'static, KeyPair>,
    clock: Arc<dyn Clock>,
    records: Mutex<Records>,
    /// May answer a request in place of the authority. The text is the name of the resource.
    before: Mutex<Option<Before>>,
    /// Called when a request has taken effect, before it is answered.
    after: Mutex<Option<After>>,
}

pub struct Records {
    /// The names of the resources that were requested.
    pub requests: Vec<String>,
    pub orders: Vec<Order>,
    /// The public keys of the accounts.
    pub accounts: Vec<Value>,
    pub contacts: Value,
    pub lifetime: Duration,
    /// Certificates do not contain the last name of their order.
    pub leaves_out_last_name: bool,
    /// The start and end of the suggested renewal window.
    pub window: Option<(Timestamp, Timestamp)>,
    /// Challenges of this kind are refused, with this problem.
    pub refused: HashMap<&'static str, Value>,
    nonces: HashSet<String>,
    next_nonce: u64,
}

#[derive(Debug, Clone)]
pub struct Order {
    pub account: usize,
    pub names: Vec<String>,
    pub replaces: Option<String>,
    pub status: &'static str,
    /// For each name, the kind of challenge that was answered and the error, if it was refused.
    pub authorizations: Vec<Authorization>,
    chain: Option<String>,
}

#[derive(Debug, Clone)]
pub struct Authorization {
    pub status: &'static str,
    pub challenge: Option<String>,
    error: Option<Value>,
}

impl Authority {
    pub async fn start(clock: Arc<dyn Clock>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let folder = tempfile::tempdir().expect("a temporary folder");
        let ca_key = KeyPair::generate().expect("a key");
        let mut ca = CertificateParams::default();
        ca.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let root = ca.self_signed(&ca_key).expect("a certificate");
        std::fs::write(folder.path().join("ca.pem"), root.pem()).expect("written");
        let issuer = Issuer::new(ca, ca_key);
        let state = Arc::new(State {
            origin: format!("https://{address}"),
            tls: tls_acceptor(&issuer),
            issuer,
            clock,
            records: Mutex::new(Records {
                requests: Vec::new(),
                orders: Vec::new(),
                accounts: Vec::new(),
                contacts: Value::Null,
                lifetime: Duration::from_hours(90 * 24),
                leaves_out_last_name: false,
                window: None,
                refused: HashMap::new(),
                nonces: HashSet::new(),
                next_nonce: 0,
            }),
            before: Mutex::default(),
            after: Mutex::default(),
        });
        let running = CancellationToken::new();
        tokio::spawn(running.clone().run_until_cancelled_owned(accept(listener, Arc::clone(&state), running.clone())));
        Self { state, address, running, folder }
    }

    pub fn directory(&self) -> String {
        format!("{}/directory", self.state.origin)
    }

    pub fn ca(&self) -> PathBuf {
        self.folder.path().join("ca.pem")
    }

    pub fn records(&self) -> MutexGuard<'_, Records> {
        self.state.records.lock().expect("the records")
    }

    /// How often a resource was requested.
    pub fn requests(&self, resource: &str) -> usize {
        self.records().requests.iter().filter(|request| *request == resource).count()
    }

    /// The closure may answer requests in place of the authority. Replaces the one before.
    pub fn before(&self, before: impl Fn(&str) -> Option<Response<Body>> + Send + Sync + 'static) {
        *self.state.before.lock().expect("the closure") = Some(Box::new(before));
    }

    /// The closure is called when a request has taken effect and is not answered yet. Replaces the one before.
    pub fn after(&self, after: impl Fn(&str) + Send + Sync + 'static) {
        *self.state.after.lock().expect("the closure") = Some(Box::new(after));
    }

    pub fn behave(&self) {
        *self.state.before.lock().expect("the closure") = None;
        *self.state.after.lock().expect("the closure") = None;
    }

    /// Closes the port and all connections.
    pub fn go_down(&self) {
        self.running.cancel();
    }

    pub async fn come_back(&mut self) {
        let listener = TcpListener::bind(self.address).await.expect("the same port");
        self.running = CancellationToken::new();
        let accepting = accept(listener, Arc::clone(&self.state), self.running.clone());
        tokio::spawn(self.running.clone().run_until_cancelled_owned(accepting));
    }
}

impl Drop for Authority {
    fn drop(&mut self) {
        self.running.cancel();
    }
}

/// An error as RFC 8555, 6.7 describes it.
pub fn problem(status: u16, kind: &str, detail: &str) -> Response<Body> {
    let body = json!({ "type": format!("urn:ietf:params:acme:error:{kind}"), "detail": detail, "status": status });
    let response = Response::builder().status(status).header("content-type", "application/problem+json");
    response.body(Body::from(body.to_string())).expect("a response")
}

fn tls_acceptor(issuer: &Issuer<'static, KeyPair>) -> TlsAcceptor {
    let key = KeyPair::generate().expect("a key");
    let params = CertificateParams::new(vec!["127.0.0.1".to_owned()]).expect("a name");
    let certificate = params.signed_by(&key, issuer).expect("a certificate");
    let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(key.serialize_der()));
    let config = ServerConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("supported protocol versions")
        .with_no_client_auth()
        .with_single_cert(vec![certificate.der().clone()], key)
        .expect("a matching key");
    Arc::new(config).into()
}

async fn accept(listener: TcpListener, state: Arc<State>, running: CancellationToken) {
    loop {
        let (stream, _) = listener.accept().await.expect("a connection");
        let state = Arc::clone(&state);
        let connection = async move {
            let Ok(stream) = state.tls.accept(stream).await else { return };
            let service = service_fn(move |request: Request<hyper::body::Incoming>| {
                let state = Arc::clone(&state);
                async move { Ok::<_, std::convert::Infallible>(state.respond(request).await) }
            });
            let _ = http1::Builder::new().serve_connection(TokioIo::new(stream), service).await;
        };
        tokio::spawn(running.clone().run_until_cancelled_owned(connection));
    }
}

impl State {
    async fn respond(&self, request: Request<hyper::body::Incoming>) -> Response<Body> {
        let path = request.uri().path().trim_start_matches('/').to_owned();
        let body = request.into_body().collect().await.expect("a body").to_bytes();
        let parts: Vec<&str> = path.split('/').collect();
        let resource = match parts.as_slice() {
            ["order", _] => "order state",
            ["account", _] => "contacts",
            [first, ..] => first,
            [] => "",
        };
        self.records.lock().expect("the records").requests.push(resource.to_owned());
        let replaced = self.before.lock().expect("the closure").as_ref().and_then(|before| before(resource));
        let mut response = replaced.unwrap_or_else(|| {
            let response = self.answer(&parts, &body);
            if let Some(after) = &*self.after.lock().expect("the closure") {
                after(resource);
            }
            response
        });
        let nonce = self.new_nonce();
        response.headers_mut().insert("replay-nonce", HeaderValue::from_str(&nonce).expect("ASCII"));
        response
    }

    fn new_nonce(&self) -> String {
        let mut records = self.records.lock().expect("the records");
        records.next_nonce += 1;
        let nonce = format!("nonce{}", records.next_nonce);
        records.nonces.insert(nonce.clone());
        nonce
    }

    fn answer(&self, parts: &[&str], body: &[u8]) -> Response<Body> {
        match parts {
            ["directory"] => return json_response(200, &self.directory()),
            ["nonce"] => return Response::new(Body::empty()),
            ["renewal", _] => return self.renewal_info(),
            _ => {}
        }
        let part = |value: &Value, name: &str| {
            let text = value[name].as_str().unwrap_or_default();
            serde_json::from_slice::<Value>(&BASE64URL_NOPAD.decode(text.as_bytes()).expect("base64"))
                .unwrap_or_default()
        };
        let signed: Value = serde_json::from_slice(body).expect("a signed request");
        let (protected, payload) = (part(&signed, "protected"), part(&signed, "payload"));
        let mut records = self.records.lock().expect("the records");
        if !records.nonces.remove(protected["nonce"].as_str().unwrap_or_default()) {
            return problem(400, "badNonce", "the nonce is unknown");
        }
        if parts == ["account"] {
            return self.register(&mut records, &protected["jwk"]);
        }
        let account = protected["kid"].as_str().and_then(|url| url.rsplit('/').next()).and_then(|id| id.parse().ok());
        let Some(account) = account.filter(|account| *account < records.accounts.len()) else {
            return problem(400, "accountDoesNotExist", "there is no such account");
        };
        let number = |text: &str| text.parse::<usize>().expect("a number");
        match parts {
            ["account", _] => {
                records.contacts = payload["contact"].clone();
                json_response(200, &json!({ "status": "valid" }))
            }
            ["order"] => self.new_order(&mut records, account, &payload),
            ["order", id] => self.order_state(&records, number(id), 200),
            ["authorization", id, name] => self.authorization(&records, number(id), number(name)),
            ["challenge", id, name, kind] => self.check(&mut records, number(id), number(name), kind),
            ["finalize", id] => self.finalize(&mut records, number(id), &payload),
            ["certificate", id] => match records.orders.get(number(id)).and_then(|order| order.chain.clone()) {
                Some(chain) => Response::new(Body::from(chain)),
                None => problem(404, "malformed", "there is no such certificate"),
            },
            _ => problem(404, "malformed", "there is no such resource"),
        }
    }

    fn directory(&self) -> Value {
        let url = |path: &str| format!("{}/{path}", self.origin);
        let mut directory = json!({
            "newNonce": url("nonce"),
            "newAccount": url("account"),
            "newOrder": url("order"),
            "revokeCert": url("revoke"),
            "keyChange": url("key"),
        });
        if self.records.lock().expect("the records").window.is_some() {
            directory["renewalInfo"] = url("renewal").into();
        }
        directory
    }

    fn renewal_info(&self) -> Response<Body> {
        let Some((start, end)) = self.records.lock().expect("the records").window else {
            return problem(404, "malformed", "there is no renewal information");
        };
        let window = json!({ "suggestedWindow": { "start": start.to_string(), "end": end.to_string() } });
        let mut response = json_response(200, &window);
        response.headers_mut().insert("retry-after", HeaderValue::from_static("21600"));
        response
    }

    /// The same key always gives the same account.
    fn register(&self, records: &mut Records, key: &Value) -> Response<Body> {
        let known = records.accounts.iter().position(|account| account == key);
        let id = known.unwrap_or_else(|| {
            records.accounts.push(key.clone());
            records.accounts.len() - 1
        });
        let status = if known.is_some() { 200 } else { 201 };
        with_location(json_response(status, &json!({ "status": "valid" })), &format!("{}/account/{id}", self.origin))
    }

    /// Like Let's Encrypt, it answers a second order for the same names with the first one while that is open.
    fn new_order(&self, records: &mut Records, account: usize, payload: &Value) -> Response<Body> {
        let names: Vec<String> = payload["identifiers"]
            .as_array()
            .expect("identifiers")
            .iter()
            .map(|identifier| identifier["value"].as_str().expect("a name").to_owned())
            .collect();
        let is_open = |order: &Order| matches!(order.status, "pending" | "ready") && order.account == account;
        let open = records.orders.iter().position(|order| is_open(order) && order.names == names);
        let id = open.unwrap_or_else(|| {
            let authorization = Authorization { status: "pending", challenge: None, error: None };
            records.orders.push(Order {
                account,
                authorizations: vec![authorization; names.len()],
                names,
                replaces: payload["replaces"].as_str().map(str::to_owned),
                status: "pending",
                chain: None,
            });
            records.orders.len() - 1
        });
        with_location(self.order_state(records, id, 201), &format!("{}/order/{id}", self.origin))
    }

    fn order_state(&self, records: &Records, id: usize, status: u16) -> Response<Body> {
        let Some(order) = records.orders.get(id) else { return problem(404, "malformed", "there is no such order") };
        let url = |path: String| format!("{}/{path}", self.origin);
        let authorizations: Vec<String> =
            (0..order.names.len()).map(|name| url(format!("authorization/{id}/{name}"))).collect();
        let mut state = json!({
            "status": order.status,
            "authorizations": authorizations,
            "finalize": url(format!("finalize/{id}")),
        });
        if order.chain.is_some() {
            state["certificate"] = url(format!("certificate/{id}")).into();
        }
        if let Some(replaces) = &order.replaces {
            state["replaces"] = replaces.clone().into();
        }
        json_response(status, &state)
    }

    fn authorization(&self, records: &Records, id: usize, name: usize) -> Response<Body> {
        let order = &records.orders[id];
        let authorization = &order.authorizations[name];
        let challenge = |kind: &str| {
            let is_answered = authorization.challenge.as_deref() == Some(kind);
            let mut challenge = json!({
                "type": kind,
                "url": format!("{}/challenge/{id}/{name}/{kind}", self.origin),
                "token": format!("token-{id}-{name}-{kind}"),
                "status": if is_answered { authorization.status } else { "pending" },
            });
            if let Some(error) = authorization.error.as_ref().filter(|_| is_answered) {
                challenge["error"] = error.clone();
            }
            challenge
        };
        let state = json!({
            "identifier": { "type": "dns", "value": order.names[name] },
            "status": authorization.status,
            "challenges": [challenge("http-01"), challenge("tls-alpn-01"), challenge("dns-01")],
        });
        json_response(200, &state)
    }

    fn check(&self, records: &mut Records, id: usize, name: usize, kind: &str) -> Response<Body> {
        let refusal = records.refused.get(kind).cloned();
        let order = &mut records.orders[id];
        let authorization = &mut order.authorizations[name];
        authorization.challenge = Some(kind.to_owned());
        authorization.status = if refusal.is_some() { "invalid" } else { "valid" };
        authorization.error = refusal;
        if order.authorizations.iter().any(|authorization| authorization.status == "invalid") {
            order.status = "invalid";
        } else if order.authorizations.iter().all(|authorization| authorization.status == "valid") {
            order.status = "ready";
        }
        let url = format!("{}/challenge/{id}/{name}/{kind}", self.origin);
        json_response(200, &json!({ "type": kind, "url": url, "token": "t", "status": "processing" }))
    }

    fn finalize(&self, records: &mut Records, id: usize, payload: &Value) -> Response<Body> {
        if records.orders[id].status != "ready" {
            return problem(403, "orderNotReady", "the order is not ready");
        }
        let request = BASE64URL_NOPAD.decode(payload["csr"].as_str().expect("a request").as_bytes()).expect("base64");
        let mut request = CertificateSigningRequestParams::from_der(&request.into()).expect("a signing request");
        let now = Duration::from_secs(self.clock.now().as_second().cast_unsigned());
        request.params.not_before = date_time_ymd(1970, 1, 1) + now;
        request.params.not_after = request.params.not_before + records.lifetime;
        request.params.use_authority_key_identifier_extension = true;
        if records.leaves_out_last_name {
            request.params.subject_alt_names.pop();
        }
        let certificate = request.signed_by(&self.issuer).expect("a certificate");
        records.orders[id].chain = Some(certificate.pem());
        records.orders[id].status = "valid";
        self.order_state(records, id, 200)
    }
}

fn json_response(status: u16, body: &Value) -> Response<Body> {
    let mut response = Response::new(Body::from(body.to_string()));
    *response.status_mut() = StatusCode::from_u16(status).expect("a status");
    response.headers_mut().insert("content-type", HeaderValue::from_static("application/json"));
    response
}

fn with_location(mut response: Response<Body>, url: &str) -> Response<Body> {
    response.headers_mut().insert("location", HeaderValue::from_str(url).expect("ASCII"));
    response
}
