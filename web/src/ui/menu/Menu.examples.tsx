// The places of a bar and its button, for pictures and accessibility tests. The folded menu is in the whole screens.
import type { ReactNode } from "react";
import { BarButton } from "./BarButton";
import { Places } from "./Places";

export const examples: { name: string; render: () => ReactNode }[] = [
  {
    name: "places in a bar",
    render: () => (
      <Places
        label="Places of the example"
        places={[
          { href: "/home", name: "Home" },
          { href: "/articles", name: "Articles", current: "page" },
          { href: "/visionTest", name: "Play & Win", icon: "gift" },
        ]}
      />
    ),
  },
  { name: "a button of the bar", render: () => <BarButton>Sign out</BarButton> },
];
