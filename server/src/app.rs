//! Builds the parts of the server, runs them, and stops them in order.

mod backups;
mod content_not_shown;
mod content_watcher;
mod data_owner;
mod effective_settings;
mod https_listener;
mod instance_lock;
pub mod key_file;
mod metrics_listener;
mod owner_link;
mod public_listeners;
mod publishing;
mod purge;
mod puzzle_sets;
mod reminders;
mod rendering_times;
mod repeated_job;
pub mod restore;
mod setup;
mod shutdown_signal;
mod start_error;
mod stored_content;

use std::io::{self, Write};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use content_not_shown::ContentNotShown;
use content_watcher::ContentWatcher;
pub use data_owner::{explain, is_same_file};
use https_listener::HttpsCertificate;
pub use instance_lock::use_alone;
use metrics_listener::MetricsListener;
use public_listeners::PublicListeners;
use repeated_job::{Done, JobRunner};
pub use start_error::StartError;

use tokio::sync::Notify;
use tokio::task::JoinHandle;

use crate::config::{Config, Database, SiteUrl};
use clinic_http::Listener;
use clinic_http::services::Services;
use clinic_runtime::jobs::Job;
use clinic_runtime::metrics::Metrics;
use clinic_site::{ContentSource, ContentStatus, LastGoodContent, Publisher, Site};
use clinic_store::{Editions, InstanceLock, PublishedContent, Store};

/// How long a message that is being sent may take after the stop signal.
const OUTBOX_STOP_TIMEOUT: Duration = Duration::from_secs(10);

/// How often the clock and the age of waiting emails are looked at.
const CHECK_INTERVAL: Duration = Duration::from_mins(1);

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
        let store = Store::open_existing(&database.url()).await.map_err(data_owner::explain)?;
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
    let https = config.tls.as_ref().map(https_listener::Https::open).transpose()?;
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
    data_owner::check(&config.database)?;
    LastGoodContent::remove_all_leftovers(&config.database.data);
    let publisher = setup::open_publisher(&config, &site_url).await?;
    let stop = shutdown_signal::listen()?;
    let (tls, certificate) =
        https.map_or((None, None), |https| (Some((https.listener, https.acceptor)), Some(https.certificate)));
    let mut listeners = PublicListeners::new(listener, tls, &config);
    let metrics = Arc::<Metrics>::default();
    let monitoring = MetricsListener::start(metrics_listener, &metrics, &config, &stop)?;
    let mut attempts = 0;
    let Opened { store, lock, site, watcher, editions } = loop {
        match open(&config, &publisher, address).await {
            Ok(opened) => break opened,
            Err(error) if error.may_pass() => {
                monitoring.set_problem(error.to_string());
                let delay = public_listeners::delay_after(attempts);
                attempts += 1;
                tracing::error!(
                    "{error} The pages are served without it. Trying again in {} seconds.",
                    delay.as_secs()
                );
                if !listeners.is_open() {
                    let site = open_site_without_database(&config, &publisher).await?;
                    monitoring.set_content(&site.status());
                    let state = public_listeners::state(site, Arc::clone(&metrics), &config, &site_url);
                    let acme = certificate.as_ref().and_then(HttpsCertificate::served);
                    let redirect = clinic_http::plain_http::handlers(&site_url.to_string(), acme);
                    listeners.serve(clinic_http::handlers_without_database(state), redirect, &stop);
                    announce(
                        &format!("Serving the pages without the database at {}", addresses(address, tls_address)),
                        "",
                    );
                }
                tokio::select! {
                    () = stop.cancelled() => {
                        listeners.wait().await;
                        return Ok(());
                    }
                    () = tokio::time::sleep(delay) => {}
                }
            }
            Err(error) => return Err(error),
        }
    };
    let services = Arc::new(setup::services(&config, &site_url, &site, &metrics, store).await?);
    let desk = Arc::new(setup::desk_services(&config, &site_url, &site, &services, editions));

    let owner_setup = setup::offer_owner_setup(&services, &site_url).await?;
    let owner_setup = owner_link::show(&config.database.data, &owner_setup)?;

    if !site.status().is_current() {
        metrics.publication_failed();
    }
    let lock = tokio::spawn(instance_lock::keep_lock(lock, services.store.clone(), stop.clone()));
    let new_puzzles = Arc::new(Notify::new());
    let report = ContentNotShown::new(services.store.clone(), instance_lock::name(&address.to_string()));
    let notify = Arc::clone(&new_puzzles);
    tokio::spawn(publishing::republish_on_change(
        Arc::clone(&site),
        watcher,
        notify,
        metrics,
        report,
        config.timing.compression_delay,
        stop.clone(),
    ));
    let jobs = JobRunner::new(&services, &stop);
    start_jobs(&config, &services, &jobs);
    let outbox = services.outbox.clone();
    let outbox_worker = tokio::spawn(async move { outbox.run().await });
    monitoring.use_database(&services, &config);
    let acme = match certificate {
        Some(certificate) => certificate.keep_current(&site_url, &services, jobs.clone()).await?,
        None => None,
    };
    let mut drawing = drawing(&config, &services, &site, new_puzzles);
    let state = public_listeners::state(site, Arc::clone(&services.metrics), &config, &site_url);
    announce(&format!("Serving the site at {}", addresses(address, tls_address)), &owner_setup);
    let redirect = clinic_http::plain_http::handlers(&site_url.to_string(), acme);
    listeners.serve(clinic_http::handlers(state, &services, &desk), redirect, &stop);
    // Only now: drawing takes processor time that the start needs.
    tokio::spawn(jobs.repeat(Job::Puzzles, async move || drawing.keep_ready().await));
    listeners.wait().await;

    stop_using_database(&services, outbox_worker).await;
    // Released here, when nothing uses the database any more.
    let stopped = lock.await.map_or(Ok(()), |(_lock, stopped)| stopped);
    tracing::info!("stopped");
    stopped
}

