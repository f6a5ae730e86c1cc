// Every icon with its name, in running text and at double size, for pictures and accessibility
// tests. Never part of the site's own bundle.

import type { ReactNode } from "react";
import { glyphs, type IconName } from "./glyphs";
import { Icon } from "./Icon";
import styles from "./Icon.examples.module.css";

const names = Object.keys(glyphs) as IconName[];

function Sheet({ className }: { className: string | undefined }): ReactNode {
  return (
    <ul className={className}>
      {names.map((name) => (
        <li key={name} className={styles.cell}>
          <Icon name={name} /> {name}
        </li>
      ))}
    </ul>
  );
}

export const examples: { name: string; render: () => ReactNode }[] = [
  { name: "all icons at text size", render: () => <Sheet className={styles.sheet} /> },
  {
    name: "all icons at double size",
    render: () => <Sheet className={`${styles.sheet} ${styles.large}`} />,
  },
  {
    name: "an icon that stands alone and is named",
    render: () => <Icon name="gift" title="A gift" />,
  },
];
