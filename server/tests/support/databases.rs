//! The two databases for tests: a SQLite file in its own temporary folder, and a PostgreSQL database in a cluster that all
//! tests of the process share. A test that stops or configures PostgreSQL starts a cluster of its own.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use clinic_runtime::clock::Clock;
use clinic_store::{Store, TimeLimits};
use tempfile::TempDir;
use tokio::sync::OnceCell;

use super::TestClock;

/// Runs a scenario on SQLite and then on PostgreSQL.
pub async fn on_both<F, T>(scenario: F)
where
    F: Fn(String) -> T,
    T: Future<Output = ()>,
{
    let folder = TempDir::new().expect("a temporary folder");
    scenario(migrated_sqlite(&folder).await).await;
    let database = PostgresDatabase::migrated().await;
    scenario(database.url()).await;
}

/// Like `on_both`, for scenarios that make the tables themselves. The SQLite file does not exist yet.
pub async fn on_both_without_tables<F, T>(scenario: F)
where
    F: Fn(String) -> T,
    T: Future<Output = ()>,
{
    let folder = TempDir::new().expect("a temporary folder");
    scenario(sqlite(&folder)).await;
    let database = PostgresDatabase::create();
    scenario(database.url()).await;
}

/// For tests that keep a database busy on purpose, or repeat what it refuses: a busy machine must not reach a limit that is made for
/// visitors.
pub fn unhurried() -> TimeLimits {
    const NEVER: Duration = Duration::from_hours(1);
    TimeLimits { turn: NEVER, statement: NEVER, commit: NEVER, ask: NEVER, attempt: NEVER, retry_window: NEVER }
}

pub fn sqlite(folder: &TempDir) -> String {
    format!("sqlite:{}", folder.path().join("clinic.db").display())
}

/// A new file with this program's tables. They are made once for each process, and then copied: all migrations take longer than
/// many a test.
pub async fn migrated_sqlite(folder: &TempDir) -> String {
    static FILE: OnceCell<Vec<u8>> = OnceCell::const_new();
    let new_file = || async {
        let folder = TempDir::new().expect("a temporary folder");
        migrate(&sqlite(&folder)).await;
        std::fs::read(folder.path().join("clinic.db")).expect("the file")
    };
    std::fs::write(folder.path().join("clinic.db"), FILE.get_or_init(new_file).await).expect("written");
    sqlite(folder)
}

async fn migrate(url: &str) {
    Store::open(url, TestClock::default().now()).await.expect("the store opens").close().await;
}

/// A database in the shared cluster. It is deleted when dropped.
pub struct PostgresDatabase {
    name: String,
}

impl PostgresDatabase {
    /// Without tables.
    pub fn create() -> Self {
        Self::copy_of("template1")
    }

    /// With this program's tables, made as those of `migrated_sqlite`.
    pub async fn migrated() -> Self {
        static TEMPLATE: OnceCell<PostgresDatabase> = OnceCell::const_new();
        let new_template = || async {
            let database = Self::create();
            migrate(&database.url()).await;
            database
        };
        Self::copy_of(&TEMPLATE.get_or_init(new_template).await.name)
    }

    fn copy_of(template: &str) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("test_{}", COUNT.fetch_add(1, Ordering::Relaxed));
        run(&mut SHARED.psql(&format!("CREATE DATABASE {name} TEMPLATE {template}")));
        Self { name }
    }

    pub fn url(&self) -> String {
        SHARED.cluster.url().replace("/postgres?", &format!("/{}?", self.name))
    }
}

impl Drop for PostgresDatabase {
    fn drop(&mut self) {
        // Not a failure of the test: the whole cluster is deleted at the end.
        let _ = SHARED.psql(&format!("DROP DATABASE {} WITH (FORCE)", self.name)).stdout(Stdio::null()).status();
    }
}

static SHARED: LazyLock<SharedCluster> = LazyLock::new(SharedCluster::start);

/// `initdb` takes longer than most tests, so it runs once for each process: every other cluster starts with a copy.
struct SharedCluster {
    cluster: Cluster,
    template: PathBuf,
    /// A shell that stops the cluster and deletes its folder when its input is closed: when this process ends in any way.
    _stop_at_end: Child,
}

impl SharedCluster {
    fn start() -> Self {
        let cluster = Cluster::in_new_folder();
        let template = cluster.folder().join("template");
        run(tool("initdb").arg("--no-sync").args(["-A", "trust", "-U", "postgres", "-D"]).arg(&template));
        copy_folder(&template, &cluster.data());
        cluster.start_server();
        let script = r#"read -r _; "$@" >/dev/null; rm -rf "$0""#;
        let mut stop = Command::new("sh");
        stop.args(["-c", script]).arg(cluster.folder());
        let command = cluster.stop_command();
        stop.arg(command.get_program()).args(command.get_args()).current_dir("/");
        let stop = stop.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        Self { cluster, template, _stop_at_end: stop.expect("a shell") }
    }

    fn psql(&self, statement: &str) -> Command {
        let mut psql = Command::new(newest_bin_folder().join("psql"));
        psql.args(["--quiet", "--no-psqlrc", "-c", statement, &self.cluster.url()]);
        psql
    }
}

