//! What a visitor's browser, a search engine or a curious stranger gets from the served site.

mod test_server;

use reqwest::header::{HeaderMap, HeaderName};
use reqwest::{Method, StatusCode};
use test_server::TestServer;

const PAGES: [(&str, &str); 9] = [
    ("/home", "See"),
    ("/services", "Glaucoma screening"),
    ("/outreaches", "Places of worship"),
    ("/articles", "Cataract"),
    ("/about-us", "Trusted Eye Care for you and your family."),
    ("/team", "over 30 years"),
    ("/visionTest", "Play. Spot. Win!"),
    ("/privacy", "Nigeria Data Protection"),
    ("/articles/first-aid-for-the-eye", "Sources"),
];

fn header<'a>(headers: &'a HeaderMap, name: &str) -> &'a str {
    headers.get(name).map_or("", |value| value.to_str().expect("readable"))
}

#[tokio::test]
async fn every_page_is_complete_html_before_any_script() {
    let server = TestServer::open(&[]);
    for (path, words) in PAGES {
        let answer = server.get(path).await;
        assert_eq!(answer.status(), StatusCode::OK, "{path}");
        let html = answer.text().await.expect("text");
        assert!(html.starts_with("<!doctype html>"), "{path}");
        assert!(html.contains(words), "{path} does not say \"{words}\"");
        for part in ["<h1", "Working Hours", "Follow Us", "View in Map", "application/ld+json", "og:image", "canonical"]
        {
            assert!(html.contains(part), "{path} has no {part}");
        }
        assert!(!html.contains(" style=\""), "{path} has an inline style, which its own policy forbids");
    }
}

#[tokio::test]
async fn the_root_leads_home_and_typed_addresses_are_forgiven() {
    let server = TestServer::open(&[]);
    for (typed, meant) in
        [("/", "/home"), ("/Home/", "/home"), ("/visiontest", "/visionTest"), ("/about-us/", "/about-us")]
    {
        let answer = server.get(typed).await;
        assert_eq!(answer.status(), StatusCode::PERMANENT_REDIRECT, "{typed}");
        assert_eq!(header(answer.headers(), "location"), meant);
    }
}

#[tokio::test]
async fn what_is_not_there_is_a_404_in_the_callers_own_form() {
    let server = TestServer::open(&[]);
    for (path, kind) in [
        ("/nothing", "text/html; charset=utf-8"),
        ("/articles/nothing", "text/html; charset=utf-8"),
        ("/data/nothing.json", "application/json"),
        ("/assets/nothing.js", "text/plain; charset=utf-8"),
        ("/api/nothing", "application/json"),
        ("/..%2f..%2fetc/passwd", "text/html; charset=utf-8"),
    ] {
        let answer = server.get(path).await;
        assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{path}");
        assert_eq!(header(answer.headers(), "content-type"), kind, "{path}");
    }
}

#[tokio::test]
async fn the_security_headers_are_on_every_answer_and_all_of_them_on_documents() {
    let server = TestServer::open(&["--site-url", "https://clinic.example"]);
    let everywhere = [
        "content-security-policy",
        "x-content-type-options",
        "cross-origin-resource-policy",
        "strict-transport-security",
    ];
    let documents = ["referrer-policy", "cross-origin-opener-policy", "permissions-policy", "x-frame-options"];
    for path in
        ["/", "/home", "/nothing", "/api/nothing", "/assets/nothing.js", "/healthz", "/sitemap.xml", "/data/home.json"]
    {
        let answer = server.get(path).await;
        let is_document = header(answer.headers(), "content-type").starts_with("text/html");
        for name in everywhere.iter().chain(documents.iter().filter(|_| is_document)) {
            assert!(answer.headers().contains_key(HeaderName::from_static(name)), "{path} lacks {name}");
        }
        assert!(!header(answer.headers(), "content-security-policy").contains("unsafe"), "{path}");
    }
    let policy = server.get("/home").await;
    let policy = header(policy.headers(), "content-security-policy");
    assert!(policy.contains("require-trusted-types-for 'script'"), "{policy}");
}

#[tokio::test]
async fn what_was_worked_for_can_be_found_in_the_log_by_its_id() {
    let server = TestServer::open(&[]);
    for (path, has_id) in [("/home", false), ("/nothing", true), ("/api/nothing", true), ("/healthz", true)] {
        let answer = server.get(path).await;
        let id = answer.headers().get("x-request-id").map(|id| id.to_str().expect("text").to_owned());
        assert_eq!(id.is_some(), has_id, "{path}");
        if let Some(id) = id {
            assert!(server.says(&id).await, "{path}: {id} is not in the log:\n{}", server.said());
        }
    }
}

#[tokio::test]
async fn pages_are_revalidated_and_assets_kept_for_a_year() {
    let server = TestServer::open(&[]);
    let page = server.get("/home").await;
    assert_eq!(header(page.headers(), "cache-control"), "no-cache");
    let tag = header(page.headers(), "etag").to_owned();
    let again = server.ask(Method::GET, "/home").header("if-none-match", &tag).send().await.expect("an answer");
    assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
    assert!(again.headers().contains_key("content-security-policy"));

    let html = page.text().await.expect("text");
    let script = html
        .split("\"modulepreload\" href=\"/assets/")
        .nth(1)
        .and_then(|rest| rest.split('"').next())
        .expect("a script");
    let asset = server.get(&format!("/assets/{script}")).await;
    assert_eq!(header(asset.headers(), "cache-control"), "public, max-age=31536000, immutable");
}

