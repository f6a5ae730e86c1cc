//! The shipped configuration in `deploy/`. `bench/faults reverse-proxy` runs nginx with it.

use std::fs;
use std::path::Path;
use std::process::Command;

use clinic_site::page_registry::PAGES;

use crate::test_server::run;

fn shipped(file: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy").join(file)).expect("a file")
}

#[test]
fn shipped_proxies_use_the_address_of_the_shipped_service() {
    let service = shipped("clinic.service");
    assert!(!service.contains("--listen"), "the service listens on the default address");
    let help = run(&["serve", "--help"]).1;
    let default = "127.0.0.1:8080";
    assert!(help.contains(&format!("[default: {default};")), "{help}");

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

/// `bench/faults reverse-proxy` runs nginx with it and reads the log.
#[test]
fn shipped_proxy_logs_neither_the_address_of_a_visitor_nor_what_was_sent_in_a_path_or_query() {
    let nginx = shipped("nginx.conf");
    let (_, format) = nginx.split_once("log_format clinic ").expect("a log format");
    let (format, _) = format.split_once(';').expect("its end");
    let variables: Vec<&str> = format
        .split('$')
        .skip(1)
        .map(|rest| rest.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).next().unwrap_or_default())
        .collect();
    let allowed = [
        "time_iso8601",
        "request_method",
        "logged_path",
        "status",
        "body_bytes_sent",
        "request_time",
        "upstream_addr",
        "upstream_status",
    ];
    assert_eq!(variables, allowed);
    // Each of the two servers, because nginx's default log has addresses and queries.
    let directives = |name: &str| nginx.lines().filter(|line| line.trim_start().starts_with(name)).count();
    assert_eq!((directives("server {"), directives("access_log "), directives("error_log ")), (2, 2, 2));
    assert_eq!(nginx.matches("access_log /var/log/nginx/clinic.log clinic;").count(), 2);
    assert_eq!(nginx.matches("error_log /var/log/nginx/clinic-error.log alert;").count(), 2);
}

#[test]
fn shipped_proxy_logs_the_beginning_of_every_page() {
    let nginx = shipped("nginx.conf");
    let (_, pages) = nginx.split_once("(?<page>/(?:").expect("the pages");
    let pages: Vec<&str> = pages.split_once(')').expect("their end").0.split('|').collect();
    for page in PAGES.iter().filter(|page| page.kind != "not-found") {
        let first = page.path.split('/').nth(1).expect("a path");
        assert!(pages.contains(&first), "nginx logs {first} as (other)");
    }
}

/// systemd-analyze gives 10 points to a service that may do everything, and less for each restriction.
#[test]
fn shipped_services_are_rated_below_2_by_systemd() {
    for file in ["clinic.service", "clinic@.service"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy").join(file);
        let analysis = Command::new("systemd-analyze")
            .args(["security", "--offline=true", "--threshold=20", "--no-pager"])
            .arg(&path)
            .output()
            .expect("systemd-analyze runs: install systemd");
        let text = String::from_utf8_lossy(&analysis.stdout);
        assert!(analysis.status.success(), "{file}: {}", text.lines().last().unwrap_or_default());
        assert!(text.contains("Overall exposure level for clinic"), "{text}");
    }
}

#[test]
fn shipped_services_are_started_again_however_often_a_start_fails() {
    for file in ["clinic.service", "clinic@.service"] {
        let service = shipped(file);
        let (unit, rest) = service.split_once("[Service]").expect("a section");
        // The settings of Debian 12: `RestartSteps` came later.
        assert!(unit.lines().any(|line| line == "StartLimitIntervalSec=0"), "{file}");
        for setting in ["Restart=always", "RestartSec=5"] {
            assert!(rest.lines().any(|line| line == setting), "{file} has no {setting}");
        }
    }
}

#[test]
fn shipped_proxy_lets_editors_upload_pictures_and_answers_the_api_in_json() {
    let nginx = shipped("nginx.conf");
    let location = |name: &str| {
        let (_, rest) = nginx.rsplit_once(&format!("location {name} {{")).unwrap_or_else(|| panic!("no {name}"));
        rest.split_once("\n    }").expect("an end").0.to_owned()
    };
    let limit = location("/api/desk/")
        .lines()
        .find_map(|line| line.trim().strip_prefix("client_max_body_size ")?.strip_suffix("m;")?.parse::<usize>().ok());
    // The form around the picture needs some bytes too.
    assert!(limit.is_some_and(|limit| limit * 1024 * 1024 > clinic_images::MAX_FILE_BYTES), "{limit:?}");
    assert!(nginx.contains("client_max_body_size 64k;"), "strangers send little");
    for api in ["/api/", "/api/desk/", "/api/plays"] {
        for error_page in ["error_page 413 = @too_large;", "error_page 502 504 = @unavailable;"] {
            assert!(location(api).contains(error_page), "{api} has no {error_page}");
        }
    }
    for named in ["@too_large", "@unavailable"] {
        let answer = location(named);
        assert!(answer.contains("default_type application/json;"), "{answer}");
        let json = answer.split('\'').nth(1).expect("a body");
        let body: serde_json::Value = serde_json::from_str(json).expect("JSON");
        assert!(body["error"]["code"].is_string() && body["error"]["message"].is_string(), "{body}");
    }
}

#[test]
fn shipped_services_limit_their_memory() {
    for file in ["clinic.service", "clinic@.service"] {
        let service = shipped(file);
        let limit = service.lines().find_map(|line| line.strip_prefix("MemoryMax=")?.strip_suffix('M'));
        let limit: u32 = limit.and_then(|limit| limit.parse().ok()).unwrap_or_else(|| panic!("{file} has no limit"));
        assert!((256..=1024).contains(&limit), "{file}: {limit} MiB");
    }
}

#[test]
fn shipped_services_keep_their_data_private() {
    for (file, folders) in [("clinic.service", "clinic clinic-backups"), ("clinic@.service", "clinic clinic/%i")] {
        let service = shipped(file);
        for setting in [&format!("StateDirectory={folders}"), "StateDirectoryMode=0700", "UMask=0077"] {
            assert!(service.lines().any(|line| line == setting), "{file} has no {setting}");
        }
    }
}
