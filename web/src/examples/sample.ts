// Made-up values that the examples and tests share, the awkward ones among them. Never part of the site.
import type { Clinic } from "../generated/Clinic";
import type { Hours } from "../generated/Hours";
import type { Inline } from "../generated/Inline";
import type { Picture } from "../generated/Picture";

export const text = (words: string): Inline => ({ type: "text", text: words });

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 360"><rect width="480" height="360" fill="#084752"/><circle cx="240" cy="180" r="110" fill="none" stroke="#fffcf5" stroke-width="24"/><path d="M300 156h80v48h-80z" fill="#084752"/></svg>`;

export const samplePicture: Picture = {
  src: `data:image/svg+xml,${encodeURIComponent(drawing)}`,
  width: 480,
  height: 360,
};

export const sampleHours: Hours[] = [
  {
    days: "Monday to Friday",
    times: "8:00 AM to 6:00 PM",
    firstDay: 1,
    lastDay: 5,
    open: { from: 480, until: 1080 },
  },
  {
    days: "Saturday",
    times: "8:00 AM to 2:00 PM",
    firstDay: 6,
    lastDay: 6,
    open: { from: 480, until: 840 },
  },
  { days: "Sunday", times: "Closed", firstDay: 7, lastDay: 7, open: null },
];

export const sampleLongTitle =
  "What every parent in Port Harcourt should know about a child who sits close to the television, rubs both eyes and says that the board is dim";

export const sampleClinic: Clinic = {
  name: "The Eye Clinic",
  tagline: "Trusted Eye Care for you and your family.",
  blurb:
    "We have looked after eyes in Port Harcourt since 2001. Our work has earned three national health-excellence nominations.",
  founded: 2001,
  address: {
    street: "1 Sample Street",
    city: "Port Harcourt",
    state: "Rivers State",
    country: "Nigeria",
  },
  map: { link: "https://maps.example/", embed: "https://maps.example/embed" },
  phone: { display: "+234 800 000 0000", href: "tel:+2348000000000" },
  whatsapp: { href: "https://wa.me/2348000000000?text=Hello" },
  hours: sampleHours,
  socials: [
    { network: "instagram", url: "https://www.instagram.com/" },
    { network: "facebook", url: "https://www.facebook.com/" },
    { network: "linkedin", url: "https://www.linkedin.com/" },
  ],
  discountPercent: 5,
};

/** A name that no header was drawn for, and no map to embed. */
export const awkwardClinic: Clinic = {
  ...sampleClinic,
  name: "The Greater Port Harcourt and Rivers State Family, Paediatric and Occupational Eye Care and Optometry Centre",
  address: {
    ...sampleClinic.address,
    street: "Suite 14B, Second Floor, The Old Trade Fair Building, 1234 Sample Street Extension",
  },
  map: { ...sampleClinic.map, embed: null },
};
