//! Editing the content folder: saved edits are published, and problems leave the previous site online.

use std::fs;

use crate::picture_files;
use crate::support::waiting::eventually;
use crate::test_server::{TestServer, content_copy, metrics_address, run};

#[tokio::test]
async fn saved_edit_is_published_and_only_its_page_is_rendered() {
    let content = content_copy();
    let server = TestServer::start(&["--content", content.path().to_str().expect("a path")]);
    let file = content.path().join("pages/about-us.md");
    let text = fs::read_to_string(&file).expect("the page");
    fs::write(&file, text.replace("About the clinic", "About our clinic")).expect("saved");
    eventually("the edited page", || async { server.get_text("/about-us").await.contains("About our clinic") }).await;
    assert!(server.get_text("/data/about-us.json").await.contains("About our clinic"));
    eventually("the log line", || async { server.log().contains("rendered=1 unchanged=") }).await;
}

#[tokio::test]
async fn invalid_edit_keeps_the_previous_page_and_is_logged_with_file_and_line() {
    let content = content_copy();
    let server = TestServer::start(&["--content", content.path().to_str().expect("a path")]);
    let file = content.path().join("services/frames.md");
    let valid = fs::read_to_string(&file).expect("the service");
    fs::write(&file, valid.replacen("title = \"Frames\"", "title = ", 1)).expect("saved");
    eventually("the problem in the log", || async { server.log().contains("services/frames.md:2:") }).await;
    assert!(server.log().contains("The previous version of the site stays online."));
    assert!(server.get_text("/services").await.contains("Frames"));

    fs::write(&file, valid.replace("title = \"Frames\"", "title = \"Frames and lenses\"")).expect("saved");
    eventually("the corrected page", || async { server.get_text("/services").await.contains("Frames and lenses") })
        .await;
}

#[tokio::test]
async fn new_article_gets_a_page_and_is_listed() {
    let content = content_copy();
    let server = TestServer::start(&["--content", content.path().to_str().expect("a path")]);
    let article = fs::read_to_string(content.path().join("articles/first-aid-for-the-eye.md")).expect("an article");
    fs::write(content.path().join("articles/a-new-one.md"), article.replacen("title = \"", "title = \"New: ", 1))
        .expect("saved");
    eventually("the article", || async { server.get("/articles/a-new-one").await.status().is_success() }).await;
    for list in ["/articles", "/sitemap.xml", "/articles.atom"] {
        assert!(server.get_text(list).await.contains("/articles/a-new-one"), "{list}");
    }
}

#[tokio::test]
async fn server_starts_with_the_last_good_content_when_the_folder_is_broken() {
    let content = content_copy();
    let path = content.path().to_str().expect("a path");
    let file = content.path().join("pages/about-us.md");
    let valid = fs::read_to_string(&file).expect("the page");
    fs::write(&file, valid.replace("About the clinic", "About our clinic")).expect("saved");
    let (_, data) = TestServer::start(&["--content", path]).stop_and_keep_data();

    fs::write(&file, valid.replacen("title = ", "title ", 1)).expect("saved");
    let server = TestServer::start_in(data, &["--content", path, "--metrics", "127.0.0.1:0"]);
    assert!(server.get_text("/about-us").await.contains("About our clinic"));
    assert!(server.logs("pages/about-us.md:2:").await && server.logs("content that was published last").await);
    let metrics = metrics_address(&server).await;
    assert!(text_of(&metrics).await.contains("\nclinic_content_broken 1\n"));

    fs::write(&file, valid.replace("About the clinic", "About us again")).expect("saved");
    eventually("the corrected page", || async { server.get_text("/about-us").await.contains("About us again") }).await;
    eventually("the metric", || async { text_of(&metrics).await.contains("\nclinic_content_broken 0\n") }).await;
}

