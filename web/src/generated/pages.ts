// This file is generated from the page registry in crates/site/src/page_registry.rs. Do not edit it.
export const pages = [
  { kind: "home", path: "/home", header: { label: "Home", icon: null } },
  { kind: "services", path: "/services", header: { label: "Services", icon: null } },
  { kind: "outreaches", path: "/outreaches", header: { label: "Outreaches", icon: null } },
  { kind: "articles", path: "/articles", header: { label: "Articles", icon: null } },
  { kind: "article", path: "/articles/{slug}", header: null },
  { kind: "info", path: "/info/{slug}", header: null },
  { kind: "about-us", path: "/about-us", header: { label: "About Us", icon: null } },
  { kind: "team", path: "/team", header: { label: "Our Team", icon: null } },
  { kind: "vision-test", path: "/visionTest", header: { label: "Play & Win", icon: "gift" } },
  { kind: "practice", path: "/visionTest/today", header: null },
  { kind: "book", path: "/book", header: null },
  { kind: "appointment", path: "/appointment", header: null },
  { kind: "urgent", path: "/urgent", header: null },
  { kind: "sight-check", path: "/sight-check", header: null },
  { kind: "privacy", path: "/privacy", header: null },
  { kind: "not-found", path: "/404", header: null },
] as const;
