// One interface icon, as tall as the text it stands in and in that text's colour.
// Silent unless it is given a title: beside a word it would only make a screen reader say the
// same thing twice.

import type { ReactNode } from "react";
import { glyphs, type IconName } from "./glyphs";
import styles from "./Icon.module.css";

export type { IconName } from "./glyphs";

interface IconProps {
  name: IconName;
  title?: string;
}

export function Icon({ name, title }: IconProps): ReactNode {
  const { line, solid } = glyphs[name];
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