#[test]
fn server_does_not_start_with_broken_content_when_nothing_was_published_before() {
    let content = content_copy();
    fs::write(content.path().join("clinic.toml"), "name = ").expect("saved");
    let data = tempfile::tempdir().expect("a folder");
    let (code, _, errors) = run(&[
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--data",
        data.path().to_str().expect("a path"),
        "--content",
        content.path().to_str().expect("a path"),
    ]);
    assert_eq!(code, 1, "{errors}");
    assert!(errors.contains("clinic.toml:1:"), "{errors}");
    assert!(!data.path().join("clinic.db").exists(), "the database was touched");
}

#[tokio::test]
async fn changed_discount_appears_in_every_sentence() {
    let content = content_copy();
    let path = content.path().to_str().expect("a path");
    let before = TestServer::start(&["--content", path]);
    assert!(before.get_text("/visionTest").await.contains("Get 5% Off When You Find All the Hidden Differences!"));
    drop(before);

    let file = content.path().join("clinic.toml");
    let text = fs::read_to_string(&file).expect("the file");
    fs::write(&file, text.replace("discount_percent = 5", "discount_percent = 10")).expect("saved");
    let service = fs::read_to_string(content.path().join("services/frames.md")).expect("a service");
    fs::write(content.path().join("services/lenses.md"), service).expect("saved");
    let server = TestServer::start(&["--content", path]);
    for page in ["/home", "/visionTest"] {
        let html = server.get_text(page).await;
        assert!(html.contains("10%") && !html.contains(" 5%"), "{page}: {html}");
    }
    assert!(server.get_text("/services").await.contains("Eight eye-care services"));
    assert!(server.get_text("/home").await.contains("eight services"));
}

#[tokio::test]
async fn removed_article_is_reported_where_it_is_linked_and_can_be_redirected() {
    let content = content_copy();
    let path = content.path().to_str().expect("a path");
    let linking = content.path().join("services/frames.md");
    let text = fs::read_to_string(&linking).expect("a service");
    fs::write(&linking, format!("{text}\n[First aid](/articles/first-aid-for-the-eye)\n")).expect("saved");
    fs::remove_file(content.path().join("articles/first-aid-for-the-eye.md")).expect("removed");
    let (code, _, errors) = run(&["check", "--content", path]);
    let line = 2 + text.lines().count();
    let expected = format!("services/frames.md:{line}: There is no article /articles/first-aid-for-the-eye");
    assert!(code == 1 && errors.contains(&expected), "{expected} is missing in {errors}");

    for file in ["articles", "services", "outreaches", "pages", "team"] {
        for entry in fs::read_dir(content.path().join(file)).expect("a folder") {
            let path = entry.expect("a file").path();
            let text = fs::read_to_string(&path).expect("text");
            fs::write(&path, text.replace("/articles/first-aid-for-the-eye", "/articles")).expect("saved");
        }
    }
    let facts = content.path().join("clinic.toml");
    let text = fs::read_to_string(&facts).expect("text");
    fs::write(&facts, text.replace("/articles/first-aid-for-the-eye", "/articles")).expect("saved");
    let urgent = content.path().join("urgent.toml");
    let text = fs::read_to_string(&urgent).expect("text");
    fs::write(&urgent, text.replace("article = \"first-aid-for-the-eye\"\n", "")).expect("saved");
    let redirects = "\"/articles/first-aid-for-the-eye\" = \"/articles\"\n";
    fs::write(content.path().join("redirects.toml"), redirects).expect("saved");
    let server = TestServer::start(&["--content", path]);
    for old in ["/articles/first-aid-for-the-eye", "/articles/first-aid-for-the-eye/"] {
        let response = server.get(old).await;
        assert_eq!((response.status().as_u16(), &response.headers()["location"] == "/articles"), (307, true), "{old}");
        assert_eq!(response.headers()["cache-control"], "max-age=300", "{old}");
    }
}

