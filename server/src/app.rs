//! Builds the parts of the server, runs them, and stops them in order.

mod backups;
mod effective_settings;
mod https;
mod instance;
pub mod key_file;
mod owner_link;
mod ownership;
mod publishing;
mod purge;
mod reminders;
pub mod restore;
mod setup;
mod shutdown_signal;
mod start_error;
mod stored_content;

use std::io::{self, Write};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

pub use instance::use_alone;
pub use ownership::explain;
pub use start_error::StartError;

use crate::config::{Config, Database, SiteUrl};
use crate::http::middleware::client_address::TrustedProxies;
use crate::http::middleware::security_headers::Hsts;
use crate::http::{self, AppState, Endpoint, Listener, TimeLimits};
use crate::site::ContentStatus;
use crate::store::{Editions, PublishedContent, Store};

/// How long a message that is being sent may take after the stop signal.
const OUTBOX_STOP_TIMEOUT: Duration = Duration::from_secs(10);

/// `EAFNOSUPPORT` on Linux.
const ADDRESS_FAMILY_NOT_SUPPORTED: i32 = 97;

pub fn serve(config: Config) -> Result<(), StartError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let result = runtime.block_on(run(config));
    // Only background compression can still be running, and nothing depends on it.
    runtime.shutdown_background();
    result
}

/// Opens an existing store, runs one command on it and closes it.
pub fn with_store<E: From<StartError>>(
    database: &Database,
    command: impl AsyncFnOnce(&Store) -> Result<(), E>,
) -> Result<(), E> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(StartError::from)?;
    runtime.block_on(async {
        let store = Store::open_existing(&database.url()).await.map_err(ownership::explain)?;
        let mut store = store.with_erased_people(database.erased_people());
        // Not all commands need the key. One that does reports that it is missing.
        if let Some(keys) = key_file::read(database)? {
            store = store.with_keys(keys);
        }
        let result = command(&store).await;
        store.close().await;
        result
    })
}

