// Changes of several documents that are one step for people: another order of a list, and another address.
import type { DocumentKind } from "../../../generated/DocumentKind";
import { withLinks } from "../address/change-address";
import { shownText } from "../form/field-values";
import { splitFrontMatter } from "../form/toml/front-matter";
import { removeKey } from "../form/toml/toml-edit";
import { parseToml, valueAt } from "../form/toml/toml-text";
import type { OrderListName } from "../order/order-lists";
import { joinDocument, splitDocument } from "../split-document";

export type ChangedText = {
  readonly path: string;
  /** Null when there was none. */
  readonly before: string | null;
  /** Null when it is deleted. */
  readonly after: string | null;
};

/** An address before and after, such as `/articles/news`. */
export type Move = { readonly from: string; readonly to: string };

export type ChangeGroup = { readonly paths: readonly string[] } & (
  | { readonly kind: "order"; readonly list: OrderListName }
  | { readonly kind: "address"; readonly moves: readonly Move[] }
);

export const REDIRECTS_FILE = "redirects.toml";

/** The folder of each list, and the key that has the number. */
const lists: Readonly<Record<OrderListName, { folder: string; key: string }>> = {
  services: { folder: "services/", key: "order" },
  outreaches: { folder: "outreaches/", key: "order" },
  team: { folder: "team/", key: "order" },
  home: { folder: "articles/", key: "home" },
};

export function groupChanges(changes: readonly ChangedText[]): ChangeGroup[] {
  const address = addressGroup(changes);
  const others = changes.filter(({ path }) => !address?.paths.includes(path));
  const orders = Object.entries(lists).flatMap(([list, { folder, key }]) => {
    const inList = others.filter((it) => it.path.startsWith(folder) && differsOnlyIn(it, key));
    // A single one is a line of its own already.
    if (inList.length < 2) return [];
    const paths = inList.map(({ path }) => path);
    return [{ kind: "order", list: list as OrderListName, paths } as const];
  });
  return address ? [address, ...orders] : orders;
}

function differsOnlyIn({ before, after }: ChangedText, key: string): boolean {
  if (before === null || after === null || before === after) return false;
  return without(before, key) === without(after, key);
}

function without(text: string, key: string): string {
  const { keys, body } = splitDocument(text);
  const parts = splitFrontMatter(keys);
  return joinDocument(removeKey(parts.toml, [key]), body);
}

/** The position of a document before and after. Empty for none. */
export function positionsOf({ before, after }: ChangedText, list: OrderListName): [string, string] {
  const positionIn = (text: string | null) => {
    const file = parseToml(splitFrontMatter(splitDocument(text ?? "").keys).toml);
    return file ? shownText(valueAt(file, [lists[list].key])) : "";
  };
  return [positionIn(before), positionIn(after)];
}

export const pathOfAddress = (address: string) => `${address.slice(1)}.md`;

/** The old address is deleted, the new one is new, and a redirect leads from one to the other. */
function addressGroup(changes: readonly ChangedText[]): ChangeGroup | null {
  const redirects = changes.find(({ path }) => path === REDIRECTS_FILE);
  const file = parseToml(redirects?.after ?? "");
  if (!file || !redirects) return null;
  const at = (address: string) => changes.find(({ path }) => path === pathOfAddress(address));
  const moves = [...file.root.children.keys()]
    .map((from) => ({ from, to: shownText(valueAt(file, [from])) }))
    .filter(({ from, to }) => at(from)?.after === null && at(to)?.before === null);
  if (moves.length === 0) return null;
  const moved = moves.flatMap(({ from, to }) => [pathOfAddress(to), pathOfAddress(from)]);
  const linking = changes.filter((change) => hasOnlyNewLinks(change, moves));
  const paths = new Set([...moved, REDIRECTS_FILE, ...linking.map(({ path }) => path)]);
  return { kind: "address", moves, paths: [...paths] };
}

/** With a page that has another address, everything that is published with it: also those of one's own drafts whose links changed. */
export function withMoves(
  chosen: readonly string[],
  changes: readonly ChangedText[],
  own: readonly string[],
): readonly string[] {
  const group = addressGroup(changes);
  if (group?.kind !== "address" || !group.paths.some((path) => chosen.includes(path))) {
    return chosen;
  }
  const linking = changes.filter(
    (change) => own.includes(change.path) && hadLinks(change, group.moves),
  );
  return [...new Set([...chosen, ...group.paths, ...linking.map(({ path }) => path)])];
}

function hadLinks({ path, before }: ChangedText, moves: readonly Move[]): boolean {
  const kind = kindAt(path);
  return moves.some(({ from, to }) => withLinks({ text: before, kind }, from, to) !== before);
}

function hasOnlyNewLinks({ path, before, after }: ChangedText, moves: readonly Move[]): boolean {
  if (before === null || after === null || path === REDIRECTS_FILE) return false;
  const kind = kindAt(path);
  const changed = moves.reduce<string | null>(
    (text, { from, to }) => withLinks({ text, kind }, from, to),
    before,
  );
  return changed === after;
}

/** Only these name an article without its whole address. */
function kindAt(path: string): DocumentKind {
  if (path.startsWith("services/")) return "service";
  return path === "urgent.toml" ? "urgent" : "page";
}
