//! Records the SQL statements that the store executes, from the log of sqlx. One log for the whole process, because SQLite
//! runs statements on threads of its own: tests that use it must not run at the same time.

use std::fmt::Debug;
use std::sync::{Mutex, Once};

use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};

#[derive(Debug, Clone, Default)]
pub struct Statement {
    pub sql: String,
    pub rows_returned: u64,
    pub rows_affected: u64,
}

static STATEMENTS: Mutex<Vec<Statement>> = Mutex::new(Vec::new());
static START: Once = Once::new();

/// Starts recording, or forgets what was recorded before.
pub fn start() {
    START.call_once(|| {
        let subscriber = tracing_subscriber::registry().with(StatementLayer);
        tracing::subscriber::set_global_default(subscriber).expect("the only subscriber");
    });
    take();
}

/// The statements since the last call, in the order in which they ended.
pub fn take() -> Vec<Statement> {
    std::mem::take(&mut STATEMENTS.lock().expect("the statements"))
}

struct StatementLayer;

impl<S: Subscriber> Layer<S> for StatementLayer {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        if event.metadata().target() == "sqlx::query" {
            let mut statement = Statement::default();
            event.record(&mut statement);
            STATEMENTS.lock().expect("the statements").push(statement);
        }
    }
}

impl Visit for Statement {
    /// `summary` is the whole statement when it is short; then `db.statement` is empty.
    fn record_str(&mut self, field: &Field, value: &str) {
        if matches!(field.name(), "summary" | "db.statement") && !value.is_empty() {
            value.trim().clone_into(&mut self.sql);
        }
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        match field.name() {
            "rows_returned" => self.rows_returned = value,
            "rows_affected" => self.rows_affected = value,
            _ => {}
        }
    }

    fn record_debug(&mut self, _: &Field, _: &dyn Debug) {}
}
