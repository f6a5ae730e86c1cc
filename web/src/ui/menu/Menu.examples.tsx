// Examples for the accessibility tests. The menu itself is part of the example screens.
import type { ReactNode } from "react";
import { BarButton } from "./BarButton";
import { NavList } from "./NavList";

export const examples: { name: string; render: () => ReactNode }[] = [
  {
    name: "navigation list",
    render: () => (
      <NavList
        label="Example"
        items={[
          { href: "/home", label: "Home" },
          { href: "/articles", label: "Articles", current: "page" },
          { href: "/visionTest", label: "Play & Win", icon: "gift" },
        ]}
      />
    ),
  },
  { name: "bar button", render: () => <BarButton>Sign out</BarButton> },
];
