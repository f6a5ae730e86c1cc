//! The shipped configuration in `deploy/`. `bench/faults reverse-proxy` runs nginx with it.

mod test_server;

use std::fs;
use std::path::Path;

use test_server::run;

fn shipped(file: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy").join(file)).expect("a file")
}

#[test]
fn shipped_proxies_use_the_address_of_the_shipped_service() {
    let service = shipped("clinic.service");
    assert!(!service.contains("--listen"), "the service listens on the default address");
    let help = run(&["serve", "--help"]).1;
    let default = "127.0.0.1:8080";
    assert!(help.contains(&format!("[default: {default}]")), "{help}");

    let nginx = shipped("nginx.conf");
    let upstreams: Vec<&str> = nginx
        .lines()
        .filter_map(|line| line.trim().strip_prefix("server ")?.split_once(' '))
        .map(|(address, _)| address)
        .filter(|address| address.contains(':'))
        .collect();
    assert_eq!(upstreams, [default], "one instance until more are enabled");
    assert!(shipped("Caddyfile").contains(&format!("reverse_proxy {default}\n")));
}
