//! Recall: asking a patient to come back after some weeks or months.

use jiff::Span;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::text_for_patients::has_link;

const MAX_REASON: usize = 120;

/// In how long the patient should come back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum RecallDelay {
    Weeks(u8),
    Months(u8),
}

/// How a recall ended.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema, strum::EnumString, strum::IntoStaticStr,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum RecallOutcome {
    /// Under another name or number; otherwise the visit itself ends the recall.
    CameBack,
    Declined,
    NoAnswer,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RecallError {
    #[error("A patient is reminded only with their agreement. Please ask the patient, and tick the box if they agree.")]
    NotAgreed,
    #[error("Please choose between 1 and 52 weeks, or between 1 and 36 months.")]
    Delay,
    #[error("Please enter a short reason that may be in a message, such as \"yearly check\".")]
    Reason,
    #[error(
        "The patient reads the reason: please enter it without links and addresses, and with a space after a full stop."
    )]
    Link,
}

impl RecallDelay {
    /// # Errors
    /// When the delay is not one that can be chosen.
    pub fn after(self, date: Date) -> Result<Date, RecallError> {
        let span = match self {
            Self::Weeks(weeks @ 1..=52) => Span::new().weeks(i64::from(weeks)),
            Self::Months(months @ 1..=36) => Span::new().months(i64::from(months)),
            _ => return Err(RecallError::Delay),
        };
        date.checked_add(span).map_err(|_| RecallError::Delay)
    }
}

impl RecallError {
    /// The reason as it is stored and sent.
    ///
    /// # Errors
    /// When it is empty or too long, or has a link.
    pub fn check_reason(typed: &str) -> Result<String, Self> {
        let reason = typed.split_whitespace().collect::<Vec<_>>().join(" ");
        let is_usable = (1..=MAX_REASON).contains(&reason.chars().count()) && !reason.chars().any(char::is_control);
        match is_usable {
            true if has_link(&reason) => Err(Self::Link),
            true => Ok(reason),
            false => Err(Self::Reason),
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn delay_is_counted_in_calendar_months() {
        assert_eq!(RecallDelay::Months(4).after(date(2026, 10, 31)), Ok(date(2027, 2, 28)));
        assert_eq!(RecallDelay::Weeks(2).after(date(2026, 10, 31)), Ok(date(2026, 11, 14)));
        assert_eq!(RecallDelay::Weeks(0).after(date(2026, 10, 31)), Err(RecallError::Delay));
        assert_eq!(RecallDelay::Months(37).after(date(2026, 10, 31)), Err(RecallError::Delay));
    }

    #[test]
    fn reason_is_one_short_line() {
        assert_eq!(RecallError::check_reason(" yearly\n check "), Ok("yearly check".to_owned()));
        assert_eq!(RecallError::check_reason(" "), Err(RecallError::Reason));
        assert_eq!(RecallError::check_reason(&"x".repeat(121)), Err(RecallError::Reason));
        assert_eq!(RecallError::check_reason("prize at evil.example"), Err(RecallError::Link));
    }
}
