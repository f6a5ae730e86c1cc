// The embedded map, loaded only when the visitor opens it: a map is larger than the whole site. Without JavaScript,
// browsers ignore `loading="lazy"`, so the frame stays empty until the visitor follows the link.
import { type ReactNode, useState } from "react";
import { Icon } from "../../ui/icon/Icon";
import styles from "./MapOnRequest.module.css";

export function MapOnRequest({ src, name }: { src: string; name: string }): ReactNode {
  const [requested, setRequested] = useState(false);
  const title = `Map showing ${name}`;
  return (
    <details className={styles.map} onToggle={() => setRequested(true)}>
      <summary>
        <Icon name="map-pin" /> Show the map
      </summary>
      {requested ? (
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
