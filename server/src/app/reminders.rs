//! Sends what is due: reminders of visits, and recalls of patients who agreed to come back. Ends requests that staff have not
//! answered in time, and tells the patients.

use std::sync::Arc;
use std::time::Duration;

use super::repeated_job::Done;
use clinic_http::booking;
use clinic_http::services::Services;
use clinic_store::Lease;

const INTERVAL: Duration = Duration::from_mins(1);

/// What is queued but not sent when the server stops is sent after the next start.
pub async fn send_due(services: &Arc<Services>) -> Done {
    let (leases, done) = queue_due(services).await;
    for lease in leases {
        if let Some(kind) = lease.message.date_kind() {
            services.metrics.due(kind);
        }
        booking::deliver(services, Some(lease)).await;
    }
    done
}

/// Queues what is due. While booking is off, patients are still reminded of visits that were booked before. Recalls wait:
/// their link to book would lead nowhere. While the clock cannot be trusted, nothing is due.
async fn queue_due(services: &Services) -> (Vec<Lease>, Done) {
    let now = match services.clock_check.trusted_now().await {
        Ok(Some(now)) => now,
        Ok(None) => {
            tracing::debug!("queuing no reminders and recalls: the clock cannot be trusted");
            return (Vec::new(), Done::Skipped(INTERVAL));
        }
        Err(error) => {
            tracing::warn!(%error, "could not queue reminders or end requests; trying again in a minute");
            return (Vec::new(), Done::Failed(INTERVAL));
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
    let mut done = Done::Succeeded(INTERVAL);
    for (job, result) in queued {
        match result {
            Ok(more) => leases.extend(more),
            Err(error) => {
                done = Done::Failed(INTERVAL);
                tracing::warn!(%error, "could not {job}; trying again in a minute");
            }
        }
    }
    (leases, done)
}
