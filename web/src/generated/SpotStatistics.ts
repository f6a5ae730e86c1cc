// This file is generated from the server's types. Do not edit it.
export type SpotStatistics = {
  found: number;
  id: number;
  label: string | null;
};
