//! The search for issued codes at the desk.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use jiff::Timestamp;
use sqlx::query::Query;

use super::issued_code::{IssuedCode, issued_codes_from, to_issued_code};
use crate::{Dialect, Store, StoreError};
use clinic_rules::person::PersonKey;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Search {
    Latest,
    /// Upper-case letters and digits with which a code begins after its prefix, or its last four characters.
    Code(String),
    Person(PersonKey),
    /// What can be both. Reads every address.
    Text {
        code: Option<String>,
        /// Lower-case text with which the address begins.
        address: String,
    },
}

/// One page of search results.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IssuedCodePage {
    pub codes: Vec<IssuedCode>,
    /// Whether more codes match after the last one.
    pub more: bool,
}

/// The place of a code in the list: newest first, codes of the same moment by code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListPosition {
    pub issued_at: Timestamp,
    pub code: String,
}

const PAGE_SIZE: usize = 50;

/// A page begins after a position instead of after a number of rows: new codes do not move it. One row more than a page
/// shows whether there are more.
macro_rules! after {
    () => {
        "issued_at <= $1 AND (issued_at < $1 OR code > $2)"
    };
}

/// MATERIALIZED, because the database would otherwise read all codes from the newest to the oldest when few match. The
/// expressions are those of the indexes.
macro_rules! codes_beginning_with {
    ($byte_order:literal) => {
        issued_codes_from!(concat!(
            "(WITH found AS MATERIALIZED (
               SELECT * FROM claims
               WHERE REPLACE(SUBSTR(code, LENGTH(code) - 8), '-', '')",
            $byte_order,
            " >= $3 AND REPLACE(SUBSTR(code, LENGTH(code) - 8), '-', '')",
            $byte_order,
            " < $4 OR SUBSTR(code, LENGTH(code) - 3)",
            $byte_order,
            " >= $3 AND SUBSTR(code, LENGTH(code) - 3)",
            $byte_order,
            " < $4)
             SELECT * FROM found WHERE ",
            after!(),
            " ORDER BY issued_at DESC, code LIMIT 51) newest"
        ))
    };
}

const CODES_BEGINNING_WITH_ON_SQLITE: &str = codes_beginning_with!("");
const CODES_BEGINNING_WITH_ON_POSTGRES: &str = codes_beginning_with!(" COLLATE \"C\"");
/// Follows all letters and digits.
const AFTER_ALL_CHARACTERS: char = '~';

impl Store {
    /// The newest fifty matches, or the fifty after a position.
    pub async fn issued_codes(
        &self,
        search: &Search,
        after: Option<&ListPosition>,
    ) -> Result<IssuedCodePage, StoreError> {
        let mut found = BTreeMap::new();
        for (statement, texts) in self.statements_of(search) {
            let rows = self
                .read(async |mut connection| {
                    let query = sqlx::query(statement)
                        .bind(after.map_or(i64::MAX, |position| position.issued_at.as_millisecond()))
                        .bind(after.map_or("", |position| &position.code));
                    Ok::<_, StoreError>(texts.iter().fold(query, Query::bind).fetch_all(&mut *connection).await?)
                })
                .await?;
            for issued in rows.iter().map(to_issued_code) {
                let issued = issued?;
                found.insert((Reverse(issued.issued_at), issued.code.to_string()), issued);
            }
        }
        let more = found.len() > PAGE_SIZE;
        Ok(IssuedCodePage { codes: found.into_values().take(PAGE_SIZE).collect(), more })
    }

    /// The statements whose rows together are the result of a search, with their parameters from $3 on.
    fn statements_of(&self, search: &Search) -> Vec<(&'static str, Vec<String>)> {
        let by_code = |characters: &str| {
            let statement = match self.dialect {
                Dialect::Sqlite => CODES_BEGINNING_WITH_ON_SQLITE,
                Dialect::Postgres => CODES_BEGINNING_WITH_ON_POSTGRES,
            };
            (statement, vec![characters.to_owned(), format!("{characters}{AFTER_ALL_CHARACTERS}")])
        };
        match search {
            Search::Latest => vec![(issued_codes_from!(concat!("claims WHERE ", after!())), Vec::new())],
            Search::Code(characters) => vec![by_code(characters)],
            Search::Person(person) => {
                let statement = issued_codes_from!(concat!("claims WHERE ", after!(), " AND person = $3"));
                vec![(statement, vec![person.as_str().to_owned()])]
            }
            Search::Text { code, address } => {
                let statement =
                    issued_codes_from!(concat!("claims WHERE ", after!(), " AND LOWER(address) LIKE $3 ESCAPE '!'"));
                let by_address = (statement, vec![format!("{}%", escape_like(address))]);
                code.iter().map(|characters| by_code(characters)).chain([by_address]).collect()
            }
        }
    }
}

/// `%` and `_` stand for any text in a LIKE pattern. The statement names `!` as the escape character.
fn escape_like(text: &str) -> String {
    text.replace('!', "!!").replace('%', "!%").replace('_', "!_")
}
