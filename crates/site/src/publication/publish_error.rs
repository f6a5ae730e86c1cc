//! Why content could not be published.

use std::time::Duration;

use crate::front_end::FrontEndError;
use crate::render::RenderError;
use clinic_content::Problems;

#[derive(Debug, thiserror::Error)]
pub enum PublishError {
    #[error(transparent)]
    FrontEnd(#[from] FrontEndError),
    #[error(transparent)]
    Render(#[from] RenderError),
    #[error("The content has problems:\n{0}")]
    Pictures(#[from] Problems),
    #[error("the pictures and pages were not ready after {} seconds", .limit.as_secs_f32())]
    TooSlow { limit: Duration },
}
