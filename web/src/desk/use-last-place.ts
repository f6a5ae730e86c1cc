// Opens the desk where the account last worked on this device. An address that leads to a screen is opened as it is. Replaced are only a
// screen that another account has left open, and the start of the desk in a new tab, unless a link of the desk leads to it: the start
// is a screen to work with as well.
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import type { Session } from "../generated/Session";
import { contentQuery } from "./api/queries";
import { documentAt } from "./content/content-address";
import { accountOfTab, keepAccountOfTab, keepPlace, lastPlaceOf } from "./last-place";
import { isDocument, START_PATH, screenAt, startFor } from "./screens";

/** `me` is null while nobody is signed in. True until the place is known: nothing is shown before. */
export function useLastPlace(me: Session | null): boolean {
  const [path, navigate] = useLocation();
  const client = useQueryClient();
  const address = path.replace(/\/$/, "");
  const account = me?.name ?? null;
  /** Whose screens are open. */
  const [opened, setOpened] = useState<string | null>(null);
  const kept = useRef("");
  if (account === null && opened !== null) setOpened(null);
  const isOpening = account !== opened;

  useLayoutEffect(() => {
    if (me === null || !isOpening) return;
    const previous = accountOfTab();
    const isAnother = previous !== null && previous !== me.name;
    let isCurrent = true;
    const open = (place: string | null) => {
      if (!isCurrent) return;
      // What another account searched for is in the rest of the address.
      const isShown = place === address && location.search === "";
      if (place !== null && !isShown) navigate(place, { replace: true });
      setOpened(me.name);
      keepAccountOfTab(me.name);
    };
    const isNewAtStart = previous === null && address === START_PATH && !isLinkedFromDesk();
    if (isAnother || isNewAtStart) {
      const place = allowedPlace(me);
      if (!isDocument(place)) open(place);
      else void isThere(place, client).then((found) => open(found ? place : startFor(me.role)));
    } else open(null);
    return () => {
      isCurrent = false;
    };
  }, [me, isOpening, address, client, navigate]);

  useEffect(() => {
    if (me === null || isOpening || !isWork(me, address)) return;
    // A tab in the background also comes here, when a session begins again: the place is where somebody went last.
    const place = `${me.name} ${address}`;
    if (kept.current !== place) keepPlace(me.name, address);
    kept.current = place;
  }, [me, isOpening, address]);

  return isOpening;
}

/** As with a press on "Redeem" that opens a new tab. */
function isLinkedFromDesk(): boolean {
  return document.referrer.startsWith(location.origin + START_PATH);
}

/** The start of the role if it may not open the place, or an earlier release had it. */
function allowedPlace(me: Session): string {
  const place = lastPlaceOf(me.name);
  return place !== null && isWork(me, place) ? place : startFor(me.role);
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
