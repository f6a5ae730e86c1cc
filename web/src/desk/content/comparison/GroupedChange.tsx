// What changes with another order or another address: one line for each document, and its words where they changed as well.
import type { ReactNode } from "react";
import type { DocumentDefinition } from "../../../generated/DocumentDefinition";
import styles from "../Content.module.css";
import { orderLists } from "../order/order-lists";
import { useTitles } from "../use-titles";
import { ChangedDocument } from "./ChangedDocument";
import { type ChangedText, type ChangeGroup, pathOfAddress, positionsOf } from "./change-groups";

export type DefinedChange = ChangedText & { readonly definition: DocumentDefinition | null };

/** "Order of the services changed", "Address changed: /articles/old → /articles/new" */
export function titleOfGroup(group: ChangeGroup): string {
  if (group.kind === "order") return `${orderLists[group.list].heading} changed`;
  const moves = group.moves.map(({ from, to }) => `${from} → ${to}`);
  return `Address changed: ${moves.join(", ")}`;
}

interface GroupedChangeProps {
  group: ChangeGroup;
  changes: readonly DefinedChange[];
}

export function GroupedChange({ group, changes }: GroupedChangeProps): ReactNode {
  const titleOf = useTitles(group.paths);
  const at = (path: string) => changes.find((change) => change.path === path);
  if (group.kind === "order") {
    const { list } = group;
    return (
      <ul className={styles.plainList}>
        {group.paths.map((path) => {
          const change = at(path);
          const [before, after] = change ? positionsOf(change, list) : ["", ""];
          return (
            <li key={path}>
              {titleOf(path)}: {before || "not in the list"} → {after || "not in the list"}
            </li>
          );
        })}
      </ul>
    );
  }
  const moved = group.moves.flatMap(({ from, to }) => [pathOfAddress(from), pathOfAddress(to)]);
  const linking = group.paths.filter((path) => !moved.includes(path) && path.endsWith(".md"));
  return (
    <>
      <p>Visitors of the old address are sent to the new one.</p>
      {linking.length > 0 && <p>Links are changed in: {linking.map(titleOf).join(", ")}.</p>}
      {group.moves.map(({ from, to }) => {
        const [old, now] = [at(pathOfAddress(from)), at(pathOfAddress(to))];
        if (!old || !now || old.before === now.after) return null;
        return (
          <ChangedDocument
            key={to}
            path={now.path}
            definition={now.definition}
            before={old.before}
            after={now.after}
          />
        );
      })}
    </>
  );
}