async fn stop_using_database(services: &Services, outbox_worker: JoinHandle<()>) {
    services.outbox.stop(OUTBOX_STOP_TIMEOUT).await;
    let _ = outbox_worker.await;
    services.store.close().await;
}

fn drawing(config: &Config, services: &Services, site: &Arc<Site>, new_puzzles: Arc<Notify>) -> puzzle_sets::Drawing {
    let (store, clock_check) = (services.store.clone(), Arc::clone(&services.clock_check));
    puzzle_sets::Drawing::new(store, clock_check, Arc::clone(site), new_puzzles, config.timing.drawing_delay)
}

fn addresses(address: SocketAddr, tls: Option<SocketAddr>) -> String {
    match tls {
        None => format!("http://{address}/"),
        Some(tls) => format!("https://{tls}/, redirecting from http://{address}/"),
    }
}

/// What the database and the content are opened as.
struct Opened {
    store: Store,
    lock: InstanceLock,
    site: Arc<Site>,
    watcher: ContentWatcher,
    editions: Option<Arc<Editions>>,
}

/// The content before the database is updated: a server that cannot show any must leave the database as it is, so that the
/// earlier version of the program can still use it.
async fn open(config: &Config, publisher: &Arc<Publisher>, address: SocketAddr) -> Result<Opened, StartError> {
    let publisher = Arc::clone(publisher);
    if let Some(folder) = &config.content {
        // The content is watched before it is loaded, so that an edit made meanwhile is not missed.
        let (source, watcher) = content_watcher::watch_folder(folder);
        stored_content::read_puzzles_for_folder(config, &publisher).await;
        let site = open_folder(config, publisher, source).await?;
        let (store, lock) = setup::open_store(&config.database, address).await?;
        return Ok(Opened { store, lock, site, watcher, editions: None });
    }
    let (site, shown) = stored_content::open_site(config, publisher).await?;
    let (store, lock) = setup::open_store(&config.database, address).await?;
    let content = PublishedContent::new(store.clone()).with_known(Arc::clone(&shown));
    let editions = Arc::new(Editions::new(store.clone(), content));
    let watcher = content_watcher::watch_store(&store, Arc::clone(&editions), &site.status(), shown);
    Ok(Opened { store, lock, site, watcher, editions: Some(editions) })
}

async fn open_site_without_database(config: &Config, publisher: &Arc<Publisher>) -> Result<Arc<Site>, StartError> {
    let Some(folder) = &config.content else {
        return stored_content::open_site_without_database(config, publisher).await;
    };
    open_folder(config, Arc::clone(publisher), ContentSource::Folder(folder.clone())).await
}

async fn open_folder(
    config: &Config,
    publisher: Arc<Publisher>,
    source: ContentSource,
) -> Result<Arc<Site>, StartError> {
    let copy = LastGoodContent::in_data_folder(&config.database.data);
    Ok(setup::open_site(publisher, source, Some(copy), ContentStatus::of_folder(Vec::new())).await?)
}

/// What is done by itself from time to time.
fn start_jobs(config: &Config, services: &Arc<Services>, jobs: &JobRunner) {
    let share = || (jobs.clone(), Arc::clone(services));
    let (runner, its) = share();
    tokio::spawn(runner.repeat(Job::Reminders, async move || reminders::send_due(&its).await));
    let mail_folder = setup::mail_folder(config);
    let (runner, its) = share();
    tokio::spawn(
        runner.repeat(Job::Purge, async move || purge::purge(&its.store, &its.clock_check, &mail_folder).await),
    );
    if let Some(backups) = services.settings.backups.clone() {
        let (runner, its) = share();
        tokio::spawn(runner.repeat(Job::Backup, async move || backups::make_if_due(&backups, &its).await));
    }
    let (runner, its) = share();
    tokio::spawn(runner.repeat(Job::ClockCheck, async move || match its.clock_check.check().await {
        Ok(_) => Done::Succeeded(CHECK_INTERVAL),
        Err(error) => {
            tracing::warn!(%error, "cannot find out whether the clock is right; trying again in a minute");
            Done::Failed(CHECK_INTERVAL)
        }
    }));
    let (runner, its) = share();
    let mut last_warned_age = Duration::ZERO;
    tokio::spawn(runner.repeat(Job::OutboxAge, async move || match its.outbox.warn_about_age(last_warned_age).await {
        Ok(age) => {
            last_warned_age = age;
            Done::Succeeded(CHECK_INTERVAL)
        }
        Err(_) => Done::Failed(CHECK_INTERVAL),
    }));
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
