//! CSV downloads: the claims, the daily statistics and the visits in figures.

use axum::body::Body;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use csv::Writer;
use jiff::Timestamp;

use clinic_rules::clinic_time;
use clinic_store::{ClaimRecord, DayCounts, Store, StoreError, VisitCounts, VisitGroup};

/// All claims as CSV, one page after the other: a million of them need no more memory than a thousand.
pub struct ClaimPages {
    store: Store,
    last: Option<ClaimRecord>,
    has_header: bool,
}

impl ClaimPages {
    pub fn new(store: Store) -> Self {
        Self { store, last: None, has_header: false }
    }

    /// The next lines; `None` at the end.
    pub async fn next(&mut self) -> Result<Option<String>, StoreError> {
        let page = self.store.claims_page(self.last.as_ref()).await?;
        if page.is_empty() && self.has_header {
            return Ok(None);
        }
        let header = (!self.has_header).then_some(CLAIMS_HEADER);
        let text = claims(header, &page);
        self.has_header = true;
        self.last = page.into_iter().next_back().or(self.last.take());
        Ok(Some(text))
    }
}

const CLAIMS_HEADER: [&str; 7] =
    ["code", "address", "issued_at", "valid_until", "redeemed_at", "redeemed_by", "cancelled_at"];

fn claims(header: Option<[&str; 7]>, claims: &[ClaimRecord]) -> String {
    let format_time = |at: Option<Timestamp>| at.map(|at| at.to_string()).unwrap_or_default();
    let rows = claims.iter().map(|claim| {
        [
            claim.code.clone(),
            claim.address.clone(),
            claim.issued_at.to_string(),
            claim.valid_until.to_string(),
            format_time(claim.redeemed_at),
            claim.redeemed_by.clone().unwrap_or_default(),
            format_time(claim.void_at),
        ]
    });
    write(header, rows)
}

/// `days` are pairs of a day number and the counts of that day.
pub fn statistics(days: &[(i64, DayCounts)]) -> String {
    let rows = days.iter().map(|(day, counts)| {
        let DayCounts { started, finished, perfect, claimed, redeemed } = counts;
        let [started, finished, perfect, claimed, redeemed] =
            [started, finished, perfect, claimed, redeemed].map(ToString::to_string);
        [clinic_time::date_of_day_number(*day).to_string(), started, finished, perfect, claimed, redeemed]
    });
    write(Some(["day", "started", "finished", "perfect", "claimed", "redeemed"]), rows)
}

/// One line for each day, service and source that had visits.
pub fn visits(groups: &[VisitGroup]) -> String {
    let rows = groups.iter().map(|VisitGroup { day, service, source, counts, .. }| {
        let VisitCounts { booked, came, missed, cancelled, returning, reminded, missed_reminded, ahead, waiting_days } =
            counts;
        let numbers = [booked, came, missed, cancelled, returning, reminded, missed_reminded, ahead, waiting_days]
            .map(u64::to_string);
        let [booked, came, missed, cancelled, returning, reminded, missed_reminded, ahead, waiting_days] = numbers;
        let (day, source) = (clinic_time::date_of_day_number(*day).to_string(), source.into_str().to_owned());
        [
            day,
            service.clone(),
            source,
            booked,
            came,
            missed,
            cancelled,
            returning,
            reminded,
            missed_reminded,
            ahead,
            waiting_days,
        ]
    });
    let header = [
        "day",
        "service",
        "source",
        "booked",
        "came",
        "missed",
        "cancelled",
        "came_again",
        "reminded",
        "missed_although_reminded",
        "booked_ahead",
        "waiting_days_of_all",
    ];
    write(Some(header), rows)
}

/// The response for a download with this file name.
pub fn download(file_name: &str, csv: impl Into<Body>) -> Response {
    let disposition = format!("attachment; filename=\"{file_name}\"");
    let disposition = HeaderValue::from_str(&disposition).expect("our file names are ASCII");
    let content_type = HeaderValue::from_static("text/csv; charset=utf-8");
    ([(header::CONTENT_TYPE, content_type), (header::CONTENT_DISPOSITION, disposition)], csv.into()).into_response()
}

fn write<const N: usize>(header: Option<[&str; N]>, rows: impl Iterator<Item = [String; N]>) -> String {
    let mut writer = Writer::from_writer(Vec::new());
    if let Some(header) = header {
        writer.write_record(header).expect("writing to memory does not fail");
    }
    for row in rows {
        writer.write_record(row.map(escape_formula)).expect("writing to memory does not fail");
    }
    let bytes = writer.into_inner().expect("writing to memory does not fail");
    String::from_utf8(bytes).expect("the fields are UTF-8")
}

/// Spreadsheets run a cell that begins like a formula. With a leading apostrophe they show it as text.
fn escape_formula(field: String) -> String {
    if field.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{field}") } else { field }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_and_formulas_escaped() {
        let rows = [["a,\"b\"".to_owned(), "=SUM(A1)".to_owned(), "ada@example.com".to_owned()]];
        assert_eq!(
            write(Some(["x", "y", "z"]), rows.into_iter()),
            "x,y,z\n\"a,\"\"b\"\"\",'=SUM(A1),ada@example.com\n"
        );
    }

    #[test]
    fn everything_that_a_spreadsheet_takes_for_a_formula_is_escaped() {
        for start in ["=", "+", "-", "@", "\t", "\r"] {
            let line = write(None, [[format!("{start}1")]].into_iter());
            assert!(line.trim_start_matches('"').starts_with(&format!("'{start}1")), "{line:?}");
        }
    }

    #[test]
    fn each_day_of_the_statistics_is_a_line() {
        let counts = DayCounts { started: 9, finished: 7, perfect: 5, claimed: 3, redeemed: 1 };
        assert_eq!(statistics(&[(1, counts)]).lines().last(), Some("1970-01-02,9,7,5,3,1"));
    }
}
