// This file is generated from the server's types. Do not edit it.
import type { Clinic } from "./Clinic";
import type { Meta } from "./Meta";
import type { Page } from "./Page";

export type PageData = {
  /** The build of the front end that this data belongs to. A browser running another build reloads the page. */
  build: string;
  clinic: Clinic;
  meta: Meta;
  page: Page;
  path: string;
  /** For the copyright line. */
  year: number;
};
