//! Whether a patient has to be told something, and what staff told them last.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::to_tell::OtherVisit;
use crate::api_error::ApiError;
use crate::booking::settings_or_off;
use crate::desk::services::DeskServices;
use clinic_rules::booking::ToTell;
use clinic_store::Appointment;

/// What staff have to do so that the patient knows what is true now.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Telling {
    /// Whether the list to tell has the patient: no email tells them.
    is_listed: bool,
    /// The other visits of the same series, which the same text tells.
    others: Vec<OtherVisit>,
    /// What staff told the patient last by phone or message, if there is nothing else to tell since.
    #[schema(required)]
    told: Option<ToldByStaff>,
}

/// What staff told a patient by phone or message.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ToldByStaff {
    to_tell: ToTell,
    at: Timestamp,
    /// Null when the audit log does not have it any more.
    #[schema(required)]
    by: Option<String>,
    /// Null when the visit was changed since.
    #[schema(required)]
    undo_until: Option<Timestamp>,
    /// The other visits of the same series that were told with this one.
    others: Vec<OtherVisit>,
}

/// `series` has all visits of the same series.
pub async fn telling(
    desk: &DeskServices,
    appointment: &Appointment,
    series: &[Appointment],
) -> Result<Telling, ApiError> {
    let services = &desk.services;
    let clinic = (services.clinic)();
    let (settings, now) = (settings_or_off(&clinic), services.clock.now());
    let others = services.store.told_with(appointment, &settings, now).await?;
    let told = match appointment.phoned.filter(|_| appointment.untold.is_none()) {
        Some((to_tell, at)) => Some(ToldByStaff {
            to_tell,
            at,
            by: services.store.told_by(appointment, at).await?,
            undo_until: appointment.undo_told_until(),
            others: series
                .iter()
                .filter(|visit| visit.id != appointment.id && visit.phoned == Some((to_tell, at)))
                .map(OtherVisit::from)
                .collect(),
        }),
        None => None,
    };
    Ok(Telling {
        is_listed: services.store.is_to_tell(appointment, &settings, now).await?,
        others: others.iter().map(OtherVisit::from).collect(),
        told,
    })
}
