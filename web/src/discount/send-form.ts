// Sends a form by email, with the same interface and fields as EmailJS's own client. A failure is logged with the
// server's text; messages.ts has the messages for visitors.

export type SendResult =
  | { readonly kind: "sent"; readonly status: number; readonly text: string }
  /** An id or the form is missing. Nothing was sent. */
  | { readonly kind: "invalidCall"; readonly text: string }
  | { readonly kind: "unreachable"; readonly text: string }
  | { readonly kind: "rejected"; readonly status: number; readonly text: string };

const PATH = "/api/v1.0/email/send-form";
const VERSION = "1.0.0";
/** Long, because the server waits some seconds for the mail server. */
const TIMEOUT_MS = 30_000;

/** `form` is the element or a selector for it. */
export async function sendForm(
  serviceId: string,
  templateId: string,
  form: HTMLFormElement | string,
  userId: string,
  path = PATH,
): Promise<SendResult> {
  const result = await send(serviceId, templateId, form, userId, path);
  if (result.kind !== "sent") console.error(result.text);
  return result;
}

async function send(
  serviceId: string,
  templateId: string,
  form: HTMLFormElement | string,
  userId: string,
  path: string,
): Promise<SendResult> {
  const element = typeof form === "string" ? document.querySelector(form) : form;
  if (!(element instanceof HTMLFormElement)) {
    return invalidCall(
      "The 3rd parameter is expected to be the HTML form element or the style selector of form",
    );
  }
  if (!userId) return invalidCall("The user ID is required");
  if (!serviceId) return invalidCall("The service ID is required");
  if (!templateId) return invalidCall("The template ID is required");

  const fields = new FormData(element);
  fields.append("lib_version", VERSION);
  fields.append("service_id", serviceId);
  fields.append("template_id", templateId);
  fields.append("user_id", userId);
  return post(path, fields);
}

async function post(path: string, fields: FormData): Promise<SendResult> {
  try {
    const response = await fetch(path, {
      method: "POST",
      body: fields,
      // Browsers older than Chrome 103 do not have AbortSignal.timeout; they wait for the network's own timeout.
      signal: AbortSignal.timeout?.(TIMEOUT_MS) ?? null,
    });
    const { status } = response;
    const text = await response.text();
    if (status === 200 || text === "OK") return { kind: "sent", status, text };
    return { kind: "rejected", status, text };
  } catch (cause) {
    return { kind: "unreachable", text: `Network Error (${String(cause)})` };
  }
}

function invalidCall(text: string): SendResult {
  return { kind: "invalidCall", text };
}
