// Examples for the accessibility tests.
import type { ReactNode } from "react";
import { Icon } from "./Icon";
import styles from "./Icon.examples.module.css";
import { type IconName, iconPaths } from "./icon-paths";

const names = Object.keys(iconPaths) as IconName[];

function IconGrid({ className }: { className: string | undefined }): ReactNode {
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
  { name: "all icons at text size", render: () => <IconGrid className={styles.grid} /> },
  {
    name: "all icons at double size",
    render: () => <IconGrid className={`${styles.grid} ${styles.large}`} />,
  },
  {
    name: "an icon with a title",
    render: () => <Icon name="gift" title="A gift" />,
  },
];