#[tokio::test]
async fn picture_whose_name_has_a_space_and_capitals_is_served() {
    let content = content_copy();
    fs::rename(content.path().join("pictures/team-director.svg"), content.path().join("pictures/my phöto.SVG"))
        .expect("renamed");
    let page = content.path().join("team/director.md");
    let text = fs::read_to_string(&page).expect("the page").replace("team-director.svg", "my phöto.SVG");
    fs::write(page, text).expect("saved");
    let server = TestServer::start(&["--content", content.path().to_str().expect("a path")]);
    let html = server.get_text("/team").await;
    let start = html.find("/pictures/my%20ph%C3%B6to.").unwrap_or_else(|| panic!("no picture in {html}"));
    let src = html[start..].split('"').next().expect("the end of the attribute");
    let response = server.get(src).await;
    assert_eq!(response.status().as_u16(), 200);
    assert_eq!(response.headers()["content-type"], "image/svg+xml; charset=utf-8");
}

#[tokio::test]
async fn photo_is_published_in_three_sizes_without_its_metadata() {
    let content = content_copy();
    fs::write(content.path().join("pictures/director.JPG"), picture_files::phone_photo()).expect("saved");
    let page = content.path().join("team/director.md");
    let text = fs::read_to_string(&page).expect("the page").replace("team-director.svg", "director.JPG");
    fs::write(&page, &text).expect("saved");
    let server = TestServer::start(&["--content", content.path().to_str().expect("a path")]);
    let html = server.get_text("/team").await;
    let srcset = html.split("srcSet=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a srcset");
    let candidates: Vec<_> = srcset.split(", ").filter_map(|candidate| candidate.split_once(' ')).collect();
    assert_eq!(candidates.iter().map(|(_, width)| *width).collect::<Vec<_>>(), ["480w", "960w", "1440w"]);
    assert!(html.contains(&format!("src=\"{}\"", candidates[2].0)) && html.contains("sizes=\"(min-width"), "{html}");
    let mut total = 0;
    for (path, _) in candidates {
        let response = server.get(path).await;
        assert_eq!(response.headers()["content-type"], "image/webp");
        let bytes = response.bytes().await.expect("the picture");
        assert!(
            !picture_files::contains(&bytes, picture_files::GPS_PLACE) && !picture_files::contains(&bytes, b"EXIF")
        );
        total += bytes.len();
    }
    assert!(total < 300_000, "{total} bytes");

    let damaged: Vec<u8> = picture_files::phone_photo().into_iter().take(1_000_000).collect();
    fs::write(content.path().join("pictures/director.JPG"), damaged).expect("saved");
    eventually("the problem in the log", || async {
        server.log().contains("pictures/director.JPG:1: This picture is incomplete")
    })
    .await;
    assert!(server.get_text("/team").await.contains(srcset), "the previous picture is not shown any more");
}

#[tokio::test]
async fn drawing_with_a_script_is_refused_and_the_previous_site_stays() {
    let content = content_copy();
    let server = TestServer::start(&["--content", content.path().to_str().expect("a path")]);
    let file = content.path().join("pictures/team-director.svg");
    let drawing = fs::read_to_string(&file).expect("the drawing");
    fs::write(&file, drawing.replace("</svg>", "<script>alert(1)</script></svg>")).expect("saved");
    let problem = "pictures/team-director.svg:1: This drawing contains a script.";
    eventually("the problem in the log", || async { server.log().contains(problem) }).await;
    assert!(server.get_text("/team").await.contains("/pictures/team-director."));
    let (code, _, errors) = run(&["check", "--content", content.path().to_str().expect("a path")]);
    assert_eq!(code, 1);
    assert!(errors.contains(problem), "{errors}");
}

#[test]
fn check_finds_photos_that_cannot_be_decoded() {
    let content = content_copy();
    let mut photo = picture_files::png(600, 300);
    let middle = photo.len() / 2;
    photo[middle..middle + 20].fill(0xaa);
    fs::write(content.path().join("pictures/damaged.png"), photo).expect("saved");
    let (code, _, errors) = run(&["check", "--content", content.path().to_str().expect("a path")]);
    assert_eq!(code, 1);
    assert!(errors.contains("pictures/damaged.png:1: This picture is damaged"), "{errors}");
}

