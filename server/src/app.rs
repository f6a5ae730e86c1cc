//! Puts the rooms together and keeps the house running until it is told to stop.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

use crate::cli::Serve;
use crate::http::{self, Door, Listening, TrustedProxies};
use crate::site::watch::FolderWatch;
use crate::site::{ContentSource, Site, SiteError};

#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error(transparent)]
    Site(#[from] SiteError),
    #[error("Cannot listen on {address}: {source}. Is another server running there? Choose another with --listen.")]
    Listen { address: SocketAddr, source: io::Error },
    #[error("The content folder cannot be watched for changes: {0}")]
    Watch(#[from] notify::Error),
    #[error("The server could not be started: {0}")]
    Io(#[from] io::Error),
}

pub fn serve(options: &Serve) -> Result<(), StartError> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(run(options))
}

async fn run(options: &Serve) -> Result<(), StartError> {
    let refused = |source| StartError::Listen { address: options.listen, source };
    // The port first: of two servers started by mistake the second must not touch anything.
    let listening = Listening::on(options.listen).await.map_err(refused)?;
    let address = listening.address()?;
    let site_url = options.site_url.as_ref().map_or_else(|| format!("http://{address}"), |url| url.0.clone());
    let source = options.content.source();
    let watch = watch(&source)?;
    let site = Arc::new(
        blocking({
            let site_url = site_url.clone();
            move || Site::open(source, &site_url, today())
        })
        .await?,
    );
    let stop = stop_on_signal()?;
    tokio::spawn(keep_current(Arc::clone(&site), watch, stop.clone()));
    let door = Arc::new(Door { site, site_url, proxies: TrustedProxies(options.trust_proxy.clone()) });
    println!("The clinic's site is up at http://{address}/");
    http::serve(listening, http::router(door), stop).await;
    tracing::info!("stopped");
    Ok(())
}

fn watch(source: &ContentSource) -> Result<Option<FolderWatch>, StartError> {
    match source {
        ContentSource::Folder(path) if path.is_dir() => Ok(Some(FolderWatch::begin(path)?)),
        // A folder that is not there is told by the loader, in better words.
        _ => Ok(None),
    }
}

/// Publishes what changes: the folder's words, and the year in the copyright line.
async fn keep_current(site: Arc<Site>, mut watch: Option<FolderWatch>, stop: CancellationToken) {
    let mut shown = today();
    compress(&site).await;
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            Some(()) = changed(&mut watch) => publish(&site).await,
            () = tokio::time::sleep(std::time::Duration::from_secs(600)) => {
                if today() != shown {
                    shown = today();
                    publish(&site).await;
                }
            }
        }
    }
}

async fn changed(watch: &mut Option<FolderWatch>) -> Option<()> {
    match watch {
        Some(watch) => watch.changed().await,
        None => std::future::pending().await,
    }
}

async fn publish(site: &Arc<Site>) {
    let publishing = Arc::clone(site);
    match blocking(move || publishing.republish(today())).await {
        Ok(published) => {
            tracing::info!(rendered = published.rendered, unchanged = published.reused, "the site is published anew");
            compress(site).await;
        }
        Err(error) => tracing::error!("{error}\nThe site stays as it was."),
    }
}

async fn compress(site: &Arc<Site>) {
    let published = Arc::clone(&site.published());
    blocking(move || published.compress_hard()).await;
}

async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|error| std::panic::resume_unwind(error.into_panic()))
}

/// The day in Port Harcourt.
fn today() -> Date {
    let now = Timestamp::now();
    TimeZone::get("Africa/Lagos").map_or_else(|_| now.to_zoned(TimeZone::UTC), |zone| now.to_zoned(zone)).date()
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
