//! The price of a service as patients read it: "from ₦15,000" or "ask us".

use std::fmt;

use serde::{Serialize, Serializer};

/// In naira. Less is a slip, such as 15 for 15,000.
const AMOUNTS: std::ops::RangeInclusive<u32> = 100..=10_000_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Price {
    /// The lowest price, in whole naira.
    From(u32),
    Ask,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PriceError {
    #[error("Write the lowest amount in naira in digits, such as 15000, or the word ask.")]
    NotAPrice,
    #[error("It must be between 100 and 10,000,000 naira.")]
    OutOfRange,
}

impl Price {
    /// Reads `15000` or `ask`, and what people write instead: `15,000`, `from ₦15,000` and `ask us`.
    ///
    /// # Errors
    /// When it is neither an amount nor `ask`, or when the amount is too small or too large.
    pub fn parse(text: &str) -> Result<Self, PriceError> {
        let text = text.trim().to_lowercase();
        if text == "ask" || text == "ask us" {
            return Ok(Self::Ask);
        }
        let amount = text.strip_prefix("from").unwrap_or(&text).trim_start();
        let amount = whole_number(amount.strip_prefix('₦').unwrap_or(amount).trim_start())?;
        if AMOUNTS.contains(&amount) { Ok(Self::From(amount)) } else { Err(PriceError::OutOfRange) }
    }
}

/// Digits, also with a comma before every three of them.
fn whole_number(text: &str) -> Result<u32, PriceError> {
    let groups: Vec<&str> = text.split(',').collect();
    let is_grouped = groups.len() == 1 || (groups[0].len() <= 3 && groups[1..].iter().all(|group| group.len() == 3));
    let is_digits = groups.iter().all(|group| !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_digit()));
    if !is_grouped || !is_digits {
        return Err(PriceError::NotAPrice);
    }
    // Only too many digits are left as a reason.
    groups.concat().parse().map_err(|_| PriceError::OutOfRange)
}

/// In the middle of a line.
impl fmt::Display for Price {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::From(amount) = self else { return formatter.write_str("ask us") };
        formatter.write_str("from ₦")?;
        let digits = amount.to_string();
        for (index, digit) in digits.chars().enumerate() {
            if index > 0 && (digits.len() - index).is_multiple_of(3) {
                formatter.write_str(",")?;
            }
            write!(formatter, "{digit}")?;
        }
        Ok(())
    }
}

/// As patients read it, so that browsers need no code for it.
impl Serialize for Price {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn price_is_read_as_people_write_it() {
        for text in ["15000", "15,000", " ₦15,000 ", "₦ 15000", "from ₦15,000", "From 15000"] {
            assert_eq!(Price::parse(text), Ok(Price::From(15_000)), "{text}");
        }
        for text in ["ask", "Ask us"] {
            assert_eq!(Price::parse(text), Ok(Price::Ask), "{text}");
        }
    }

    #[test]
    fn what_is_no_price_is_refused() {
        for text in ["", "free", "from", "₦", "15k", "15,00", "1,5000", ",500", "15.000", "-500", "10000-15000", "$500"]
        {
            assert_eq!(Price::parse(text), Err(PriceError::NotAPrice), "{text}");
        }
        for text in ["0", "15", "99", "10000001", "99999999999999999999"] {
            assert_eq!(Price::parse(text), Err(PriceError::OutOfRange), "{text}");
        }
    }

    #[test]
    fn patients_read_thousands_with_commas() {
        for (amount, expected) in
            [(100, "from ₦100"), (1_500, "from ₦1,500"), (15_000, "from ₦15,000"), (10_000_000, "from ₦10,000,000")]
        {
            assert_eq!(Price::From(amount).to_string(), expected);
            assert_eq!(Price::parse(expected), Ok(Price::From(amount)));
        }
        assert_eq!(Price::Ask.to_string(), "ask us");
    }
}
