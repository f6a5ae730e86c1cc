// The documents of one kind. A long list begins with its first rows.
import { type ReactNode, useState } from "react";
import type { DocumentSummary } from "../../../generated/DocumentSummary";
import { Button, ButtonLink } from "../../../ui/button/Button";
import desk from "../../components/desk.module.css";
import { ORDER_PATH } from "../content-address";
import { type OrderListName, orderLists } from "../order/order-lists";
import { DocumentRow } from "./DocumentRow";
import { type NewKind, newKinds } from "./new-documents";

/** Twelve are shown as they are: a button for two more rows would save nothing. */
const SHOWN_AT_FIRST = 10;
const SHORT = 12;

interface DocumentGroupProps {
  heading: string;
  newKind: NewKind | undefined;
  /** The list whose order can be changed. */
  order: OrderListName | undefined;
  documents: readonly DocumentSummary[];
  onNew: (kind: NewKind) => void;
}

export function DocumentGroup({
  heading,
  newKind,
  order,
  documents,
  onNew,
}: DocumentGroupProps): ReactNode {
  const [isWhole, setIsWhole] = useState(false);
  if (documents.length === 0 && newKind === undefined) return null;
  const id = `content-${heading.toLowerCase()}`;
  const isLong = documents.length > SHORT;
  return (
    <section aria-labelledby={id} className={desk.section}>
      <h2 id={id}>{heading}</h2>
      {newKind && (
        <div className={desk.row}>
          <Button weight="quiet" onClick={() => onNew(newKind)}>
            New {newKinds[newKind].name}
          </Button>
          {order && documents.length > 1 && (
            <ButtonLink weight="quiet" href={`${ORDER_PATH}/${order}`}>
              {order === "home" ? orderLists.home.heading : "Change the order"}
            </ButtonLink>
          )}
        </div>
      )}
      <ul className={desk.list}>
        {documents.slice(0, isLong && !isWhole ? SHOWN_AT_FIRST : undefined).map((document) => (
          <DocumentRow key={document.path} document={document} />
        ))}
      </ul>
      {isLong && (
        <div>
          <Button weight="quiet" onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? "Show fewer" : `Show all ${documents.length}`} {heading.toLowerCase()}
          </Button>
        </div>
      )}
    </section>
  );
}
