//! Copies all data from SQLite to an empty PostgreSQL database, in one transaction there. The tables and columns are read
//! from the schema, so that a new table is not forgotten.

use std::collections::BTreeSet;

use sqlx::{AnyConnection, AssertSqlSafe, Executor, Row};

use super::{migrate, open};
use crate::{Dialect, Store, StoreError, TimeLimits};

/// With 16 columns, a tenth of the parameters that PostgreSQL accepts in one statement.
const ROWS_PER_STATEMENT: u32 = 400;
/// Rows with bytes can be pictures of several megabytes.
const ROWS_WITH_BYTES_PER_STATEMENT: u32 = 4;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopiedTable {
    pub name: String,
    pub rows: u64,
}

struct Table {
    name: String,
    columns: Vec<(String, ColumnType)>,
    /// The tables that its foreign keys refer to. Their rows must be copied first.
    parents: BTreeSet<String>,
}

/// The migrations use no other types.
#[derive(Clone, Copy)]
enum ColumnType {
    Text,
    BigInt,
    Bytes,
}

impl Table {
    fn rows_per_statement(&self) -> u32 {
        let has_bytes = self.columns.iter().any(|(_, column_type)| matches!(column_type, ColumnType::Bytes));
        if has_bytes { ROWS_WITH_BYTES_PER_STATEMENT } else { ROWS_PER_STATEMENT }
    }
}

impl Store {
    /// Creates the tables in the target and copies all rows of this SQLite database.
    ///
    /// # Errors
    /// When this is no SQLite database, or the target is not empty or not PostgreSQL. The target is then unchanged.
    pub async fn copy_to_postgres(&self, target: &str) -> Result<Vec<CopiedTable>, StoreError> {
        let is_postgres = target.starts_with("postgres:") || target.starts_with("postgresql:");
        if self.dialect != Dialect::Sqlite || !is_postgres {
            return Err(StoreError::CopyDirection);
        }
        let target = open::open_postgres(target, TimeLimits::default()).await?;
        let copied = self.copy_to(&target).await;
        target.close().await;
        copied
    }

    async fn copy_to(&self, target: &Store) -> Result<Vec<CopiedTable>, StoreError> {
        let mut source = self.reader.acquire().await?;
        // Closing it ends the read transaction, also after an error. The transaction makes all tables as of one time.
        source.close_on_drop();
        source.execute("BEGIN").await?;
        let mut tx = target.begin().await?;
        migrate::create_tables(&mut tx).await?;
        let tables = read_schema(&mut tx).await?;
        check_same_tables(&mut source, &tables).await?;
        let mut copied = Vec::new();
        for table in parents_first(tables) {
            let rows = copy_table(&mut source, &mut tx, &table).await?;
            copied.push(CopiedTable { name: table.name, rows });
        }
        tx.commit().await?;
        Ok(copied)
    }
}

async fn read_schema(target: &mut AnyConnection) -> Result<Vec<Table>, StoreError> {
    let columns: Vec<(String, String, String)> = sqlx::query_as(
        "SELECT CAST(table_name AS TEXT), CAST(column_name AS TEXT), CAST(data_type AS TEXT)
         FROM information_schema.columns WHERE table_schema = current_schema() ORDER BY table_name, ordinal_position",
    )
    .fetch_all(&mut *target)
    .await?;
    let references: Vec<(String, String)> = sqlx::query_as(
        "SELECT CAST(child.relname AS TEXT), CAST(parent.relname AS TEXT) FROM pg_constraint
         JOIN pg_class child ON child.oid = conrelid JOIN pg_class parent ON parent.oid = confrelid
         WHERE contype = 'f' AND connamespace = CAST(current_schema() AS regnamespace) AND conrelid <> confrelid",
    )
    .fetch_all(target)
    .await?;
    let mut tables: Vec<Table> = Vec::new();
    for (table, column, data_type) in columns {
        let column_type = match data_type.as_str() {
            "text" => ColumnType::Text,
            "bigint" => ColumnType::BigInt,
            "bytea" => ColumnType::Bytes,
            other => {
                let reason = format!("its column {column} has the type {other}, which this program does not copy");
                return Err(StoreError::NotCopied { table, reason });
            }
        };
        match tables.last_mut() {
            Some(last) if last.name == table => last.columns.push((column, column_type)),
            _ => {
                let parents = references.iter().filter(|(child, _)| *child == table).map(|(_, parent)| parent.clone());
                let parents = parents.collect();
                tables.push(Table { name: table, columns: vec![(column, column_type)], parents });
            }
        }
    }
    Ok(tables)
}

