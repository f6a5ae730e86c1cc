// This file is generated from the server's types. Do not edit it.
export type InstanceNotShown = {
  /** What its visitors see instead. */
  explanation: string;
  instance: string;
  problems: Array<string>;
  /** The revision that it cannot show. */
  revision: number;
  since: string;
};
