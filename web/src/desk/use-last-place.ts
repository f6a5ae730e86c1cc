// Opens the desk where the account last worked on this device. An address that leads to a screen is opened as it is; only the start of
// the desk, and a screen that another account has left open, are replaced.
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useState } from "react";
import { useLocation } from "wouter";
import type { Session } from "../generated/Session";
import { contentQuery } from "./api/queries";
import { documentAt } from "./content/content-address";
import { keepPlace, lastPlaceOf } from "./last-place";
import { isDocument, START_PATH, screenAt } from "./screens";

/** `me` is null while nobody is signed in. True until the place is known: nothing is shown before. */
export function useLastPlace(me: Session | null): boolean {
  const [path, navigate] = useLocation();
  const client = useQueryClient();
  const address = path.replace(/\/$/, "");
  const account = me?.name ?? null;
  /** Whose screens are open. */
  const [opened, setOpened] = useState<string | null>(null);
  /** Whose screens were open last in this tab. */
  const [previous, setPrevious] = useState<string | null>(null);
  if (account === null && opened !== null) setOpened(null);
  const isOpening = account !== opened;

  useLayoutEffect(() => {
    if (me === null || !isOpening) return;
    const isAnother = previous !== null && previous !== me.name;
    let isCurrent = true;
    const open = (place: string | null) => {
      if (!isCurrent) return;
      if (place !== null && place !== address) navigate(place, { replace: true });
      setOpened(me.name);
      setPrevious(me.name);
    };
    if (isAnother || address === START_PATH) {
      const place = allowedPlace(me);
      if (!isDocument(place)) open(place);
      else void isThere(place, client).then((found) => open(found ? place : START_PATH));
    } else open(null);
    return () => {
      isCurrent = false;
    };
  }, [me, isOpening, previous, address, client, navigate]);

  useEffect(() => {
    if (me !== null && !isOpening && isWork(me, address)) keepPlace(me.name, address);
  }, [me, isOpening, address]);

  return isOpening;
}

/** The start if the role may not open the place, or an earlier release had it. */
function allowedPlace(me: Session): string {
  const place = lastPlaceOf(me.name) ?? START_PATH;
  return isWork(me, place) ? place : START_PATH;
}

function isWork(me: Session, address: string): boolean {
  const { path, roles, isOwnSettings } = screenAt(address);
  return path !== "" && roles.includes(me.role) && !isOwnSettings;
}

/** True also when nobody can say: without a connection, the words that this device has of the document are shown. */
async function isThere(address: string, client: QueryClient): Promise<boolean> {
  const path = documentAt(address)?.path;
  try {
    const { documents } = await client.fetchQuery(contentQuery);
    return documents.some((document) => document.path === path && document.state !== "deleted");
  } catch {
    return true;
  }
}
