// Shares a text through the system's share sheet. Where there is none, copies it and says so.
import { type ReactNode, useState } from "react";
import { Button } from "../button/Button";

interface ShareButtonProps {
  text: string;
  /** Added to the text. */
  url?: string;
  weight?: "quiet";
  children: ReactNode;
}

type Outcome = "none" | "copied" | "refused";

export function ShareButton({ text, url, weight, children }: ShareButtonProps): ReactNode {
  const [outcome, setOutcome] = useState<Outcome>("none");
  const whole = url ? `${text}\n${url}` : text;
  async function share() {
    setOutcome("none");
    if ("share" in navigator) {
      try {
        await navigator.share(url ? { text, url } : { text });
        return;
      } catch (error) {
        // The visitor changed their mind.
        if (error instanceof DOMException && error.name === "AbortError") return;
      }
    }
    try {
      await (navigator as Navigator).clipboard.writeText(whole);
      setOutcome("copied");
    } catch {
      setOutcome("refused");
    }
  }
  return (
    <>
      <Button weight={weight} onClick={() => void share()}>
        {children}
      </Button>
      <span role="status">
        {outcome === "copied" && "Copied. Paste it into a message."}
        {outcome === "refused" && `Your browser did not allow it. Select and copy this: ${whole}`}
      </span>
    </>
  );
}