#[tokio::test]
async fn each_encoding_is_the_same_page_with_its_own_validator() {
    let server = TestServer::open(&[]);
    let mut tags = Vec::new();
    for encoding in ["identity", "gzip", "br"] {
        let answer =
            server.ask(Method::GET, "/home").header("accept-encoding", encoding).send().await.expect("an answer");
        let said = header(answer.headers(), "content-encoding").to_owned();
        assert_eq!(said, if encoding == "identity" { "" } else { encoding });
        assert_eq!(header(answer.headers(), "vary"), "accept-encoding");
        tags.push(header(answer.headers(), "etag").to_owned());
    }
    tags.sort();
    tags.dedup();
    assert_eq!(tags.len(), 3, "{tags:?}");
}

#[tokio::test]
async fn head_and_ranges_are_answered() {
    let server = TestServer::open(&[]);
    let head = server.ask(Method::HEAD, "/home").send().await.expect("an answer");
    assert_eq!(head.status(), StatusCode::OK);
    assert!(head.text().await.expect("text").is_empty());

    let part = server.ask(Method::GET, "/robots.txt").header("range", "bytes=0-9").send().await.expect("an answer");
    assert_eq!(part.status(), StatusCode::PARTIAL_CONTENT);
    assert!(header(part.headers(), "content-range").starts_with("bytes 0-9/"));
    assert_eq!(part.text().await.expect("text"), "User-agent");
    let beyond =
        server.ask(Method::GET, "/robots.txt").header("range", "bytes=99999-").send().await.expect("an answer");
    assert_eq!(beyond.status(), StatusCode::RANGE_NOT_SATISFIABLE);
}

#[tokio::test]
async fn a_page_cannot_be_posted_to_and_the_answer_says_what_can_be_done() {
    let server = TestServer::open(&[]);
    let answer = server.ask(Method::POST, "/home").send().await.expect("an answer");
    assert_eq!(answer.status(), StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(header(answer.headers(), "allow"), "GET, HEAD");
}

#[tokio::test]
async fn another_sites_page_cannot_make_a_visitor_call_us() {
    let server = TestServer::open(&[]);
    for (name, value) in [("sec-fetch-site", "cross-site"), ("origin", "https://evil.example")] {
        let answer = server.ask(Method::POST, "/api/plays").header(name, value).send().await.expect("an answer");
        assert_eq!(answer.status(), StatusCode::FORBIDDEN);
    }
}

#[tokio::test]
async fn machines_find_their_files() {
    let server = TestServer::open(&["--site-url", "https://clinic.example"]);
    let sitemap = server.words_of("/sitemap.xml").await;
    for (path, _) in PAGES {
        assert!(sitemap.contains(&format!("<loc>https://clinic.example{path}</loc>")), "{path} is not in the sitemap");
    }
    assert!(server.words_of("/robots.txt").await.contains("Sitemap: https://clinic.example/sitemap.xml"));
    assert!(server.words_of("/articles.atom").await.contains("<entry>"));
    assert!(server.words_of("/manifest.webmanifest").await.contains("\"start_url\":\"/home\""));
    assert!(server.words_of("/.well-known/security.txt").await.contains("Expires: "));
    let icon = server.get("/icon-192.png").await;
    assert_eq!(header(icon.headers(), "content-type"), "image/png");
}

#[tokio::test]
async fn a_shared_link_shows_a_picture_of_the_size_that_networks_want() {
    let server = TestServer::open(&[]);
    let html = server.words_of("/articles/first-aid-for-the-eye").await;
    let address = html.split("og:image\" content=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("an image");
    let image = server.get(address.strip_prefix(&server.address).expect("ours")).await;
    assert_eq!(header(image.headers(), "content-type"), "image/png");
    let bytes = image.bytes().await.expect("bytes");
    let size = imagesize::blob_size(&bytes).expect("a PNG");
    assert_eq!((size.width, size.height), (1200, 630));
}

#[tokio::test]
async fn the_data_of_a_page_is_what_the_page_was_made_from() {
    let server = TestServer::open(&[]);
    let data: serde_json::Value = serde_json::from_str(&server.words_of("/data/about-us.json").await).expect("JSON");
    assert_eq!(data["page"]["kind"], "aboutUs");
    assert_eq!(data["page"]["words"]["intro"], "Trusted Eye Care for you and your family.");
    let missing = server.words_of("/data/nothing.json").await;
    assert!(missing.contains("\"kind\":\"notFound\""));
}

#[tokio::test]
async fn every_call_of_the_description_is_there_and_answers_as_described() {
    let server = TestServer::open(&[]);
    let description: serde_json::Value =
        serde_json::from_str(&server.words_of("/api/openapi.json").await).expect("JSON");
    for (path, calls) in description["paths"].as_object().expect("paths") {
        for (method, call) in calls.as_object().expect("calls") {
            let verb = Method::from_bytes(method.to_uppercase().as_bytes()).expect("a method");
            let asked = path.replace("{code}", "EYE5-0000-0000").replace("{id}", "1").replace("{name}", "Ada");
            let answer = server.ask(verb, &asked).send().await.expect("an answer");
            let status = answer.status().as_u16().to_string();
            assert!(
                call["responses"][&status].is_object(),
                "{method} {path} answered {status}, which is not described"
            );
        }
    }
}
