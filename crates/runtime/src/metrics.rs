//! Metrics in the Prometheus format: their names, labels and help texts.
//!
//! Nothing about a person is a label, and the number of label values is bounded: unknown paths share one route.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use jiff::Timestamp;

use prometheus_client::encoding::{EncodeLabelSet, text};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Metric, Registry, Unit};
use strum::{IntoStaticStr, VariantArray};

use crate::jobs::{Job, JobOutcome};

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RequestLabels {
    route: String,
    method: &'static str,
    status: u16,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RouteLabel {
    route: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct DomainLabel {
    domain: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OutcomeLabel {
    outcome: &'static str,
}

/// Messages in the outbox that have not been delivered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OutboxBacklog {
    pub waiting: u64,
    /// How long the oldest of them has waited.
    pub oldest: Duration,
    /// No longer retried. Staff can retry or discard them.
    pub failed: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum ClaimOutcome {
    Queued,
    /// A message to this person is still waiting to be sent.
    AlreadyQueued,
    /// The message was sent often enough, or the code was cancelled.
    ResendSuppressed,
    Rejected,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum SignInOutcome {
    SignedIn,
    #[strum(serialize = "wrong_sign_in")]
    WrongLogin,
    /// The password was right and the second factor missing: the usual first half of a sign-in with two-step verification.
    CodeNeeded,
    WrongCode,
    /// Refused without a check, because of earlier failures.
    Delayed,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum CertificateAttempt {
    Issued,
    Failed,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct KindLabels {
    kind: &'static str,
    outcome: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct StateLabel {
    state: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct JobLabel {
    job: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct VersionLabel {
    version: &'static str,
}

/// What is read when the metrics are asked for. `None` when it is not known.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Measured {
    pub free_disk_bytes: Option<u64>,
    pub last_backup: Option<Timestamp>,
    pub resident_bytes: Option<u64>,
    /// `None` when the database does not answer, or was not opened yet.
    pub database: Option<MeasuredDatabase>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MeasuredDatabase {
    pub outbox: OutboxBacklog,
    pub appointments: Vec<(String, u64)>,
    pub bytes: Option<u64>,
    pub is_writable: bool,
    pub is_clock_trusted: bool,
}

#[derive(Debug)]
pub struct Metrics {
    registry: Registry,
    emails: Family<OutcomeLabel, Counter>,
    date_emails: Family<KindLabels, Counter>,
    appointments: Family<StateLabel, Gauge>,
    job_last_success: Family<JobLabel, Gauge<f64, AtomicU64>>,
    job_last_failure: Family<JobLabel, Gauge<f64, AtomicU64>>,
    job_panics: Family<JobLabel, Counter>,
    /// When a job was started or last ended without a failure.
    jobs: Mutex<[Option<Instant>; Job::VARIANTS.len()]>,
    database_bytes: Gauge,
    disk_free_bytes: Gauge,
    resident_bytes: Gauge,
    clock_trusted: Gauge,
    database_up: Gauge,
    database_writable: Gauge,
    build: Family<VersionLabel, Gauge>,
    /// Until the certificate expires. There is one, for all domains.
    days_left: Mutex<Option<i64>>,
    requests: Family<RequestLabels, Counter>,
    seconds: Family<RouteLabel, Histogram>,
    claims: Family<OutcomeLabel, Counter>,
    redemptions: Family<OutcomeLabel, Counter>,
    sign_ins: Family<OutcomeLabel, Counter>,
    publications: Family<OutcomeLabel, Counter>,
    publication_seconds: Gauge<f64, AtomicU64>,
    content_broken: Gauge,
    content_revision_published: Gauge,
    content_revision_shown: Gauge,
    pages_rendered: Counter,
    outbox_waiting: Gauge,
    outbox_oldest_seconds: Gauge<f64, AtomicU64>,
    outbox_failed: Gauge,
    log_lines_dropped: Counter,
    certificate_attempts: Family<OutcomeLabel, Counter>,
    certificate_last_attempt_failed: Gauge,
    /// Absent until there is a certificate.
    certificate_days_left: Family<DomainLabel, Gauge>,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut registry = Registry::with_prefix("clinic");
        let add = &mut registry;
        let seconds = Family::new_with_constructor(latency_histogram as fn() -> Histogram);
        let help = "Time from the request headers to the response headers";
        add.register_with_unit("http_request", help, Unit::Seconds, seconds.clone());
        let metrics = Self {
            requests: register(add, "http_requests", "HTTP requests by route, method and status"),
            seconds,
            claims: register(add, "claims", "Discount claims by outcome"),
            redemptions: register(add, "redemptions", "Discount codes redeemed, and redemptions undone"),
            sign_ins: register(add, "sign_ins", "Sign-ins at the desk by outcome"),
            publications: register(add, "publications", "Publications of the site by outcome"),
            publication_seconds: register_in(add, "publication", "Duration of the last publication", Unit::Seconds),
            content_broken: register(
                add,
                "content_broken",
                "1 when the content cannot be shown and the site shows earlier content",
            ),
            content_revision_published: register(
                add,
                "content_revision_published",
                "The revision of the content that is published in the database",
            ),
            content_revision_shown: register(
                add,
                "content_revision_shown",
                "The revision of the content that this instance shows, 0 for the content that came with the program",
            ),
            pages_rendered: register(add, "pages_rendered", "Pages rendered"),
            outbox_waiting: register(add, "outbox_waiting", "Messages waiting to be sent"),
            outbox_oldest_seconds: register_in(
                add,
                "outbox_oldest",
                "Age of the oldest waiting message",
                Unit::Seconds,
            ),
            outbox_failed: register(add, "outbox_failed", "Messages that could not be delivered"),
            log_lines_dropped: register(
                add,
                "log_lines_dropped",
                "Log lines dropped because standard error was not read",
            ),
            certificate_attempts: register(
                add,
                "certificate_attempts",
                "Certificates issued by ACME, and failed attempts",
            ),
            certificate_last_attempt_failed: register(
                add,
                "certificate_last_attempt_failed",
                "1 when the last attempt to get a certificate failed",
            ),
            certificate_days_left: register(add, "certificate_days_left", "Days until the certificate expires"),
            emails: register(add, "emails", "Attempts to send an email, by outcome"),
            date_emails: register(add, "reminders", "Reminders and recalls by kind and outcome"),
            appointments: register(add, "appointments", "Stored appointments by state"),
            job_last_success: register_in(
                add,
                "job_last_success",
                "When a job of the program last succeeded",
                Unit::Other("timestamp_seconds".to_owned()),
            ),
            job_last_failure: register_in(
                add,
                "job_last_failure",
                "When a job of the program last failed",
                Unit::Other("timestamp_seconds".to_owned()),
            ),
            job_panics: register(add, "job_panics", "Panics of a job of the program"),
            database_bytes: register_in(add, "database", "Size of the database", Unit::Bytes),
            disk_free_bytes: register_in(add, "disk_free", "Free space on the disk of the data folder", Unit::Bytes),
            resident_bytes: register_in(add, "process_resident_memory", "Memory that the process uses", Unit::Bytes),
            clock_trusted: register(add, "clock_trusted", "1 when the clock can be trusted"),
            database_up: register(add, "database_up", "1 when the database answers"),
            database_writable: register(add, "database_writable", "1 when a test write to the database succeeded"),
            jobs: Mutex::default(),
            days_left: Mutex::default(),
            build: register(add, "build_info", "1, with the version of the program"),
            registry,
        };
        // Whether it is right is known when the database is: a missing database must not look like a wrong clock.
        metrics.clock_trusted.set(1);
        metrics.build.get_or_create(&VersionLabel { version: env!("CARGO_PKG_VERSION") }).set(1);
        metrics.create_counters();
        metrics
    }
}

fn register<M: Metric + Clone + Default>(registry: &mut Registry, name: &str, help: &str) -> M {
    let metric = M::default();
    registry.register(name, help, metric.clone());
    metric
}

fn register_in<M: Metric + Clone + Default>(registry: &mut Registry, name: &str, help: &str, unit: Unit) -> M {
    let metric = M::default();
    registry.register_with_unit(name, help, unit, metric.clone());
    metric
}

/// From 0.1 ms (a page from memory) to 6.5 s (a claim that waits for a slow mail server).
fn latency_histogram() -> Histogram {
    Histogram::new(exponential_buckets(0.000_1, 4.0, 9))
}

/// Clients can send any method name; each unknown one must not create a new time series.
fn method_label(method: &str) -> &'static str {
    ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
        .into_iter()
        .find(|known| *known == method)
        .unwrap_or("other")
}

fn labels<T: VariantArray + Copy + Into<&'static str>>() -> Vec<&'static str> {
    T::VARIANTS.iter().map(|value| (*value).into()).collect()
}

impl Metrics {
    /// Counters exist with 0 from the start: an alert on an increase would miss the first event of a new counter.
    fn create_counters(&self) {
        for (family, outcomes) in [
            (&self.claims, labels::<ClaimOutcome>()),
            (&self.sign_ins, labels::<SignInOutcome>()),
            (&self.certificate_attempts, labels::<CertificateAttempt>()),
            (&self.redemptions, vec!["redeemed", "undone"]),
            (&self.publications, vec!["published", "failed"]),
            (&self.emails, vec!["sent", "rejected", "deferred", "failed"]),
        ] {
            for outcome in outcomes {
                drop(family.get_or_create(&OutcomeLabel { outcome }));
            }
        }
        for kind in ["reminder", "recall"] {
            for outcome in ["due", "sent", "rejected", "deferred", "failed"] {
                drop(self.date_emails.get_or_create(&KindLabels { kind, outcome }));
            }
        }
    }

    /// An attempt to send an email. `kind` is that of a reminder or a recall.
    pub fn email(&self, kind: Option<&'static str>, outcome: &'static str) {
        self.emails.get_or_create(&OutcomeLabel { outcome }).inc();
        if let Some(kind) = kind {
            self.date_emails.get_or_create(&KindLabels { kind, outcome }).inc();
        }
    }

    /// A reminder or a recall became due and was queued.
    pub fn due(&self, kind: &'static str) {
        self.date_emails.get_or_create(&KindLabels { kind, outcome: "due" }).inc();
    }

    pub fn job_started(&self, job: Job) {
        drop(self.job_panics.get_or_create(&JobLabel { job: job.into() }));
        self.job_is_fine(job);
    }

    pub fn job_done(&self, job: Job, outcome: JobOutcome, now: Timestamp) {
        let label = JobLabel { job: job.into() };
        let last = match outcome {
            // The time of the newest backup is kept with it.
            JobOutcome::Succeeded if job == Job::Backup => None,
            JobOutcome::Succeeded => Some(&self.job_last_success),
            JobOutcome::Skipped => None,
            JobOutcome::Failed => Some(&self.job_last_failure),
            JobOutcome::Panicked => {
                self.job_panics.get_or_create(&label).inc();
                Some(&self.job_last_failure)
            }
        };
        if let Some(last) = last {
            last.get_or_create(&label).set(now.as_duration().as_secs_f64());
        }
        if matches!(outcome, JobOutcome::Succeeded | JobOutcome::Skipped) {
            self.job_is_fine(job);
        }
    }

    fn job_is_fine(&self, job: Job) {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)[job as usize] = Some(Instant::now());
    }

    /// How long ago a job last ended without a failure, or was started, whatever the clock says. `None` when it does not run.
    pub fn since_success(&self, job: Job) -> Option<Duration> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)[job as usize].map(|at| at.elapsed())
    }

    pub fn set_measured(&self, measured: &Measured) {
        for (gauge, bytes) in [
            (&self.database_bytes, measured.database.as_ref().and_then(|database| database.bytes)),
            (&self.disk_free_bytes, measured.free_disk_bytes),
            (&self.resident_bytes, measured.resident_bytes),
        ] {
            if let Some(bytes) = bytes {
                gauge.set(bytes.cast_signed());
            }
        }
        if let Some(at) = measured.last_backup {
            let label = JobLabel { job: Job::Backup.into() };
            self.job_last_success.get_or_create(&label).set(at.as_duration().as_secs_f64());
        }
        self.database_up.set(i64::from(measured.database.is_some()));
        let Some(database) = &measured.database else {
            self.database_writable.set(0);
            return;
        };
        self.database_writable.set(i64::from(database.is_writable));
        self.clock_trusted.set(i64::from(database.is_clock_trusted));
        self.appointments.clear();
        for (state, count) in &database.appointments {
            self.appointments.get_or_create(&StateLabel { state: state.clone() }).set(count.cast_signed());
        }
        self.outbox_waiting.set(database.outbox.waiting.cast_signed());
        self.outbox_oldest_seconds.set(database.outbox.oldest.as_secs_f64());
        self.outbox_failed.set(database.outbox.failed.cast_signed());
    }

    /// Days until the first certificate expires. `None` without one.
    pub fn certificate_days_left(&self) -> Option<i64> {
        *self.days_left.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn has_certificate_attempt_failed(&self) -> bool {
        self.certificate_last_attempt_failed.get() != 0
    }

    pub fn count_request(&self, route: &str, method: &str, status: u16, duration: Duration) {
        self.request_counter(route, method, status).inc();
        self.seconds.get_or_create(&RouteLabel { route: route.to_owned() }).observe(duration.as_secs_f64());
    }

    pub fn request_counter(&self, route: &str, method: &str, status: u16) -> Counter {
        let labels = RequestLabels { route: route.to_owned(), method: method_label(method), status };
        self.requests.get_or_create_owned(&labels)
    }

    pub fn claimed(&self, outcome: ClaimOutcome) {
        self.claims.get_or_create(&OutcomeLabel { outcome: outcome.into() }).inc();
    }

    pub fn sign_in(&self, outcome: SignInOutcome) {
        self.sign_ins.get_or_create(&OutcomeLabel { outcome: outcome.into() }).inc();
    }

    pub fn redeemed(&self) {
        self.redemptions.get_or_create(&OutcomeLabel { outcome: "redeemed" }).inc();
    }

    pub fn redemption_undone(&self) {
        self.redemptions.get_or_create(&OutcomeLabel { outcome: "undone" }).inc();
    }

    pub fn published(&self, duration: Duration, rendered: usize) {
        self.publications.get_or_create(&OutcomeLabel { outcome: "published" }).inc();
        self.publication_seconds.set(duration.as_secs_f64());
        self.pages_rendered.inc_by(rendered as u64);
    }

    pub fn publication_failed(&self) {
        self.publications.get_or_create(&OutcomeLabel { outcome: "failed" }).inc();
    }

    pub fn set_content_broken(&self, is_broken: bool) {
        self.content_broken.set(i64::from(is_broken));
    }

    pub fn set_content_revisions(&self, published: i64, shown: i64) {
        self.content_revision_published.set(published);
        self.content_revision_shown.set(shown);
    }

    pub fn certificate_attempt(&self, outcome: CertificateAttempt) {
        self.certificate_attempts.get_or_create(&OutcomeLabel { outcome: outcome.into() }).inc();
        self.certificate_last_attempt_failed.set(i64::from(outcome == CertificateAttempt::Failed));
    }

    pub fn set_certificate_days_left(&self, domain: &str, days: i64) {
        self.certificate_days_left.get_or_create(&DomainLabel { domain: domain.to_owned() }).set(days);
        *self.days_left.lock().unwrap_or_else(PoisonError::into_inner) = Some(days);
    }

    /// `total` since the start: the writer of the log counts.
    pub fn set_dropped_log_lines(&self, total: u64) {
        self.log_lines_dropped.inner().store(total, Ordering::Relaxed);
    }

    /// All metrics in the OpenMetrics text format.
    pub fn encode(&self) -> String {
        let mut encoded = String::new();
        // Writing into a string cannot fail.
        let _ = text::encode(&mut encoded, &self.registry);
        encoded
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn job_that_fails_from_its_start_does_not_count_as_not_running() {
        let metrics = Metrics::default();
        assert_eq!(metrics.since_success(Job::Purge), None);
        metrics.job_started(Job::Purge);
        let started = metrics.jobs.lock().expect("jobs")[Job::Purge as usize];
        for outcome in [JobOutcome::Failed, JobOutcome::Panicked] {
            metrics.job_done(Job::Purge, outcome, Timestamp::UNIX_EPOCH);
            assert_eq!(metrics.jobs.lock().expect("jobs")[Job::Purge as usize], started);
        }
        metrics.job_done(Job::Purge, JobOutcome::Skipped, Timestamp::UNIX_EPOCH);
        assert_ne!(metrics.jobs.lock().expect("jobs")[Job::Purge as usize], started);
        let encoded = metrics.encode();
        assert!(!encoded.contains("job_last_success_timestamp_seconds{"), "{encoded}");
    }

    #[test]
    fn counters_of_outcomes_exist_before_the_first_event() {
        let encoded = Metrics::default().encode();
        for counter in [
            r#"claims_total{outcome="queued"}"#,
            r#"claims_total{outcome="already_queued"}"#,
            r#"claims_total{outcome="resend_suppressed"}"#,
            r#"claims_total{outcome="rejected"}"#,
            r#"redemptions_total{outcome="redeemed"}"#,
            r#"redemptions_total{outcome="undone"}"#,
            r#"sign_ins_total{outcome="signed_in"}"#,
            r#"sign_ins_total{outcome="wrong_sign_in"}"#,
            r#"sign_ins_total{outcome="code_needed"}"#,
            r#"sign_ins_total{outcome="wrong_code"}"#,
            r#"sign_ins_total{outcome="delayed"}"#,
            r#"publications_total{outcome="published"}"#,
            r#"publications_total{outcome="failed"}"#,
            r#"certificate_attempts_total{outcome="issued"}"#,
            r#"certificate_attempts_total{outcome="failed"}"#,
        ] {
            let line = format!("clinic_{counter} 0");
            assert!(encoded.lines().any(|encoded| encoded == line), "{line} is missing in\n{encoded}");
        }
    }

    #[test]
    fn counted_events_are_in_the_encoded_text() {
        let metrics = Metrics::default();
        metrics.count_request("/home", "GET", 200, Duration::from_millis(2));
        metrics.count_request("/home", "GET", 200, Duration::from_micros(50));
        metrics.count_request("/home", "INVENTED", 405, Duration::ZERO);
        metrics.claimed(ClaimOutcome::ResendSuppressed);
        metrics.redeemed();
        metrics.published(Duration::from_millis(1500), 16);
        metrics.set_content_revisions(5, 3);
        metrics.certificate_attempt(CertificateAttempt::Failed);
        metrics.set_certificate_days_left("clinic.example", 13);
        metrics.email(Some("reminder"), "sent");
        metrics.email(None, "rejected");
        metrics.due("recall");
        let time = Timestamp::from_second(1_800_000_000).expect("a time");
        metrics.job_done(Job::Purge, JobOutcome::Succeeded, time);
        metrics.job_started(Job::Puzzles);
        metrics.job_done(Job::Puzzles, JobOutcome::Failed, time);
        metrics.job_done(Job::Puzzles, JobOutcome::Panicked, time + Duration::from_secs(1));
        metrics.set_measured(&Measured {
            last_backup: Some(Timestamp::UNIX_EPOCH),
            free_disk_bytes: Some(5_000_000),
            resident_bytes: Some(60_000_000),
            database: Some(MeasuredDatabase {
                outbox: OutboxBacklog { waiting: 3, oldest: Duration::from_mins(2), failed: 1 },
                appointments: vec![("confirmed".to_owned(), 7)],
                bytes: Some(4096),
                is_writable: false,
                is_clock_trusted: true,
            }),
        });
        let encoded = metrics.encode();
        for line in [
            r#"clinic_http_requests_total{route="/home",method="GET",status="200"} 2"#,
            r#"clinic_http_requests_total{route="/home",method="other",status="405"} 1"#,
            r#"clinic_http_request_seconds_bucket{le="0.0001",route="/home"} 2"#,
            r#"clinic_http_request_seconds_count{route="/home"} 3"#,
            r#"clinic_claims_total{outcome="resend_suppressed"} 1"#,
            r#"clinic_redemptions_total{outcome="redeemed"} 1"#,
            "clinic_publication_seconds 1.5",
            "clinic_pages_rendered_total 16",
            "clinic_content_broken 0",
            "clinic_content_revision_published 5",
            "clinic_content_revision_shown 3",
            "clinic_outbox_waiting 3",
            "clinic_outbox_oldest_seconds 120.0",
            "clinic_outbox_failed 1",
            "clinic_log_lines_dropped_total 0",
            r#"clinic_certificate_attempts_total{outcome="failed"} 1"#,
            "clinic_certificate_last_attempt_failed 1",
            r#"clinic_certificate_days_left{domain="clinic.example"} 13"#,
            r#"clinic_emails_total{outcome="sent"} 1"#,
            r#"clinic_emails_total{outcome="rejected"} 1"#,
            r#"clinic_reminders_total{kind="reminder",outcome="sent"} 1"#,
            r#"clinic_reminders_total{kind="recall",outcome="due"} 1"#,
            r#"clinic_appointments{state="confirmed"} 7"#,
            r#"clinic_job_last_success_timestamp_seconds{job="purge"} 1800000000.0"#,
            r#"clinic_job_last_failure_timestamp_seconds{job="puzzles"} 1800000001.0"#,
            r#"clinic_job_panics_total{job="puzzles"} 1"#,
            "clinic_database_bytes 4096",
            "clinic_disk_free_bytes 5000000",
            "clinic_process_resident_memory_bytes 60000000",
            "clinic_clock_trusted 1",
            "clinic_database_up 1",
            "clinic_database_writable 0",
            concat!(r#"clinic_build_info{version=""#, env!("CARGO_PKG_VERSION"), r#""} 1"#),
        ] {
            assert!(encoded.lines().any(|encoded| encoded == line), "{line} is missing in\n{encoded}");
        }
    }
}
