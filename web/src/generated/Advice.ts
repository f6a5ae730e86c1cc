// This file is generated from the server's types. Do not edit it.
import type { AdviceKind } from "./AdviceKind";

export type Advice = {
  file: string;
  kind: AdviceKind;
  line: number;
  message: string;
};
