// The question after a chair was refused because it does not do the service or has other hours: staff may put the visit there all the
// same. Nothing when something else was refused.
import type { ReactNode } from "react";
import { Button } from "../../../ui/button/Button";
import desk from "../../components/desk.module.css";
import type { ActionResult } from "../../components/use-action";

interface AllTheSameProps {
  result: ActionResult | null;
  busy: boolean;
  onConfirm: () => void;
}

export function AllTheSame({ result, busy, onConfirm }: AllTheSameProps): ReactNode {
  if (result?.code !== "chair_cannot_take") return null;
  return (
    <div className={desk.row}>
      <Button weight="quiet" busy={busy} onClick={() => !busy && onConfirm()}>
        Put the visit there all the same
      </Button>
    </div>
  );
}
