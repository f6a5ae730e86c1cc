//! The TLS handshake of a connection.

use std::sync::Arc;

use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::server::{ResolvesServerCert, ServerSessionMemoryCache};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_rustls::server::TlsStream;

use crate::certificates::ACME_TLS_ALPN;

const HTTP1_ALPN: &[u8] = b"http/1.1";
const HTTP2_ALPN: &[u8] = b"h2";

/// Sessions of TLS 1.2 clients without ticket support. All others keep their session themselves, in a ticket.
const SESSION_CACHE_SIZE: usize = 4096;

#[derive(Clone)]
pub struct TlsAcceptor(tokio_rustls::TlsAcceptor);

/// The protocol that client and server agreed on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    Http1,
    Http2,
    /// A certificate authority that only looks at the certificate.
    AcmeChallenge,
}

impl TlsAcceptor {
    /// TLS 1.2 and 1.3.
    pub fn new(certificates: Arc<dyn ResolvesServerCert>) -> Result<Self, rustls::Error> {
        let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()?
            .with_no_client_auth()
            .with_cert_resolver(certificates);
        config.alpn_protocols = [HTTP2_ALPN, HTTP1_ALPN, ACME_TLS_ALPN].map(<[u8]>::to_vec).into();
        config.session_storage = ServerSessionMemoryCache::new(SESSION_CACHE_SIZE);
        config.ticketer = ring::Ticketer::new()?;
        Ok(Self(Arc::new(config).into()))
    }

    /// `None` when the handshake failed, which clients and scanners cause all the time.
    pub async fn accept<S>(&self, stream: S) -> Option<(TlsStream<S>, Protocol)>
    where
        S: AsyncRead + AsyncWrite + Unpin,
    {
        let stream = self.0.accept(stream).await.ok()?;
        let protocol = match stream.get_ref().1.alpn_protocol() {
            Some(HTTP2_ALPN) => Protocol::Http2,
            Some(ACME_TLS_ALPN) => Protocol::AcmeChallenge,
            _ => Protocol::Http1,
        };
        Some((stream, protocol))
    }
}
