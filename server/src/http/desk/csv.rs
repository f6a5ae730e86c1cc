//! Tables for a spreadsheet: the claims and the funnel as CSV.

use crate::clinic_time;
use crate::store::{ClaimRecord, DayCounts};
use jiff::Timestamp;
use std::fmt::Write;

pub fn claims(claims: &[ClaimRecord]) -> String {
    let mut csv = String::from("code,address,issued_at,valid_until,redeemed_at,redeemed_by,void_at\n");
    for claim in claims {
        let moment = |at: Option<Timestamp>| at.map(|at| at.to_string()).unwrap_or_default();
        let fields = [
            claim.code.clone(),
            claim.address.clone(),
            claim.issued_at.to_string(),
            claim.valid_until.to_string(),
            moment(claim.redeemed_at),
            claim.redeemed_by.clone().unwrap_or_default(),
            moment(claim.void_at),
        ];
        let _ = writeln!(csv, "{}", fields.map(|field| quoted(&field)).join(","));
    }
    csv
}

/// One line a day, by the number of the day.
pub fn funnel(days: &[(i64, DayCounts)]) -> String {
    let mut csv = String::from("day,started,finished,perfect,claimed,redeemed\n");
    for (day, counts) in days {
        let DayCounts { started, finished, perfect, claimed, redeemed } = counts;
        let _ = writeln!(csv, "{},{started},{finished},{perfect},{claimed},{redeemed}", clinic_time::date_of(*day));
    }
    csv
}

/// A field that begins like a formula would be run by a spreadsheet; it is opened as text instead.
fn quoted(field: &str) -> String {
    let tame = if field.starts_with(['=', '+', '-', '@']) { format!("'{field}") } else { field.to_owned() };
    if tame.contains([',', '"', '\n', '\r']) { format!("\"{}\"", tame.replace('"', "\"\"")) } else { tame }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spreadsheet_gets_text_and_no_formulas() {
        assert_eq!(quoted("a,\"b\""), "\"a,\"\"b\"\"\"");
        assert_eq!(quoted("=SUM(A1)"), "'=SUM(A1)");
        assert_eq!(quoted("ada@example.com"), "ada@example.com");
    }

    #[test]
    fn a_day_of_the_funnel_is_a_line() {
        let counts = DayCounts { started: 9, finished: 7, perfect: 5, claimed: 3, redeemed: 1 };
        assert_eq!(funnel(&[(1, counts)]).lines().last(), Some("1970-01-02,9,7,5,3,1"));
    }
}
