// Asks where a link leads: one of the site's own pages, or an address.

import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "../../../ui/button/Button";
import { Field } from "../../../ui/field/Field";
import { DeskDialog } from "../../components/DeskDialog";
import desk from "../../components/desk.module.css";
import type { LinkTarget } from "../content-address";
import { useDialogWords } from "../drafts/use-dialog-words";
import { WordsTypedEarlier } from "../unsaved/WordsTypedEarlier";
import { PageChoice } from "./PageChoice";
import { isSafeLink } from "./schema";

interface LinkDialogProps {
  /** The address of the link at the cursor. */
  href: string | null;
  /** No words are selected, so the dialog asks for them. */
  needsText: boolean;
  targets: readonly LinkTarget[];
  onSave: (href: string, text: string) => void;
  onRemove: () => void;
  onClose: () => void;
}

export function LinkDialog(props: LinkDialogProps): ReactNode {
  const { href, needsText, targets, onSave, onRemove, onClose } = props;
  const heading = href === null ? "Add a link" : "Change the link";
  const first = { address: href ?? "", text: "" };
  const { words, isFound, isUnkept, change, forget } = useDialogWords(
    heading,
    first,
    href ?? undefined,
  );
  const { address, text } = words;
  const [error, setError] = useState<string | null>(null);
  const chosen = targets.find((target) => target.href === address);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const complete = completeAddress(address.trim());
    if (!isSafeLink(complete)) {
      setError("Choose a page, or start the address with https://, tel: or mailto:");
      return;
    }
    forget();
    onSave(complete, text.trim() || (chosen?.title ?? complete));
  }

  return (
    <DeskDialog heading={heading} open onClose={onClose}>
      <form className={desk.section} onSubmit={submit} noValidate>
        <WordsTypedEarlier isFound={isFound} isUnkept={isUnkept} />
        {needsText && (
          <Field
            label="Words to show"
            hint="Say where the link leads. Do not write only “here”."
            value={text}
            onChange={(event) => change({ text: event.target.value })}
          />
        )}
        <Field
          label="Page or address"
          hint="Choose one of our pages below, type a word of its title to find it, or paste an address."
          value={address}
          autoComplete="off"
          inputMode="url"
          error={error}
          onChange={(event) => {
            change({ address: event.target.value });
            setError(null);
          }}
        />
        <PageChoice
          targets={targets}
          address={address}
          onChoose={(page) => {
            change({ address: page });
            setError(null);
          }}
        />
        <div className={desk.row}>
          <Button type="submit">{href === null ? "Add link" : "Save link"}</Button>
          {href !== null && (
            <Button
              weight="quiet"
              onClick={() => {
                forget();
                onRemove();
              }}
            >
              Remove link
            </Button>
          )}
          <Button
            weight="quiet"
            onClick={() => {
              forget();
              onClose();
            }}
          >
            Cancel
          </Button>
        </div>
      </form>
    </DeskDialog>
  );
}

/** People type "who.int", "a@example.org" and phone numbers. */
function completeAddress(address: string): string {
  if (/^\+?[\d ()-]{7,}$/.test(address)) return `tel:${address.replace(/[^\d+]/g, "")}`;
  if (/^[^\s@/:]+@[^\s@/]+\.[^\s@/]+$/.test(address)) return `mailto:${address}`;
  if (/^http:\/\//.test(address)) return address.replace("http:", "https:");
  if (/^[\w-]+(\.[\w-]+)+(\/|$)/.test(address)) return `https://${address}`;
  return address;
}
