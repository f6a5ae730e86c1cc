// Suggests a correction for a mistyped email domain ("gmial.com"). Only a suggestion: an unusual address can be right.

/** The most common email providers in Nigeria. */
const COMMON_DOMAINS = [
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

/** Existing domains, including those one or two letters away from a common one. */
const EXISTING_DOMAINS = new Set([
  ...COMMON_DOMAINS,
  "mail.com",
  "email.com",
  "gmx.com",
  "me.com",
  "msn.com",
  "fmail.com",
]);

/** The corrected address, or null. */
export function suggestAddress(typed: string): string | null {
  const split = splitAddress(typed);
  if (split === null || EXISTING_DOMAINS.has(split.domain)) return null;
  const domain = completeDomain(split.domain) ?? closestDomain(split.domain);
  return domain === null ? null : `${split.local}@${domain}`;
}

/** True if the visitor may still be typing the address. */
export function isIncomplete(typed: string): boolean {
  const split = splitAddress(typed);
  return split === null || COMMON_DOMAINS.some((domain) => domain.startsWith(split.domain));
}

function splitAddress(typed: string): { local: string; domain: string } | null {
  const address = typed.trim();
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1).toLowerCase();
  return at > 0 && domain !== "" ? { local: address.slice(0, at), domain } : null;
}

/** Completes "gmail" and "gmail." to "gmail.com". */
function completeDomain(domain: string): string | null {
  const name = domain.replace(/\.$/, "");
  return COMMON_DOMAINS.find((common) => common.slice(0, common.indexOf(".")) === name) ?? null;
}

function closestDomain(domain: string): string | null {
  let best: { domain: string; edits: number } | null = null;
  for (const common of COMMON_DOMAINS) {
    const edits = editDistance(domain, common);
    if (edits <= maxEdits(common) && edits < (best?.edits ?? Infinity)) {
      best = { domain: common, edits };
    }
  }
  return best?.domain ?? null;
}

/** With two edits, a short name could match almost any word. */
function maxEdits(domain: string): number {
  return domain.length < 9 ? 1 : 2;
}

/** The number of wrong, missing, extra or swapped letters (optimal string alignment distance). */
function editDistance(a: string, b: string): number {
  let secondLastRow: number[] = [];
  let lastRow = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(
        (lastRow[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (lastRow[j - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) cost = Math.min(cost, (secondLastRow[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    secondLastRow = lastRow;
    lastRow = row;
  }
  return lastRow[b.length] ?? 0;
}
