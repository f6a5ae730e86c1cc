// This file is generated from the server's types. Do not edit it.
import type { PreviewDocument } from "./PreviewDocument";

export type PreviewRequest = {
  document?: PreviewDocument | null;
  /** The path of the page, such as `/articles/first-aid`. */
  page: string;
};
