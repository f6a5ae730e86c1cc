// The claim that was just sent, kept in the tab for as long as its address can be changed: people notice a mistyped
// address when they return from their mailbox, and by then the phone may have discarded the tab.

const KEY = "sentClaim";
/** The server's limit for changing the address. */
const CHANGE_PERIOD_MS = 30 * 60 * 1000;

export type SentClaim = {
  readonly address: string;
  readonly proof: string;
  readonly sentAt: number;
  /** The address was changed. The server allows it once. */
  readonly changed: boolean;
};

export function saveSentClaim(claim: SentClaim): void {
  withStorage((storage) => storage.setItem(KEY, JSON.stringify(claim)));
}

/** Null if there is none or its address can no longer be changed. */
export function loadSentClaim(now = Date.now()): SentClaim | null {
  let text: string | null = null;
  withStorage((storage) => {
    text = storage.getItem(KEY);
  });
  const claim = parse(text);
  if (claim === null) return null;
  const age = now - claim.sentAt;
  if (age >= 0 && age < CHANGE_PERIOD_MS) return claim;
  // The address is personal data.
  withStorage((storage) => storage.removeItem(KEY));
  return null;
}

function parse(text: string | null): SentClaim | null {
  try {
    const { address, proof, sentAt, changed } = JSON.parse(text ?? "{}") as Partial<SentClaim>;
    const isValid = typeof address === "string" && typeof proof === "string";
    return isValid && typeof sentAt === "number"
      ? { address, proof, sentAt, changed: changed === true }
      : null;
  } catch {
    return null;
  }
}

function withStorage(use: (storage: Storage) => void): void {
  try {
    use(window.sessionStorage);
  } catch {
    // Storage is blocked or full: the address can then be changed until the page is reloaded.
  }
}
