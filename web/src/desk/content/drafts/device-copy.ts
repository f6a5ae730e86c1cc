// The copy of a draft on this device, for words that the server does not have yet. Each account has its own.

export type KeptText = { readonly text: string; readonly version: string };

export type DeviceCopy = {
  read(): KeptText | null;
  /** False if the device has no room. */
  write(kept: KeptText): boolean;
  remove(): void;
};

export function deviceCopy(account: string, path: string): DeviceCopy {
  const key = `draft:${account}:${path}`;
  return {
    read: () => parse(attempt(() => localStorage.getItem(key)) ?? null),
    write: (kept) =>
      attempt(() => {
        localStorage.setItem(key, JSON.stringify(kept));
        return true;
      }) ?? false,
    remove: () => void attempt(() => localStorage.removeItem(key)),
  };
}

/** Storage can be full, or forbidden by the browser's settings. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

function parse(json: string | null): KeptText | null {
  const value = json === null ? undefined : attempt(() => JSON.parse(json) as Partial<KeptText>);
  return typeof value?.text === "string" && typeof value.version === "string"
    ? { text: value.text, version: value.version }
    : null;
}
