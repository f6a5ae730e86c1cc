//! Who calls: somebody who is signed in, or an owner. A handler that names one of these cannot be reached otherwise.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;

use super::cookie;
use crate::http::desk::services::DeskServices;
use crate::http::problem::Problem;
use crate::staff::Role;
use crate::store::Session;

pub struct SignedIn(pub Session);

pub struct Owner(pub Session);

impl FromRequestParts<Arc<DeskServices>> for SignedIn {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, desk: &Arc<DeskServices>) -> Result<Self, Problem> {
        let signed_out = || {
            let message = "You are signed out. Please sign in again.";
            Problem::new(StatusCode::UNAUTHORIZED, "signed_out", message)
        };
        let token = cookie::read(&parts.headers, desk.settings.https).ok_or_else(signed_out)?;
        let session = desk.services.store.session(&token.key(), desk.services.clock.now()).await?;
        session.map(Self).ok_or_else(signed_out)
    }
}

impl FromRequestParts<Arc<DeskServices>> for Owner {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, desk: &Arc<DeskServices>) -> Result<Self, Problem> {
        let SignedIn(session) = SignedIn::from_request_parts(parts, desk).await?;
        match session.role {
            Role::Owner => Ok(Self(session)),
            Role::Desk => {
                let message = "Only an owner may do this. Please ask one of them.";
                Err(Problem::new(StatusCode::FORBIDDEN, "not_allowed", message))
            }
        }
    }
}
