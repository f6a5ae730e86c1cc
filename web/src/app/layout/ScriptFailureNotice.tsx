// A message for a page whose scripts did not load. Part of every document but hidden; load-app.ts and entry-client.tsx show
// it. Its links need no script.
import type { ReactNode } from "react";
import type { Phone } from "../../generated/Phone";
import { Notice } from "../../ui/notice/Notice";
import styles from "./ScriptFailureNotice.module.css";

export function ScriptFailureNotice({ phone }: { phone: Phone }): ReactNode {
  return (
    <div id="script-failure" className={styles.bar} hidden>
      <Notice tone="alarm" live>
        <p>
          {"Part of this page did not load, so some buttons do not work. "}
          {/* biome-ignore lint/a11y/useValidAnchor: an empty address is the page itself, so the link reloads it. */}
          <a href="">Reload the page</a> or call us on <a href={phone.href}>{phone.display}</a>.
        </p>
      </Notice>
    </div>
  );
}
