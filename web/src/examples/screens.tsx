// Example screens with extreme content: no content, no map, very long names and titles.
import type { ReactNode } from "react";
import { Layout } from "../app/layout/Layout";
import { longNameClinic, longTitle, sampleClinic, samplePicture, text } from "../fixtures/samples";
import type { Card } from "../generated/Card";
import type { Clinic } from "../generated/Clinic";
import type { PageText } from "../generated/PageText";
import { AboutUsPage } from "../pages/about-us";
import { ArticlePage } from "../pages/article";
import { ArticlesPage } from "../pages/articles";
import { HomePage } from "../pages/home";
import { InfoPage } from "../pages/info";
import { OutreachesPage } from "../pages/outreaches";

const section = (heading: string) => ({ heading, text: "A sentence about it." });

const pageText: PageText = {
  heading: "See the road, the faces you love and even the small print.",
  intro: "An eye clinic for you and your family. Call us or send a WhatsApp message.",
  picture: null,
  chart: ["See", "the road,", "the faces you love", "and even the small print."],
  sections: {
    services: section("What we can do"),
    trust: section("Trusted since 2001"),
    game: section("How sharp are your eyes?"),
    outreaches: section("We can come to you"),
    articles: section("Articles about your eyes"),
    visit: section("Come and see us"),
    story: section("Our Story"),
    location: section("Our Location"),
    hours: section("Working Hours"),
    director: section("Meet Our Director"),
    ask: section("How to ask"),
  },
  body: [],
};

const card: Card = {
  href: "/articles/sample",
  title: longTitle,
  summary: "A summary.",
  picture: samplePicture,
  minutes: 5,
};

const inLayout = (path: string, clinic: Clinic, page: ReactNode): ReactNode => (
  <Layout clinic={clinic} year={2026} path={path}>
    {page}
  </Layout>
);

export const screens: { name: string; render: () => ReactNode }[] = [
  {
    name: "home without content and with a very long clinic name",
    render: () =>
      inLayout(
        "/home",
        longNameClinic,
        <HomePage
          clinic={longNameClinic}
          page={{
            kind: "home",
            text: pageText,
            services: [],
            outreaches: [],
            outreachPicture: null,
            articles: [],
            hasPractice: false,
          }}
        />,
      ),
  },
  {
    name: "home with article titles of 140 characters",
    render: () =>
      inLayout(
        "/home",
        sampleClinic,
        <HomePage
          clinic={sampleClinic}
          page={{
            kind: "home",
            text: pageText,
            services: [{ ...card, href: "/services#a" }],
            outreaches: [{ title: card.title, href: "/outreaches#b" }],
            outreachPicture: card.picture,
            articles: [card, { ...card, href: "/articles/b", title: "A short one" }],
            hasPractice: true,
          }}
        />,
      ),
  },
  {
    name: "articles without any article",
    render: () =>
      inLayout(
        "/articles",
        sampleClinic,
        <ArticlesPage
          clinic={sampleClinic}
          page={{ kind: "articles", text: pageText, groups: [], hasSightCheck: false }}
        />,
      ),
  },
  {
    name: "article with a title of 140 characters and no sources",
    render: () =>
      inLayout(
        "/articles/sample",
        sampleClinic,
        <ArticlePage
          clinic={sampleClinic}
          page={{
            kind: "article",
            article: {
              slug: "sample",
              title: longTitle,
              summary: "A summary.",
              picture: samplePicture,
              published: "2026-03-04",
              updated: "2026-04-05",
              author: null,
              reviewedBy: null,
              lastReviewed: null,
              minutes: 1,
              urgent: ["sudden loss of sight"],
              sources: [],
              body: [{ type: "paragraph", content: [text("One paragraph only.")] }],
            },
            services: [],
            more: [],
          }}
        />,
      ),
  },
  {
    name: "article with an author, a reviewer and sources",
    render: () =>
      inLayout(
        "/articles/sample",
        sampleClinic,
        <ArticlePage
          clinic={sampleClinic}
          page={{
            kind: "article",
            article: {
              slug: "sample",
              title: "A sample article",
              summary: "A summary.",
              picture: samplePicture,
              published: "2026-03-04",
              updated: null,
              author: { name: "A. Writer", role: "Optometrist" },
              reviewedBy: { name: "B. Reader", role: "Founder and director" },
              lastReviewed: "2026-04-05",
              minutes: 1,
              urgent: [],
              sources: [
                { publisher: "NHS", title: "Glaucoma", url: "https://www.nhs.uk/" },
                { publisher: null, title: "Eye care", url: "https://www.who.int/" },
              ],
              body: [{ type: "paragraph", content: [text("One paragraph only.")] }],
            },
            services: [{ href: "/services#eye-exams", title: "Eye exams" }],
            more: [],
          }}
        />,
      ),
  },
  {
    name: "page of the clinic's own without a picture, with three more in the menu",
    render: () => {
      const labels = ["Prices", "Parking and buses", "Your insurance here."];
      const menuPages = labels.map((label) => ({ href: `/info/${label.length}`, label }));
      return inLayout(
        "/info/6",
        { ...longNameClinic, menuPages },
        <InfoPage
          clinic={longNameClinic}
          page={{
            kind: "info",
            info: {
              slug: "6",
              title: longTitle,
              summary: "What a visit costs.",
              picture: null,
              body: [
                { type: "paragraph", content: [text("All prices are in naira.")] },
                {
                  type: "table",
                  header: [[text("Visit")], [text("Price")]],
                  rows: [[[text("Eye exam")], [text("₦15,000")]]],
                },
              ],
            },
          }}
        />,
      );
    },
  },
  {
    name: "articles with a long notice that is a link",
    render: () => {
      const clinic = {
        ...longNameClinic,
        notice: {
          text: "From Monday we are at Suite 14B, Second Floor, The Old Trade Fair Building. Our phone number and our working hours stay the same. Here is how to find us.",
          href: "/about-us",
          until: "2999-12-31",
        },
      };
      return inLayout(
        "/articles",
        clinic,
        <ArticlesPage
          clinic={clinic}
          page={{ kind: "articles", text: pageText, groups: [], hasSightCheck: false }}
        />,
      );
    },
  },
  {
    name: "about without a map and with a very long address",
    render: () =>
      inLayout(
        "/about-us",
        longNameClinic,
        <AboutUsPage clinic={longNameClinic} page={{ kind: "about-us", text: pageText }} />,
      ),
  },
  {
    name: "about with a map",
    render: () =>
      inLayout(
        "/about-us",
        sampleClinic,
        <AboutUsPage
          clinic={sampleClinic}
          page={{ kind: "about-us", text: { ...pageText, picture: samplePicture } }}
        />,
      ),
  },
  {
    name: "outreaches without any outreach",
    render: () =>
      inLayout(
        "/outreaches",
        sampleClinic,
        <OutreachesPage
          clinic={sampleClinic}
          page={{ kind: "outreaches", text: pageText, outreaches: [] }}
        />,
      ),
  },
];
