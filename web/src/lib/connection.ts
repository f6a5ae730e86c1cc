// What the browser says about the visitor's connection. Mobile data is dear: when in doubt, we do not fetch ahead.

type NetworkInformation = { effectiveType?: string; saveData?: boolean };

function connection(): NetworkInformation | undefined {
  return (navigator as { connection?: NetworkInformation }).connection;
}

export function savesData(): boolean {
  return connection()?.saveData === true;
}

/** Only a browser that says so is believed; most that keep silent are phones. */
export function isFast(): boolean {
  return connection()?.effectiveType === "4g" && !savesData();
}
