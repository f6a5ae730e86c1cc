// The embedded map. A map is larger than the whole site, so it loads when the visitor opens it, or on wide screens when it
// scrolls into view. Without the app, the link loads it into the frame.
import { type ReactNode, useEffect, useRef, useState } from "react";
import { savesData } from "../../lib/loading/connection";
import { MAP_SANDBOX } from "../../lib/map-sandbox";
import { Icon } from "../../ui/icon/Icon";
import styles from "./MapOnRequest.module.css";

const WIDE_SCREEN = "(min-width: 62rem)";

export function MapOnRequest({ src, name }: { src: string; name: string }): ReactNode {
  const details = useRef<HTMLDetailsElement>(null);
  const [requested, setRequested] = useState(false);
  const title = `Map showing ${name}`;

  useEffect(() => {
    const element = details.current;
    if (!element) return;
    // Opened before this script ran.
    if (element.open) return setRequested(true);
    if (savesData() || !matchMedia(WIDE_SCREEN).matches) return;
    return whenVisible(element, () => {
      element.open = true;
    });
  }, []);

  return (
    // The visitor can open it before hydration.
    <details
      ref={details}
      className={styles.map}
      onToggle={() => setRequested(true)}
      data-map=""
      suppressHydrationWarning
    >
      <summary>
        <Icon name="map-pin" /> Show the map
      </summary>
      {requested ? (
        <iframe src={src} title={title} referrerPolicy="no-referrer" sandbox={MAP_SANDBOX} />
      ) : (
        <>
          <a href={src} target="map">
            Load the map here
          </a>
          <iframe name="map" title={title} referrerPolicy="no-referrer" />
        </>
      )}
    </details>
  );
}

function whenVisible(element: Element, show: () => void): () => void {
  const observer = new IntersectionObserver(([entry]) => {
    if (!entry?.isIntersecting) return;
    observer.disconnect();
    show();
  });
  observer.observe(element);
  return () => observer.disconnect();
}
