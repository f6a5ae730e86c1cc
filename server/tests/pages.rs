//! Published pages and files over HTTP: content, redirects, headers, encodings, caching and errors.

use std::collections::BTreeSet;
use std::fs;

use clinic_content::{PageFile, definition};
use clinic_site::page_registry::site_pages;
use icalendar::{Calendar, Component};
use reqwest::header::{HeaderMap, HeaderName};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::waiting::eventually;
use crate::test_server::editor::Editor;
use crate::test_server::{TestServer, content_copy, read_json};

const ARTICLE: &str = "articles/first-aid-for-the-eye.md";

const PAGES: [(&str, &str); 10] = [
    ("/home", "See"),
    ("/services", "Glaucoma screening"),
    ("/outreaches", "Places of worship"),
    ("/articles", "Cataract"),
    ("/about-us", "Trusted Eye Care for you and your family."),
    ("/team", "over 30 years"),
    ("/visionTest", "Play. Spot. Win!"),
    ("/book", "Choose a service, a day and a time."),
    ("/privacy", "Nigeria Data Protection"),
    ("/articles/first-aid-for-the-eye", "Sources"),
];

fn header<'a>(headers: &'a HeaderMap, name: &str) -> &'a str {
    headers.get(name).map_or("", |value| value.to_str().expect("readable"))
}

/// What somebody wrote below the fields of a document.
fn written_in(path: &str) -> String {
    format!("Written in {}.", path.replace(['/', '.'], " "))
}

#[tokio::test]
async fn form_offers_a_text_exactly_when_a_page_shows_it() {
    let editor = Editor::add_to(TestServer::start(&[]), &[]).await;
    let others = ["services/frames.md", "outreaches/schools.md", "team/director.md", ARTICLE];
    let pages: Vec<_> = site_pages().files.iter().map(PageFile::path).collect();
    let paths: Vec<&str> = pages.iter().map(String::as_str).chain(others).collect();
    let mut offered = BTreeSet::new();
    for path in &paths {
        let document = editor.get(&format!("content/{path}")).await;
        let (text, version) = (document["text"].as_str(), document["version"].as_str().expect("a version"));
        let draft = json!({ "text": format!("{}\n\n{}\n", text.expect("a text"), written_in(path)) });
        let saved = editor.call(Method::PUT, &format!("content/{path}"), version, &draft).await.expect("an answer");
        assert_eq!(saved.0, 200, "{path}: {}", saved.1);
        if !document["tree"].is_null() {
            offered.insert(*path);
        }
    }
    let published = editor.publish_own().await.expect("an answer");
    assert_eq!(published.0, 200, "{}", published.1);
    eventually("the new text", async || {
        editor.server.get_text("/privacy").await.contains(&written_in("pages/privacy.md"))
    })
    .await;
    let mut shown = String::new();
    let more = ["/appointment", "/urgent", "/sight-check", "/no-such-page"];
    for path in PAGES.iter().map(|(path, _)| *path).chain(more) {
        let html = editor.server.get_text(path).await;
        // The data of a page is not what visitors see.
        shown.extend(html.split("<script").map(|part| part.split_once("</script>").map_or(part, |(_, after)| after)));
    }
    let shown: BTreeSet<_> = paths.iter().copied().filter(|path| shown.contains(&written_in(path))).collect();
    assert_eq!(shown, offered);
    assert!(offered.contains(ARTICLE) && !offered.contains("pages/home.md"), "{offered:?}");
}

/// With a picture of its own in every page, also in those that show none, as in content of earlier releases.
fn content_with_pictures() -> TempDir {
    let content = content_copy();
    for page in site_pages().files {
        let picture = format!("only-{}.svg", page.name);
        fs::copy(content.path().join("pictures/mark.svg"), content.path().join("pictures").join(&picture))
            .expect("copied");
        let path = content.path().join(page.path());
        let text = fs::read_to_string(&path).expect("the file");
        let (fields, _) = text.split_once("\n[").unwrap_or((&text, ""));
        let named = fields.lines().find(|line| line.starts_with("picture = "));
        let line = format!("picture = \"{picture}\"");
        let text = match named {
            Some(named) => text.replacen(named, &line, 1),
            None => text.replacen("+++\n", &format!("+++\n{line}\n"), 1),
        };
        fs::write(path, text).expect("saved");
    }
    content
}

