// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sendForm } from "./send-form";

let logged: ReturnType<typeof vi.spyOn>;

function stubFetch(response: Response | Error) {
  const call = vi.fn(async (_path: string, _init: RequestInit) => {
    if (response instanceof Error) throw response;
    return response;
  });
  vi.stubGlobal("fetch", call);
  return call;
}

function claimForm(): HTMLFormElement {
  const form = document.createElement("form");
  for (const [name, value] of Object.entries({ email: "ada@example.com", proof: "p" })) {
    const input = document.createElement("input");
    input.name = name;
    input.value = value;
    form.append(input);
  }
  form.id = "claim";
  document.body.replaceChildren(form);
  return form;
}

beforeEach(() => {
  logged = vi.spyOn(console, "error").mockImplementation(() => {});
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("the form's fields and the four EmailJS fields are sent", async () => {
  const call = stubFetch(new Response("OK"));
  const result = await sendForm("clinic", "discount", claimForm(), "website");
  expect(result).toEqual({ kind: "sent", status: 200, text: "OK" });
  expect(logged).not.toHaveBeenCalled();
  const [path, init] = call.mock.calls[0] ?? [];
  expect(path).toBe("/api/v1.0/email/send-form");
  expect(init?.method).toBe("POST");
  expect(Object.fromEntries(init?.body as FormData)).toEqual({
    email: "ada@example.com",
    proof: "p",
    lib_version: "1.0.0",
    service_id: "clinic",
    template_id: "discount",
    user_id: "website",
  });
});

test("the form can be given as a selector", async () => {
  const call = stubFetch(new Response("OK"));
  claimForm();
  await sendForm("clinic", "discount", "#claim", "website");
  const body = call.mock.calls[0]?.[1].body;
  expect(body instanceof FormData && body.get("email")).toBe("ada@example.com");
});

test.each([
  ["status 200, whatever the text", new Response("fine", { status: 200 })],
  ["the text OK, whatever the status", new Response("OK", { status: 202 })],
])("success is %s", async (_, response) => {
  stubFetch(response);
  expect((await sendForm("clinic", "discount", claimForm(), "website")).kind).toBe("sent");
});

test.each([
  ["user", ["clinic", "discount", ""], "The user ID is required"],
  ["service", ["", "discount", "website"], "The service ID is required"],
  ["template", ["clinic", "", "website"], "The template ID is required"],
])("a missing %s id fails with EmailJS's text and sends nothing", async (_, ids, text) => {
  const call = stubFetch(new Response("OK"));
  const [service = "", template = "", user = ""] = ids;
  expect(await sendForm(service, template, claimForm(), user)).toEqual({
    kind: "invalidCall",
    text,
  });
  expect(call).not.toHaveBeenCalled();
  expect(logged).toHaveBeenCalledExactlyOnceWith(text);
});

test.each(["#nowhere", "body"])("a selector that finds no form fails: %s", async (selector) => {
  stubFetch(new Response("OK"));
  expect(await sendForm("clinic", "discount", selector, "website")).toEqual({
    kind: "invalidCall",
    text: "The 3rd parameter is expected to be the HTML form element or the style selector of form",
  });
});

test("a rejection returns its status and text, and the text is logged", async () => {
  stubFetch(new Response("Please wait.", { status: 429 }));
  expect(await sendForm("clinic", "discount", claimForm(), "website")).toEqual({
    kind: "rejected",
    status: 429,
    text: "Please wait.",
  });
  expect(logged).toHaveBeenCalledExactlyOnceWith("Please wait.");
});

test("a network error is unreachable and is logged", async () => {
  stubFetch(new TypeError("Failed to fetch"));
  expect((await sendForm("clinic", "discount", claimForm(), "website")).kind).toBe("unreachable");
  expect(logged).toHaveBeenCalledOnce();
});
