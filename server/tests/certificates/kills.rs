//! The program is killed at every step of an order. The next start continues the same order.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use clinic_runtime::clock::{Clock, System};

use super::authority::Authority;
use crate::support::waiting::eventually;
use crate::test_server::TestServer;

const STEPS: [&str; 7] = ["account", "order", "order state", "authorization", "challenge", "finalize", "certificate"];

fn flags(authority: &Authority) -> Vec<String> {
    let ca = authority.ca().display().to_string();
    let directory = authority.directory();
    ["--domain", "clinic.example", "--listen-tls", "127.0.0.1:0", "--acme-directory", &directory, "--acme-ca", &ca]
        .into_iter()
        // The next start waits for the lease of the killed process.
        .chain(["--order-lease", "1s"])
        .map(str::to_owned)
        .collect()
}

async fn kill_after(step: &'static str) {
    let authority = Authority::start(Arc::new(System) as Arc<dyn Clock>).await;
    let process = Arc::new(AtomicU32::new(0));
    authority.after({
        let process = Arc::clone(&process);
        move |resource| {
            if resource != step {
                return;
            }
            // The first requests come before the test knows the process.
            while process.load(Ordering::SeqCst) == 0 {
                std::thread::sleep(Duration::from_millis(5));
            }
            let id = process.load(Ordering::SeqCst).to_string();
            let _ = std::process::Command::new("kill").args(["-KILL", &id]).status();
        }
    });
    let arguments = flags(&authority);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let server = TestServer::start(&arguments);
    process.store(server.process_id(), Ordering::SeqCst);
    eventually("the kill", || async { authority.requests(step) > 0 }).await;
    let (_, data) = server.stop_and_keep_data();
    authority.behave();
    let server = TestServer::start_in(data, &arguments);
    let is_done = || async { server.log().contains("serving the certificate for clinic.example") };
    eventually("the certificate", is_done).await;
    let records = authority.records();
    assert_eq!((records.accounts.len(), records.orders.len()), (1, 1), "killed after {step}");
    assert!(!server.log().contains("no new certificate"), "killed after {step}: {}", server.log());
}

#[tokio::test(flavor = "multi_thread")]
async fn order_continues_after_a_kill_at_any_step() {
    // In three groups, so that not all servers start at once.
    for steps in STEPS.chunks(3) {
        let runs: Vec<_> = steps.iter().map(|step| tokio::spawn(kill_after(step))).collect();
        for run in runs {
            run.await.expect("the run succeeds");
        }
    }
}
