//! A row of the database as JSON, for the copy of their data that a person asks for. Every column is in it, so that a new one
//! cannot be forgotten.

use serde_json::{Map, Value, json};
use sqlx::any::{AnyRow, AnyTypeInfoKind};
use sqlx::{AnyConnection, AssertSqlSafe, Column, Row, ValueRef};

use super::{batch, placeholders};
use crate::{StoreError, to_time};
use clinic_rules::clinic_time;

/// The rows of a table whose column has one of these values.
pub async fn export_rows<'a>(
    connection: &mut AnyConnection,
    table: &'static str,
    column: &'static str,
    order: &'static str,
    values: impl IntoIterator<Item = &'a String>,
) -> Result<Vec<Value>, StoreError> {
    let values: Vec<&String> = values.into_iter().collect();
    let mut exported = Vec::new();
    for values in values.chunks(batch!()) {
        let list = placeholders(values.len(), |number| format!("${number}"));
        let statement = format!("SELECT * FROM {table} WHERE {column} IN ({list}) ORDER BY {order}");
        let query = sqlx::query(AssertSqlSafe(statement)).persistent(false);
        let rows = values.iter().fold(query, |query, value| query.bind(*value)).fetch_all(&mut *connection).await?;
        exported.extend(rows.iter().map(to_json).collect::<Result<Vec<_>, _>>()?);
    }
    Ok(exported)
}

fn to_json(row: &AnyRow) -> Result<Value, StoreError> {
    let mut fields = Map::new();
    for column in row.columns() {
        let name = column.name();
        let value = row.try_get_raw(name)?;
        let kind = value.type_info().kind();
        let json = match kind {
            _ if value.is_null() => Value::Null,
            AnyTypeInfoKind::SmallInt | AnyTypeInfoKind::Integer | AnyTypeInfoKind::BigInt => {
                number_to_json(name, row.try_get(name)?)?
            }
            AnyTypeInfoKind::Text => Value::String(row.try_get(name)?),
            _ => return Err(StoreError::Corrupt("a column of a type that is not exported")),
        };
        fields.insert(name.to_owned(), json);
    }
    Ok(Value::Object(fields))
}

/// Times and days are numbers in the database; their columns have names that say so.
fn number_to_json(column: &str, number: i64) -> Result<Value, StoreError> {
    Ok(if column.ends_with("_at") || column.ends_with("_until") {
        json!(to_time(number)?)
    } else if column == "day" || column.ends_with("_day") {
        json!(clinic_time::date_of_day_number(number))
    } else {
        json!(number)
    })
}
