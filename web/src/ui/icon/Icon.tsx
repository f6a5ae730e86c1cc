// An icon in the size and colour of the surrounding text. Hidden from screen readers unless it has a title: beside a
// label it would be read twice.
import type { ReactNode } from "react";
import styles from "./Icon.module.css";
import { type IconName, iconPaths } from "./icon-paths";

export type { IconName } from "./icon-paths";

interface IconProps {
  name: IconName;
  title?: string;
}

export function Icon({ name, title }: IconProps): ReactNode {
  const { line, solid } = iconPaths[name];
  const paths = (
    <>
      {solid && <path className={styles.solid} d={solid} />}
      {line && <path className={styles.line} d={line} />}
    </>
  );

  if (title) {
    return (
      <svg className={styles.icon} viewBox="0 0 24 24" role="img">
        <title>{title}</title>
        {paths}
      </svg>
    );
  }
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
      {paths}
    </svg>
  );
}
