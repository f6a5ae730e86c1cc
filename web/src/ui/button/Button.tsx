// A button, and a link that looks like one. Use primary for the main action of a screen, quiet for others beside it.
import type { ButtonHTMLAttributes, ReactNode } from "react";
import { Icon, type IconName } from "../icon/Icon";
import { Link, type LinkProps } from "../link/Link";
import styles from "./Button.module.css";

interface ButtonStyle {
  weight?: "primary" | "quiet" | "accent" | undefined;
  icon?: IconName | undefined;
  wide?: boolean | undefined;
}

type ButtonProps = ButtonStyle & ButtonHTMLAttributes<HTMLButtonElement> & { busy?: boolean };

const classNames = ({ weight = "primary", wide = false }: ButtonStyle): string =>
  `${styles.button} ${styles[weight]}${wide ? ` ${styles.wide}` : ""}`;

export function Button({
  weight,
  icon,
  wide,
  busy = false,
  children,
  ...rest
}: ButtonProps): ReactNode {
  return (
    <button
      type="button"
      className={classNames({ weight, wide })}
      aria-disabled={busy || undefined}
      {...rest}
    >
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </button>
  );
}

export function ButtonLink({
  weight,
  icon,
  wide,
  children,
  ...rest
}: ButtonStyle & LinkProps): ReactNode {
  return (
    <Link className={classNames({ weight, wide })} {...rest}>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </Link>
  );
}
