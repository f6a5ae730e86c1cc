// This file is generated from the server's types. Do not edit it.
export type Address = {
  city: string;
  country: string;
  state: string;
  street: string;
};
