// Copies a text, and says whether it worked.
import { type ReactNode, useState } from "react";
import { Button } from "../../ui/button/Button";

interface CopyButtonProps {
  label: string;
  text: string;
  /** What to copy by hand when the browser refuses, such as "the link". */
  what: string;
  weight?: "quiet";
}

export function CopyButton({ label, text, what, ...style }: CopyButtonProps): ReactNode {
  const [result, setResult] = useState("");
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setResult("Copied.");
    } catch {
      // Without https there is no clipboard, or the browser refused it.
      setResult(`The browser did not allow it. Select ${what} and copy it.`);
    }
  }
  return (
    <>
      <Button {...style} onClick={() => void copy()}>
        {label}
      </Button>
      <span role="status">{result}</span>
    </>
  );
}
