// Owns a claim from press to answer: first the proof that the game was perfect, then the sending of the form.
// It answers with null when the code is on its way, and otherwise with what to tell the visitor.

import { sendForm } from "./send-form";
import { explainUnproved, explainUnsent, type Failure, type Proof } from "./words";

/** The server's defaults; see its configuration. */
const SERVICE_ID = "clinic";
const TEMPLATE_ID = "discount";
const USER_ID = "website";

export async function claim(
  form: HTMLFormElement,
  prove: () => Promise<Proof>,
): Promise<Failure | null> {
  const proof = await prove();
  if (proof.kind !== "proved") return explainUnproved(proof, navigator.onLine);

  const field = form.elements.namedItem("proof");
  if (field instanceof HTMLInputElement) field.value = proof.proof;
  const outcome = await sendForm(SERVICE_ID, TEMPLATE_ID, form, USER_ID);
  return outcome.kind === "sent" ? null : explainUnsent(outcome, navigator.onLine, new Date());
}
