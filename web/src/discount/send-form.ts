// Owns the call that sends a form by e-mail, shaped like the hosted provider's own client: the form's fields
// and four of its own, as multipart/form-data. A failed send is logged with the provider's text; what to
// tell the visitor is decided elsewhere.

export type SendOutcome =
  | { readonly kind: "sent"; readonly status: number; readonly text: string }
  /** The caller's mistake: an id is missing, or there is no form. Nothing was sent. */
  | { readonly kind: "misused"; readonly text: string }
  | { readonly kind: "unreachable"; readonly text: string }
  | {
      readonly kind: "refused";
      readonly status: number;
      readonly text: string;
      readonly retryAfter: string | null;
    };

const PATH = "/api/v1.0/email/send-form";
const VERSION = "1.0.0";
/** The server itself waits some seconds for the mail server's word. */
const PATIENCE_MS = 30_000;

/** `form` may be the element or a selector that finds it. */
export async function sendForm(
  serviceId: string,
  templateId: string,
  form: HTMLFormElement | string,
  userId: string,
): Promise<SendOutcome> {
  const outcome = await send(serviceId, templateId, form, userId);
  if (outcome.kind !== "sent") console.error(outcome.text);
  return outcome;
}

async function send(
  serviceId: string,
  templateId: string,
  form: HTMLFormElement | string,
  userId: string,
): Promise<SendOutcome> {
  const element = typeof form === "string" ? document.querySelector(form) : form;
  if (!(element instanceof HTMLFormElement)) {
    return misused(
      "The 3rd parameter is expected to be the HTML form element or the style selector of form",
    );
  }
  if (!userId) return misused("The user ID is required");
  if (!serviceId) return misused("The service ID is required");
  if (!templateId) return misused("The template ID is required");

  const fields = new FormData(element);
  fields.append("lib_version", VERSION);
  fields.append("service_id", serviceId);
  fields.append("template_id", templateId);
  fields.append("user_id", userId);
  return post(fields);
}

async function post(fields: FormData): Promise<SendOutcome> {
  try {
    const response = await fetch(PATH, {
      method: "POST",
      body: fields,
      // Phones older than Chrome 103 lack it, and wait as long as their network does.
      signal: AbortSignal.timeout?.(PATIENCE_MS) ?? null,
    });
    const { status } = response;
    const text = await response.text();
    if (status === 200 || text === "OK") return { kind: "sent", status, text };
    return { kind: "refused", status, text, retryAfter: response.headers.get("retry-after") };
  } catch (cause) {
    return { kind: "unreachable", text: `Network Error (${String(cause)})` };
  }
}

function misused(text: string): SendOutcome {
  return { kind: "misused", text };
}
