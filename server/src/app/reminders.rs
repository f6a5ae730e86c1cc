//! Sends what is due: reminders of visits, and recalls of patients who agreed to come back. Ends requests that staff have not
//! answered in time, and tells the patients.

use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use super::repeated_job;
use clinic_http::booking;
use clinic_http::services::Services;
use clinic_runtime::metrics::Job;
use clinic_store::Lease;

const INTERVAL: Duration = Duration::from_mins(1);

/// What is queued but not sent when the server stops is sent after the next start.
pub async fn run(services: Arc<Services>, stop: CancellationToken) {
    repeated_job::repeat("Sending reminders", stop, || send_due(Arc::clone(&services))).await;
}

async fn send_due(services: Arc<Services>) -> Duration {
    for lease in queue_due(&services).await {
        if let Some(kind) = lease.message.date_kind() {
            services.metrics.due(kind);
        }
        booking::deliver(&services, Some(lease)).await;
    }
    INTERVAL
}

/// Queues what is due. While booking is off, patients are still reminded of visits that were booked before. Recalls wait:
/// their link to book would lead nowhere. While the clock cannot be trusted, nothing is due.
async fn queue_due(services: &Services) -> Vec<Lease> {
    let now = match services.clock_check.trusted_now().await {
        Ok(Some(now)) => now,
        Ok(None) => {
            tracing::debug!("queuing no reminders and recalls: the clock cannot be trusted");
            return Vec::new();
        }
        Err(error) => {
            tracing::warn!(%error, "could not queue reminders or end requests; trying again in a minute");
            return Vec::new();
        }
    };
    let context = booking::context(services, now);
    let clinic = (services.clinic)();
    let settings = booking::settings_or_off(&clinic);
    let store = &services.store;
    // One that fails does not keep the others from being done.
    let queued = [
        ("end requests", store.expire_requests(context).await),
        ("queue reminders", store.queue_reminders(&settings, context).await),
        ("queue recalls", if clinic.books_online { store.queue_recalls(context).await } else { Ok(Vec::new()) }),
    ];
    let mut leases = Vec::new();
    let mut all_succeeded = true;
    for (job, result) in queued {
        match result {
            Ok(more) => leases.extend(more),
            Err(error) => {
                all_succeeded = false;
                tracing::warn!(%error, "could not {job}; trying again in a minute");
            }
        }
    }
    if all_succeeded {
        services.metrics.job_succeeded(Job::Reminders, now);
    }
    leases
}
