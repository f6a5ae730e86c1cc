// What folds away on a phone and stands in the bar where there is room. It is a native popover, so that it opens
// without JavaScript; browsers that know no popover simply show it.
import { type MouseEvent, type ReactNode, useRef } from "react";
import { Icon } from "../icon/Icon";
import { BarButton } from "./BarButton";
import styles from "./Menu.module.css";

export function Menu({ children }: { children: ReactNode }): ReactNode {
  const menu = useRef<HTMLDivElement>(null);
  const closeBehind = (event: MouseEvent) => {
    if ((event.target as Element).closest("a")) menu.current?.hidePopover?.();
  };

  return (
    <>
      <BarButton popoverTarget="menu">
        <Icon name="menu" /> Menu
      </BarButton>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link followed by keyboard clicks as well. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only listens to the links inside. */}
      <div id="menu" ref={menu} popover="auto" className={styles.menu} onClick={closeBehind}>
        <BarButton popoverTarget="menu" popoverTargetAction="hide">
          <Icon name="close" /> Close
        </BarButton>
        {children}
      </div>
    </>
  );
}
