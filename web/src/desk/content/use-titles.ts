// The words that people know documents and pictures by: a picture by its description, which another call has.
import { useQuery } from "@tanstack/react-query";
import { contentQuery, picturesQuery } from "../api/queries";
import { titleOfPath } from "./document-parts";

/** Asks for the descriptions if one of the paths is that of a picture. */
export function useTitles(paths: readonly string[]): (path: string) => string {
  const { data: list } = useQuery(contentQuery);
  const { data: pictures } = useQuery({ ...picturesQuery, enabled: paths.some(isPicture) });
  return (path) => {
    const described = pictures?.find((picture) => picture.path === path)?.description;
    return described ? `Picture “${described}”` : titleOfPath(path, list?.documents ?? []);
  };
}

const isPicture = (path: string) => path.startsWith("pictures/") && !path.endsWith(".toml");
