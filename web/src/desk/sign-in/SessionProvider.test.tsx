import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ApiError } from "../api/api-error";
import { NETWORK_MILLISECONDS, noContent, respond, setUpDesk } from "../testing/desk-harness";
import { receptionist } from "../testing/samples";
import { SessionProvider, useSession } from "./SessionProvider";

setUpDesk();

let queryClient: QueryClient;
let sessionApi: ReturnType<typeof useSession>;
let signInWith: (password: string) => void;

function Probe() {
  queryClient = useQueryClient();
  sessionApi = useSession();
  signInWith = useMutation({ mutationFn: async (_password: string) => "done" }).mutate;
  const { kind } = sessionApi.session;
  return (
    <>
      <p>{kind}</p>
      {kind === "signedIn" && <List />}
    </>
  );
}

function List() {
  useQuery({ queryKey: ["people"], queryFn: async () => ["a patient"] });
  return null;
}

async function openSession(onSignedOut = vi.fn()) {
  respond({ "GET me": () => Response.json(receptionist) });
  render(
    <SessionProvider onSignedOut={onSignedOut}>
      <Probe />
    </SessionProvider>,
  );
  await screen.findByText("signedIn");
  await waitFor(() => expect(queryClient.getQueryData(["people"])).toEqual(["a patient"]));
}

test("ending the session clears the query and mutation caches", async () => {
  const onSignedOut = vi.fn();
  await openSession(onSignedOut);
  await act(async () => signInWith("secret"));
  expect(queryClient.getMutationCache().getAll()).toHaveLength(1);
  await act(async () => sessionApi.endSession());
  expect(queryClient.getQueryData(["people"])).toBeUndefined();
  expect(queryClient.getMutationCache().getAll()).toEqual([]);
  expect(onSignedOut).toHaveBeenCalledOnce();
});

async function expireSession() {
  const failing = queryClient.fetchQuery({
    queryKey: ["audit"],
    queryFn: () => Promise.reject(new ApiError({ kind: "signedOut" })),
  });
  await act(async () => void (await failing.catch(() => {})));
}

test("a 401 of any query expires the session and keeps the person", async () => {
  await openSession();
  await expireSession();
  expect(sessionApi.session).toEqual({ kind: "expired", me: receptionist, losses: [] });
});

test("loaded data is removed when the session expires", async () => {
  await openSession();
  queryClient.setQueryData(["staff"], ["a colleague"]);
  await expireSession();
  expect(queryClient.getQueryData(["staff"])).toBeUndefined();
});

test("a computer that slept until the session was over shows nothing, also without a connection", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    respond({ "GET me": () => Response.json({ ...receptionist, endsInSeconds: 60 }) });
    render(
      <SessionProvider onSignedOut={vi.fn()}>
        <Probe />
      </SessionProvider>,
    );
    await waitFor(() => expect(sessionApi.session.kind).toBe("signedIn"));
    respond({
      "GET me": () => {
        throw new TypeError("no connection");
      },
    });
    // The session is known while React still renders; the effect that listens runs after that.
    await act(async () => {});
    vi.setSystemTime(Date.now() + 62_000);
    document.dispatchEvent(new Event("visibilitychange"));
    await waitFor(() => expect(sessionApi.session.kind).toBe("expired"));
  } finally {
    vi.useRealTimers();
  }
});

test("a page that was left alone asks for the password when the session has ended", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    respond({ "GET me": () => Response.json({ ...receptionist, endsInSeconds: 60 }) });
    render(
      <SessionProvider onSignedOut={vi.fn()}>
        <Probe />
      </SessionProvider>,
    );
    await vi.waitFor(async () => {
      await act(async () => void (await vi.advanceTimersByTimeAsync(NETWORK_MILLISECONDS)));
      expect(sessionApi.session.kind).toBe("signedIn");
    }, 60_000);
    await act(async () => void (await vi.advanceTimersByTimeAsync(50_000)));
    expect(sessionApi.session.kind).toBe("signedIn");
    respond({ "GET me": noContent });
    await act(async () => void (await vi.advanceTimersByTimeAsync(12_000)));
    expect(sessionApi.session.kind).toBe("expired");
  } finally {
    vi.useRealTimers();
  }
});
