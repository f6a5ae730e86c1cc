//! The connection to SQLite or PostgreSQL: opening, migrations, transactions, backup.

mod backup;
mod group_commit;
mod migrate;
mod open;
mod probe;

pub use group_commit::{Change, Writer};
