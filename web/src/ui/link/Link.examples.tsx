// Examples for the accessibility tests.
import type { ReactNode } from "react";
import { Link } from "./Link";

export const examples: { name: string; render: () => ReactNode }[] = [
  {
    name: "links in running text, to a page and to another site",
    render: () => (
      <p>
        Read <Link href="/services">what happens at each visit</Link>, or what the{" "}
        <Link href="https://www.who.int/">World Health Organization</Link> says.
      </p>
    ),
  },
];
