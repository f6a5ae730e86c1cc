// The order of a list of the site: by dragging, or with buttons. Nothing is saved before "Save the order" is pressed. Until then this
// device keeps it.
import { useQuery } from "@tanstack/react-query";
import {
  type ReactNode,
  type PointerEvent as ReactPointerEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { Button } from "../../../ui/button/Button";
import { Link } from "../../../ui/link/Link";
import { Notice } from "../../../ui/notice/Notice";
import { type Content, contentQuery, queryKeys } from "../../api/queries";
import { SelectField } from "../../appointments/fields/SelectField";
import { ActionNotice } from "../../components/ActionNotice";
import desk from "../../components/desk.module.css";
import { LoadState } from "../../components/LoadState";
import { type ActionResult, useAction } from "../../components/use-action";
import { useScreenTitle } from "../../layout/page-title";
import styles from "../Content.module.css";
import { CONTENT_PATH } from "../content-address";
import { StatusBar } from "../document/StatusBar";
import { titleOf } from "../document-parts";
import { warn } from "../drafts/dialog-words";
import { moved, type OrderList, orderLists } from "./order-lists";
import { type SavedOrder, saveOrder } from "./save-order";
import { useUnsavedOrder } from "./use-unsaved-order";

export function OrderScreen({ name }: { name: keyof typeof orderLists }): ReactNode {
  const list = orderLists[name];
  const query = useQuery(contentQuery);
  useScreenTitle(list.heading);
  return (
    <div className={desk.section}>
      <p>
        <Link href={CONTENT_PATH}>All content</Link>
      </p>
      <h1 tabIndex={-1}>{list.heading}</h1>
      <p>
        {list.hint} Several documents change together, so an order is saved only when you press
        “Save the order”. Visitors see it after it was published.
      </p>
      <LoadState query={query} keepsInput>
        {(content) => (
          <Order
            key={name}
            list={list}
            content={content}
            isFresh={query.isSuccess && !query.isFetching}
          />
        )}
      </LoadState>
    </div>
  );
}

type Direction = "up" | "down";

interface OrderProps {
  list: OrderList;
  content: Content;
  /** It is not an earlier answer that is being asked for again. */
  isFresh: boolean;
}

function Order({ list, content, isFresh }: OrderProps): ReactNode {
  const [announcement, setAnnouncement] = useState("");
  const { run, busy, result } = useAction();
  // While it is saved, the list can have a part of it.
  const order = useUnsavedOrder(list, content, isFresh && !busy);
  const { items, changes } = order;
  const paths = items.map(({ path }) => path);
  const listElement = useRef<HTMLOListElement>(null);
  const drag = useDrag(listElement, paths, order.choose, (path, after) => announce(path, after));

  const hasChanges = changes.length > 0;
  useEffect(() => {
    if (!hasChanges) return;
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [hasChanges]);

  // The browser takes the focus from a button whose row moves.
  const pressed = useRef<{ path: string; direction: Direction } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each move.
  useLayoutEffect(() => {
    if (!pressed.current) return;
    const { path, direction } = pressed.current;
    pressed.current = null;
    const row = listElement.current?.children[paths.indexOf(path)];
    row?.querySelector<HTMLElement>(`[data-move="${direction}"]`)?.focus();
  }, [items]);

  if (content.readOnlyReason !== null) {
    return (
      <Notice heading="The content is not edited here">
        <p>{content.readOnlyReason}</p>
      </Notice>
    );
  }

  function titleAt(path: string): string {
    const document = content.documents.find((other) => other.path === path);
    return document ? titleOf(document) : path;
  }

  function announce(path: string, order: readonly string[]): void {
    setAnnouncement(`${titleAt(path)}: ${order.indexOf(path) + 1} of ${order.length}.`);
  }

  function move(path: string, direction: Direction): void {
    const from = paths.indexOf(path);
    const to = direction === "up" ? from - 1 : from + 1;
    if (to < 0 || to >= paths.length) return;
    const after = moved(paths, from, to);
    pressed.current = { path, direction };
    order.choose(after);
    announce(path, after);
  }

  function save(): void {
    if (busy || !hasChanges) return;
    run({
      request: () => saveOrder(changes, list.key),
      invalidates: [queryKeys.content],
      onSuccess: (outcome) => {
        if (outcome.kind === "saved") order.noteSaved(changes);
        if (outcome.kind === "partly") order.noteSaved(changes.slice(0, outcome.saved.length));
        // If nothing was saved, the order stays, unless the list that is loaded now shows another one: that names both.
      },
      success: describe,
    });
  }

  const others = content.documents.filter(
    ({ kind, state, path }) =>
      list.key === "home" && kind === list.kind && state !== "deleted" && !paths.includes(path),
  );
  return (
    <>
      {order.dropped && (
        <Notice tone="alarm" live heading="Your order was not saved">
          <p>
            The order was changed after you began, by a colleague or in another tab, and yours would
            undo that. The list shows the order as it is now. Yours was:{" "}
            {order.dropped.map(titleAt).join(", ")}.
          </p>
        </Notice>
      )}
      <StatusBar
        tone={!hasChanges ? "saved" : order.isUnkept ? "alarm" : "working"}
        message={
          busy
            ? "Saving..."
            : !hasChanges
              ? "Everything is saved."
              : order.isUnkept
                ? "Not saved, also not on this device."
                : "Not saved yet."
        }
        isIdle={!hasChanges}
      >
        <Button busy={busy || !hasChanges} onClick={save}>
          Save the order
        </Button>
      </StatusBar>
      <ActionNotice result={result} />
      <ol ref={listElement} className={styles.order} aria-label={list.heading}>
        {items.map((document, index) => {
          const { path } = document;
          const title = titleOf(document);
          return (
            <li key={path} data-dragged={drag.path === path || undefined}>
              <span
                className={styles.handle}
                aria-hidden="true"
                onPointerDown={(event) => drag.start(event, path)}
              >
                ⠿
              </span>
              <span className={styles.orderTitle}>
                {index + 1}. {title}
              </span>
              <span className={styles.orderButtons}>
                <Button
                  weight="quiet"
                  data-move="up"
                  aria-label={`Move up: ${title}`}
                  aria-disabled={index === 0 || undefined}
                  onClick={() => move(path, "up")}
                >
                  Move up
                </Button>
                <Button
                  weight="quiet"
                  data-move="down"
                  aria-label={`Move down: ${title}`}
                  aria-disabled={index === items.length - 1 || undefined}
                  onClick={() => move(path, "down")}
                >
                  Move down
                </Button>
                {list.key === "home" && (
                  <Button
                    weight="quiet"
                    aria-label={`Take off: ${title}`}
                    onClick={() => {
                      order.choose(paths.filter((other) => other !== path));
                      setAnnouncement(`${title} is no longer in the list.`);
                    }}
                  >
                    Take off
                  </Button>
                )}
              </span>
            </li>
          );
        })}
      </ol>
      {others.length > 0 && (
        <SelectField
          label="Add an article"
          value=""
          options={[
            ["", "Choose one"],
            ...others.map((document) => [document.path, titleOf(document)] as const),
          ]}
          onChange={(path) => {
            const after = [...paths, path];
            order.choose(after);
            announce(path, after);
          }}
        />
      )}
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
      <div className={hasChanges ? desk.row : `${desk.row} ${styles.idle}`}>
        <Button
          weight="quiet"
          busy={busy || !hasChanges}
          onClick={() => {
            if (busy || !hasChanges) return;
            order.discard();
            setAnnouncement("The list shows the saved order.");
          }}
        >
          Back to the saved order
        </Button>
      </div>
    </>
  );
}

function describe(outcome: SavedOrder): ActionResult {
  switch (outcome.kind) {
    case "saved":
      return {
        tone: "success",
        message: "The order is saved as a draft. Publish it on the list of content.",
      };
    case "changedMeanwhile":
      return {
        tone: "alarm",
        message: `Nothing was saved: “${outcome.title}” has another position by now, or was deleted.`,
      };
    case "unreadable":
      return {
        tone: "alarm",
        message: `Nothing was saved: there is a mistake in the settings of “${outcome.title}”. Correct it in “Plain text, for experts” of that document, then save the order. Until then your order is kept here.`,
      };
    case "partly":
      return {
        tone: "alarm",
        message: `Saved: ${outcome.saved.join(", ")}. Not saved: ${outcome.notSaved.join(", ")}. ${outcome.reason} Press “Save the order” again to save the rest.`,
      };
  }
}

/** From here to the edge of the window, dragging scrolls. */
const SCROLL_ZONE = 72;
const SCROLL_STEP = 16;

/** Drags a row by its handle, with the mouse, a finger or a pen. Escape brings the order before it back. */
function useDrag(
  list: { readonly current: HTMLElement | null },
  paths: readonly string[],
  setOrder: (order: readonly string[]) => void,
  onEnd: (path: string, order: readonly string[]) => void,
) {
  const [dragged, setDragged] = useState<string | null>(null);
  // An order that is saved during the drag is what the rest of it starts from.
  const latest = useRef(setOrder);
  useLayoutEffect(() => {
    latest.current = setOrder;
  });
  const stop = useRef<() => void>(() => {});
  useEffect(() => () => stop.current(), []);

  function start(event: ReactPointerEvent, path: string): void {
    if (event.button !== 0 || dragged !== null) return;
    event.preventDefault();
    let order = paths;
    const show = (next: readonly string[]) => {
      order = next;
      latest.current(next);
    };
    const follow = ({ clientY }: PointerEvent) => {
      if (clientY < SCROLL_ZONE) window.scrollBy(0, -SCROLL_STEP);
      if (clientY > window.innerHeight - SCROLL_ZONE) window.scrollBy(0, SCROLL_STEP);
      const rows = [...(list.current?.children ?? [])];
      const from = order.indexOf(path);
      // Compared with the middle of the other rows, so that rows of different heights do not jump to and fro.
      const above = rows.filter((row, index) => {
        const { top, height } = row.getBoundingClientRect();
        return index !== from && top + height / 2 < clientY;
      });
      if (above.length !== from) show(moved(order, from, above.length));
    };
    const end = () => {
      stop.current();
      onEnd(path, order);
    };
    const cancel = () => {
      stop.current();
      latest.current(paths);
    };
    const cancelByKey = ({ key }: KeyboardEvent) => {
      if (key === "Escape") cancel();
    };
    window.addEventListener("pointermove", follow);
    window.addEventListener("pointerup", end);
    window.addEventListener("pointercancel", cancel);
    window.addEventListener("keydown", cancelByKey);
    stop.current = () => {
      window.removeEventListener("pointermove", follow);
      window.removeEventListener("pointerup", end);
      window.removeEventListener("pointercancel", cancel);
      window.removeEventListener("keydown", cancelByKey);
      setDragged(null);
    };
    setDragged(path);
  }

  return { path: dragged, start };
}
