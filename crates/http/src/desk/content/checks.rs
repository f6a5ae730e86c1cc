//! What to look at before publishing: mistakes, which refuse a publication, warnings, about which the desk asks, and visits
//! that would lose their time.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::editing_state;
use super::publication::DraftVersion;
use super::require_editing;
use crate::api_error::{ApiError, BodyErrors, ContentProblem, ErrorResponse};
use crate::booking::settings_or_off;
use crate::desk::authorization::{DeskErrors, Editor};
use crate::desk::services::DeskServices;
use crate::extract::JsonBody;
use clinic_content::advice::{self, Advice};
use clinic_content::model::Content;
use clinic_content::{CLINIC_FILE, Folder};
use clinic_rules::booking::{Settings, SlotTime};
use clinic_rules::clinic_time;
use clinic_site::load_to_publish;
use clinic_store::{Appointment, Draft, Selection};

#[derive(Deserialize, ToSchema)]
pub struct CheckRequest {
    /// The documents whose drafts are to be published. Null for those that only the signed-in person has written, without those
    /// that were begun on an older text.
    documents: Option<BTreeSet<String>>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ContentChecks {
    /// Mistakes. These drafts are not published while there is one.
    errors: Vec<ContentProblem>,
    /// What could be better in the chosen documents.
    warnings: Vec<Advice>,
    /// What could be better in all other documents.
    unchanged_warnings: Vec<Advice>,
    /// The chosen drafts and the pictures that they use, for the publication. Without pictures and descriptions that were begun
    /// on an older text, unless they are chosen themselves.
    drafts: Vec<DraftVersion>,
    /// Everything that could be chosen.
    all_drafts: Vec<DraftSummary>,
    /// Appointments at times at which the clinic would no longer be open, or in chairs that could no longer take them.
    visits: Vec<VisitsOnDay>,
    /// Chairs whose visits would be with another name.
    renamed_chairs: Vec<RenamedChair>,
}

#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own, which the dialog says in a sentence")]
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DraftSummary {
    path: String,
    /// Who saved it last.
    saved_by: String,
    /// Everybody whose words are in it.
    authors: Vec<String>,
    saved_at: Timestamp,
    is_new: bool,
    is_deletion: bool,
    /// Whether another text was published since the draft was begun: publishing it undoes that one.
    is_outdated: bool,
    /// Whether a chosen document needs it, and it is not published with that document because it is outdated and was not
    /// chosen itself.
    is_left_out: bool,
}

/// A chair keeps its visits when its name changes. Somebody else may have got the number of a doctor who left.
#[derive(Serialize, ToSchema)]
pub struct RenamedChair {
    before: String,
    after: String,
    visits: u32,
}

/// What a publication would change for visits.
#[derive(Default)]
pub struct ChangedVisits {
    pub without_place: Vec<VisitsOnDay>,
    pub renamed_chairs: Vec<RenamedChair>,
}

#[derive(Serialize, ToSchema)]
pub struct VisitsOnDay {
    #[schema(value_type = String)]
    date: Date,
    visits: u32,
}

impl DraftSummary {
    fn of(draft: &Draft, published: &Folder, left_out: &BTreeSet<String>) -> Self {
        Self {
            path: draft.path.clone(),
            saved_by: draft.author.clone(),
            authors: draft.authors.clone(),
            saved_at: draft.saved_at,
            is_new: !published.contains(&draft.path),
            is_deletion: draft.file.is_none(),
            is_outdated: draft.is_outdated(published.get(&draft.path)),
            is_left_out: left_out.contains(&draft.path),
        }
    }
}

/// List what to look at before some drafts are published (editors and owners)
///
/// Mistakes refuse a publication. Warnings do not: the desk shows them and asks.
#[utoipa::path(
    post,
    path = "/api/desk/content/checks",
    request_body = CheckRequest,
    responses(
        (status = 200, body = ContentChecks, description = "Mistakes and warnings, by file and line"),
        DeskErrors,
        BodyErrors,
        (status = 409, body = ErrorResponse, description = "The content comes from a folder"),
    )
)]
pub async fn list(
    State(desk): State<Arc<DeskServices>>,
    Editor(session): Editor,
    JsonBody(CheckRequest { documents }): JsonBody<CheckRequest>,
) -> Result<Json<ContentChecks>, ApiError> {
    let editing = require_editing(&desk)?;
    let edition = editing.editions.read().await?;
    let now = desk.services.clock.now();
    let on_site = &edition.base.files;
    // What a colleague has written in the same draft may be half a sentence.
    let is_own = |draft: &Draft| draft.authors.iter().all(|author| author == session.name.as_str());
    let is_offered = |draft: &&Draft| is_own(draft) && !draft.is_outdated(on_site.get(&draft.path));
    let offered = || edition.drafts.iter().filter(is_offered).map(|draft| draft.path.clone()).collect();
    let chosen = documents.unwrap_or_else(offered);
    let Selection { drafts, files, left_out, apart } = edition.select(&chosen);
    let checked = editing_state::check(editing, &files, &edition.base.files, now).await?;
    let (mut errors, changed) = match checked {
        Ok(content) if drafts.iter().any(|draft| draft.path == CLINIC_FILE) => {
            (Vec::new(), changed_visits(&desk, &edition.base.files, &content, now).await?)
        }
        Ok(_) => (Vec::new(), ChangedVisits::default()),
        Err(problems) => (editing_state::describe(problems.0), ChangedVisits::default()),
    };
    errors.extend(editing_state::describe(editing_state::game_apart(&apart)));
    let permit = editing.wait_for_turn().await?;
    let (folder, publisher) = (files, Arc::clone(&editing.publisher));
    let work = tokio::task::spawn_blocking(move || {
        let today = now.to_zoned(clinic_time::zone()).date();
        let found = advice::find(&folder, today, |picture| publisher.largest_picture_bytes(picture));
        drop(permit);
        found
    });
    let found = work.await.map_err(|panic| ApiError::internal(&panic))?;
    let is_chosen = |advice: &Advice| drafts.iter().any(|draft| draft.path == advice.file);
    let (warnings, unchanged_warnings) = found.into_iter().partition(is_chosen);
    let all_drafts = edition.drafts.iter().map(|draft| DraftSummary::of(draft, on_site, &left_out)).collect();
    let drafts = drafts.iter().map(|draft| DraftVersion::of(draft, on_site)).collect();
    let ChangedVisits { without_place: visits, renamed_chairs } = changed;
    Ok(Json(ContentChecks { errors, warnings, unchanged_warnings, drafts, all_drafts, visits, renamed_chairs }))
}

