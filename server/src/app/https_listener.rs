//! The HTTPS listener and where its certificate comes from.

use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use super::{StartError, bind, repeated_job, setup};
use crate::config::{CertificateSource, SiteUrl, Tls};
use clinic_http::certificates::acme::{self, Served, Transport, Worker, self_signed};
use clinic_http::certificates::{Certificate, CertificateReloader, CertificateResolver};
use clinic_http::services::Services;
use clinic_http::{Listener, TlsAcceptor};
use clinic_runtime::clock::System;

pub struct Https {
    pub listener: Listener,
    pub acceptor: TlsAcceptor,
    pub certificate: HttpsCertificate,
}

pub enum HttpsCertificate {
    Files { reloader: CertificateReloader, certificate: Certificate },
    Acme { settings: acme::Settings, transport: Transport, served: Arc<Served> },
}

impl Https {
    pub fn open(tls: &Tls) -> Result<Self, StartError> {
        let (certificate, resolver) = match &tls.certificate {
            CertificateSource::Files(files) => {
                let (reloader, certificate) = CertificateReloader::start(files.clone(), Arc::new(System))?;
                let resolver = reloader.resolver();
                (HttpsCertificate::Files { reloader, certificate }, resolver)
            }
            CertificateSource::Acme(settings) => {
                let transport = Transport::new(settings.ca.as_deref())?;
                // The database, which may contain a certificate, is opened later.
                let resolver = Arc::new(CertificateResolver::new(&self_signed(&settings.names())));
                let served = Arc::new(Served::new(Arc::clone(&resolver)));
                (HttpsCertificate::Acme { settings: settings.clone(), transport, served }, resolver)
            }
        };
        let acceptor = TlsAcceptor::new(resolver)?;
        Ok(Self { listener: bind(tls.listen, "--listen-tls")?, acceptor, certificate })
    }

    pub fn warn_if_not_for(&self, site_url: &SiteUrl) {
        if let HttpsCertificate::Files { certificate, .. } = &self.certificate
            && !certificate.is_for_host(site_url.host())
        {
            tracing::warn!(
                "the certificate is not for {}, the host of the site URL: browsers will refuse it. Get one that names this \
                 host, or correct --site-url.",
                site_url.host()
            );
        }
    }
}

impl HttpsCertificate {
    /// What is served for an ordered certificate, which is in the database.
    pub fn served(&self) -> Option<Arc<Served>> {
        match self {
            Self::Files { .. } => None,
            Self::Acme { served, .. } => Some(Arc::clone(served)),
        }
    }

    /// Serves a stored certificate, if there is one, and starts what replaces it: reading changed files, or ordering. Returns
    /// what port 80 needs to answer challenges.
    pub async fn keep_current(
        self,
        site_url: &SiteUrl,
        services: &Services,
        stop: &CancellationToken,
    ) -> Result<Option<Arc<Served>>, StartError> {
        match self {
            Self::Files { reloader, .. } => {
                tokio::spawn(reloader.run(site_url.host().to_owned(), Arc::clone(&services.metrics)));
                Ok(None)
            }
            Self::Acme { settings, transport, served } => {
                let clock_check = Arc::clone(&services.clock_check);
                let transport = transport.with_on_date(Arc::new(move |date| clock_check.on_outside_date(date)));
                let worker = Worker::new(
                    services.store.clone(),
                    settings,
                    transport,
                    Arc::clone(&served),
                    Arc::clone(&services.metrics),
                    Arc::clone(&services.clock),
                    Arc::clone(&services.random),
                );
                setup::until_connected(async || worker.refresh().await).await?;
                tokio::spawn(order(Arc::new(worker), stop.clone()));
                Ok(Some(served))
            }
        }
    }
}

async fn order(worker: Arc<Worker>, stop: CancellationToken) {
    let until = stop.clone();
    repeated_job::repeat("Ordering the certificate", stop, || {
        let (worker, until) = (Arc::clone(&worker), until.clone());
        async move {
            worker.run(until).await;
            Duration::ZERO
        }
    })
    .await;
}
