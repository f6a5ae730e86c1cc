// The addresses that a page had before, and the one that it has now: the redirects know them.
import { useQuery } from "@tanstack/react-query";
import { draftChangesQuery } from "../../api/queries";
import { pathOfAddress, REDIRECTS_FILE } from "../comparison/change-groups";
import { shownText } from "../form/field-values";
import { parseToml, valueAt } from "../form/toml/toml-text";

/** Of documents that have a page of their own. */
const HAS_PAGE = /^(?:articles|info)\//;

type OtherAddresses = {
  /** Addresses, such as `/articles/news`. */
  readonly earlier: readonly string[];
  /** The path of the document to which the address of this one leads. Null when it leads to no other one. */
  readonly current: string | null;
};

export function useOtherAddresses(path: string | null): OtherAddresses {
  const isPage = path !== null && HAS_PAGE.test(path);
  const { data } = useQuery({ ...draftChangesQuery(REDIRECTS_FILE), enabled: isPage });
  const file = parseToml(data?.text ?? "");
  if (!isPage || file === null) return { earlier: [], current: null };
  const address = `/${path.replace(/\.md$/, "")}`;
  const targetOf = (from: string) => shownText(valueAt(file, [from]));
  const current = targetOf(address);
  return {
    earlier: [...file.root.children.keys()].filter(
      (from) => targetOf(from) === address && HAS_PAGE.test(from.slice(1)),
    ),
    current: HAS_PAGE.test(current.slice(1)) ? pathOfAddress(current) : null,
  };
}
