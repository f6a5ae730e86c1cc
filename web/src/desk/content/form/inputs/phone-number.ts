// Phone numbers as people in Nigeria write them, and as the site stores them: with the country code.

const COUNTRY = "234";

/** `0803 123 4567` becomes `+234 803 123 4567`. A number with a country code, or what is no number, stays as it is. */
export function withCountryCode(typed: string): string {
  const text = typed.trim();
  if (!/^[\d ()-]+$/.test(text)) return typed;
  const digits = text.replace(/\D/g, "");
  if (/^(?:00)?234\d/.test(digits)) {
    return international(digits.replace(/^(?:00)?234/, ""));
  }
  return /^0[1-9]/.test(digits) ? international(digits.slice(1)) : typed;
}

/** What is wrong with the length of a Nigerian number. Mobile numbers have 11 digits, landlines with their area code 8 or 9. */
export function nigerianLengthError(text: string): string | null {
  const digits = text.replace(/\D/g, "");
  if (!digits.startsWith(COUNTRY)) return null;
  // `+234 (0)803 …` is a common mixture of both forms.
  const { length } = digits.slice(COUNTRY.length).replace(/^0/, "");
  if (length === 10 || length === 7 || length === 8) return null;
  return `This number is too ${length > 10 ? "long" : "short"}. A Nigerian number has 11 digits, such as 0803 123 4567.`;
}

/** Mobile numbers have ten digits, in the groups in which people say them. */
function international(local: string): string {
  const isMobile = local.length === 10;
  const groups = isMobile ? [local.slice(0, 3), local.slice(3, 6), local.slice(6)] : [local];
  return `+${[COUNTRY, ...groups].join(" ")}`;
}
