// The props of every page component: the page's own data and the facts about the clinic.
import type { Clinic } from "../generated/Clinic";
import type { Page } from "../generated/Page";

export type PageKind = Page["kind"];

export type PageProps<K extends PageKind> = {
  page: Extract<Page, { kind: K }>;
  clinic: Clinic;
};
