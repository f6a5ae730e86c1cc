//! One function for each page of the registry: builds the page's data from the content.

use std::collections::BTreeMap;

use super::page_data::{ArticleGroup, BookableService, Card, ItemPage, Meta, Page, PageLink};
use super::paths;
use clinic_content::definition::texts::NEEDS;
use clinic_content::model::{Article, Content, InfoPage, MenuLink, Outreach, PageText, Service};
use clinic_rules::booking::Confirm;

const ARTICLES_ON_HOME: usize = 3;
const MORE_ARTICLES: usize = 3;

/// The id of the contact details on the about page.
pub const CONTACT_SECTION: &str = "contact";

pub fn home(text: PageText, content: &Content) -> Page {
    Page::Home {
        text,
        services: content.services.iter().map(service_card).collect(),
        outreaches: content.outreaches.iter().map(outreach_link).collect(),
        outreach_picture: content.outreaches.first().map(|outreach| outreach.picture.clone()),
        articles: articles_on_home(&content.articles).into_iter().map(article_card).collect(),
        has_practice: content.practice.is_some(),
    }
}

/// Those that the editor chose, in that order; otherwise the newest ones.
fn articles_on_home(articles: &[Article]) -> Vec<&Article> {
    let mut chosen: Vec<_> = articles.iter().filter(|article| article.home_position.is_some()).collect();
    chosen.sort_by_key(|article| article.home_position);
    let mut shown = if chosen.is_empty() { articles.iter().collect() } else { chosen };
    shown.truncate(ARTICLES_ON_HOME);
    shown
}

pub fn services(text: PageText, content: &Content) -> Page {
    let links = |service: &Service| service.articles.iter().filter_map(|slug| article_link(slug, content)).collect();
    let mut articles: BTreeMap<_, Vec<_>> =
        content.services.iter().map(|service| (service.slug.clone(), links(service))).collect();
    articles.retain(|_, links| !links.is_empty());
    Page::Services { text, services: content.services.clone(), articles }
}

pub fn outreaches(text: PageText, content: &Content) -> Page {
    Page::Outreaches { text, outreaches: content.outreaches.clone() }
}

pub fn articles(text: PageText, content: &Content) -> Page {
    let group = |heading: &str, need: Option<&str>| {
        let articles = content.articles.iter().filter(|article| article.need.as_deref() == need);
        ArticleGroup { heading: heading.to_owned(), articles: articles.map(article_card).collect() }
    };
    let mut groups: Vec<_> = NEEDS.iter().map(|need| group(need.label, Some(need.value))).collect();
    groups.retain(|group| !group.articles.is_empty());
    let others = group(if groups.is_empty() { "All articles" } else { "More articles" }, None);
    groups.extend((!others.articles.is_empty()).then_some(others));
    Page::Articles { text, groups, has_sight_check: content.clinic.has_sight_check }
}

pub fn article_pages(content: &Content) -> Vec<ItemPage> {
    let page = |(index, article): (usize, &Article)| ItemPage {
        slug: article.slug.clone(),
        meta: Meta { title: article.title.clone(), description: article.summary.clone() },
        page: Page::Article {
            article: article.clone(),
            services: services_about(&article.slug, content),
            more: more_articles(index, &content.articles),
        },
    };
    content.articles.iter().enumerate().map(page).collect()
}

pub fn info_pages(content: &Content) -> Vec<ItemPage> {
    let page = |info: &InfoPage| ItemPage {
        slug: info.slug.clone(),
        meta: Meta { title: info.title.clone(), description: info.summary.clone() },
        page: Page::Info { info: info.clone() },
    };
    content.info_pages.iter().map(page).collect()
}

pub fn menu_pages(content: &Content) -> Vec<MenuLink> {
    let link =
        |page: &InfoPage| Some(MenuLink { href: paths::with_slug(paths::INFO, &page.slug), label: page.menu.clone()? });
    content.info_pages.iter().filter_map(link).collect()
}

pub fn about_us(text: PageText, _: &Content) -> Page {
    Page::AboutUs { text }
}

