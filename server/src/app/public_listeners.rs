//! The public listeners. They are opened once: with all of the site, or first with its pages alone while the database cannot be
//! used, and then with all of it.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::config::{Config, SiteUrl};
use clinic_http::middleware::client_address::TrustedProxies;
use clinic_http::middleware::security_headers::Hsts;
use clinic_http::{AppState, Endpoint, Handlers, Listener, TimeLimits, TlsAcceptor};
use clinic_runtime::metrics::Metrics;
use clinic_site::Site;

const FIRST_DELAY: Duration = Duration::from_secs(1);
const LONGEST_DELAY: Duration = Duration::from_mins(1);

/// How long to wait for the database after so many attempts before this one.
pub fn delay_after(attempts: u32) -> Duration {
    FIRST_DELAY.saturating_mul(2_u32.saturating_pow(attempts)).min(LONGEST_DELAY)
}

pub struct PublicListeners {
    proxies: TrustedProxies,
    /// Until they are opened.
    listeners: Option<(Listener, Option<(Listener, TlsAcceptor)>)>,
    open: Option<Open>,
}

struct Open {
    site: Arc<Handlers>,
    /// For plain HTTP beside HTTPS.
    redirect: Arc<Handlers>,
    server: JoinHandle<()>,
}

impl PublicListeners {
    pub fn new(listener: Listener, tls: Option<(Listener, TlsAcceptor)>, config: &Config) -> Self {
        let proxies = TrustedProxies(config.trust_proxy.clone());
        Self { proxies, listeners: Some((listener, tls)), open: None }
    }

    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Answers requests with these handlers from now on.
    pub fn serve(&mut self, site: Handlers, redirect: Handlers, stop: &CancellationToken) {
        if let Some(open) = &self.open {
            open.redirect.replace(&redirect);
            open.site.replace(&site);
        }
        let Some((listener, tls)) = self.listeners.take() else { return };
        let (site, redirect) = (Arc::new(site), Arc::new(redirect));
        let endpoints = match tls {
            None => vec![Endpoint::new(listener, Arc::clone(&site))],
            Some((tls_listener, acceptor)) => {
                let plain = Endpoint::new(listener, Arc::clone(&redirect)).with_proxy_handlers(Arc::clone(&site));
                vec![plain, Endpoint::new(tls_listener, Arc::clone(&site)).with_tls(acceptor)]
            }
        };
        let server =
            tokio::spawn(clinic_http::serve(endpoints, self.proxies.clone(), TimeLimits::default(), stop.clone()));
        self.open = Some(Open { site, redirect, server });
    }

    /// Returns when the site was told to stop and all requests are answered.
    pub async fn wait(self) {
        if let Some(Open { server, .. }) = self.open {
            let _ = server.await;
        }
    }
}

pub fn state(site: Arc<Site>, metrics: Arc<Metrics>, config: &Config, site_url: &SiteUrl) -> Arc<AppState> {
    let hsts = Hsts::new(site_url.is_https(), config.hsts_include_subdomains);
    let proxies = TrustedProxies(config.trust_proxy.clone());
    let state = AppState::new(site, metrics, site_url.to_string(), proxies, hsts);
    Arc::new(state.with_other_names(config.other_names()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_grow_from_a_second_to_a_minute() {
        let seconds: Vec<u64> = (0..8).map(|attempts| delay_after(attempts).as_secs()).collect();
        assert_eq!(seconds, [1, 2, 4, 8, 16, 32, 60, 60]);
        assert_eq!(delay_after(u32::MAX), LONGEST_DELAY);
    }
}
