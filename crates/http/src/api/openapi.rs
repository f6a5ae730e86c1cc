//! `GET /api/openapi.json`: the `OpenAPI` description, generated from the handlers.

use std::sync::LazyLock;

use axum::http::header;
use axum::response::IntoResponse;
use utoipa::openapi::OpenApi as Document;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, SecurityScheme};
use utoipa::{Modify, OpenApi};

use crate::api_error::{CommonErrors, ErrorResponse};
use crate::desk::recalls::RecallListName;
use crate::{api, desk};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Eye clinic website",
        description = "The calls of the game, the claim and the staff desk.\n\nCalls that change something must come from \
            the site's own pages (`Sec-Fetch-Site: same-origin`, or else a matching `Origin`) or from a client that sends \
            neither header. Calls of the staff desk need the session cookie that `POST /api/desk/login` sets. They answer \
            404 while there is no staff account.",
    ),
    components(schemas(ErrorResponse, RecallListName)),
    modifiers(&SessionCookie)
)]
struct Description;

struct SessionCookie;

impl Modify for SessionCookie {
    fn modify(&self, document: &mut Document) {
        let description = "Set by `POST /api/desk/login`. Over https the cookie is named `__Host-desk`.";
        let cookie = ApiKey::Cookie(ApiKeyValue::with_description("desk", description));
        let components = document.components.get_or_insert_default();
        components.add_security_scheme("session", SecurityScheme::ApiKey(cookie));
        // utoipa adds an empty licence when Cargo.toml has none.
        document.info.license = None;
    }
}

static DOCUMENT: LazyLock<String> =
    LazyLock::new(|| document().to_json().expect("the description can be written as JSON"));

#[must_use]
pub fn document() -> Document {
    let mut document = Description::openapi();
    document.merge(api::routes().into_openapi());
    document.merge(desk::routes().into_openapi());
    // OpenAPI has no name for a parameter that contains slashes.
    let paths = std::mem::take(&mut document.paths.paths);
    document.paths.paths = paths.into_iter().map(|(path, item)| (path.replace("{*", "{"), item)).collect();
    document
}

/// Get this API description
#[utoipa::path(
    get,
    path = "/api/openapi.json",
    responses((status = 200, body = Object, description = "An OpenAPI 3.1 document"), CommonErrors)
)]
pub async fn show() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-cache")], DOCUMENT.as_str())
}
