// This file is generated from the server's types. Do not edit it.
import type { PictureSummary } from "./PictureSummary";

export type Pictures = {
  pictures: Array<PictureSummary>;
};