/// The visits that would be in the list of those that cannot take place with new settings, and are not today. And those whose chair would
/// have another name.
pub async fn changed_visits(
    desk: &DeskServices,
    published: &Folder,
    new: &Content,
    now: Timestamp,
) -> Result<ChangedVisits, ApiError> {
    let published = published.clone();
    let old = tokio::task::spawn_blocking(move || load_to_publish(&published, now))
        .await
        .map_err(|panic| ApiError::internal(&panic))?;
    // Content of an earlier release may be refused by this one. Then nothing can be compared.
    let Ok(old) = old else { return Ok(ChangedVisits::default()) };
    let (old, new) = (settings_or_off(&old.clinic), settings_or_off(&new.clinic));
    if old.opening == new.opening && old.chairs == new.chairs && old.services == new.services {
        return Ok(ChangedVisits::default());
    }
    let mut days: BTreeMap<Date, u32> = BTreeMap::new();
    let mut renamed: BTreeMap<u16, u32> = BTreeMap::new();
    for visit in desk.services.store.appointments_to_come(now).await? {
        if has_place(&old, &visit) && !has_place(&new, &visit) {
            *days.entry(SlotTime::of(visit.starts_at).date).or_default() += 1;
        }
        if is_renamed(&old, &new, visit.chair) {
            *renamed.entry(visit.chair).or_default() += 1;
        }
    }
    let renamed_chair =
        |(chair, visits)| RenamedChair { before: old.chair_name(chair), after: new.chair_name(chair), visits };
    Ok(ChangedVisits {
        without_place: days.into_iter().map(|(date, visits)| VisitsOnDay { date, visits }).collect(),
        renamed_chairs: renamed.into_iter().map(renamed_chair).collect(),
    })
}

/// Visits in a chair that is gone are named as such.
fn is_renamed(old: &Settings, new: &Settings, chair: u16) -> bool {
    let name = |settings: &Settings| settings.chair(chair).map(|chair| chair.name.clone());
    name(old).zip(name(new)).is_some_and(|(before, after)| before != after)
}

fn has_place(settings: &Settings, visit: &Appointment) -> bool {
    !visit.is_at_closed_time(settings) && !visit.is_without_chair(settings)
}
