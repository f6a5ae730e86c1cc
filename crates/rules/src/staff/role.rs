//! The roles of staff accounts: `desk` checks and redeems codes, `editor` also edits the content, `owner` may do everything.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema, TS)]
#[serde(rename_all = "lowercase")]
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
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Desk => "desk",
            Self::Editor => "editor",
            Self::Owner => "owner",
        }
    }

    pub const ALL: [Self; 3] = [Self::Desk, Self::Editor, Self::Owner];

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

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Role {
    type Err = UnknownRole;

    fn from_str(text: &str) -> Result<Self, UnknownRole> {
        match text {
            "desk" => Ok(Self::Desk),
            "editor" => Ok(Self::Editor),
            "owner" => Ok(Self::Owner),
            _ => Err(UnknownRole),
        }
    }
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
