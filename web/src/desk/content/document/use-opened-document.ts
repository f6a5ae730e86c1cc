// Opens a document for editing: as the server has it when the screen appears, not as an earlier screen has loaded it.
import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ContentDocument } from "../../../generated/ContentDocument";
import { documentQuery } from "../../api/queries";
import { useIsActive } from "../../layout/use-waiting-counts";

interface OpenedDocument {
  query: UseQueryResult<ContentDocument>;
  /** Null until it is loaded. */
  opened: ContentDocument | null;
  /** As the server has it now, when the screen asks for it from time to time. */
  latest: ContentDocument | null;
  /** Shows the document again as the server has it. */
  reload: () => void;
}

/** How often a screen looks whether somebody has changed or published what it shows. */
const LOOK_AGAIN_MS = 15_000;
/** How often a document that could not be loaded is asked for again. */
const RETRY_MS = 5_000;

/** `isFollowed`: the screen shows when the server has a newer text. */
export function useOpenedDocument(path: string, isFollowed = false): OpenedDocument {
  // Each call keeps the session alive, and a desk that was left alone has to be signed out.
  const isActive = useIsActive();
  const query = useQuery({
    ...documentQuery(path),
    // Words on this device wait for it.
    refetchInterval: ({ state }) =>
      isActive && (state.data === undefined ? RETRY_MS : isFollowed && LOOK_AGAIN_MS),
    refetchOnReconnect: true,
    refetchOnWindowFocus: isFollowed && "always",
  });
  const client = useQueryClient();
  // Kept here: when the session expires all loaded data is removed, but the words on the screen must stay.
  const [opened, setOpened] = useState<ContentDocument | null>(null);
  if (opened === null && query.data && query.isFetchedAfterMount) setOpened(query.data);
  useEffect(() => {
    return () => client.removeQueries({ queryKey: documentQuery(path).queryKey });
  }, [client, path]);

  function reload(): void {
    setOpened(null);
    void client.resetQueries({ queryKey: documentQuery(path).queryKey });
  }

  return { query, opened, latest: query.data ?? null, reload };
}
