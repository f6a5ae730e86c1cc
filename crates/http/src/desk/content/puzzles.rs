//! The game's pictures of this month and the next ones: to look at them, to play them, and to choose others.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use clinic_puzzles::{Level, Set, Spot};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::editing_state::ContentEditing;
use super::require_editing;
use crate::api_error::{ApiError, BodyErrors, ErrorCode, ErrorResponse};
use crate::desk::authorization::{DeskErrors, Editor};
use crate::desk::services::DeskServices;
use crate::extract::JsonBody;
use clinic_rules::game::{LevelStats, Month, MonthlySets, PuzzleSet, PuzzleSetId, SpotCounts, level_stats};
use clinic_site::draw_puzzle_set;
use clinic_store::ChoiceRefused;

const CHOICES_OFF: &str = "The content comes from a folder on the server (--content), so nothing can be chosen here. What was \
                           chosen here before is not in force: each month has the first set that was drawn for it.";
/// This month and the next three.
const MONTHS_AHEAD: i64 = 3;
/// More would fill the database. Choose an earlier one again.
const MAX_CANDIDATES_OF_MONTH: usize = 12;

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PuzzleMonths {
    /// Whether the game shows them. Otherwise it shows the pictures of the content.
    is_monthly: bool,
    /// Why nothing can be chosen here.
    #[schema(required)]
    why_off: Option<String>,
    /// The set that is shown in every month.
    #[schema(required)]
    pinned: Option<PuzzleChoice>,
    /// The set that the game shows now, when none of the months shows it: it was drawn for a month that is over, or is shown in
    /// every month, or the site has yet to follow a choice.
    #[schema(required)]
    earlier: Option<EarlierPuzzles>,
    months: Vec<PuzzleMonth>,
}

#[derive(Serialize, ToSchema)]
pub struct EarlierPuzzles {
    /// `2026-10`
    month: String,
    set: PuzzleCandidate,
}

#[derive(Serialize, ToSchema)]
pub struct PuzzleMonth {
    /// `2026-12`
    month: String,
    /// The candidate that the month shows. Null until a set was drawn.
    #[schema(required)]
    shown: Option<u32>,
    /// The candidates that were drawn, the first one first.
    sets: Vec<PuzzleCandidate>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PuzzleCandidate {
    candidate: u32,
    /// Whether the game shows it now.
    is_played: bool,
    /// How many games were finished with it.
    finished: u64,
    levels: Vec<PuzzleLevel>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PuzzleLevel {
    description: String,
    svg: String,
    /// Where the second scene begins, as a share of the picture's height.
    #[schema(required)]
    second_scene_top: Option<f64>,
    spots: Vec<PuzzleSpot>,
}

/// In shares of the picture's width and height.
#[derive(Serialize, ToSchema)]
pub struct PuzzleSpot {
    id: u32,
    label: String,
    left: f64,
    top: f64,
    width: f64,
    height: f64,
    /// How many of the finished games found it.
    found: u64,
}

#[derive(Serialize, Deserialize, ToSchema)]
pub struct PuzzleChoice {
    /// `2026-12`
    month: String,
    candidate: u32,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChoosePuzzlesRequest {
    /// `2026-12`
    month: String,
    /// The candidate that the month shows now.
    instead_of: u32,
    /// The candidate to show. Without it, a new one is drawn.
    candidate: Option<u32>,
}

#[derive(Deserialize, ToSchema)]
pub struct PinPuzzlesRequest {
    /// Without it, each month shows its own set again.
    set: Option<PuzzleChoice>,
}

impl PuzzleSpot {
    fn new(Spot { id, label, left, top, width, height }: Spot, found: u64) -> Self {
        Self { id, label, left, top, width, height, found }
    }
}

impl PuzzleLevel {
    fn new(Level { description, svg, second_scene_top, spots, .. }: Level, stats: LevelStats) -> Self {
        let spots = spots.into_iter().zip(stats.found).map(|(spot, found)| PuzzleSpot::new(spot, found));
        Self { description, svg, second_scene_top, spots: spots.collect() }
    }
}

impl From<PuzzleSetId> for PuzzleChoice {
    fn from(PuzzleSetId { month, candidate }: PuzzleSetId) -> Self {
        Self { month: month.to_string(), candidate }
    }
}

/// List the game's pictures of this month and the next ones (editors and owners)
#[utoipa::path(
    get,
    path = "/api/desk/puzzles",
    responses((status = 200, body = PuzzleMonths, description = "The sets that were drawn"), DeskErrors)
)]
pub async fn list(State(desk): State<Arc<DeskServices>>, Editor(_): Editor) -> Result<Json<PuzzleMonths>, ApiError> {
    Ok(Json(read(&desk).await?))
}

/// Show another set in a month (editors and owners)
#[utoipa::path(
    post,
    path = "/api/desk/puzzles/choose",
    request_body = ChoosePuzzlesRequest,
    responses(
        (status = 200, body = PuzzleMonths, description = "The sets, with the chosen one"),
        DeskErrors,
        BodyErrors,
        (status = 409, body = ErrorResponse, description = "The month shows another set by now, or the content comes from a folder"),
        (status = 422, body = ErrorResponse, description = "No such set, or no other one can be drawn"),
        (status = 503, body = ErrorResponse, description = "Other work of the editors takes the processor"),
    )
)]
pub async fn choose(
    State(desk): State<Arc<DeskServices>>,
    Editor(session): Editor,
    JsonBody(ChoosePuzzlesRequest { month, instead_of, candidate }): JsonBody<ChoosePuzzlesRequest>,
) -> Result<Json<PuzzleMonths>, ApiError> {
    let editing = require_editing(&desk)?;
    let month = parse_month(&desk, &month)?;
    let stored = stored(&desk).await?;
    let of_month: Vec<_> = sets(&stored).filter(|set| set.id.month == month).collect();
    let set = if let Some(candidate) = candidate {
        let chosen = of_month.iter().find(|set| set.id.candidate == candidate).copied();
        PuzzleSet::clone(chosen.ok_or_else(|| ApiError::from(ChoiceRefused::Unknown))?)
    } else {
        if of_month.len() >= MAX_CANDIDATES_OF_MONTH {
            return Err(refused("This month has 12 sets already. Please choose one of them."));
        }
        let first = of_month.iter().map(|set| set.id.candidate + 1).max().unwrap_or(0);
        draw(editing, month, first).await?
    };
    desk.services.store.choose_puzzle_set(&set, instead_of, desk.actor(session.name.as_str())).await?;
    Ok(Json(read(&desk).await?))
}