#[test]
fn check_counts_valid_content_and_lists_placeholders() {
    let (code, output, _) = run(&["check"]);
    assert_eq!(
        (code, output.as_str()),
        (0, "The content is valid: 7 services, 4 outreach programmes, 17 articles, 3 game levels.\n")
    );
    let (code, _, errors) = run(&["check", "--live"]);
    assert_eq!(code, 1);
    for key in ["`name`", "`address.street`", "`phone.number`"] {
        assert!(errors.contains(key), "{errors}");
    }
    assert!(errors.contains("clinic.toml:7: `name` is still a placeholder"), "{errors}");
    let sight_check = errors.lines().find(|line| line.contains("`sight_check`")).expect("asks about the self-check");
    assert!(sight_check.contains("may be a medical device. Ask NAFDAC"), "{sight_check}");
}

#[test]
fn check_reports_a_date_far_in_the_future_and_accepts_news_without_urgent_signs() {
    let content = content_copy();
    let path = content.path().to_str().expect("a path");
    let article = |date: &str| {
        let text = format!(
            "+++\ntitle = \"New hours\"\nsummary = \"We open on Sundays.\"\npublished = {date}\n\
             picture = \"article-first-aid-for-the-eye.svg\"\n+++\nCome in.\n"
        );
        fs::write(content.path().join("articles/new-hours.md"), text).expect("saved");
    };
    article("2026-11-15");
    let (code, _, errors) = run(&["check", "--content", path]);
    assert_eq!(code, 0, "{errors}");
    article("2206-11-15");
    let (code, _, errors) = run(&["check", "--content", path]);
    assert_eq!(code, 1);
    assert!(errors.contains("\narticles/new-hours.md:4: The date 2206-11-15 is more than a year"), "{errors}");
}

#[test]
fn check_reports_a_review_in_the_future() {
    let content = content_copy();
    let file = content.path().join("articles/first-aid-for-the-eye.md");
    let text = fs::read_to_string(&file).expect("an article");
    fs::write(&file, text.replace("home = 3\n", "reviewed_by = \"director\"\nlast_reviewed = 2206-11-15\n"))
        .expect("saved");
    let (code, _, errors) = run(&["check", "--content", content.path().to_str().expect("a path")]);
    assert_eq!(code, 1);
    assert!(errors.contains("\narticles/first-aid-for-the-eye.md:8: `last_reviewed` is 2206-11-15"), "{errors}");
}

#[test]
fn check_prints_warnings_and_succeeds() {
    let content = content_copy();
    let path = content.path().to_str().expect("a path");
    let header = format!("The folder {path}:\n");
    assert_eq!(run(&["check", "--content", path]).2, header);
    let file = content.path().join("services/frames.md");
    let text = fs::read_to_string(&file).expect("a service");
    let line = text.lines().count() + 2;
    fs::write(&file, format!("{text}\nFor times, press [here](/about-us).\n")).expect("saved");
    let (code, output, errors) = run(&["check", "--content", path]);
    assert!(code == 0 && output.starts_with("The content is valid"), "{code} {output}");
    assert!(
        errors.starts_with(&format!("{header}Warning: services/frames.md:{line}: The link text \"here\"")),
        "{errors}"
    );
    assert!(errors.ends_with("[link-text]\n1 warning. The content can be published as it is.\n"), "{errors}");
}

#[test]
fn check_lists_problems_and_their_number() {
    let content = content_copy();
    fs::write(content.path().join("clinic.toml"), "name = ").expect("saved");
    let (code, output, errors) = run(&["check", "--content", content.path().to_str().expect("a path")]);
    assert_eq!((code, output.as_str()), (1, ""));
    assert!(errors.contains("\nclinic.toml:1: This is not valid TOML"), "{errors}");
    assert!(errors.ends_with("1 problem found.\n"), "{errors}");
}

async fn text_of(url: &str) -> String {
    reqwest::get(url).await.expect("a response").text().await.expect("text")
}
