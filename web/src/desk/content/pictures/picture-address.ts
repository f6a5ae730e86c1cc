// Where a picture of the site is loaded from, with its version. Without one, the browser shows a picture that it has loaded before in the
// same tab, also after a colleague has replaced the file.
import { type QueryClient, useQuery } from "@tanstack/react-query";
import type { PictureSummary } from "../../../generated/PictureSummary";
import { pictureUrl } from "../../api/endpoints";
import { picturesQuery } from "../../api/queries";

/** The pictures of one text are asked for together. */
const FRESH_MS = 5_000;

/** Empty until the version is known, so that the picture is not loaded twice. `path` is null when there is no picture. */
export function usePictureUrl(path: string | null): string | undefined {
  const { data, isPending, isFetching, isError } = useQuery({
    ...picturesQuery,
    enabled: path !== null,
  });
  if (path === null) return undefined;
  const isKnown = data?.some((picture) => picture.path === path);
  // An earlier list may have an earlier version, or not have a picture that was uploaded since.
  if (isPending || (isFetching && !isKnown && !isError)) return undefined;
  return versionedUrl(path, data);
}

/** For what is not a component. Without an answer, the picture is shown as the browser has it. */
export async function fetchPictureUrl(client: QueryClient, path: string): Promise<string> {
  const pictures = await client
    .fetchQuery({ ...picturesQuery, staleTime: FRESH_MS })
    .catch(() => undefined);
  return versionedUrl(path, pictures);
}

function versionedUrl(path: string, pictures: readonly PictureSummary[] | undefined): string {
  return pictureUrl(path, pictures?.find((picture) => picture.path === path)?.version);
}
