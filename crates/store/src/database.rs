//! The connection to SQLite or PostgreSQL: opening, migrations, transactions, backup, copying to PostgreSQL.

mod backup;
mod connection_check;
mod copy_to_postgres;
mod group_commit;
mod integrity;
mod lock_holders;
mod migrate;
mod open;
mod postgres_transaction;
mod retry;
mod shared_or_exclusive_lock;
mod transaction;
mod url;
mod wait_for_read_data;

pub use backup::verify;
pub use copy_to_postgres::CopiedTable;
pub use group_commit::{Change, Writer};
pub use migrate::{has_practice_puzzles, has_puzzle_sets, has_unpinned_sets, newest as newest_schema, schemas};
pub use open::escape;
pub use retry::retry;
pub use shared_or_exclusive_lock::InstanceLock;
pub use url::Location;