/// A PostgreSQL server that listens on a socket in its folder and is stopped when dropped.
pub struct Cluster {
    folder: TempDir,
}

impl Cluster {
    pub fn start() -> Self {
        let cluster = Self::in_new_folder();
        copy_folder(&SHARED.template, &cluster.data());
        cluster.start_server();
        cluster
    }

    /// Starts a standby that follows this server and answers reads.
    pub fn start_standby(&self) -> Self {
        let standby = Self::in_new_folder();
        let mut copy = tool("pg_basebackup");
        copy.args(["--no-sync", "--write-recovery-conf", "--checkpoint=fast", "-U", "postgres", "-h"]);
        run(copy.arg(self.folder()).arg("-D").arg(standby.data()));
        standby.start_server();
        standby
    }

    fn in_new_folder() -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        if is_root() {
            // PostgreSQL does not run as root, so its own user needs the folder.
            run(Command::new("chown").arg("postgres").arg(folder.path()));
        }
        Self { folder }
    }

    fn start_server(&self) {
        let options = format!(
            "-c listen_addresses= -c unix_socket_directories={} -c fsync=off -c max_connections=300",
            self.folder.path().display()
        );
        let log = self.folder.path().join("log");
        run(tool("pg_ctl")
            .args(["start", "-w", "-t", "120", "-o"])
            .arg(options)
            .arg("-l")
            .arg(log)
            .arg("-D")
            .arg(self.data()));
    }

    fn stop_command(&self) -> Command {
        let mut command = tool("pg_ctl");
        command.args(["stop", "-m", "immediate", "-D"]).arg(self.data());
        command
    }

    /// Sends a signal such as `STOP` or `CONT` to the server and its processes.
    pub fn signal(&self, name: &str) {
        let file = std::fs::read_to_string(self.data().join("postmaster.pid")).expect("the server runs");
        let main = file.lines().next().expect("a process number").to_owned();
        let children = Command::new("pgrep").args(["-P", &main]).output().expect("`pgrep` runs").stdout;
        let children = String::from_utf8(children).expect("numbers");
        run(Command::new("kill").arg(format!("-{name}")).arg(&main).args(children.lines()));
    }

    /// A busy machine may need longer for a connection than a visitor should wait.
    pub fn url(&self) -> String {
        format!("{}&connect_timeout=600", self.url_with_usual_limits())
    }

    /// For tests in which the database stops to answer.
    pub fn url_with_usual_limits(&self) -> String {
        format!("postgres://postgres@localhost/postgres?host={}", self.folder.path().display())
    }

    /// Creates a role with the password `hunter2` and its database with the statements of docs/operations.md.
    pub fn create_database_of_the_site(&self) -> String {
        for statement in ["CREATE ROLE clinic LOGIN PASSWORD 'hunter2'", "CREATE DATABASE clinic OWNER clinic"] {
            run(tool("psql").args(["--quiet", "-c", statement, &self.url()]));
        }
        self.url().replace("postgres@localhost/postgres?", "clinic:hunter2@localhost/clinic?")
    }

    /// The folder of the socket.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The folder with its configuration files.
    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }
}

/// Writes a backup of a PostgreSQL database with the command of docs/operations.md.
pub fn dump(url: &str, file: &Path) {
    let dump = tool("pg_dump").args(["--format=custom", url]).output().expect("`pg_dump` runs");
    assert!(dump.status.success(), "{}", String::from_utf8_lossy(&dump.stderr));
    std::fs::write(file, dump.stdout).expect("the backup is written");
}

pub fn restore(url: &str, file: &Path) {
    let dump = std::fs::File::open(file).expect("a backup");
    run(tool("pg_restore")
        .args(["--clean", "--if-exists", "--no-owner", "--exit-on-error", "--dbname", url])
        .stdin(dump));
}

impl Drop for Cluster {
    fn drop(&mut self) {
        run(&mut self.stop_command());
    }
}

/// With owners and modes: PostgreSQL accepts only a folder that nobody else can read.
fn copy_folder(from: &Path, to: &Path) {
    run(Command::new("cp").arg("-a").arg(from).arg(to));
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output().expect("`id` runs");
    id.stdout == b"0\n"
}

fn tool(name: &str) -> Command {
    let path = newest_bin_folder().join(name);
    let mut command = if is_root() {
        let mut command = Command::new("runuser");
        command.args(["-u", "postgres", "--"]).arg(path);
        command
    } else {
        Command::new(path)
    };
    command.current_dir("/");
    command
}

fn newest_bin_folder() -> PathBuf {
    let mut versions: Vec<PathBuf> = std::fs::read_dir("/usr/lib/postgresql")
        .expect("PostgreSQL is installed; `make test` does that")
        .map(|entry| entry.expect("a readable folder").path().join("bin"))
        .filter(|bin: &PathBuf| Path::new(bin).join("initdb").exists())
        .collect();
    versions.sort();
    versions.pop().expect("PostgreSQL is installed; `make test` does that")
}

fn run(command: &mut Command) {
    // A server that inherited our stdout would keep it open after the test has ended.
    let status = command.stdout(Stdio::null()).status().expect("the command starts");
    assert!(status.success(), "{command:?} failed");
}
