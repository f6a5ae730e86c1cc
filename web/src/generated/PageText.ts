// This file is generated from the server's types. Do not edit it.
import type { Block } from "./Block";
import type { Picture } from "./Picture";
import type { Section } from "./Section";

/** The text of a page that does not come from a collection. */
export type PageText = {
  body: Array<Block>;
  /** The lines of the eye chart on the home page. Empty on other pages. */
  chart: Array<string>;
  heading: string;
  intro: string;
  picture: Picture | null;
  /** Keyed by the part of the page that shows the section. */
  sections: Record<string, Section>;
};
