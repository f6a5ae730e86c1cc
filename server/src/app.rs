//! Puts the rooms together and keeps the server running until it is told to stop.

mod publishing;

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

use crate::clock::{Clock, Randomness, System};
use crate::config::{Config, Database, SiteUrl};
use crate::content::model::Level;
use crate::http::desk::services::{self as desk, DeskServices, PublishedFacts};
use crate::http::middleware::client_address::TrustedProxies;
use crate::http::services::{Services, Settings};
use crate::http::{self, AppState, Listener};
use crate::mail::compose::{Sender, SenderError};
use crate::mail::dkim::{Dkim, DkimError};
use crate::mail::{self, Composer, TransportError};
use crate::outbox::Outbox;
use crate::person::{DisposableDomains, OverrideError};
use crate::site::{Site, SiteError};
use crate::store::{Store, StoreError};

/// How long a mail in hand may take when the server is told to stop.
const LAST_POST: Duration = Duration::from_secs(10);
/// Erasing what is due is not urgent to the hour.
const PURGE_EVERY: Duration = Duration::from_hours(6);

#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error(transparent)]
    Site(#[from] SiteError),
    #[error("Cannot listen on {address}: {source}. Is another server running there? Choose another with --listen.")]
    Listen { address: SocketAddr, source: io::Error },
    #[error("Cannot listen on {address} for /metrics: {source}. Choose another with --metrics.")]
    ListenForMetrics { address: SocketAddr, source: io::Error },
    #[error("The content folder cannot be watched for changes: {0}")]
    Watch(#[from] notify::Error),
    #[error("The data folder {} cannot be used: {source}. Make it writable for this user or name another with --data.", path.display())]
    Data { path: PathBuf, source: io::Error },
    #[error("Something is wrong with the database: {0}.")]
    Store(#[from] StoreError),
    #[error(transparent)]
    Mail(#[from] TransportError),
    #[error(transparent)]
    Sender(#[from] SenderError),
    #[error(transparent)]
    Dkim(#[from] DkimError),
    #[error(transparent)]
    DisposableDomains(#[from] OverrideError),
    #[error("The server could not be started: {0}")]
    Io(#[from] io::Error),
}

pub fn serve(config: Config) -> Result<(), StartError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let result = runtime.block_on(run(config));
    // All that must be finished has been; what is left is compression that nobody waits for.
    runtime.shutdown_background();
    result
}

/// Opens the store for a single record of the command line.
pub fn with_store<E: From<StartError>>(
    database: &Database,
    record: impl AsyncFnOnce(&Store) -> Result<(), E>,
) -> Result<(), E> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(StartError::from)?;
    runtime.block_on(async {
        let store = open_store(database).await?;
        let result = record(&store).await;
        store.close().await;
        result
    })
}

async fn run(config: Config) -> Result<(), StartError> {
    let refused = |source| StartError::Listen { address: config.listen, source };
    // The port first: of two servers started by mistake the second must not touch anything.
    let listening = Listener::bind(config.listen).map_err(refused)?;
    let address = listening.address()?;
    let watched = config.metrics.map(listen_for_metrics).transpose()?;
    let site_url = config.site_url.clone().unwrap_or_else(|| SiteUrl(format!("http://{address}")));
    let watch = publishing::watch(&config.content)?;
    let site = open_site(&config, &site_url).await?;
    let services = Arc::new(build_services(&config, &site_url, &site).await?);
    let desk = Arc::new(build_desk_services(&config, &site_url, &site, &services));

    let stop = stop_on_signal()?;
    tokio::spawn(publishing::keep_current(Arc::clone(&site), watch, Arc::clone(&services.metrics), stop.clone()));
    tokio::spawn(purge(services.store.clone(), mail_folder(&config), stop.clone()));
    let worker = tokio::spawn({
        let outbox = services.outbox.clone();
        async move { outbox.run().await }
    });
    tokio::spawn({
        let outbox = services.outbox.clone();
        async move { outbox.watch_age().await }
    });
    if let Some(watched) = watched {
        tracing::info!("metrics are told at http://{}/metrics", watched.address()?);
        let hosts = http::metrics::handlers(Arc::clone(&services));
        tokio::spawn(http::serve(watched, hosts, TrustedProxies(Vec::new()), stop.clone()));
    }
    let proxies = TrustedProxies(config.trust_proxy.clone());
    let state = Arc::new(AppState::new(site, Arc::clone(&services), desk, site_url.0, proxies));
    println!("The clinic's site is up at http://{address}/");
    http::serve(listening, http::handlers(state), TrustedProxies(config.trust_proxy), stop).await;

    services.outbox.stop(LAST_POST).await;
    let _ = worker.await;
    services.store.close().await;
    tracing::info!("stopped");
    Ok(())
}

fn listen_for_metrics(address: SocketAddr) -> Result<Listener, StartError> {
    Listener::bind(address).map_err(|source| StartError::ListenForMetrics { address, source })
}

async fn open_site(config: &Config, site_url: &SiteUrl) -> Result<Arc<Site>, SiteError> {
    let (source, url) = (config.content.clone(), site_url.0.clone());
    publishing::blocking(move || Site::open(source, &url, publishing::today())).await.map(Arc::new)
}

async fn open_store(database: &Database) -> Result<Store, StartError> {
    let data = &database.data;
    std::fs::create_dir_all(data).map_err(|source| StartError::Data { path: data.clone(), source })?;
    Ok(Store::open(&database.url(), System.now()).await?)
}

async fn build_services(config: &Config, site_url: &SiteUrl, site: &Arc<Site>) -> Result<Services, StartError> {
    let clock: Arc<dyn Clock> = Arc::new(System);
    let random: Arc<dyn Randomness> = Arc::new(System);
    let store = open_store(&config.database).await?;
    let secrets = store.secrets(&*random, clock.now()).await?;
    let transport = mail::transport(&config.mail_settings(), composer(config, site_url, site, &clock)?)?;
    let outbox = Outbox::new(store.clone(), transport, Arc::clone(&clock), Arc::clone(&random));
    let published = Arc::clone(site);
    Ok(Services {
        store,
        secrets,
        outbox,
        metrics: Arc::default(),
        clock,
        random,
        levels: Box::new(move || Arc::clone(&published.published().spots)),
        settings: Settings {
            min_play: config.min_play,
            code_days: config.code_days,
            limits: config.limits.clone(),
            disposable_domains: disposable(config)?,
            service_id: config.service_id.clone(),
            template_id: config.template_id.clone(),
            user_id: config.user_id.clone(),
            mail_host: site_url.host().to_owned(),
            ..Settings::default()
        },
    })
}

fn build_desk_services(
    config: &Config,
    site_url: &SiteUrl,
    site: &Arc<Site>,
    services: &Arc<Services>,
) -> DeskServices {
    let published = Arc::clone(site);
    let facts = move || {
        let published = published.published();
        let labels = |level: &Level| level.spots.iter().map(|spot| (spot.id, spot.label.clone())).collect();
        let levels = published.game.levels.iter().map(labels).collect();
        PublishedFacts { clinic_name: published.clinic.name.clone(), levels }
    };
    let settings = desk::Settings::new(site_url.0.starts_with("https://"), config.mail_settings());
    DeskServices::new(Arc::clone(services), Box::new(facts), settings)
}

fn composer(
    config: &Config,
    site_url: &SiteUrl,
    site: &Arc<Site>,
    clock: &Arc<dyn Clock>,
) -> Result<Composer, StartError> {
    let sender = match &config.mail_from {
        Some(sender) => sender.clone(),
        None => Sender::parse(&format!("clinic@{}", site_url.host()))
            .or_else(|_| Sender::parse("clinic@localhost.localdomain"))?,
    };
    let dkim = config.dkim.as_ref().map(|key| Dkim::load(&key.file, &key.domain, &key.selector)).transpose()?;
    let published = Arc::clone(site);
    Ok(Composer {
        sender,
        site_url: site_url.0.clone(),
        clinic: Box::new(move || Arc::clone(&published.published().clinic)),
        clock: Arc::clone(clock),
        dkim,
    })
}

fn disposable(config: &Config) -> Result<DisposableDomains, StartError> {
    let Some(file) = &config.disposable_domains else { return Ok(DisposableDomains::default()) };
    let text = std::fs::read_to_string(file).map_err(|source| StartError::Data { path: file.clone(), source })?;
    Ok(DisposableDomains::with_overrides(&text)?)
}

/// Erases what has been kept long enough, the copies in the mail folder too.
async fn purge(store: Store, mail_folder: Option<PathBuf>, stop: CancellationToken) {
    loop {
        match store.purge(System.now()).await {
            Ok(purged) => {
                let left =
                    mail_folder.as_deref().map_or(Ok(()), |folder| mail::file::erase_all(folder, &purged.message_ids));
                for (category, records) in purged.categories {
                    tracing::info!(category, records, "purged expired records");
                }
                if let Err(error) = left {
                    tracing::warn!(%error, "the file of an erased person's mail could not be removed");
                }
            }
            Err(error) => tracing::warn!(%error, "old claims could not be erased; trying again later"),
        }
        tokio::select! {
            () = stop.cancelled() => return,
            () = tokio::time::sleep(PURGE_EVERY) => {}
        }
    }
}

/// Where messages lie as files, if they do.
fn mail_folder(config: &Config) -> Option<PathBuf> {
    match config.mail_settings() {
        mail::Settings::File(folder) => Some(folder),
        mail::Settings::Smtp(_) | mail::Settings::EmailJs(_) => None,
    }
}

fn stop_on_signal() -> io::Result<CancellationToken> {
    let stop = CancellationToken::new();
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    tokio::spawn({
        let stop = stop.clone();
        async move {
            tokio::select! { _ = terminate.recv() => {}, _ = interrupt.recv() => {} }
            stop.cancel();
        }
    });
    Ok(stop)
}
