// The ways in which a call to the desk's API can fail, each with its own name, and the words for them.
// The server's sentences are written for the desk, so they are passed on where there are any.

export type Problem =
  /** There is no session any more: the way on is to sign in. */
  | { readonly kind: "signedOut" }
  | { readonly kind: "unreachable" }
  | { readonly kind: "slowDown"; readonly seconds: number | null }
  | { readonly kind: "notAllowed"; readonly message: string }
  | {
      readonly kind: "refused";
      readonly status: number;
      readonly code: string;
      readonly message: string;
      readonly usedAt: string | null;
      readonly usedBy: string | null;
    }
  | { readonly kind: "broken" };

export function explain(problem: Problem): string {
  switch (problem.kind) {
    case "signedOut":
      return "You have been signed out. Please sign in again.";
    case "unreachable":
      return "No answer from the clinic's server. Check the connection, then try again.";
    case "slowDown":
      return `That was too fast. Please try again ${problem.seconds === null ? "in a minute" : fromNow(problem.seconds)}.`;
    case "notAllowed":
    case "refused":
      return problem.message;
    case "broken":
      return "Something went wrong at the server. Please try again; if it stays like this, tell the owner.";
  }
}

/** Rounded up, so that nobody comes back too early. */
function fromNow(seconds: number): string {
  if (seconds <= 1) return "in a second";
  if (seconds < 60) return `in ${Math.ceil(seconds)} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? "in a minute" : `in ${minutes} minutes`;
}
