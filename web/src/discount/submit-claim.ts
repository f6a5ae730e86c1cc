// Submits a claim or a change of its address: requests the proof of a perfect game, then sends the form.

import {
  describeProofFailure,
  describeSendFailure,
  type Failure,
  type ProofResult,
} from "./claim-messages";
import { sendForm } from "./send-form";

/** The server's default ids. */
const SERVICE_ID = "clinic";
const TEMPLATE_ID = "discount";
const USER_ID = "website";

const CHANGE_ADDRESS_PATH = "/api/claims/address";

export type ClaimResult =
  | { readonly kind: "sent"; readonly proof: string }
  /** What to tell the visitor. */
  | { readonly kind: "failed"; readonly failure: Failure };

export async function submitClaim(
  form: HTMLFormElement,
  requestProof: () => Promise<ProofResult>,
): Promise<ClaimResult> {
  const result = await requestProof();
  if (result.kind !== "proof") {
    return { kind: "failed", failure: describeProofFailure(result, navigator.onLine) };
  }
  return submit(form, result.proof);
}

/** The form has the corrected address. */
export function submitAddressChange(form: HTMLFormElement, proof: string): Promise<ClaimResult> {
  return submit(form, proof, CHANGE_ADDRESS_PATH);
}

async function submit(form: HTMLFormElement, proof: string, path?: string): Promise<ClaimResult> {
  const field = form.elements.namedItem("proof");
  if (field instanceof HTMLInputElement) field.value = proof;
  const result = await sendForm(SERVICE_ID, TEMPLATE_ID, form, USER_ID, path);
  return result.kind === "sent"
    ? { kind: "sent", proof }
    : { kind: "failed", failure: describeSendFailure(result, navigator.onLine) };
}
