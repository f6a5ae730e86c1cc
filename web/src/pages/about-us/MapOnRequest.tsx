// The embedded map, downloaded only when the visitor asks to see it: a map weighs more than the whole site.
// A closed <details> is not drawn, and a lazy frame that is not drawn is not fetched; no script takes part.
import type { ReactNode } from "react";
import { Icon } from "../../ui/icon/Icon";
import styles from "./MapOnRequest.module.css";

export function MapOnRequest({ src, name }: { src: string; name: string }): ReactNode {
  return (
    <details className={styles.map}>
      <summary>
        <Icon name="map-pin" /> Show the map
      </summary>
      <iframe
        loading="lazy"
        src={src}
        title={`Map of the way to ${name}`}
        referrerPolicy="no-referrer"
        sandbox="allow-scripts allow-same-origin allow-popups"
      />
    </details>
  );
}
