// This file is generated from the server's types. Do not edit it.
import type { EarlierAnswer } from "./EarlierAnswer";

export type EarlierAnswerRequest = {
  answer: EarlierAnswer;
  /** The day of the time that was offered. After `no`, the patient is offered later days only. */
  date: string;
};
