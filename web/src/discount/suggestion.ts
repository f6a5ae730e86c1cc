// Owns the guess at a slip in an e-mail address ("gmial.com"). It only ever suggests: an address that
// looks odd may still be right, so nothing here refuses one.

/** Where most people in Nigeria have their mail. */
const COMMON = [
  "gmail.com",
  "yahoo.com",
  "yahoo.co.uk",
  "ymail.com",
  "rocketmail.com",
  "hotmail.com",
  "hotmail.co.uk",
  "outlook.com",
  "live.com",
  "icloud.com",
  "aol.com",
  "protonmail.com",
  "proton.me",
  "googlemail.com",
];

/** Real providers that lie a letter or two from a common one. */
const REAL = new Set([
  ...COMMON,
  "mail.com",
  "email.com",
  "gmx.com",
  "me.com",
  "msn.com",
  "fmail.com",
]);

/** The address that was probably meant, or null. */
export function suggestAddress(typed: string): string | null {
  const split = splitAddress(typed);
  if (split === null || REAL.has(split.domain)) return null;
  const domain = completed(split.domain) ?? nearest(split.domain);
  return domain === null ? null : `${split.local}@${domain}`;
}

/** Whether the address may just be half typed: too early to speak of a slip. */
export function isUnfinished(typed: string): boolean {
  const split = splitAddress(typed);
  return split === null || COMMON.some((domain) => domain.startsWith(split.domain));
}

function splitAddress(typed: string): { local: string; domain: string } | null {
  const address = typed.trim();
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1).toLowerCase();
  return at > 0 && domain !== "" ? { local: address.slice(0, at), domain } : null;
}

/** "gmail" and "gmail." lack only their ending. */
function completed(domain: string): string | null {
  const name = domain.replace(/\.$/, "");
  return COMMON.find((common) => common.slice(0, common.indexOf(".")) === name) ?? null;
}

function nearest(domain: string): string | null {
  let best: { domain: string; slips: number } | null = null;
  for (const common of COMMON) {
    const slips = distance(domain, common);
    if (slips <= allowedSlips(common) && slips < (best?.slips ?? Infinity)) {
      best = { domain: common, slips };
    }
  }
  return best?.domain ?? null;
}

/** Two slips in a short name could make almost any word of it. */
function allowedSlips(domain: string): number {
  return domain.length < 9 ? 1 : 2;
}

/** Letters wrong, missing, doubled, or swapped with their neighbour. */
function distance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
