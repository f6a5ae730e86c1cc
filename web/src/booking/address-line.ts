// The clinic's address in one line, for calendars.
import type { Address } from "../generated/Address";

export function addressLine({ street, city, state, country }: Address): string {
  return `${street}, ${city}, ${state}, ${country}`;
}
