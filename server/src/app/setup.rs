//! Builds the site, the store and the services of the request handlers from the configuration.

use std::fs::DirBuilder;
use std::net::SocketAddr;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::start_error::StartError;
use super::{data_owner, instance_lock, key_file, restore};
use crate::config::{Config, Database, SiteUrl};
use clinic_content::model::Level;
use clinic_http::claim_response_time::ClaimResponseTime;
use clinic_http::clock_check::ClockCheck;
use clinic_http::desk::content::editing_state::ContentEditing;
use clinic_http::desk::services::{self as desk, DeskServices, PublishedFacts};
use clinic_http::health::WriteProbe;
use clinic_http::outbox::Outbox;
use clinic_http::services::{Services, Settings};
use clinic_mail::Composer;
use clinic_mail::compose::Sender;
use clinic_mail::dkim::Dkim;
use clinic_rules::clinic_time;
use clinic_rules::person::DisposableDomains;
use clinic_rules::staff::{ClinicWords, ResetToken};
use clinic_runtime::clock::{Clock, Randomness, System};
use clinic_runtime::metrics::Metrics;
use clinic_site::{
    ContentSource, ContentStatus, LastGoodContent, PictureCache, PublishError, Publisher, Site, SiteError,
};
use clinic_store::{Editions, InstanceLock, Store, StoreError};

pub async fn open_publisher(config: &Config, site_url: &SiteUrl) -> Result<Arc<Publisher>, SiteError> {
    let (url, code_days, has_desk_choices) = (site_url.to_string(), config.code_days, config.content.is_none());
    let pictures = PictureCache::in_data_folder(&config.database.data);
    let open = move || {
        let publisher = Publisher::new(&url)?.with_picture_cache(pictures).with_code_days(code_days);
        Ok::<_, PublishError>(publisher.with_desk_choices(has_desk_choices))
    };
    Ok(Arc::new(run_blocking(move || Ok(open()?)).await?))
}

/// `copy`: where a copy of the content is kept for the next start.
pub async fn open_site(
    publisher: Arc<Publisher>,
    source: ContentSource,
    copy: Option<LastGoodContent>,
    status: ContentStatus,
) -> Result<Arc<Site>, SiteError> {
    let open = move || Site::open(source, copy, publisher, status, System.now());
    let site = run_blocking(open).await?;
    let status = site.status();
    if let Some(explanation) = status.explanation() {
        tracing::error!("{}\n{explanation} {}", status.problems.join("\n"), status.advice());
    }
    drop(status);
    Ok(Arc::new(site))
}

/// A panic is an error like another: the site may start with other content.
async fn run_blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, SiteError> + Send + 'static,
) -> Result<T, SiteError> {
    let result = tokio::task::spawn_blocking(work).await;
    result.unwrap_or_else(|error| Err(SiteError::Panicked(error.to_string())))
}

/// For `clinic serve`: creates the database when it is missing, updates its schema, and repeats erasures that a restored
/// backup does not contain. The lock is taken before anything is changed.
pub async fn open_store(database: &Database, address: SocketAddr) -> Result<(Store, InstanceLock), StartError> {
    let holder = instance_lock::name(&format!("clinic serve at {address}"));
    let lock = InstanceLock::share(&database.url(), &holder).await.map_err(data_owner::explain)?;
    restore::remove_unfinished(database)?;
    let store = Store::open(&database.url(), System.now()).await.map_err(data_owner::explain)?;
    let store = key_file::unlock(store, database).await?.with_erased_people(database.erased_people());
    let links = store.remove_stored_links().await.map_err(data_owner::explain)?;
    if links > 0 {
        tracing::info!(emails = links, "removed links to appointments that an earlier version stored with its emails");
    }
    let people = store.repeat_erasures(&System, System.now()).await.map_err(data_owner::explain)?;
    if people > 0 {
        tracing::warn!(
            people,
            "the database is an earlier copy: erased people again who are listed in {}",
            database.erased_people().display()
        );
    }
    Ok((store, lock))
}

/// The data folder contains addresses, so only its owner may look into it. The mode of a folder that exists is not
/// changed, because it may hold files of other programs.
pub fn create_private_folder(data: &Path) -> Result<(), StartError> {
    let unusable = |source| StartError::DataFolder { path: data.to_owned(), source };
    DirBuilder::new().recursive(true).mode(0o700).create(data).map_err(unusable)?;
    let mode = std::fs::metadata(data).map_err(unusable)?.permissions().mode() & 0o777;
    if mode & 0o077 != 0 {
        tracing::warn!(
            "other users can look into the data folder {path} (mode {mode:o}). Run: chmod 700 {path}",
            path = data.display()
        );
    }
    Ok(())
}

/// How often a step of the start waits for a free connection to the database.
const START_ATTEMPTS: usize = 5;

/// Repeats a step of the start that got no connection to the database in time. That limit is for visitors who wait. At the start
/// nobody does, and a busy machine may need longer.
pub async fn until_connected<T>(mut step: impl AsyncFnMut() -> Result<T, StoreError>) -> Result<T, StoreError> {
    for _ in 1..START_ATTEMPTS {
        match step().await {
            Err(error) if error.is_without_connection() => {}
            result => return result,
        }
    }
    step().await
}

