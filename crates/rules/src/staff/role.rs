//! The roles of staff accounts: `desk` checks and redeems codes, `editor` also edits the content, `owner` may do everything.

use serde::Serialize;
use strum::{Display, EnumString, IntoStaticStr, VariantArray};
use utoipa::ToSchema;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema, Display, EnumString, IntoStaticStr, VariantArray)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase", const_into_str, parse_err_fn = unknown, parse_err_ty = UnknownRole)]
pub enum Role {
    Desk,
    Editor,
    Owner,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "The role must be desk (checks and redeems codes), editor (edits the content as well) or owner (may do everything)."
)]
pub struct UnknownRole;

impl Role {
    /// Whether accounts with this role need two-step verification until an owner decides otherwise. Only for the role `owner`
    /// nobody can.
    #[must_use]
    pub fn needs_two_step_by_default(self) -> bool {
        match self {
            Self::Desk => false,
            Self::Editor | Self::Owner => true,
        }
    }

    /// Whether the role may change what the site says.
    #[must_use]
    pub fn edits_content(self) -> bool {
        match self {
            Self::Desk => false,
            Self::Editor | Self::Owner => true,
        }
    }
}

fn unknown(_: &str) -> UnknownRole {
    UnknownRole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_exact_role_names_are_accepted() {
        for role in [Role::Desk, Role::Editor, Role::Owner] {
            assert_eq!(role.to_string().parse(), Ok(role));
        }
        for text in ["", "Owner", "admin"] {
            assert_eq!(text.parse::<Role>(), Err(UnknownRole), "{text}");
        }
    }
}
