//! Game statistics, for owners: counts per day, totals, and how often each spot was found.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::authorization::Owner;
use super::csv;
use super::services::DeskServices;
use crate::api_error::{ApiError, ErrorCode, ErrorResponse};
use crate::extract::QueryParams;
use clinic_rules::booking::SlotTime;
use clinic_rules::clinic_time;
use clinic_rules::game::level_stats;
use clinic_store::{DayCounts, Funnel};

const DEFAULT_DAYS: i64 = 28;
/// Plays are kept for this long.
const MAX_DAYS: i64 = 2 * 366;

/// Dates are in clinic time.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct StatisticsQuery {
    /// The first day. By default 27 days before the last day.
    #[param(value_type = Option<Date>)]
    from: Option<String>,
    /// The last day. By default today.
    #[param(value_type = Option<Date>)]
    to: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct Statistics {
    from: Date,
    to: Date,
    days: Vec<DailyCounts>,
    totals: FunnelCounts,
    levels: Vec<LevelStatistics>,
}

#[derive(Serialize, ToSchema)]
pub struct DailyCounts {
    day: Date,
    #[serde(flatten)]
    counts: FunnelCounts,
}

/// How many games and codes reached each step, from starting a game to redeeming a code.
#[derive(Serialize, ToSchema)]
pub struct FunnelCounts {
    started: u64,
    finished: u64,
    perfect: u64,
    claimed: u64,
    redeemed: u64,
}

impl From<DayCounts> for FunnelCounts {
    fn from(DayCounts { started, finished, perfect, claimed, redeemed }: DayCounts) -> Self {
        Self { started, finished, perfect, claimed, redeemed }
    }
}

#[derive(Serialize, ToSchema)]
pub struct LevelStatistics {
    level: usize,
    /// Finished games that had this level.
    plays: u64,
    spots: Vec<SpotStatistics>,
}

#[derive(Serialize, ToSchema)]
pub struct SpotStatistics {
    id: u32,
    #[schema(required)]
    label: Option<String>,
    found: u64,
}

/// Get the game statistics (owners only)
#[utoipa::path(
    get,
    path = "/api/desk/stats",
    params(StatisticsQuery),
    responses(
        (status = 200, body = Statistics, description = "The statistics"),
        (status = 422, body = ErrorResponse, description = "An invalid date range"),
    )
)]
pub async fn show(
    State(desk): State<Arc<DeskServices>>,
    Owner(_): Owner,
    QueryParams(query): QueryParams<StatisticsQuery>,
) -> Result<Json<Statistics>, ApiError> {
    let (first, last) = parse_range(&desk, &query)?;
    let funnel = desk.services.store.funnel(first, last).await?;
    let mut totals = DayCounts::default();
    let mut days = Vec::new();
    for (day, counts) in all_days(&funnel, first, last) {
        totals += counts;
        days.push(DailyCounts { day: clinic_time::date_of_day_number(day), counts: counts.into() });
    }
    Ok(Json(Statistics {
        from: clinic_time::date_of_day_number(first),
        to: clinic_time::date_of_day_number(last),
        days,
        totals: totals.into(),
        levels: levels(&desk, &funnel),
    }))
}

/// Download the game statistics per day (owners only)
#[utoipa::path(
    get,
    path = "/api/desk/stats.csv",
    params(StatisticsQuery),
    responses(
        (status = 200, body = String, content_type = "text/csv", description = "One line per day"),
        (status = 422, body = ErrorResponse, description = "An invalid date range"),
    )
)]
pub async fn download(
    State(desk): State<Arc<DeskServices>>,
    Owner(_): Owner,
    QueryParams(query): QueryParams<StatisticsQuery>,
) -> Result<Response, ApiError> {
    let (first, last) = parse_range(&desk, &query)?;
    let funnel = desk.services.store.funnel(first, last).await?;
    let days: Vec<(i64, DayCounts)> = all_days(&funnel, first, last).collect();
    let (from, to) = (clinic_time::date_of_day_number(first), clinic_time::date_of_day_number(last));
    Ok(csv::download(&format!("statistics-{from}-{to}.csv"), csv::statistics(&days)))
}

/// Includes days without events; a gap in a chart would look like missing data.
fn all_days(funnel: &Funnel, first: i64, last: i64) -> impl Iterator<Item = (i64, DayCounts)> {
    (first..=last).map(|day| (day, funnel.days.get(&day).copied().unwrap_or_default()))
}

fn levels(desk: &DeskServices, funnel: &Funnel) -> Vec<LevelStatistics> {
    let published = (desk.published_facts)().levels;
    let ids: Vec<Vec<u32>> = published.iter().map(|spots| spots.iter().map(|(id, _)| *id).collect()).collect();
    let stats = level_stats(&ids, &funnel.spots);
    let spots = |spots: Vec<(u32, Option<String>)>, found: Vec<u64>| {
        spots.into_iter().zip(found).map(|((id, label), found)| SpotStatistics { id, label, found }).collect()
    };
    published
        .into_iter()
        .zip(stats)
        .enumerate()
        .map(|(index, (level, stats))| LevelStatistics {
            level: index + 1,
            plays: stats.plays,
            spots: spots(level, stats.found),
        })
        .collect()
}

/// The day numbers of the first and the last day.
pub(super) fn parse_range(desk: &DeskServices, query: &StatisticsQuery) -> Result<(i64, i64), ApiError> {
    let last = parse_day(query.to.as_deref())?.unwrap_or_else(|| clinic_time::day_number(desk.services.clock.now()));
    let first = parse_day(query.from.as_deref())?.unwrap_or(last - (DEFAULT_DAYS - 1));
    match last - first {
        ..0 => Err(invalid_range("The first day is after the last day. Please swap them.")),
        0..MAX_DAYS => Ok((first, last)),
        _ => Err(invalid_range("The range is longer than two years. Please choose a shorter one.")),
    }
}

fn parse_day(text: Option<&str>) -> Result<Option<i64>, ApiError> {
    let Some(text) = text.filter(|text| !text.is_empty()) else { return Ok(None) };
    let invalid = || invalid_range("Please enter dates in the format 2026-03-02.");
    let day = SlotTime::parse(text, "00:00").ok_or_else(invalid)?;
    // There is no day after the last one of the calendar.
    Ok(Some(clinic_time::day_number(day.timestamp().ok_or_else(invalid)?)))
}

fn invalid_range(message: &str) -> ApiError {
    ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::InvalidDateRange, message)
}