pub async fn services(
    config: &Config,
    site_url: &SiteUrl,
    site: &Arc<Site>,
    metrics: &Arc<Metrics>,
    store: Store,
) -> Result<Services, StartError> {
    let clock: Arc<dyn Clock> = Arc::new(System);
    let random: Arc<dyn Randomness> = Arc::new(System);
    let secrets = until_connected(async || store.secrets(&*random, clock.now()).await).await?;
    let transport = clinic_mail::transport(&config.mail_settings(), composer(config, site_url, site, &clock)?)?;
    let metrics = Arc::clone(metrics);
    let clock_check = Arc::new(ClockCheck::new(store.clone(), Arc::clone(&clock), Arc::new(System)));
    let outbox =
        Outbox::new(store.clone(), transport, Arc::clone(&clock), Arc::clone(&random), secrets.signing.clone())
            .with_clock_check(Arc::clone(&clock_check))
            .with_metrics(Arc::clone(&metrics));
    let (levels_of, percent_of, days_of) = (Arc::clone(site), Arc::clone(site), Arc::clone(site));
    let (clinic_of, status_of, played_of) = (Arc::clone(site), Arc::clone(site), Arc::clone(site));
    Ok(Services {
        store,
        secrets,
        outbox,
        metrics,
        clock,
        clock_check,
        random,
        levels: Box::new(move || Arc::clone(&levels_of.published().spots)),
        played: Box::new(move || Arc::clone(&played_of.published().played)),
        discount_percent: Box::new(move || percent_of.published().clinic.discount_percent),
        code_days: Box::new(move || days_of.published().clinic.code_days),
        clinic: Box::new(move || Arc::clone(&clinic_of.published().clinic)),
        content_status: Box::new(move || ContentStatus::clone(&status_of.status())),
        claim_response_time: ClaimResponseTime::default(),
        write_probe: WriteProbe::default(),
        settings: Settings {
            min_play: config.min_play,
            limits: config.limits.clone(),
            disposable_domains: disposable_domains(config)?,
            service_id: config.service_id.clone(),
            template_id: config.template_id.clone(),
            user_id: config.user_id.clone(),
            mail_host: site_url.host().to_owned(),
            data_folder: config.database.data.clone(),
            backups: config.backups.clone(),
            site_url: site_url.to_string(),
            screen_wait: config.timing.screen_wait,
            ..Settings::default()
        },
    })
}

/// Says how to create the first owner's account. Empty when there is an owner.
pub async fn offer_owner_setup(services: &Services, site_url: &SiteUrl) -> Result<String, StartError> {
    let token = ResetToken::new(services.random.bytes());
    let offer = async || services.store.offer_owner_setup(&token, services.clock.now()).await;
    let expires = until_connected(offer).await?;
    Ok(expires.map_or_else(String::new, |expires| {
        let (path, until) = (token.setup_path(), clinic_time::format_with_zone(expires));
        format!(
            "There is no owner yet. To create the account, open this link. It works once, until {until}:\n\
             {site_url}{path}\n"
        )
    }))
}

/// `editions` are of the content that staff can edit: `None` when it comes from a folder.
pub fn desk_services(
    config: &Config,
    site_url: &SiteUrl,
    site: &Arc<Site>,
    services: &Arc<Services>,
    editions: Option<Arc<Editions>>,
) -> DeskServices {
    let renderer = site.publisher();
    let site = Arc::clone(site);
    let published_facts = move || {
        let published = site.published();
        let labels = |level: &Level| level.spots.iter().map(|spot| (spot.id, spot.label.clone())).collect();
        let levels = published.game.levels.iter().map(labels).collect();
        let clinic = &published.clinic;
        let (clinic_name, discount_percent) = (clinic.name.clone(), clinic.discount_percent);
        let clinic_words = ClinicWords::new(clinic.names());
        let puzzle_set = published.puzzle_set;
        PublishedFacts { clinic_name, clinic_words, discount_percent, levels, puzzle_set }
    };
    let settings = desk::Settings::new(site_url.is_https(), config.mail_settings());
    let desk = DeskServices::new(Arc::clone(services), Box::new(published_facts), settings);
    match editions {
        None => desk,
        Some(editions) => desk.with_content(ContentEditing::new(editions, renderer)),
    }
}

fn composer(
    config: &Config,
    site_url: &SiteUrl,
    site: &Arc<Site>,
    clock: &Arc<dyn Clock>,
) -> Result<Composer, StartError> {
    let sender = match &config.mail_from {
        Some(sender) => sender.clone(),
        // The host may be an IP address, which is not valid in a plain email address.
        None => Sender::parse(&format!("clinic@{}", site_url.host()))
            .or_else(|_| Sender::parse("clinic@localhost.localdomain"))?,
    };
    let dkim = config.dkim.as_ref().map(|key| Dkim::load(&key.file, &key.domain, &key.selector)).transpose()?;
    let site = Arc::clone(site);
    Ok(Composer {
        sender,
        site_url: site_url.to_string(),
        clinic: Box::new(move || Arc::clone(&site.published().clinic)),
        clock: Arc::clone(clock),
        dkim,
    })
}

fn disposable_domains(config: &Config) -> Result<DisposableDomains, StartError> {
    let Some(file) = &config.disposable_domains else { return Ok(DisposableDomains::default()) };
    let text = std::fs::read_to_string(file)
        .map_err(|source| StartError::DisposableDomainsFile { path: file.clone(), source })?;
    Ok(DisposableDomains::with_overrides(&text)?)
}

/// The folder that contains message files: those of now, or those from before the site had a mail server.
pub fn mail_folder(config: &Config) -> PathBuf {
    match config.mail_settings() {
        clinic_mail::Settings::File(folder) => folder,
        clinic_mail::Settings::Smtp(_) | clinic_mail::Settings::EmailJs(_) => config.database.data.join("mail"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn panic_while_the_site_is_opened_is_an_error_of_its_content() {
        let opened = run_blocking::<()>(|| panic!("a mistake in the program")).await;
        let error = opened.expect_err("it panicked");
        assert!(error.to_string().contains("a mistake in the program"), "{error}");
    }
}