pub fn team(text: PageText, content: &Content) -> Page {
    Page::Team { text, members: content.team.clone() }
}

pub fn vision_test(text: PageText, content: &Content) -> Page {
    Page::VisionTest {
        text,
        game: content.game.clone(),
        has_sight_check: content.clinic.has_sight_check,
        has_practice: content.practice.is_some(),
    }
}

pub fn practice(text: PageText, content: &Content) -> Page {
    // The site has no such page then.
    let Some(puzzle) = content.practice.clone() else { return Page::NotFound { text } };
    Page::Practice { text, puzzle }
}

pub fn book(text: PageText, content: &Content) -> Page {
    let Some(booking) = &content.clinic.booking else {
        return Page::Book { text, services: Vec::new(), days_ahead: 0, confirmed_by_staff: true };
    };
    let described = |slug: &str| content.services.iter().find(|it| it.slug == slug);
    let services = booking.services.iter().map(|service| BookableService {
        slug: service.slug.clone(),
        title: service.title.clone(),
        summary: described(&service.slug).map(|it| it.summary.clone()).unwrap_or_default(),
        minutes: service.minutes,
        bring: service.bring.clone(),
        drive: service.drive.clone(),
        driving: described(&service.slug).and_then(|it| it.driving),
        price: service.price,
    });
    Page::Book {
        text,
        services: services.collect(),
        days_ahead: booking.days_ahead,
        confirmed_by_staff: booking.confirm == Confirm::ByStaff,
    }
}

pub fn appointment(text: PageText, content: &Content) -> Page {
    Page::Appointment { text, days_ahead: content.clinic.booking.as_ref().map_or(0, |booking| booking.days_ahead) }
}

pub fn urgent(text: PageText, content: &Content) -> Page {
    let slugs = content.urgent.rows.iter().filter_map(|row| row.article.as_ref());
    let articles = slugs.filter_map(|slug| Some((slug.clone(), article_link(slug, content)?))).collect();
    Page::Urgent { text, urgent: content.urgent.clone(), articles }
}

pub fn sight_check(text: PageText, _: &Content) -> Page {
    Page::SightCheck { text }
}

pub fn privacy(text: PageText, _: &Content) -> Page {
    Page::Privacy { text }
}

pub fn not_found(text: PageText, _: &Content) -> Page {
    Page::NotFound { text }
}

/// Articles of the same group first, then the others, each from this one on and continuing from the start of the list.
fn more_articles(index: usize, articles: &[Article]) -> Vec<Card> {
    let mut others: Vec<_> = articles.iter().cycle().skip(index + 1).take(articles.len().saturating_sub(1)).collect();
    others.sort_by_key(|article| article.need != articles[index].need);
    others.into_iter().take(MORE_ARTICLES).map(article_card).collect()
}

fn service_card(service: &Service) -> Card {
    Card {
        href: paths::with_section(paths::SERVICES, &service.slug),
        title: service.title.clone(),
        summary: service.summary.clone(),
        picture: service.picture.clone(),
        minutes: None,
    }
}

fn outreach_link(outreach: &Outreach) -> PageLink {
    PageLink { href: paths::with_section(paths::OUTREACHES, &outreach.slug), title: outreach.title.clone() }
}

fn services_about(article: &str, content: &Content) -> Vec<PageLink> {
    let services = content.services.iter().filter(|service| service.articles.iter().any(|slug| slug == article));
    services
        .map(|service| PageLink {
            href: paths::with_section(paths::SERVICES, &service.slug),
            title: service.title.clone(),
        })
        .collect()
}

/// None for an article whose day has not come.
fn article_link(slug: &str, content: &Content) -> Option<PageLink> {
    let article = content.articles.iter().find(|article| article.slug == slug)?;
    Some(PageLink { href: paths::with_slug(paths::ARTICLE, slug), title: article.title.clone() })
}

fn article_card(article: &Article) -> Card {
    Card {
        href: paths::with_slug(paths::ARTICLE, &article.slug),
        title: article.title.clone(),
        summary: article.summary.clone(),
        picture: article.picture.clone(),
        minutes: Some(article.minutes),
    }
}