#[tokio::test]
async fn form_offers_a_picture_exactly_when_a_page_shows_it() {
    let pages = site_pages().files;
    let content = content_with_pictures();
    let server = TestServer::start(&["--content", content.path().to_str().expect("a path")]);
    let mut html = String::new();
    let more = ["/appointment", "/urgent", "/sight-check", "/no-such-page"];
    for path in PAGES.iter().map(|(path, _)| *path).chain(more) {
        html.push_str(&server.get_text(path).await);
    }
    let names = |is_named: &dyn Fn(&PageFile) -> bool| -> BTreeSet<&str> {
        pages.iter().filter(|page| is_named(page)).map(|page| page.name).collect()
    };
    // Nor is it in the data of a page that does not show it.
    let shown = names(&|page| html.contains(&format!("only-{}.", page.name)));
    let offered = names(&|page| {
        let definition = definition::of(&page.path(), &pages).expect("a definition");
        definition.groups.iter().flat_map(|group| &group.fields).any(|field| field.key == "picture")
    });
    assert_eq!(shown, offered);
    assert!(offered.contains("team") && !offered.contains("book"), "{offered:?}");
}

#[tokio::test]
async fn every_page_is_complete_html_without_scripts() {
    let server = TestServer::start(&[]);
    for (path, text) in PAGES {
        let response = server.get(path).await;
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        let html = response.text().await.expect("text");
        assert!(html.starts_with("<!doctype html>"), "{path}");
        assert!(html.contains(text), "{path} does not contain \"{text}\"");
        for part in ["<h1", "Working Hours", "Follow Us", "View in Map", "application/ld+json", "og:image", "canonical"]
        {
            assert!(html.contains(part), "{path} has no {part}");
        }
        assert!(!html.contains(" style=\""), "{path} has an inline style, which its Content-Security-Policy forbids");
    }
}

#[tokio::test]
async fn game_page_says_what_the_code_is_for_and_how_long_it_is_valid() {
    let page = TestServer::start(&[]).get_text("/visionTest").await;
    assert!(page.contains("a code for 5% off our services and frames. It is valid for 90 days."), "{page}");
    let page = TestServer::start(&["--code-days", "30"]).get_text("/visionTest").await;
    assert!(page.contains("It is valid for 30 days."), "the setting does not override clinic.toml");
}

#[tokio::test]
async fn price_and_driving_are_on_the_service_in_booking_and_on_the_appointment() {
    let shipped = TestServer::start(&[]);
    for path in ["/services", "/book"] {
        let page = shipped.get_text(path).await;
        assert!(!page.contains('₦') && !page.contains("ask us"), "{path} has a price that nobody gave");
    }
    let page = shipped.get_text("/book").await;
    assert!(page.contains("Do not drive after drops that widen your pupils."), "{page}");

    let content = content_copy();
    for (service, price) in [("frames", "15000"), ("eye-exams", "ask")] {
        let file = content.path().join(format!("services/{service}.md"));
        let text = std::fs::read_to_string(&file).expect("a service").replacen(
            "+++\n",
            &format!("+++\nprice = \"{price}\"\n"),
            1,
        );
        std::fs::write(&file, text).expect("written");
    }
    let server = TestServer::start(&["--content", content.path().to_str().expect("a path")]);
    for path in ["/services", "/book"] {
        let page = server.get_text(path).await;
        assert!(page.contains("from ₦15,000") && page.contains("ask us"), "{path} has no prices");
    }
    let token = json!({ "token": book(&server).await });
    let own = read_json(post(&server, "/api/booking/appointment", token).await).await;
    assert_eq!(own["price"], "from ₦15,000");
    assert!(own["drive"].as_str().is_some_and(|text| text.contains("walk about in them first")), "{own}");
}

/// The token of an appointment that is booked for the first free time.
async fn book(server: &TestServer) -> String {
    let free = read_json(server.get("/api/booking/slots?service=frames&days=14").await).await;
    let day =
        free["days"].as_array().expect("days").iter().rfind(|day| day["slots"][0].is_string()).expect("a free day");
    let body = json!({ "service": "frames", "date": day["date"], "time": day["slots"][0], "name": "Ada Obi",
                       "phone": "0803 123 4567" });
    let request = server.request(Method::POST, "/api/booking").header("content-type", "application/json");
    let booked = read_json(request.body(body.to_string()).send().await.expect("a response")).await;
    booked["manage"].as_str().expect("an address").strip_prefix("/appointment#").expect("the page").to_owned()
}

