// The one shape every page component takes: its own part of the data, and the clinic's facts.
import type { Clinic } from "../generated/Clinic";
import type { Page } from "../generated/Page";

export type PageKind = Page["kind"];

export type PageProps<K extends PageKind> = {
  page: Extract<Page, { kind: K }>;
  clinic: Clinic;
};
