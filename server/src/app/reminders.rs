//! Sends what is due: reminders of visits, and recalls of patients who agreed to come back. Ends requests that staff have not
//! answered in time, and tells the patients.

use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use clinic_http::booking;
use clinic_http::services::Services;
use clinic_runtime::metrics::Job;
use clinic_store::{Lease, StoreError};

const INTERVAL: Duration = Duration::from_mins(1);

pub async fn run(services: Arc<Services>, stop: CancellationToken) {
    let send_forever = async {
        loop {
            match queue_due(&services).await {
                Ok(leases) => {
                    for lease in leases {
                        if let Some(kind) = lease.message.date_kind() {
                            services.metrics.due(kind);
                        }
                        booking::deliver(&services, Some(lease)).await;
                    }
                }
                Err(error) => {
                    tracing::warn!(%error, "could not queue reminders or end requests; trying again in a minute");
                }
            }
            tokio::time::sleep(INTERVAL).await;
        }
    };
    // What is queued but not sent yet is sent after the next start.
    stop.run_until_cancelled(send_forever).await;
}

/// Queues what is due. While booking is off, patients are still reminded of visits that were booked before. Recalls wait:
/// their link to book would lead nowhere. While the clock cannot be trusted, nothing is due.
async fn queue_due(services: &Services) -> Result<Vec<Lease>, StoreError> {
    let Some(now) = services.clock_check.trusted_now().await? else {
        tracing::debug!("queuing no reminders and recalls: the clock cannot be trusted");
        return Ok(Vec::new());
    };
    let context = booking::context(services, now);
    let mut leases = services.store.expire_requests(context).await?;
    let clinic = (services.clinic)();
    leases.extend(services.store.queue_reminders(&booking::settings_or_off(&clinic), context).await?);
    if clinic.books_online {
        leases.extend(services.store.queue_recalls(context).await?);
    }
    services.metrics.job_succeeded(Job::Reminders, now);
    Ok(leases)
}
