//! The HTTPS listener and where its certificate comes from.

use std::sync::Arc;
use std::time::Duration;

use super::repeated_job::{Done, JobRunner};
use super::{StartError, bind, setup};
use crate::config::{CertificateSource, SiteUrl, Tls};
use clinic_http::certificates::acme::{self, POLL_INTERVAL, Served, Transport, Worker, self_signed};
use clinic_http::certificates::{Certificate, CertificateReloader, CertificateResolver};
use clinic_http::services::Services;
use clinic_http::{Listener, TlsAcceptor};
use clinic_runtime::clock::System;
use clinic_runtime::jobs::Job;

/// The files of the certificate are compared so often.
const FILES_INTERVAL: Duration = Duration::from_secs(2);

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
        jobs: JobRunner,
    ) -> Result<Option<Arc<Served>>, StartError> {
        match self {
            Self::Files { mut reloader, .. } => {
                let expiry = CertificateReloader::expiry_monitor(site_url.host(), Arc::clone(&services.metrics));
                tokio::spawn(jobs.repeat(Job::Certificate, async move || {
                    if reloader.look(&expiry).await {
                        Done::Succeeded(FILES_INTERVAL)
                    } else {
                        Done::Failed(FILES_INTERVAL)
                    }
                }));
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
                worker.log_state().await;
                let clock = Arc::clone(&services.clock);
                tokio::spawn(jobs.repeat(Job::Certificate, async move || match worker.take_due_step().await {
                    Ok(next) => {
                        tracing::debug!("the next step for the certificate is due at {next}");
                        let wait = Duration::try_from(next.duration_since(clock.now())).unwrap_or_default();
                        Done::Succeeded(wait.min(POLL_INTERVAL))
                    }
                    Err(error) => {
                        tracing::warn!(
                            "cannot continue with the certificate: {error}. The one that is served stays in use."
                        );
                        Done::Failed(POLL_INTERVAL)
                    }
                }));
                Ok(Some(served))
            }
        }
    }
}
