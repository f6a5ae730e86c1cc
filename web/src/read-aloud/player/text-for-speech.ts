// How a text is said: numbers, units, times and phone numbers as people say them, instead of what a voice makes of the signs.

type Rule = readonly [pattern: RegExp, words: string | ((...groups: string[]) => string)];

const DIGITS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

const UNITS: Readonly<Record<string, string>> = {
  mm: "millimetre",
  cm: "centimetre",
  m: "metre",
  km: "kilometre",
  ml: "millilitre",
  l: "litre",
  mg: "milligram",
  g: "gram",
  kg: "kilogram",
};

/** In order: a rule sees what the rules before it have made. */
const RULES: readonly Rule[] = [
  // Phone numbers, digit by digit, with a rest between the groups.
  [/\+?\d(?:[ -]?\d){9,}/g, phoneNumber],
  // References, letter by letter.
  [/\b(?=[A-Z\d-]*[A-Z])[A-Z\d]{3,4}-[A-Z\d]{3,4}\b/g, spelled],
  [
    /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g,
    (address) => address.replaceAll(".", " dot ").replace("@", " at "),
  ],
  // Opening hours.
  [/\b12:00 ?PM\b/g, "12 noon"],
  [/\b12:00 ?AM\b/g, "12 midnight"],
  [/\b(\d{1,2}):00 ?([AP])M\b/g, (_, hour = "", half = "") => `${hour} ${half} M`],
  [
    /\b(\d{1,2}):0(\d) ?([AP])M\b/g,
    (_, hour = "", minute = "", half = "") => `${hour} oh ${minute} ${half} M`,
  ],
  [
    /\b(\d{1,2}):(\d\d) ?([AP])M\b/g,
    (_, hour = "", minute = "", half = "") => `${hour} ${minute} ${half} M`,
  ],
  // Ranges.
  [/(\d) ?[–-] ?(?=\d)/g, "$1 to "],
  // Amounts.
  [/₦ ?(\d[\d,.]*\d|\d)/g, "$1 naira"],
  [/(\d) ?%/g, "$1 percent"],
  [/\b(\d+)\+ (?=years|people)/g, "more than $1 "],
  [/\b(\d+)\+/g, "$1 and over"],
  [/\b(\d+)\/(\d+)\b/g, "$1 over $2"],
  [/(\d) ?°C\b/g, "$1 degrees"],
  [/\b(\d[\d,.]*) ?(mm|cm|km|ml|mg|kg|m|l|g)\b/g, amount],
  // Names of blood groups and of haemoglobin, which voices read as words.
  [/\bHb(?=[AS])/g, "haemoglobin "],
  [/\b(S)(S|C)\b|\b(A)(S|A)\b/g, (_, a, b, c, d) => `${a ?? c} ${b ?? d}`],
  // Short forms and signs.
  [/\bDr\.? (?=[A-Z])/g, "Doctor "],
  [/\be\.g\./g, "for example"],
  [/\bi\.e\./g, "that is"],
  [/ & /g, " and "],
  [/ ?[·→] ?/g, ", "],
];

export function spokenWords(text: string): string {
  let words = text;
  for (const [pattern, to] of RULES) {
    words = typeof to === "string" ? words.replace(pattern, to) : words.replace(pattern, to);
  }
  return words;
}

function phoneNumber(number: string): string {
  const groups = number.replace("+", "").split(/[ -]/);
  const said = groups.map((group) => [...group].map((digit) => DIGITS[Number(digit)]).join(" "));
  return `${number.startsWith("+") ? "plus " : ""}${said.join(", ")}`;
}

function spelled(reference: string): string {
  const groups = reference.split("-");
  return groups.map((group) => [...group].join(" ")).join(", ");
}

function amount(_: string, number = "", unit = ""): string {
  return `${number} ${UNITS[unit]}${number === "1" ? "" : "s"}`;
}
