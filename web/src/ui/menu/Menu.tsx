// A menu that is a popover on phones and part of the header on wide screens. A native popover opens without
// JavaScript; browsers without popovers always show the menu.
import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { closePopoverOnBack } from "../../lib/navigation/overlay-history";
import { Icon } from "../icon/Icon";
import { BarButton } from "./BarButton";
import styles from "./Menu.module.css";

export function Menu({ children }: { children: ReactNode }): ReactNode {
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => (menu.current ? closePopoverOnBack(menu.current) : undefined), []);
  const closeOnLink = (event: MouseEvent) => {
    if ((event.target as Element).closest("a")) menu.current?.hidePopover?.();
  };

  return (
    <>
      <BarButton popoverTarget="menu">
        <Icon name="menu" /> Menu
      </BarButton>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: following a link by keyboard fires click too. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only listens for clicks on the links inside. */}
      <div id="menu" ref={menu} popover="auto" className={styles.menu} onClick={closeOnLink}>
        <BarButton popoverTarget="menu" popoverTargetAction="hide">
          <Icon name="close" /> Close
        </BarButton>
        {children}
      </div>
    </>
  );
}
