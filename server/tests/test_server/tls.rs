//! Certificates in files and a TLS client that accepts any certificate.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clinic_runtime::clock::{Clock, System};
use rcgen::{CertificateParams, KeyPair, date_time_ymd};
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{WebPkiSupportedAlgorithms, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{ClientConfig, DigitallySignedStruct, SignatureScheme, SupportedProtocolVersion};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

/// A certificate and its key, in a folder of their own.
pub struct CertificateFolder {
    folder: tempfile::TempDir,
}

impl CertificateFolder {
    pub fn new() -> Self {
        let files = Self { folder: tempfile::tempdir().expect("a folder") };
        files.write(&Pem::new(2099));
        files
    }

    pub fn write(&self, pem: &Pem) {
        pem.write(&self.certificate(), &self.key());
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    pub fn certificate(&self) -> PathBuf {
        self.path().join("fullchain.pem")
    }

    pub fn key(&self) -> PathBuf {
        self.path().join("privkey.pem")
    }

    /// The flags of `clinic serve` for a free port.
    pub fn flags(&self) -> Vec<String> {
        let text = |path: PathBuf| path.to_str().expect("a path").to_owned();
        let flags = ["--listen-tls", "127.0.0.1:0", "--tls-cert", &text(self.certificate()), "--tls-key"];
        flags.into_iter().map(str::to_owned).chain([text(self.key())]).collect()
    }
}

#[derive(Clone)]
pub struct Pem {
    pub certificate: String,
    pub key: String,
    pub der: CertificateDer<'static>,
}

impl Pem {
    /// Valid from 2020 to the start of the given year.
    pub fn new(last_year: i32) -> Self {
        Self::between(2020, last_year)
    }

    pub fn between(first_year: i32, last_year: i32) -> Self {
        Self::valid(|params| {
            params.not_before = date_time_ymd(first_year, 1, 1);
            params.not_after = date_time_ymd(last_year, 1, 1);
        })
    }

    pub fn expiring_in(time: Duration) -> Self {
        let now = Duration::from_secs(System.now().as_second().cast_unsigned());
        Self::valid(|params| {
            params.not_before = date_time_ymd(2020, 1, 1);
            params.not_after = date_time_ymd(1970, 1, 1) + now + time;
        })
    }

    fn valid(set_dates: impl Fn(&mut CertificateParams)) -> Self {
        let key = KeyPair::generate().expect("a key");
        let names = vec!["localhost".to_owned(), "127.0.0.1".to_owned()];
        let mut params = CertificateParams::new(names).expect("valid names");
        set_dates(&mut params);
        let certificate = params.self_signed(&key).expect("a certificate");
        Self { certificate: certificate.pem(), key: key.serialize_pem(), der: certificate.der().clone() }
    }

    pub fn write(&self, certificate: &Path, key: &Path) {
        std::fs::write(certificate, &self.certificate).expect("a writable folder");
        std::fs::write(key, &self.key).expect("a writable folder");
    }
}

pub struct TlsClient(TlsConnector);

impl TlsClient {
    pub fn new(versions: &[&'static SupportedProtocolVersion], protocols: &[&str]) -> Self {
        let provider = Arc::new(ring::default_provider());
        let verifier = AnyCertificate(provider.signature_verification_algorithms);
        let mut config = ClientConfig::builder_with_provider(provider)
            .with_protocol_versions(versions)
            .expect("supported versions")
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(verifier))
            .with_no_client_auth();
        config.alpn_protocols = protocols.iter().map(|name| name.as_bytes().to_vec()).collect();
        Self(Arc::new(config).into())
    }

    pub async fn connect(&self, address: &str) -> std::io::Result<TlsStream<TcpStream>> {
        let stream = TcpStream::connect(address).await.expect("a connection");
        self.handshake(stream).await
    }

    pub async fn handshake(&self, stream: TcpStream) -> std::io::Result<TlsStream<TcpStream>> {
        let name = ServerName::try_from("localhost").expect("a name");
        self.0.connect(name, stream).await
    }
}

/// The certificates of the tests are signed by themselves.
#[derive(Debug)]
struct AnyCertificate(WebPkiSupportedAlgorithms);

impl ServerCertVerifier for AnyCertificate {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls12_signature(message, certificate, signature, &self.0)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls13_signature(message, certificate, signature, &self.0)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.supported_schemes()
    }
}
