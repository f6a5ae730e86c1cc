// What a visitor presses: a button that does something here, or a link that looks like one.
// Three weights: primary for the one thing to do, quiet beside it, accent for the game.
import type { ButtonHTMLAttributes, ReactNode } from "react";
import { Icon, type IconName } from "../icon/Icon";
import { Link, type LinkProps } from "../link/Link";
import styles from "./Button.module.css";

interface Look {
  weight?: "primary" | "quiet" | "accent" | undefined;
  icon?: IconName | undefined;
  wide?: boolean | undefined;
}

type ButtonProps = Look & ButtonHTMLAttributes<HTMLButtonElement> & { busy?: boolean };

const classOf = ({ weight = "primary", wide = false }: Look): string =>
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
      className={classOf({ weight, wide })}
      aria-disabled={busy || undefined}
      {...rest}
    >
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </button>
  );
}

export function ButtonLink({ weight, icon, wide, children, ...rest }: Look & LinkProps): ReactNode {
  return (
    <Link className={classOf({ weight, wide })} {...rest}>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </Link>
  );
}
