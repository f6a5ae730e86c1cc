//! What the person who edits the clinic's words sees: a saved change is up at once, and a mistake harms nothing.

mod test_server;

use std::fs;

use test_server::{TestServer, content_copy, eventually, run};

#[tokio::test]
async fn a_saved_word_is_on_the_page_at_the_next_reload() {
    let content = content_copy();
    let server = TestServer::open(&["--content", content.path().to_str().expect("a path")]);
    let file = content.path().join("pages/about-us.md");
    let text = fs::read_to_string(&file).expect("the page");
    fs::write(&file, text.replace("About the clinic", "About our clinic")).expect("saved");
    eventually("the new word", || async { server.words_of("/about-us").await.contains("About our clinic") }).await;
    assert!(server.words_of("/data/about-us.json").await.contains("About our clinic"));
    let one_page = || async { server.said().contains("rendered=1 unchanged=15") };
    eventually("the word that one page alone was rendered again", one_page).await;
}

#[tokio::test]
async fn a_broken_file_keeps_the_old_page_and_is_told_with_its_line() {
    let content = content_copy();
    let server = TestServer::open(&["--content", content.path().to_str().expect("a path")]);
    let file = content.path().join("services/frames.md");
    let whole = fs::read_to_string(&file).expect("the service");
    fs::write(&file, whole.replacen("title = \"Frames\"", "title = ", 1)).expect("saved");
    eventually("the complaint", || async { server.said().contains("services/frames.md:2:") }).await;
    assert!(server.said().contains("The site stays as it was."));
    assert!(server.words_of("/services").await.contains("Frames"));

    fs::write(&file, whole.replace("title = \"Frames\"", "title = \"Frames and lenses\"")).expect("saved");
    eventually("the mended page", || async { server.words_of("/services").await.contains("Frames and lenses") }).await;
}

#[tokio::test]
async fn a_new_article_gets_its_page_and_its_place_in_every_list() {
    let content = content_copy();
    let server = TestServer::open(&["--content", content.path().to_str().expect("a path")]);
    let article = fs::read_to_string(content.path().join("articles/first-aid-for-the-eye.md")).expect("an article");
    fs::write(content.path().join("articles/a-new-one.md"), article.replacen("title = \"", "title = \"New: ", 1))
        .expect("saved");
    eventually("the article", || async { server.get("/articles/a-new-one").await.status().is_success() }).await;
    assert!(server.words_of("/articles").await.contains("/articles/a-new-one"));
    assert!(server.words_of("/sitemap.xml").await.contains("/articles/a-new-one"));
    assert!(server.words_of("/articles.atom").await.contains("/articles/a-new-one"));
}

#[test]
fn checking_tells_what_is_whole_and_what_is_still_a_placeholder() {
    let (code, said, _) = run(&["check"]);
    assert_eq!(
        (code, said.as_str()),
        (0, "The content is whole: 7 services, 4 outreach programmes, 7 articles, 3 levels of the game.\n")
    );
    let (code, _, missing) = run(&["check", "--live"]);
    assert_eq!(code, 1);
    for key in ["`name`", "`address.street`", "`phone.number`"] {
        assert!(missing.contains(key), "{missing}");
    }
    assert!(missing.contains("clinic.toml:7: `name` is still a placeholder"), "{missing}");
}