async fn run(config: Config) -> Result<(), StartError> {
    // Before the database is opened: when two servers are started by mistake, the second must not touch any data.
    let listener = bind(config.listen, "--listen")?;
    let address = listener.address()?;
    let https = config.tls.as_ref().map(https::Https::open).transpose()?;
    let tls_address = https.as_ref().map(|https| https.listener.address()).transpose()?;
    let metrics_listener = config.metrics.map(|address| bind(address, "--metrics")).transpose()?;
    let site_url = config
        .site_url
        .clone()
        .unwrap_or_else(|| SiteUrl::of_listener(tls_address.unwrap_or(address), tls_address.is_some()));
    effective_settings::log(&config, address, tls_address, &site_url);
    if let Some(https) = &https {
        https.warn_if_not_for(&site_url);
    }
    // Before the content is loaded: what was published last is kept in the data folder.
    setup::create_private_folder(&config.database.data)?;
    ownership::check(&config.database)?;
    let publisher = setup::open_publisher(&config, &site_url).await?;
    // The content before the database is updated: a server that cannot show any must leave the database as it is, so that
    // the earlier version of the program can still use it.
    let ((store, lock), site, watcher, editions) = if let Some(folder) = &config.content {
        // The content is watched before it is loaded, so that an edit made meanwhile is not missed.
        let (source, watcher) = publishing::watch_folder(folder);
        let site = setup::open_site(&config, publisher, source, ContentStatus::of_folder(Vec::new())).await?;
        (setup::open_store(&config.database, address).await?, site, watcher, None)
    } else {
        let (site, shown) = stored_content::open_site(&config, publisher).await?;
        let (store, lock) = setup::open_store(&config.database, address).await?;
        let content = PublishedContent::new(store.clone()).with_known(Arc::clone(&shown));
        let editions = Arc::new(Editions::new(store.clone(), content));
        let watcher = publishing::watch_store(&store, Arc::clone(&editions), &site.status(), shown);
        ((store, lock), site, watcher, Some(editions))
    };
    let services = Arc::new(setup::services(&config, &site_url, &site, store).await?);
    let desk = Arc::new(setup::desk_services(&config, &site_url, &site, &services, editions));

    let owner_setup = setup::offer_owner_setup(&services, &site_url).await?;
    let owner_setup = owner_link::show(&config.database.data, &owner_setup)?;

    let stop = shutdown_signal::listen()?;
    let metrics = Arc::clone(&services.metrics);
    if !site.status().is_current() {
        metrics.publication_failed();
    }
    let lock = tokio::spawn(instance::keep_lock(lock, services.store.clone(), stop.clone()));
    tokio::spawn(publishing::republish_on_change(Arc::clone(&site), watcher, metrics, stop.clone()));
    tokio::spawn(reminders::run(Arc::clone(&services), stop.clone()));
    tokio::spawn(purge::run(Arc::clone(&services), setup::mail_folder(&config), stop.clone()));
    if let Some(backups) = services.settings.backups.clone() {
        tokio::spawn(backups::run(backups, Arc::clone(&services), stop.clone()));
    }
    tokio::spawn(Arc::clone(&services.clock_check).run(stop.clone()));
    let outbox_worker = tokio::spawn({
        let outbox = services.outbox.clone();
        async move { outbox.run().await }
    });
    tokio::spawn({
        let outbox = services.outbox.clone();
        async move { outbox.watch_age().await }
    });
    if let Some(listener) = metrics_listener {
        tracing::info!("serving metrics at http://{}/metrics", listener.address()?);
        let handlers = http::metrics::handlers(Arc::clone(&services), config.dropped_log_lines.clone());
        let endpoint = Endpoint::new(listener, Arc::new(handlers));
        tokio::spawn(http::serve(vec![endpoint], TrustedProxies(Vec::new()), TimeLimits::default(), stop.clone()));
    }
    let proxies = TrustedProxies(config.trust_proxy.clone());
    let hsts = Hsts::new(site_url.is_https(), config.hsts_include_subdomains);
    let state = AppState::new(site, Arc::clone(&services), desk, site_url.to_string(), proxies, hsts);
    let handlers = Arc::new(http::handlers(Arc::new(state.with_other_names(config.other_names()))));
    let endpoints = match https {
        None => {
            announce(&format!("Serving the site at http://{address}/"), &owner_setup);
            vec![Endpoint::new(listener, handlers)]
        }
        Some(https) => {
            let acme = https.certificate.keep_current(&site_url, &services, &stop).await?;
            let tls_address = https.listener.address()?;
            let addresses = format!("https://{tls_address}/, redirecting from http://{address}/");
            announce(&format!("Serving the site at {addresses}"), &owner_setup);
            let redirect = Arc::new(http::https_redirect::handlers(&site_url.to_string(), acme));
            let plain = Endpoint::new(listener, redirect).with_proxy_handlers(Arc::clone(&handlers));
            vec![plain, Endpoint::new(https.listener, handlers).with_tls(https.acceptor)]
        }
    };
    http::serve(endpoints, TrustedProxies(config.trust_proxy), TimeLimits::default(), stop).await;

    services.outbox.stop(OUTBOX_STOP_TIMEOUT).await;
    let _ = outbox_worker.await;
    services.store.close().await;
    // Released here, when nothing uses the database any more.
    let stopped = lock.await.map_or(Ok(()), |(_lock, stopped)| stopped);
    tracing::info!("stopped");
    stopped
}

/// In one piece, and also when nobody reads it: the server must not stop because of that.
fn announce(address: &str, owner_setup: &str) {
    let _ = io::stdout().lock().write_all(format!("{address}\n{owner_setup}").as_bytes());
}

fn bind(address: SocketAddr, flag: &'static str) -> Result<Listener, StartError> {
    let every_ipv4 = SocketAddr::from(([0, 0, 0, 0], address.port()));
    match Listener::bind(address) {
        // The default for --domain, on a machine without IPv6.
        Err(error) if error.raw_os_error() == Some(ADDRESS_FAMILY_NOT_SUPPORTED) && address.ip().is_unspecified() => {
            Listener::bind(every_ipv4)
        }
        bound => bound,
    }
    .map_err(|source| StartError::Listen { address, flag, source })
}
