import { afterEach, expect, test, vi } from "vitest";
import { addDays } from "../lib/time/clinic-time";
import { book, describeFailure, fetchFreeDays } from "./booking-api";

const request = {
  service: "eye-exams",
  date: "2026-03-02",
  time: "08:30",
  name: "Ada Obi",
  phone: "0803 123 4567",
};

const respond = (status: number, body: unknown) =>
  vi.stubGlobal(
    "fetch",
    vi.fn(
      async () => new Response(typeof body === "string" ? body : JSON.stringify(body), { status }),
    ),
  );

afterEach(() => vi.unstubAllGlobals());

test("a booking is sent as JSON with its key", async () => {
  const booked = {
    reference: "K7Q-4XM",
    state: "requested",
    manage: "/appointment#t",
    emailed: true,
  };
  respond(201, booked);
  expect(await book(request, "key-1")).toEqual({ kind: "ok", value: booked });
  expect(fetch).toHaveBeenCalledWith(
    "/api/booking",
    expect.objectContaining({
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": "key-1" },
      body: JSON.stringify(request),
    }),
  );
});

test("a taken time comes with the nearest free ones", async () => {
  const nearest = [{ date: "2026-03-02", time: "09:00" }];
  const message = "This time is taken. Please choose another time.";
  respond(409, { error: { code: "slot_taken", message }, code: "slot_taken", nearest });
  expect(await book(request, "k")).toEqual({ kind: "taken", message, nearest });
});

test("fields that cannot be used come with a sentence each", async () => {
  const fields = { phone: "Please enter a phone number." };
  respond(422, { error: { code: "invalid_booking", message: fields.phone }, fields });
  expect(await book(request, "k")).toEqual({ kind: "invalid", fields });
});

test("another refusal is told with the server's sentence", async () => {
  const message = "There were many requests from your network. Please try again in an hour.";
  respond(429, { error: { code: "rate_limited", message } });
  expect(await book(request, "k")).toEqual({ kind: "refused", message, status: 429 });
});

test.each([
  [502, "<html>Bad gateway</html>"],
  [503, { error: { code: "internal_error", message: "x" } }],
  [200, "null"],
])("status %s with the body %j is a server error", async (status, body) => {
  respond(status, body);
  expect(await book(request, "k")).toEqual({ kind: "serverError" });
});

test("no response is unreachable, and the message says which button to press", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("failed")));
  const result = await book(request, "k");
  expect(result).toEqual({ kind: "unreachable" });
  expect(describeFailure({ kind: "unreachable" }, "Book")).toContain("press “Book” again");
});

test("more days than one request may have are asked for in parts, each after the last", async () => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    const query = new URL(path, "http://clinic.test").searchParams;
    const from = query.get("from") ?? "2026-03-01";
    const days = Array.from({ length: Number(query.get("days")) }, (_, day) => ({
      date: addDays(from, day),
      slots: [],
    }));
    return new Response(JSON.stringify({ days }));
  });
  const result = await fetchFreeDays("eye-exams", 90);
  expect(asked).toEqual([
    "/api/booking/slots?service=eye-exams&days=62",
    "/api/booking/slots?service=eye-exams&days=29&from=2026-05-02",
  ]);
  expect(result.kind === "ok" && result.value).toHaveLength(91);
});
