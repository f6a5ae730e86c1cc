//! The HTTPS listener with its certificate.

use std::sync::Arc;

use super::{StartError, bind};
use crate::certificates::{Certificate, CertificateReloader};
use crate::clock::System;
use crate::config::{SiteUrl, Tls};
use crate::http::{Listener, TlsAcceptor};

pub struct Https {
    pub listener: Listener,
    pub acceptor: TlsAcceptor,
    pub reloader: CertificateReloader,
    certificate: Certificate,
}

impl Https {
    pub fn open(tls: &Tls) -> Result<Self, StartError> {
        let (reloader, certificate) = CertificateReloader::start(tls.files.clone(), Arc::new(System))?;
        let acceptor = TlsAcceptor::new(reloader.resolver())?;
        Ok(Self { listener: bind(tls.listen, "--listen-tls")?, acceptor, reloader, certificate })
    }

    pub fn warn_if_not_for(&self, site_url: &SiteUrl) {
        if !self.certificate.is_for_host(site_url.host()) {
            tracing::warn!(
                "the certificate is not for {}, the host of the site URL: browsers will refuse it. Get one that names this \
                 host, or correct --site-url.",
                site_url.host()
            );
        }
    }
}
