// This file is generated from the server's types. Do not edit it.
export type UrgentSource = {
  id: string;
  title: string;
  url?: string;
};