async fn post(server: &TestServer, path: &str, body: Value) -> reqwest::Response {
    let request = server.request(Method::POST, path).header("content-type", "application/json");
    request.body(body.to_string()).send().await.expect("a response")
}

#[tokio::test]
async fn page_of_an_appointment_is_the_same_for_everybody() {
    let server = TestServer::start(&[]);
    let page = server.get_text("/appointment").await;
    assert!(page.contains("Your appointment") && page.contains("<meta name=\"robots\" content=\"noindex\">"), "{page}");
    assert!(page.contains("This page needs JavaScript"), "a visitor without JavaScript is told to call");
    assert!(!server.get_text("/sitemap.xml").await.contains("/appointment"));
}

#[tokio::test]
async fn address_with_the_token_in_its_path_leads_to_the_page_with_the_token_in_the_fragment() {
    let server = TestServer::start(&[]);
    let token = book(&server).await;
    let response = server.get(&format!("/appointment/{token}")).await;
    assert_eq!(response.status(), StatusCode::TEMPORARY_REDIRECT);
    assert_eq!(header(response.headers(), "location"), format!("/appointment#{token}"));
    assert_eq!(header(response.headers(), "cache-control"), "no-store");
    assert_eq!(header(response.headers(), "referrer-policy"), "no-referrer");
    assert_eq!(header(response.headers(), "x-robots-tag"), "noindex");
    let forged = format!("/appointment/{}", "A".repeat(44));
    for path in [forged.as_str(), "/appointment/x", "/appointment/x.ics", "/data/appointment/x.json"] {
        assert_eq!(server.get(path).await.status(), StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn calendar_file_of_an_appointment_is_read_by_a_calendar_library() {
    let server = TestServer::start(&[]);
    let token = json!({ "token": book(&server).await });
    let response = post(&server, "/api/booking/appointment/calendar", token.clone()).await;
    assert_eq!(header(response.headers(), "content-type"), "text/calendar; charset=utf-8; method=PUBLISH");
    assert_eq!(header(response.headers(), "cache-control"), "no-store");
    let calendar: Calendar = response.text().await.expect("text").parse().expect("a calendar");
    let event = calendar.events().next().expect("an event");
    assert_eq!((event.get_sequence(), event.property_value("STATUS")), (Some(0), Some("TENTATIVE")));
    let link = format!("{}/appointment#{}", server.address, token["token"].as_str().expect("text"));
    assert_eq!(event.property_value("URL"), Some(link.as_str()));
    let cancel = post(&server, "/api/booking/appointment/cancel", token.clone()).await;
    assert_eq!(cancel.status(), StatusCode::OK);
    let text = post(&server, "/api/booking/appointment/calendar", token).await.text().await.expect("text");
    let calendar: Calendar = text.parse().expect("a calendar");
    let cancelled = calendar.events().next().expect("an event");
    assert_eq!(cancelled.get_uid(), event.get_uid());
    assert_eq!((cancelled.get_sequence(), cancelled.property_value("STATUS")), (Some(1), Some("CANCELLED")));
}

#[tokio::test]
async fn root_redirects_to_home_and_mistyped_paths_to_their_page() {
    let server = TestServer::start(&[]);
    for (typed, expected) in
        [("/", "/home"), ("/Home/", "/home"), ("/visiontest", "/visionTest"), ("/about-us/", "/about-us")]
    {
        let response = server.get(typed).await;
        assert_eq!(response.status(), StatusCode::PERMANENT_REDIRECT, "{typed}");
        assert_eq!(header(response.headers(), "location"), expected);
    }
}

#[tokio::test]
async fn unknown_path_is_a_404_of_the_expected_content_type() {
    let server = TestServer::start(&[]);
    for (path, content_type) in [
        ("/nothing", "text/html; charset=utf-8"),
        ("/articles/nothing", "text/html; charset=utf-8"),
        ("/data/nothing.json", "application/json"),
        ("/assets/nothing.js", "text/plain; charset=utf-8"),
        ("/api/nothing", "application/json"),
        ("/..%2f..%2fetc/passwd", "text/html; charset=utf-8"),
    ] {
        let response = server.get(path).await;
        assert_eq!(response.status(), StatusCode::NOT_FOUND, "{path}");
        assert_eq!(header(response.headers(), "content-type"), content_type, "{path}");
    }
}

#[tokio::test]
async fn folders_of_files_are_not_listed() {
    let server = TestServer::start(&[]);
    let home = server.get_text("/home").await;
    let files = home.split('"').filter(|text| text.starts_with('/') && text.contains('.'));
    let folders: BTreeSet<&str> = files.filter_map(|file| Some(file.rsplit_once('/')?.0)).collect();
    assert!(folders.contains("/assets") && folders.contains("/pictures"), "{folders:?}");
    for folder in folders.into_iter().chain(["/data"]).filter(|folder| !folder.is_empty()) {
        for path in [folder.to_owned(), format!("{folder}/"), format!("{folder}/.")] {
            assert_eq!(server.get(&path).await.status(), StatusCode::NOT_FOUND, "{path}");
        }
    }
}

#[tokio::test]
async fn every_response_has_security_headers_and_documents_have_all_of_them() {
    let server = TestServer::start(&["--site-url", "https://clinic.example"]);
    let on_all = [
        "content-security-policy",
        "x-content-type-options",
        "cross-origin-resource-policy",
        "strict-transport-security",
    ];
    let on_documents = ["referrer-policy", "cross-origin-opener-policy", "permissions-policy", "x-frame-options"];
    let home = server.get_text("/home").await;
    // All pictures of this page are SVG files, which are XML.
    let picture = home.split('"').find(|text| text.starts_with("/pictures/"));
    let static_files = ["/sitemap.xml", "/articles.atom", "/data/home.json", picture.expect("a picture")];
    for path in
        ["/", "/home", "/nothing", "/api/nothing", "/assets/nothing.js", "/healthz"].into_iter().chain(static_files)
    {
        let request = server.request(Method::GET, path).header("origin", "https://elsewhere.example");
        let response = request.send().await.expect("a response");
        let content_type = header(response.headers(), "content-type");
        let is_document = content_type.starts_with("text/html");
        let is_text = content_type.starts_with("text/") || content_type.contains("xml");
        assert!(!is_text || content_type.ends_with("; charset=utf-8"), "{path}: {content_type}");
        for name in ["access-control-allow-origin", "access-control-allow-credentials"] {
            assert!(!response.headers().contains_key(name), "{path}: {name}");
        }
        for name in on_all.iter().chain(on_documents.iter().filter(|_| is_document)) {
            assert!(response.headers().contains_key(HeaderName::from_static(name)), "{path} lacks {name}");
        }
        let policy = header(response.headers(), "content-security-policy");
        assert!(!policy.contains("unsafe"), "{path}");
        assert!(policy.starts_with("default-src 'none'"), "{path}: {policy}");
        assert!(policy.contains("frame-ancestors 'none'"), "{path}: {policy}");
        assert!(!is_document || policy.contains("base-uri 'none'"), "{path}: {policy}");
        assert_eq!(header(response.headers(), "x-content-type-options"), "nosniff", "{path}");
    }
    let policy = server.get("/home").await;
    let policy = header(policy.headers(), "content-security-policy");
    assert!(policy.contains("require-trusted-types-for 'script'"), "{policy}");
}

#[tokio::test]
async fn hsts_covers_subdomains_only_when_asked() {
    let https = ["--site-url", "https://clinic.example"];
    let with_subdomains = [&https[..], &["--hsts-include-subdomains"]].concat();
    for (arguments, expected) in
        [(&[][..], ""), (&https, "max-age=63072000"), (&with_subdomains, "max-age=63072000; includeSubDomains")]
    {
        let server = TestServer::start(arguments);
        for path in ["/home", "/healthz"] {
            let response = server.get(path).await;
            let hsts = response.headers().get("strict-transport-security");
            assert_eq!(hsts.map_or("", |value| value.to_str().expect("text")), expected, "{path} {arguments:?}");
        }
    }
}

#[tokio::test]
async fn request_id_of_routed_requests_is_in_the_log() {
    let server = TestServer::start(&[]);
    for (path, has_id) in [("/home", false), ("/nothing", true), ("/api/nothing", true), ("/healthz", true)] {
        let response = server.get(path).await;
        let id = response.headers().get("x-request-id").map(|id| id.to_str().expect("text").to_owned());
        assert_eq!(id.is_some(), has_id, "{path}");
        if let Some(id) = id {
            assert!(server.logs(&id).await, "{path}: {id} is not in the log:\n{}", server.log());
        }
    }
}

#[tokio::test]
async fn pages_are_revalidated_and_assets_are_cached_for_a_year() {
    let server = TestServer::start(&[]);
    let page = server.get("/home").await;
    assert_eq!(header(page.headers(), "cache-control"), "no-cache");
    let tag = header(page.headers(), "etag").to_owned();
    let revalidated =
        server.request(Method::GET, "/home").header("if-none-match", &tag).send().await.expect("a response");
    assert_eq!(revalidated.status(), StatusCode::NOT_MODIFIED);
    assert!(revalidated.headers().contains_key("content-security-policy"));

    let html = page.text().await.expect("text");
    let script = html.split("data-entry=\"/assets/").nth(1).and_then(|rest| rest.split('"').next()).expect("a script");
    let asset = server.get(&format!("/assets/{script}")).await;
    assert_eq!(header(asset.headers(), "cache-control"), "max-age=31536000, immutable");
}

/// A cache updates the stored response that the validator of a 304 belongs to.
#[tokio::test]
async fn not_modified_carries_the_validator_of_the_stored_encoding() {
    let server = TestServer::start(&[]);
    let get = |encoding: &'static str, tags: String| {
        let request = server.request(Method::GET, "/home").header("accept-encoding", encoding);
        async move { request.header("if-none-match", tags).send().await.expect("a response") }
    };
    let mut tags = Vec::new();
    for encoding in ["identity", "gzip", "br"] {
        let page = get(encoding, "\"other\"".to_owned()).await;
        assert_eq!(page.status(), StatusCode::OK);
        let tag = header(page.headers(), "etag").to_owned();
        let unchanged = get(encoding, tag.clone()).await;
        assert_eq!((unchanged.status(), header(unchanged.headers(), "etag")), (StatusCode::NOT_MODIFIED, &*tag));
        tags.push(tag);
    }
    // Of several stored ones, the one that would be sent.
    let unchanged = get("br", tags.join(", ")).await;
    assert_eq!(header(unchanged.headers(), "etag"), tags[2]);
    let other = tags[2].replace("-br", "-zstd");
    assert_eq!(get("br", other).await.status(), StatusCode::OK);
}

#[tokio::test]
async fn each_encoding_has_its_own_etag() {
    let server = TestServer::start(&[]);
    let mut tags = Vec::new();
    for encoding in ["identity", "gzip", "br"] {
        let response =
            server.request(Method::GET, "/home").header("accept-encoding", encoding).send().await.expect("a response");
        let content_encoding = header(response.headers(), "content-encoding").to_owned();
        assert_eq!(content_encoding, if encoding == "identity" { "" } else { encoding });
        assert_eq!(header(response.headers(), "vary"), "accept-encoding");
        tags.push(header(response.headers(), "etag").to_owned());
    }
    tags.sort();
    tags.dedup();
    assert_eq!(tags.len(), 3, "{tags:?}");
}

#[tokio::test]
async fn head_and_range_requests_are_supported() {
    let server = TestServer::start(&[]);
    let head = server.request(Method::HEAD, "/home").send().await.expect("a response");
    assert_eq!(head.status(), StatusCode::OK);
    assert!(head.text().await.expect("text").is_empty());

    let part =
        server.request(Method::GET, "/robots.txt").header("range", "bytes=0-9").send().await.expect("a response");
    assert_eq!(part.status(), StatusCode::PARTIAL_CONTENT);
    assert!(header(part.headers(), "content-range").starts_with("bytes 0-9/"));
    assert_eq!(part.text().await.expect("text"), "User-agent");
    let beyond =
        server.request(Method::GET, "/robots.txt").header("range", "bytes=99999-").send().await.expect("a response");
    assert_eq!(beyond.status(), StatusCode::RANGE_NOT_SATISFIABLE);
}

#[tokio::test]
async fn posting_to_a_page_gets_405_with_the_allowed_methods() {
    let server = TestServer::start(&[]);
    let response = server.request(Method::POST, "/home").send().await.expect("a response");
    assert_eq!(response.status(), StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(header(response.headers(), "allow"), "GET, HEAD");
}

#[tokio::test]
async fn unsupported_methods_get_405() {
    let server = TestServer::start(&[]);
    for path in ["/home", "/api/plays", "/healthz"] {
        for method in [Method::TRACE, Method::PUT, Method::DELETE, Method::OPTIONS] {
            let response = server.request(method.clone(), path).send().await.expect("a response");
            assert_eq!(response.status(), StatusCode::METHOD_NOT_ALLOWED, "{method} {path}");
        }
    }
}

#[tokio::test]
async fn cross_origin_posts_are_rejected() {
    let server = TestServer::start(&[]);
    for (name, value) in [("sec-fetch-site", "cross-site"), ("origin", "https://evil.example")] {
        let response = server.request(Method::POST, "/api/plays").header(name, value).send().await.expect("a response");
        assert_eq!(response.status(), StatusCode::FORBIDDEN);
    }
}

#[tokio::test]
async fn text_cannot_add_an_element_to_the_feed() {
    let content = content_copy();
    let article = content.path().join("articles/apollo-the-red-eye-that-spreads.md");
    let text = std::fs::read_to_string(&article).expect("an article");
    let title = "title = \"Apollo & </title><script>\"";
    std::fs::write(&article, text.replacen("title = \"Apollo: the red eye that spreads\"", title, 1)).expect("written");
    let server = TestServer::start(&["--content", content.path().to_str().expect("a path")]);
    let feed = server.get_text("/articles.atom").await;
    assert!(feed.contains("<title>Apollo &amp; &lt;/title&gt;&lt;script&gt;</title>"), "{feed:.2000}");
    assert!(!feed.contains("<script>"), "{feed:.2000}");
}

#[tokio::test]
async fn sitemap_robots_feed_manifest_and_icons_are_served() {
    let server = TestServer::start(&["--site-url", "https://clinic.example"]);
    let sitemap = server.get_text("/sitemap.xml").await;
    for (path, _) in PAGES {
        assert!(sitemap.contains(&format!("<loc>https://clinic.example{path}</loc>")), "{path} is not in the sitemap");
    }
    assert!(server.get_text("/robots.txt").await.contains("Sitemap: https://clinic.example/sitemap.xml"));
    assert!(server.get_text("/articles.atom").await.contains("<entry>"));
    assert!(server.get_text("/manifest.webmanifest").await.contains("\"start_url\":\"/home\""));
    assert!(server.get_text("/.well-known/security.txt").await.contains("Expires: "));
    let icon = server.get("/icon-192.png").await;
    assert_eq!(header(icon.headers(), "content-type"), "image/png");
}

#[tokio::test]
async fn share_image_is_a_png_of_1200_by_630_pixels() {
    let server = TestServer::start(&[]);
    let html = server.get_text("/articles/first-aid-for-the-eye").await;
    let url = html.split("og:image\" content=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("an image");
    let image = server.get(url.strip_prefix(&server.address).expect("an address of this site")).await;
    assert_eq!(header(image.headers(), "content-type"), "image/png");
    let bytes = image.bytes().await.expect("bytes");
    let size = clinic_images::inspect(&bytes).expect("a PNG").sizes[0];
    assert_eq!((size.width, size.height), (1200, 630));
}

#[tokio::test]
async fn page_data_is_served_as_json() {
    let server = TestServer::start(&[]);
    let data: serde_json::Value = serde_json::from_str(&server.get_text("/data/about-us.json").await).expect("JSON");
    assert_eq!(data["page"]["kind"], "about-us");
    assert_eq!(data["page"]["text"]["intro"], "Trusted Eye Care for you and your family.");
    let missing = server.get_text("/data/nothing.json").await;
    assert!(missing.contains("\"kind\":\"not-found\""));
}

#[tokio::test]
async fn every_documented_operation_answers_with_a_documented_status() {
    let server = TestServer::start(&[]);
    let document: serde_json::Value = serde_json::from_str(&server.get_text("/api/openapi.json").await).expect("JSON");
    for (path, operations) in document["paths"].as_object().expect("paths") {
        for (method, operation) in operations.as_object().expect("operations") {
            let http_method = Method::from_bytes(method.to_uppercase().as_bytes()).expect("a method");
            let path_with_values =
                path.replace("{code}", "EYE5-0000-0000").replace("{id}", "1").replace("{name}", "Ada");
            let response = server.request(http_method, &path_with_values).send().await.expect("a response");
            let status = response.status().as_u16().to_string();
            assert!(
                operation["responses"][&status].is_object(),
                "{method} {path} answered {status}, which is not documented"
            );
        }
    }
}
