// What the browser reports about the visitor's connection. Safari and Firefox report nothing.

type NetworkInformation = { effectiveType?: string; saveData?: boolean };

function connection(): NetworkInformation | undefined {
  return (navigator as { connection?: NetworkInformation }).connection;
}

export function savesData(): boolean {
  return connection()?.saveData === true;
}

/** The values of `effectiveType` are slow-2g, 2g, 3g and 4g. */
export function isSavingOrSlow(): boolean {
  return savesData() || /2g|3g/.test(connection()?.effectiveType ?? "");
}
