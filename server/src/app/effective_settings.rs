//! Logs the settings that the server runs with, without passwords.

use std::net::SocketAddr;

use crate::config::{CertificateSource, Config, SiteUrl};

pub fn log(config: &Config, address: SocketAddr, tls_address: Option<SocketAddr>, site_url: &SiteUrl) {
    tracing::info!("clinic {}, schema {}", env!("CARGO_PKG_VERSION"), clinic_store::newest_schema());
    tracing::info!("listening on {address}");
    if let (Some(tls), Some(address)) = (&config.tls, tls_address) {
        match &tls.certificate {
            CertificateSource::Files(files) => {
                let (certificate, key) = (files.certificate.display(), files.key.display());
                tracing::info!("listening with TLS on {address}, certificate {certificate}, key {key}");
            }
            CertificateSource::Acme(settings) => {
                let (names, directory) = (settings.names().join(", "), &settings.directory);
                tracing::info!("listening with TLS on {address}, certificate for {names} from {directory}");
            }
        }
    }
    if let Some(metrics) = config.metrics {
        tracing::info!("metrics on {metrics}");
    }
    tracing::info!("site URL: {site_url}");
    tracing::info!("database: {}", config.database);
    tracing::info!("mail: {}", config.mail_settings());
    if site_url.is_https() && matches!(config.mail_settings(), clinic_mail::Settings::File(_)) {
        tracing::warn!(
            "emails are written to files, and nobody gets them, although the site is public. Set --mail (CLINIC_MAIL) to your \
             mail server"
        );
    }
    if let Some(backups) = &config.backups {
        tracing::info!("backups: in {}", backups.path().display());
    } else {
        tracing::info!("backups: none are made by the site");
    }
    if let Some(path) = &config.content {
        tracing::info!("content: {}", path.display());
    } else {
        tracing::info!("content: in the database");
    }
    if config.trust_proxy.is_empty() {
        tracing::info!("trusted proxies: none");
    } else {
        let networks: Vec<String> = config.trust_proxy.iter().map(ToString::to_string).collect();
        tracing::info!("trusted proxies: {}", networks.join(", "));
    }
}
