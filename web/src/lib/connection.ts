// What the browser reports about the visitor's connection.

type NetworkInformation = { saveData?: boolean };

function connection(): NetworkInformation | undefined {
  return (navigator as { connection?: NetworkInformation }).connection;
}

export function savesData(): boolean {
  return connection()?.saveData === true;
}
