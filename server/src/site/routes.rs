//! Every page of the site with its address and its data. The one place that knows which pages there are.

use jiff::civil::Date;

use super::page::{Card, Meta, Page, PageData};
use crate::content::model::{Article, Content, Outreach, Service, Words};

/// How many articles and programmes the home page announces, and how many an article leads on to.
const ARTICLES_AT_HOME: usize = 3;
const MORE_ARTICLES: usize = 3;

pub const NOT_FOUND: &str = "/404";

pub fn pages(content: &Content, build: &str, today: Date) -> Vec<PageData> {
    let words = &content.pages;
    let services: Vec<Card> = content.services.iter().map(service_card).collect();
    let articles: Vec<Card> = content.articles.iter().map(article_card).collect();
    let page = |path: &str, words: &Words, page: Page| PageData {
        build: build.to_owned(),
        path: path.to_owned(),
        meta: Meta { title: words.title.clone(), description: words.description.clone() },
        clinic: content.clinic.clone(),
        year: today.year(),
        page,
    };
    let mut pages = vec![
        page(
            "/home",
            &words.home,
            Page::Home {
                words: words.home.clone(),
                services,
                outreaches: content.outreaches.iter().map(outreach_card).collect(),
                articles: articles.iter().take(ARTICLES_AT_HOME).cloned().collect(),
            },
        ),
        page(
            "/services",
            &words.services,
            Page::Services { words: words.services.clone(), services: content.services.clone() },
        ),
        page(
            "/outreaches",
            &words.outreaches,
            Page::Outreaches { words: words.outreaches.clone(), outreaches: content.outreaches.clone() },
        ),
        page(
            "/articles",
            &words.articles,
            Page::Articles { words: words.articles.clone(), articles: articles.clone() },
        ),
        page("/about-us", &words.about_us, Page::AboutUs { words: words.about_us.clone() }),
        page("/team", &words.team, Page::Team { words: words.team.clone(), members: content.team.clone() }),
        page(
            "/visionTest",
            &words.vision_test,
            Page::VisionTest { words: words.vision_test.clone(), game: content.game.clone() },
        ),
        page("/privacy", &words.privacy, Page::Privacy { words: words.privacy.clone() }),
        page(NOT_FOUND, &words.not_found, Page::NotFound { words: words.not_found.clone() }),
    ];
    pages.extend(content.articles.iter().enumerate().map(|(index, article)| PageData {
        build: build.to_owned(),
        path: format!("/articles/{}", article.slug),
        meta: Meta { title: article.title.clone(), description: article.summary.clone() },
        clinic: content.clinic.clone(),
        year: today.year(),
        page: Page::Article { article: article.clone(), more: more_after(index, &articles) },
    }));
    pages
}

/// The articles that follow in the list, beginning anew at its end.
fn more_after(index: usize, articles: &[Card]) -> Vec<Card> {
    let others = articles.iter().cycle().skip(index + 1).take(articles.len().saturating_sub(1));
    others.take(MORE_ARTICLES).cloned().collect()
}

fn service_card(service: &Service) -> Card {
    Card {
        href: format!("/services#{}", service.slug),
        title: service.title.clone(),
        summary: service.summary.clone(),
        picture: service.picture.clone(),
        published: None,
        minutes: None,
    }
}

fn outreach_card(outreach: &Outreach) -> Card {
    Card {
        href: format!("/outreaches#{}", outreach.slug),
        title: outreach.title.clone(),
        summary: outreach.summary.clone(),
        picture: outreach.picture.clone(),
        published: None,
        minutes: None,
    }
}

fn article_card(article: &Article) -> Card {
    Card {
        href: format!("/articles/{}", article.slug),
        title: article.title.clone(),
        summary: article.summary.clone(),
        picture: article.picture.clone(),
        published: Some(article.published.to_string()),
        minutes: Some(article.minutes),
    }
}
