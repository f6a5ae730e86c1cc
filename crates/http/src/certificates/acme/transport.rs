//! HTTPS to the authority, with limits on time and size. The ACME library builds the requests.

use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ::http::Request;
use ::http::header::{CONTENT_TYPE, DATE, RETRY_AFTER};
use bytes::{Bytes, BytesMut};
use http_body_util::BodyExt;
use instant_acme::{BodyWrapper, BytesResponse, Error, HttpClient};
use jiff::Timestamp;
use reqwest::redirect::Policy;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
const TIMEOUT: Duration = Duration::from_secs(30);
/// A certificate chain is about 5 KB.
const MAX_RESPONSE_BYTES: usize = 256 * 1024;

#[derive(Debug, thiserror::Error)]
pub enum TransportError {
    #[error("{0}")]
    Unreachable(String),
    /// An answer that is not one of ACME.
    #[error("status {0}")]
    Status(u16),
    #[error("it is longer than {MAX_RESPONSE_BYTES} bytes")]
    TooLong,
}

#[derive(Debug, thiserror::Error)]
pub enum CaError {
    #[error("Cannot read {}: {reason}. Check the path given with --acme-ca.", path.display())]
    Unreadable { path: PathBuf, reason: String },
    #[error("{} contains no certificate in PEM format. Give the certificate of the authority with --acme-ca.", path.display())]
    NoCertificate { path: PathBuf },
    #[error("Cannot use TLS: {0}.")]
    Tls(String),
}

#[derive(Clone)]
pub struct Transport {
    client: reqwest::Client,
    /// `Retry-After` of the last response. The library does not pass it on.
    retry_after: Arc<Mutex<Option<String>>>,
    /// Told the date of each response.
    on_date: Option<Arc<dyn Fn(Timestamp) + Send + Sync>>,
}

impl Transport {
    /// Trusts the public authorities, or only the one in the file.
    pub fn new(ca: Option<&Path>) -> Result<Self, CaError> {
        let tls_error = |error: &dyn std::fmt::Display| CaError::Tls(error.to_string());
        let roots = match ca {
            None => rustls::RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() },
            Some(path) => read_roots(path)?,
        };
        let tls = rustls::ClientConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| tls_error(&error))?
            .with_root_certificates(roots)
            .with_no_client_auth();
        let client = reqwest::Client::builder()
            .tls_backend_preconfigured(tls)
            .https_only(true)
            .redirect(Policy::none())
            .connect_timeout(CONNECT_TIMEOUT)
            .timeout(TIMEOUT)
            .build()
            .map_err(|error| tls_error(&error))?;
        Ok(Self { client, retry_after: Arc::default(), on_date: None })
    }

    /// Tells the date of each response: the authority's clock is one that this machine can be compared with.
    #[must_use]
    pub fn with_on_date(self, on_date: Arc<dyn Fn(Timestamp) + Send + Sync>) -> Self {
        Self { on_date: Some(on_date), ..self }
    }

    /// The `Retry-After` header of the last response.
    pub fn retry_after(&self) -> Option<String> {
        self.retry_after.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set_retry_after(&self, value: Option<String>) {
        *self.retry_after.lock().unwrap_or_else(PoisonError::into_inner) = value;
    }

    async fn send(&self, request: Request<BodyWrapper<Bytes>>) -> Result<BytesResponse, TransportError> {
        self.set_retry_after(None);
        let (parts, body) = request.into_parts();
        let Ok(body) = body.collect().await;
        let mut request = self.client.request(parts.method, parts.uri.to_string()).headers(parts.headers);
        let body = body.to_bytes();
        if !body.is_empty() {
            request = request.body(body);
        }
        let mut response = request.send().await.map_err(|error| unreachable_because(&error))?;
        let header = |name| response.headers().get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
        self.set_retry_after(header(RETRY_AFTER));
        if let Some(on_date) = &self.on_date
            && let Some(date) = header(DATE).and_then(|value| jiff::fmt::rfc2822::parse(&value).ok())
        {
            on_date(date.timestamp());
        }
        let is_problem = header(CONTENT_TYPE).is_some_and(|kind| kind.starts_with("application/problem+json"));
        let status = response.status();
        if (status.is_client_error() || status.is_server_error()) && !is_problem {
            return Err(TransportError::Status(status.as_u16()));
        }
        let (mut parts, ()) = ::http::Response::new(()).into_parts();
        parts.status = status;
        parts.headers = response.headers().clone();
        let mut body = BytesMut::new();
        while let Some(chunk) = response.chunk().await.map_err(|error| unreachable_because(&error))? {
            body.extend_from_slice(&chunk);
            if body.len() > MAX_RESPONSE_BYTES {
                return Err(TransportError::TooLong);
            }
        }
        Ok(BytesResponse { parts, body: Box::new(body.freeze()) })
    }
}

impl HttpClient for Transport {
    fn request(
        &self,
        request: Request<BodyWrapper<Bytes>>,
    ) -> Pin<Box<dyn Future<Output = Result<BytesResponse, Error>> + Send>> {
        let transport = self.clone();
        Box::pin(async move { transport.send(request).await.map_err(|error| Error::Other(Box::new(error))) })
    }
}

fn read_roots(path: &Path) -> Result<rustls::RootCertStore, CaError> {
    let pem = std::fs::read(path)
        .map_err(|error| CaError::Unreadable { path: path.to_owned(), reason: error.to_string() })?;
    let mut roots = rustls::RootCertStore::empty();
    roots.add_parsable_certificates(CertificateDer::pem_slice_iter(&pem).flatten());
    if roots.is_empty() { Err(CaError::NoCertificate { path: path.to_owned() }) } else { Ok(roots) }
}

/// The error with its causes, which name the reason: reqwest's own text is only "error sending request".
fn unreachable_because(error: &reqwest::Error) -> TransportError {
    let mut reasons = vec![error.to_string()];
    let mut source = std::error::Error::source(error);
    while let Some(cause) = source {
        reasons.push(cause.to_string());
        source = cause.source();
    }
    reasons.dedup();
    TransportError::Unreachable(reasons.join(": "))
}
