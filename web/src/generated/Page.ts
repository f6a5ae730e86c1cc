// This file is generated from the server's types. Do not edit it.
import type { Article } from "./Article";
import type { ArticleGroup } from "./ArticleGroup";
import type { BookableService } from "./BookableService";
import type { Card } from "./Card";
import type { Game } from "./Game";
import type { InfoPage } from "./InfoPage";
import type { Member } from "./Member";
import type { Outreach } from "./Outreach";
import type { PageLink } from "./PageLink";
import type { PageText } from "./PageText";
import type { Picture } from "./Picture";
import type { Practice } from "./Practice";
import type { Service } from "./Service";
import type { Urgent } from "./Urgent";

/** The tag is the page's kind in the registry. */
export type Page = {
  kind: "home";
  articles: Array<Card>;
  /** Whether it links to the puzzle for practice. */
  hasPractice: boolean;
  outreachPicture: Picture | null;
  outreaches: Array<PageLink>;
  services: Array<Card>;
  text: PageText;
} | {
  kind: "services";
  /** The articles about a service, by its slug. */
  articles: Record<string, Array<PageLink>>;
  services: Array<Service>;
  text: PageText;
} | {
  kind: "outreaches";
  outreaches: Array<Outreach>;
  text: PageText;
} | {
  kind: "articles";
  groups: Array<ArticleGroup>;
  /** Whether it links to the sight self-check. */
  hasSightCheck: boolean;
  text: PageText;
} | {
  kind: "article";
  article: Article;
  more: Array<Card>;
  /** The services that name this article. */
  services: Array<PageLink>;
} | {
  kind: "info";
  info: InfoPage;
} | {
  kind: "about-us";
  text: PageText;
} | {
  kind: "team";
  members: Array<Member>;
  text: PageText;
} | {
  kind: "vision-test";
  game: Game;
  /** Whether it links to the puzzle for practice. */
  hasPractice: boolean;
  /** Whether it links to the sight self-check. */
  hasSightCheck: boolean;
  text: PageText;
} | {
  kind: "practice";
  puzzle: Practice;
  text: PageText;
} | {
  kind: "book";
  confirmedByStaff: boolean;
  daysAhead: number;
  services: Array<BookableService>;
  text: PageText;
} | {
  kind: "appointment";
  daysAhead: number;
  text: PageText;
} | {
  kind: "urgent";
  /** The articles about its rows, by slug. */
  articles: Record<string, PageLink>;
  text: PageText;
  urgent: Urgent;
} | {
  kind: "sight-check";
  text: PageText;
} | {
  kind: "privacy";
  text: PageText;
} | {
  kind: "not-found";
  text: PageText;
};
