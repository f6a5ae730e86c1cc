// This file is generated from the server's types. Do not edit it.
import type { Picture } from "./Picture";

/** A short form of a service, an outreach or an article, linking to it from another page. */
export type Card = {
  href: string;
  /** Articles only: how long it takes to read. */
  minutes?: number;
  picture: Picture;
  summary: string;
  title: string;
};
