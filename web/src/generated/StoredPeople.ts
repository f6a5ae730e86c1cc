// This file is generated from the server's types. Do not edit it.
import type { StoredPerson } from "./StoredPerson";

export type StoredPeople = {
  people: Array<StoredPerson>;
};
