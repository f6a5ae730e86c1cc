// The server's time for components. Unknown in rendered documents, which are made in advance, and until the server has
// answered.
import { useEffect, useState } from "react";
import { serverTimeOffset } from "./server-time";

const UPDATE_INTERVAL_MS = 20_000;

/** The server's time in milliseconds, renewed while the component is shown. */
export function useServerNow(): number | undefined {
  const [now, setNow] = useState<number>();
  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined;
    let isMounted = true;
    void serverTimeOffset().then((offset) => {
      if (!isMounted) return;
      const update = () => setNow(Date.now() + offset);
      update();
      timer = setInterval(update, UPDATE_INTERVAL_MS);
    });
    return () => {
      isMounted = false;
      clearInterval(timer);
    };
  }, []);
  return now;
}