/// Show one set in every month (editors and owners)
#[utoipa::path(
    post,
    path = "/api/desk/puzzles/pin",
    request_body = PinPuzzlesRequest,
    responses(
        (status = 200, body = PuzzleMonths, description = "The sets, with the pinned one"),
        DeskErrors,
        BodyErrors,
        (status = 409, body = ErrorResponse, description = "The content comes from a folder"),
        (status = 422, body = ErrorResponse, description = "No such set"),
    )
)]
pub async fn pin(
    State(desk): State<Arc<DeskServices>>,
    Editor(session): Editor,
    JsonBody(PinPuzzlesRequest { set }): JsonBody<PinPuzzlesRequest>,
) -> Result<Json<PuzzleMonths>, ApiError> {
    require_editing(&desk)?;
    let set = match set {
        Some(set) => Some(PuzzleSetId { month: parse_month(&desk, &set.month)?, candidate: set.candidate }),
        None => None,
    };
    desk.services.store.pin_puzzle_set(set, desk.actor(session.name.as_str())).await?;
    Ok(Json(read(&desk).await?))
}

fn months(desk: &DeskServices) -> impl Iterator<Item = Month> {
    let first = Month::at(desk.services.clock.now());
    (0..=MONTHS_AHEAD).map(move |months| first.plus(months))
}

async fn stored(desk: &DeskServices) -> Result<MonthlySets, ApiError> {
    let first = Month::at(desk.services.clock.now());
    let sets = desk.services.store.monthly_sets(first, first.plus(MONTHS_AHEAD)).await?;
    // As the site shows them.
    Ok(if desk.content.is_some() { sets } else { sets.without_choices() })
}

fn sets(stored: &MonthlySets) -> impl Iterator<Item = &PuzzleSet> {
    stored.months.values().chain(&stored.others).map(AsRef::as_ref)
}

