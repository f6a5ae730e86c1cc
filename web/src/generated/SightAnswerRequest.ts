// This file is generated from the server's types. Do not edit it.
import type { SightAnswer } from "./SightAnswer";

export type SightAnswerRequest = {
  answer: SightAnswer;
  /** 1 for the first answer. The same number again is the same answer. */
  number: number;
  phone: string;
};
