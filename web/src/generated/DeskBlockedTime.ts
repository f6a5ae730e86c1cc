// This file is generated from the server's types. Do not edit it.
export type DeskBlockedTime = {
  chair: number;
  date: string;
  from: string;
  id: string;
  reason: string;
  until: string;
};