async fn read(desk: &DeskServices) -> Result<PuzzleMonths, ApiError> {
    let stored = stored(desk).await?;
    let first = Month::at(desk.services.clock.now());
    let is_monthly = (desk.services.clinic)().has_monthly_puzzles;
    // What is published, not what was chosen: they differ while the site has yet to follow, or cannot.
    let played = (desk.published_facts)().puzzle_set;
    let is_shown_by_month =
        |id: PuzzleSetId| id.month >= first && stored.months.get(&id.month).is_some_and(|set| set.id == id);
    let earlier = match played {
        Some(id) if !is_shown_by_month(id) => find(desk, &stored, id).await?,
        _ => None,
    };
    let from = earlier.as_ref().map_or(first, |set| set.id.month.min(first));
    let counts = desk.services.store.set_statistics(from, first.plus(MONTHS_AHEAD)).await?;
    let candidate =
        |set: &PuzzleSet| candidate(set, played == Some(set.id), counts.get(&set.id).unwrap_or(&SpotCounts::default()));
    let month = |month: Month| {
        let mut of_month: Vec<_> = sets(&stored).filter(|set| set.id.month == month).collect();
        of_month.sort_by_key(|set| set.id);
        PuzzleMonth {
            month: month.to_string(),
            shown: stored.months.get(&month).map(|set| set.id.candidate),
            sets: of_month.into_iter().filter_map(candidate).collect(),
        }
    };
    Ok(PuzzleMonths {
        is_monthly,
        why_off: desk.content.is_none().then(|| CHOICES_OFF.to_owned()),
        pinned: stored.pinned.as_ref().map(|set| set.id.into()),
        earlier: earlier
            .and_then(|set| Some(EarlierPuzzles { month: set.id.month.to_string(), set: candidate(&set)? })),
        months: months(desk).map(month).collect(),
    })
}

async fn find(desk: &DeskServices, stored: &MonthlySets, id: PuzzleSetId) -> Result<Option<PuzzleSet>, ApiError> {
    let is_wanted = |set: &&PuzzleSet| set.id == id;
    if let Some(set) = sets(stored).find(is_wanted) {
        return Ok(Some(set.clone()));
    }
    // It is older than the months that the screen shows.
    let of_its_month = desk.services.store.monthly_sets(id.month, id.month).await?;
    Ok(sets(&of_its_month).find(is_wanted).cloned())
}

/// `None` when this release cannot read what another one has stored.
fn candidate(set: &PuzzleSet, is_played: bool, counts: &SpotCounts) -> Option<PuzzleCandidate> {
    let levels = Set::from_files(set.files.clone()).ok()?.levels;
    let ids: Vec<Vec<u32>> = levels.iter().map(|level| level.spots.iter().map(|spot| spot.id).collect()).collect();
    let stats = level_stats(&ids, counts);
    let finished = stats.first().map_or(0, |level| level.plays);
    let levels = levels.into_iter().zip(stats).map(|(level, stats)| PuzzleLevel::new(level, stats)).collect();
    Some(PuzzleCandidate { candidate: set.id.candidate, is_played, finished, levels })
}

async fn draw(editing: &ContentEditing, month: Month, first: u32) -> Result<PuzzleSet, ApiError> {
    let turn = editing.wait_for_turn().await?;
    let drawing = move || {
        // Held until the end, also when nobody waits for the set any more: drawing cannot be stopped.
        let _turn = turn;
        draw_puzzle_set(month, first)
    };
    let drawn = tokio::task::spawn_blocking(drawing).await;
    drawn.ok().and_then(Result::ok).ok_or_else(|| refused("No other set could be drawn. Please try again later."))
}

/// One of the months that the screen shows.
fn parse_month(desk: &DeskServices, text: &str) -> Result<Month, ApiError> {
    months(desk)
        .find(|month| month.to_string() == text)
        .ok_or_else(|| refused("This month is not shown here any more. Please reload the page."))
}

fn refused(message: &str) -> ApiError {
    ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::InvalidState, message)
}

impl From<ChoiceRefused> for ApiError {
    fn from(error: ChoiceRefused) -> Self {
        match error {
            ChoiceRefused::Changed => Self::new(StatusCode::CONFLICT, ErrorCode::ChangedMeanwhile, error.to_string()),
            ChoiceRefused::Unknown => refused(&error.to_string()),
        }
    }
}
