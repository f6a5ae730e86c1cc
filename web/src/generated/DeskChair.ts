// This file is generated from the server's types. Do not edit it.
/** A chair of the plan. */
export type DeskChair = {
  /** A doctor, a room, or `Chair 1`. */
  name: string;
  /** Visits are stored with it. */
  number: number;
  /** The slugs of the services that it takes. */
  services: Array<string>;
};
