//! What the site counts about itself, in the format of Prometheus, for whoever watches over it.
//!
//! Owns the names and the labels. Refuses to hold anything about a person, and labels without end: a path that leads
//! nowhere is counted as such and not by its name.

use std::time::Duration;

use prometheus_client::encoding::{EncodeLabelSet, text};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Registry, Unit};

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Answer {
    route: String,
    method: &'static str,
    status: u16,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Route {
    route: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Outcome {
    outcome: &'static str,
}

/// Where the answers of one kind are counted, found once for what is handed out by the thousand.
#[derive(Debug)]
pub struct RouteCounters {
    requests: Counter,
    seconds: Histogram,
}

impl RouteCounters {
    pub fn count(&self, took: Duration) {
        self.requests.inc();
        self.seconds.observe(took.as_secs_f64());
    }
}

/// The mails that are backlog, as they stand at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OutboxBacklog {
    pub waiting: u64,
    /// How long the oldest of them has waited.
    pub oldest: Duration,
    /// Given up on, until somebody looks at them.
    pub parked: u64,
}

#[derive(Debug)]
pub struct Metrics {
    registry: Registry,
    requests: Family<Answer, Counter>,
    seconds: Family<Route, Histogram>,
    claims: Family<Outcome, Counter>,
    redemptions: Family<Outcome, Counter>,
    publications: Family<Outcome, Counter>,
    publication_seconds: Gauge<f64, std::sync::atomic::AtomicU64>,
    pages_rendered: Counter,
    backlog: Gauge,
    owed_seconds: Gauge<f64, std::sync::atomic::AtomicU64>,
    parked: Gauge,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut registry = Registry::with_prefix("clinic");
        let metrics = Self {
            requests: Family::default(),
            seconds: Family::new_with_constructor(latency),
            claims: Family::default(),
            redemptions: Family::default(),
            publications: Family::default(),
            publication_seconds: Gauge::default(),
            pages_rendered: Counter::default(),
            backlog: Gauge::default(),
            owed_seconds: Gauge::default(),
            parked: Gauge::default(),
            registry: Registry::default(),
        };
        registry.register("http_requests", "Requests answered", metrics.requests.clone());
        let help = "Time from the head of a request to the head of its answer";
        registry.register_with_unit("http_request", help, Unit::Seconds, metrics.seconds.clone());
        registry.register("claims", "Claims answered, by what became of them", metrics.claims.clone());
        registry.register("redemptions", "Codes used at the desk, and uses taken back", metrics.redemptions.clone());
        registry.register("publications", "Publications of the content", metrics.publications.clone());
        let help = "How long the last publication took";
        registry.register_with_unit("publication", help, Unit::Seconds, metrics.publication_seconds.clone());
        registry.register("pages_rendered", "Pages rendered by publications", metrics.pages_rendered.clone());
        registry.register("outbox_waiting", "Mails that wait to be sent", metrics.backlog.clone());
        let help = "How long the oldest waiting mail has waited";
        registry.register_with_unit("outbox_oldest", help, Unit::Seconds, metrics.owed_seconds.clone());
        registry.register("outbox_parked", "Mails given up on, until somebody looks at them", metrics.parked.clone());
        Self { registry, ..metrics }
    }
}

/// From a page out of memory (a tenth of a millisecond) to a claim that waits for a slow mail server (six seconds).
fn latency() -> Histogram {
    Histogram::new(exponential_buckets(0.000_1, 4.0, 9))
}

/// Anybody may invent methods, but not lines in our memory.
fn known_method(method: &str) -> &'static str {
    ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
        .into_iter()
        .find(|known| *known == method)
        .unwrap_or("(other)")
}

impl Metrics {
    pub fn count_request(&self, route: &str, method: &str, status: u16, took: Duration) {
        self.route_counters(route, method, status).count(took);
    }

    pub fn route_counters(&self, route: &str, method: &str, status: u16) -> RouteCounters {
        let answer = Answer { route: route.to_owned(), method: known_method(method), status };
        RouteCounters {
            requests: self.requests.get_or_create_owned(&answer),
            seconds: self.seconds.get_or_create_owned(&Route { route: answer.route }),
        }
    }

    pub fn claimed(&self, outcome: &'static str) {
        self.claims.get_or_create(&Outcome { outcome }).inc();
    }

    pub fn redeemed(&self) {
        self.redemptions.get_or_create(&Outcome { outcome: "used" }).inc();
    }

    pub fn redemption_undone(&self) {
        self.redemptions.get_or_create(&Outcome { outcome: "undone" }).inc();
    }

    pub fn published(&self, took: Duration, rendered: usize) {
        self.publications.get_or_create(&Outcome { outcome: "published" }).inc();
        self.publication_seconds.set(took.as_secs_f64());
        self.pages_rendered.inc_by(rendered as u64);
    }

    pub fn not_published(&self) {
        self.publications.get_or_create(&Outcome { outcome: "refused" }).inc();
    }

    pub fn set_outbox_backlog(&self, backlog: OutboxBacklog) {
        self.backlog.set(backlog.waiting.cast_signed());
        self.owed_seconds.set(backlog.oldest.as_secs_f64());
        self.parked.set(backlog.parked.cast_signed());
    }

    /// Everything, as Prometheus reads it.
    pub fn encode(&self) -> String {
        let mut told = String::new();
        // Writing into a string cannot fail.
        let _ = text::encode(&mut told, &self.registry);
        told
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_counted_is_told() {
        let metrics = Metrics::default();
        metrics.count_request("/home", "GET", 200, Duration::from_millis(2));
        metrics.count_request("/home", "GET", 200, Duration::from_micros(50));
        metrics.count_request("/home", "INVENTED", 405, Duration::ZERO);
        metrics.claimed("new");
        metrics.redeemed();
        metrics.published(Duration::from_millis(1500), 16);
        metrics.set_outbox_backlog(OutboxBacklog { waiting: 3, oldest: Duration::from_mins(2), parked: 1 });
        let told = metrics.encode();
        for line in [
            r#"clinic_http_requests_total{route="/home",method="GET",status="200"} 2"#,
            r#"clinic_http_requests_total{route="/home",method="(other)",status="405"} 1"#,
            r#"clinic_http_request_seconds_bucket{le="0.0001",route="/home"} 2"#,
            r#"clinic_http_request_seconds_count{route="/home"} 3"#,
            r#"clinic_claims_total{outcome="new"} 1"#,
            r#"clinic_redemptions_total{outcome="used"} 1"#,
            "clinic_publication_seconds 1.5",
            "clinic_pages_rendered_total 16",
            "clinic_outbox_waiting 3",
            "clinic_outbox_oldest_seconds 120.0",
            "clinic_outbox_parked 1",
        ] {
            assert!(told.lines().any(|told| told == line), "{line} is missing in\n{told}");
        }
    }
}
