//! Visits in figures, for owners: what became of them, by day, service and source. Counts only, nothing about people.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;

use super::authorization::Owner;
use super::csv;
use super::services::DeskServices;
use super::statistics::{StatisticsQuery, parse_range};
use crate::api_error::{ApiError, ErrorResponse};
use crate::extract::QueryParams;
use clinic_rules::booking::Source;
use clinic_rules::clinic_time;
use clinic_store::{VisitCounts, VisitGroup};

#[derive(Serialize, ToSchema)]
pub struct VisitStatistics {
    from: Date,
    to: Date,
    totals: VisitNumbers,
    days: Vec<VisitsOfDay>,
    services: Vec<VisitsOfService>,
    sources: Vec<VisitsOfSource>,
}

#[derive(Serialize, ToSchema)]
pub struct VisitsOfDay {
    day: Date,
    #[serde(flatten)]
    counts: VisitNumbers,
}

#[derive(Serialize, ToSchema)]
pub struct VisitsOfService {
    service: String,
    title: String,
    #[serde(flatten)]
    counts: VisitNumbers,
}

#[derive(Serialize, ToSchema)]
pub struct VisitsOfSource {
    source: Source,
    #[serde(flatten)]
    counts: VisitNumbers,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VisitNumbers {
    /// All visits of the period, without requests that nobody answered.
    booked: u64,
    came: u64,
    missed: u64,
    cancelled: u64,
    /// Of those who came: patients who were here before.
    returning: u64,
    /// Of those who came or were missed: patients who were reminded.
    reminded: u64,
    /// Of the missed visits: those whose patient was reminded.
    missed_reminded: u64,
    /// Visits that were booked ahead and not cancelled.
    ahead: u64,
    /// The days between booking and visit of all visits that were booked ahead.
    waiting_days: u64,
}

impl From<VisitCounts> for VisitNumbers {
    fn from(counts: VisitCounts) -> Self {
        let VisitCounts { booked, came, missed, cancelled, returning, reminded, missed_reminded, ahead, waiting_days } =
            counts;
        Self { booked, came, missed, cancelled, returning, reminded, missed_reminded, ahead, waiting_days }
    }
}

/// Get the visits in figures (owners only)
#[utoipa::path(
    get,
    path = "/api/desk/appointments/statistics",
    params(StatisticsQuery),
    responses(
        (status = 200, body = VisitStatistics, description = "The figures, by the day of the visit"),
        (status = 422, body = ErrorResponse, description = "An invalid date range"),
    )
)]
pub async fn show(
    State(desk): State<Arc<DeskServices>>,
    Owner(_): Owner,
    QueryParams(query): QueryParams<StatisticsQuery>,
) -> Result<Json<VisitStatistics>, ApiError> {
    let (first, last) = parse_range(&desk, &query)?;
    let groups = desk.services.store.visit_counts(first, last).await?;
    let days = sums(&groups, |group| group.day);
    let services = sums(&groups, |group| group.service.clone());
    // The groups are in the order of days, so the latest title is kept.
    let titles: BTreeMap<_, _> = groups.iter().map(|group| (&group.service, &group.title)).collect();
    let sources = [Source::Online, Source::Phone, Source::WalkIn];
    Ok(Json(VisitStatistics {
        from: clinic_time::date_of_day_number(first),
        to: clinic_time::date_of_day_number(last),
        totals: sum(groups.iter()).into(),
        // With the days without visits; a gap in a chart would look like missing data.
        days: (first..=last)
            .map(|day| VisitsOfDay {
                day: clinic_time::date_of_day_number(day),
                counts: days.get(&day).copied().unwrap_or_default().into(),
            })
            .collect(),
        services: services
            .into_iter()
            .map(|(service, counts)| {
                let title = titles.get(&service).map_or_else(String::new, |title| (*title).clone());
                VisitsOfService { service, title, counts: counts.into() }
            })
            .collect(),
        sources: sources
            .map(|source| VisitsOfSource {
                source,
                counts: sum(groups.iter().filter(|group| group.source == source)).into(),
            })
            .into(),
    }))
}

/// Download the visits in figures (owners only)
#[utoipa::path(
    get,
    path = "/api/desk/appointments/statistics.csv",
    params(StatisticsQuery),
    responses(
        (status = 200, body = String, content_type = "text/csv", description = "One line for each day, service and source"),
        (status = 422, body = ErrorResponse, description = "An invalid date range"),
    )
)]
pub async fn download(
    State(desk): State<Arc<DeskServices>>,
    Owner(_): Owner,
    QueryParams(query): QueryParams<StatisticsQuery>,
) -> Result<Response, ApiError> {
    let (first, last) = parse_range(&desk, &query)?;
    let groups = desk.services.store.visit_counts(first, last).await?;
    let (from, to) = (clinic_time::date_of_day_number(first), clinic_time::date_of_day_number(last));
    Ok(csv::download(&format!("visits-{from}-{to}.csv"), csv::visits(&groups)))
}

fn sum<'a>(groups: impl Iterator<Item = &'a VisitGroup>) -> VisitCounts {
    let mut counts = VisitCounts::default();
    groups.for_each(|group| counts += group.counts);
    counts
}

fn sums<Key: Ord>(groups: &[VisitGroup], key: impl Fn(&VisitGroup) -> Key) -> BTreeMap<Key, VisitCounts> {
    let mut sums = BTreeMap::new();
    for group in groups {
        *sums.entry(key(group)).or_default() += group.counts;
    }
    sums
}