async fn check_same_tables(source: &mut AnyConnection, tables: &[Table]) -> Result<(), StoreError> {
    let names: Vec<String> =
        sqlx::query_scalar("SELECT name FROM sqlite_master WHERE type = 'table' AND substr(name, 1, 7) <> 'sqlite_'")
            .fetch_all(source)
            .await?;
    let (source, target): (BTreeSet<&str>, BTreeSet<&str>) =
        (names.iter().map(String::as_str).collect(), tables.iter().map(|table| table.name.as_str()).collect());
    match source.symmetric_difference(&target).next() {
        None => Ok(()),
        Some(&table) => {
            let reason = "it is not a table of this program, or it is missing".to_owned();
            Err(StoreError::NotCopied { table: table.to_owned(), reason })
        }
    }
}

fn parents_first(mut tables: Vec<Table>) -> Vec<Table> {
    let mut sorted: Vec<Table> = Vec::new();
    while !tables.is_empty() {
        let is_ready =
            |table: &Table| table.parents.iter().all(|parent| sorted.iter().any(|done| done.name == *parent));
        // Without a table that is ready the references form a circle, and PostgreSQL will refuse the rows.
        let next = tables.iter().position(is_ready).unwrap_or(0);
        sorted.push(tables.remove(next));
    }
    sorted
}

async fn copy_table(source: &mut AnyConnection, target: &mut AnyConnection, table: &Table) -> Result<u64, StoreError> {
    let names: Vec<String> = table.columns.iter().map(|(name, _)| format!("\"{name}\"")).collect();
    let (name, names, limit) = (&table.name, names.join(", "), table.rows_per_statement());
    let select = format!("SELECT {names}, rowid FROM \"{name}\" WHERE rowid > $1 ORDER BY rowid LIMIT {limit}");
    let (mut copied, mut last_row) = (0, i64::MIN);
    loop {
        let rows = sqlx::query(AssertSqlSafe(select.clone())).bind(last_row).fetch_all(&mut *source).await?;
        let Some(last) = rows.last() else { return Ok(copied) };
        last_row = last.try_get(table.columns.len())?;
        let width = table.columns.len();
        let values: Vec<String> = (0..rows.len())
            .map(|row| {
                let parameters: Vec<String> = (1..=width).map(|column| format!("${}", row * width + column)).collect();
                format!("({})", parameters.join(", "))
            })
            .collect();
        let insert = format!("INSERT INTO \"{name}\" ({names}) VALUES {}", values.join(", "));
        let mut query = sqlx::query(AssertSqlSafe(insert));
        for row in &rows {
            for (index, (column, column_type)) in table.columns.iter().enumerate() {
                let unexpected = |error: sqlx::Error| StoreError::NotCopied {
                    table: name.clone(),
                    reason: format!("a value in its column {column} is not of the right type ({error})"),
                };
                query = match column_type {
                    ColumnType::Text => query.bind(row.try_get::<Option<String>, _>(index).map_err(unexpected)?),
                    ColumnType::BigInt => query.bind(row.try_get::<Option<i64>, _>(index).map_err(unexpected)?),
                    ColumnType::Bytes => query.bind(row.try_get::<Option<Vec<u8>>, _>(index).map_err(unexpected)?),
                };
            }
        }
        copied += query.execute(&mut *target).await?.rows_affected();
    }
}
