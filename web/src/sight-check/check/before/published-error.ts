// The figures of docs/sight-check.md that visitors can read, for typical sight (slope 12, 3 % slips, the right distance). A
// test compares them with the document, which the simulation writes.

type ErrorOfDevice = {
  readonly device: string;
  readonly sd: string;
  readonly retest: string;
  readonly coverage: string;
};

export const publishedError: readonly ErrorOfDevice[] = [
  { device: "Phone, 6.6 inches, 720 × 1612", sd: "0.057", retest: "0.159", coverage: "99.0 %" },
  { device: "Phone, 6.5 inches, 1080 × 2340", sd: "0.058", retest: "0.159", coverage: "98.9 %" },
  { device: "Phone, 6.1 inches, 1179 × 2556", sd: "0.057", retest: "0.164", coverage: "99.0 %" },
  { device: "Laptop, 15.6 inches, 1366 × 768", sd: "0.058", retest: "0.157", coverage: "99.2 %" },
  { device: "Laptop, 13.3 inches, 2560 × 1600", sd: "0.057", retest: "0.156", coverage: "99.1 %" },
];
