// What the browser reports about the visitor's connection. Mobile data is expensive: without a report, nothing is
// prefetched.

type NetworkInformation = { effectiveType?: string; saveData?: boolean };

function connection(): NetworkInformation | undefined {
  return (navigator as { connection?: NetworkInformation }).connection;
}

export function savesData(): boolean {
  return connection()?.saveData === true;
}

/** False without a report: most browsers that do not report are on phones. */
export function isFast(): boolean {
  return connection()?.effectiveType === "4g" && !savesData();
}
