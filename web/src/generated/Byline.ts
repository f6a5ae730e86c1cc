// This file is generated from the server's types. Do not edit it.
/** A team member as the author or the reviewer of an article. */
export type Byline = {
  name: string;
  role: string;
};
