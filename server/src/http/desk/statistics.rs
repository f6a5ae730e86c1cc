//! The funnel as the owner reads it: every day of a span, the sums, and how hard each level is.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::csv_file;
use super::session::Owner;
use crate::clinic_time;
use crate::game::tally;
use crate::http::desk::csv;
use crate::http::desk::services::DeskServices;
use crate::http::extract::QueryParams;
use crate::http::problem::Problem;
use crate::store::{DayCounts, Funnel};

const USUAL_DAYS: i64 = 28;
/// As long as games are kept.
const MOST_DAYS: i64 = 2 * 366;

#[derive(Deserialize)]
pub struct Query {
    from: Option<String>,
    to: Option<String>,
}

#[derive(Serialize)]
pub struct Stats {
    from: Date,
    to: Date,
    days: Vec<Day>,
    totals: DayCounts,
    levels: Vec<Level>,
}

#[derive(Serialize)]
struct Day {
    day: Date,
    #[serde(flatten)]
    counts: DayCounts,
}

#[derive(Serialize)]
#[expect(clippy::struct_field_names, reason = "the names of the API")]
struct Level {
    level: usize,
    plays: u64,
    spots: Vec<Spot>,
}

#[derive(Serialize)]
struct Spot {
    id: u32,
    label: Option<String>,
    found: u64,
}

pub async fn show(
    State(desk): State<Arc<DeskServices>>,
    Owner(_): Owner,
    QueryParams(query): QueryParams<Query>,
) -> Result<Json<Stats>, Problem> {
    let (first, last) = span(&desk, &query)?;
    let funnel = desk.services.store.funnel(first, last).await?;
    let mut totals = DayCounts::default();
    let mut days = Vec::new();
    for (day, counts) in every_day(&funnel, first, last) {
        totals += counts;
        days.push(Day { day: clinic_time::date_of(day), counts });
    }
    let (from, to) = (clinic_time::date_of(first), clinic_time::date_of(last));
    Ok(Json(Stats { from, to, days, totals, levels: levels(&desk, &funnel) }))
}

pub async fn download(
    State(desk): State<Arc<DeskServices>>,
    Owner(_): Owner,
    QueryParams(query): QueryParams<Query>,
) -> Result<Response, Problem> {
    let (first, last) = span(&desk, &query)?;
    let funnel = desk.services.store.funnel(first, last).await?;
    let days: Vec<(i64, DayCounts)> = every_day(&funnel, first, last).collect();
    let name = format!("funnel-{}-{}.csv", clinic_time::date_of(first), clinic_time::date_of(last));
    Ok(csv_file(&name, csv::funnel(&days)))
}

/// Includes days without events; a gap in a chart would look like missing data.
fn every_day(funnel: &Funnel, first: i64, last: i64) -> impl Iterator<Item = (i64, DayCounts)> {
    (first..=last).map(|day| (day, funnel.days.get(&day).copied().unwrap_or_default()))
}

fn levels(desk: &DeskServices, funnel: &Funnel) -> Vec<Level> {
    let published = (desk.published_facts)().levels;
    let ids: Vec<Vec<u32>> = published.iter().map(|spots| spots.iter().map(|(id, _)| *id).collect()).collect();
    let tallies = tally(&ids, &funnel.games);
    let spots = |spots: Vec<(u32, Option<String>)>, found: Vec<u64>| {
        spots.into_iter().zip(found).map(|((id, label), found)| Spot { id, label, found }).collect()
    };
    published
        .into_iter()
        .zip(tallies)
        .enumerate()
        .map(|(index, (level, tally))| Level { level: index + 1, plays: tally.plays, spots: spots(level, tally.found) })
        .collect()
}

/// The numbers of the first and the last day that are asked for.
fn span(desk: &DeskServices, query: &Query) -> Result<(i64, i64), Problem> {
    let day = |text: &Option<String>| -> Result<Option<i64>, Problem> {
        let text = text.as_deref().filter(|text| !text.is_empty());
        text.map(|text| {
            text.parse().map(clinic_time::day_of).map_err(|_| bad_span("A day is written like 2026-03-02."))
        })
        .transpose()
    };
    let last = day(&query.to)?.unwrap_or_else(|| clinic_time::day_number(desk.services.clock.now()));
    let first = day(&query.from)?.unwrap_or(last - (USUAL_DAYS - 1));
    match last - first {
        ..0 => Err(bad_span("The first day comes after the last one. Please swap them.")),
        0..MOST_DAYS => Ok((first, last)),
        _ => Err(bad_span("At most two years can be shown at once. Please choose a shorter time.")),
    }
}

fn bad_span(message: &str) -> Problem {
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_range", message)
}
