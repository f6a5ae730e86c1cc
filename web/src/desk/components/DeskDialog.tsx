// A dialog of the desk. It opens with the focus on what is marked with `data-first-focus`, or on the first control, not on the button
// that closes it; when its content is loaded later, as soon as that is there. While it has something that is not sent, closing it asks first.
import {
  type ComponentProps,
  type ReactNode,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { Button } from "../../ui/button/Button";
import { Dialog } from "../../ui/dialog/Dialog";
import { type DialogLoss, DialogLosses } from "../layout/leaving/dialog-losses";
import { useLoss } from "../layout/leaving/use-loss";
import styles from "./desk.module.css";

const FOCUSABLE = "input:not([hidden]), textarea, select, button:not(:disabled), a[href]";

interface DeskDialogProps extends ComponentProps<typeof Dialog> {
  /** What is lost with the dialog, as for `useLoss`. Forms in the dialog call that themselves. */
  loss?: string | null | undefined;
  /** What `loss` names is on its way to the server. */
  isSending?: boolean | undefined;
}

export function DeskDialog(props: DeskDialogProps): ReactNode {
  const { loss = null, isSending = false, children, ...dialog } = props;
  const { open, onClose } = dialog;
  const [losses, setLosses] = useState<readonly DialogLoss[]>([]);
  const isAllSent = losses.every((it) => it.isSending);
  const isAtRisk = open && losses.length > 0;
  const [isAsking, setIsAsking] = useState(false);
  // It was sent, or the dialog was closed by what was sent.
  if (isAsking && !isAtRisk) setIsAsking(false);

  const mayClose = () => {
    if (isAtRisk) setIsAsking(true);
    return !isAtRisk;
  };
  const latest = useRef({ mayClose, onClose });
  useLayoutEffect(() => {
    latest.current = { mayClose, onClose };
  });
  const add = useCallback((added: DialogLoss) => {
    setLosses((others) => [...others, added]);
    return () => setLosses((others) => others.filter((other) => other !== added));
  }, []);
  const context = useMemo(() => {
    const close = () => {
      if (latest.current.mayClose()) latest.current.onClose();
    };
    return { add, close };
  }, [add]);

  return (
    <>
      <FocusedDialog {...dialog} mayClose={mayClose}>
        <DialogLosses value={context}>
          <Loss what={loss} isSending={isSending} />
          {children}
        </DialogLosses>
      </FocusedDialog>
      {isAsking && (
        <FocusedDialog
          heading={isAllSent ? "Close before the answer?" : "Close without saving?"}
          open
          onClose={() => setIsAsking(false)}
        >
          <div className={styles.section}>
            {losses.map(({ sentence }) => (
              <p key={sentence}>{sentence}</p>
            ))}
            <div className={styles.row}>
              <Button
                onClick={() => {
                  // First: behind an open question, the focus could not return to what opened the dialog.
                  flushSync(() => setIsAsking(false));
                  onClose();
                }}
              >
                {isAllSent ? "Close" : "Close, and lose it"}
              </Button>
              {/* Enter, pressed by habit, must not close it. */}
              <Button weight="quiet" data-first-focus onClick={() => setIsAsking(false)}>
                Stay
              </Button>
            </div>
          </div>
        </FocusedDialog>
      )}
    </>
  );
}

/** In the dialog, which therefore asks. */
function Loss({ what, isSending }: { what: string | null; isSending: boolean }): ReactNode {
  useLoss(what, { isSending });
  return null;
}

function FocusedDialog({ children, ...dialog }: ComponentProps<typeof Dialog>): ReactNode {
  const content = useRef<HTMLDivElement>(null);
  const hasFocused = useRef(false);
  // After the dialog has opened: its effects run first. Until there is something: the content may be loaded later.
  useLayoutEffect(() => {
    if (!dialog.open) hasFocused.current = false;
    if (!dialog.open || hasFocused.current) return;
    const find = (selector: string) => content.current?.querySelector<HTMLElement>(selector);
    const first = find("[data-first-focus]") ?? find(FOCUSABLE);
    first?.focus();
    hasFocused.current = first === document.activeElement;
  });
  return (
    <Dialog {...dialog}>
      <div ref={content} className={styles.dialogContent}>
        {children}
      </div>
    </Dialog>
  );
}
