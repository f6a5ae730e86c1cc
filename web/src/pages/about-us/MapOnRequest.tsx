// The embedded map, downloaded only when the visitor asks to see it: a map weighs more than the whole site.
// Without scripts browsers ignore `loading="lazy"`, so there the frame stays empty until its link is pressed.
import { type ReactNode, useState } from "react";
import { Icon } from "../../ui/icon/Icon";
import styles from "./MapOnRequest.module.css";

export function MapOnRequest({ src, name }: { src: string; name: string }): ReactNode {
  const [asked, setAsked] = useState(false);
  const title = `Map of the way to ${name}`;
  return (
    <details className={styles.map} onToggle={() => setAsked(true)}>
      <summary>
        <Icon name="map-pin" /> Show the map
      </summary>
      {asked ? (
        <iframe
          loading="lazy"
          src={src}
          title={title}
          referrerPolicy="no-referrer"
          sandbox="allow-scripts allow-same-origin allow-popups"
        />
      ) : (
        <noscript>
          <a href={src} target="map">
            Load the map here
          </a>
          <iframe name="map" title={title} referrerPolicy="no-referrer" />
        </noscript>
      )}
    </details>
  );
}
