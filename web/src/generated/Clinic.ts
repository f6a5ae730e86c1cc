// This file is generated from the server's types. Do not edit it.
import type { Address } from "./Address";
import type { Closure } from "./Closure";
import type { Emergency } from "./Emergency";
import type { Hospital } from "./Hospital";
import type { Hours } from "./Hours";
import type { Map } from "./Map";
import type { MenuLink } from "./MenuLink";
import type { Phone } from "./Phone";
import type { SiteNotice } from "./SiteNotice";
import type { Social } from "./Social";
import type { Whatsapp } from "./Whatsapp";

/** Facts about the clinic, shown on every page in the header, the footer and the contact popup. */
export type Clinic = {
  address: Address;
  /** The text under "About Us" in the footer. */
  blurb: string;
  /** Whether appointments can be booked on this site. */
  booksOnline: boolean;
  /** Days on which the clinic is closed. Pages have only those that are not over. */
  closures: Array<Closure>;
  /** How many days a code is valid. */
  codeDays: number;
  /** Completes "5% off …". */
  discountOn: string | null;
  discountPercent: number;
  emergency: Emergency;
  founded: number;
  /** With an eye doctor on call. Left out when there is none, because it would be in the data of every page. */
  hospitals?: Array<Hospital>;
  hours: Array<Hours>;
  map: Map;
  /** The added pages that are in the menu. Left out when there is none, because it would be in the data of every page. */
  menuPages?: Array<MenuLink>;
  name: string;
  /** Pages have it only until its last day. Left out when there is none, because it would be in the data of every page. */
  notice?: SiteNotice;
  phone: Phone;
  socials: Array<Social>;
  tagline: string;
  whatsapp: Whatsapp;
};
