// Submits a claim: requests the proof of a perfect game, then sends the form. Returns null if the code was sent, and
// otherwise what to tell the visitor.

import { sendForm } from "./emailjs-client";
import {
  describeProofFailure,
  describeSendFailure,
  type Failure,
  type ProofResult,
} from "./messages";

/** The server's default ids. */
const SERVICE_ID = "clinic";
const TEMPLATE_ID = "discount";
const USER_ID = "website";

export async function submitClaim(
  form: HTMLFormElement,
  requestProof: () => Promise<ProofResult>,
): Promise<Failure | null> {
  const result = await requestProof();
  if (result.kind !== "proof") return describeProofFailure(result, navigator.onLine);

  const field = form.elements.namedItem("proof");
  if (field instanceof HTMLInputElement) field.value = result.proof;
  const sent = await sendForm(SERVICE_ID, TEMPLATE_ID, form, USER_ID);
  return sent.kind === "sent" ? null : describeSendFailure(sent, navigator.onLine);
}
