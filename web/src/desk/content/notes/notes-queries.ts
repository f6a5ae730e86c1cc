// The notes to colleagues that the desk loads.
import { queryOptions } from "@tanstack/react-query";
import * as api from "../../api/endpoints";
import { queryKeys } from "../../api/queries";

/** Of all lists of notes. */
export const notesKey = [...queryKeys.content, "notes"] as const;

export const openNotesQuery = queryOptions({
  queryKey: [...notesKey, "open"],
  queryFn: api.listOpenNotes,
});

export const documentNotesQuery = (path: string) =>
  queryOptions({
    queryKey: [...notesKey, "document", path],
    queryFn: () => api.listDocumentNotes(path),
  });
