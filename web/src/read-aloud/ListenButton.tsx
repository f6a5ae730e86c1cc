// "Listen": reads the part of the page around this button aloud, with the voices of the device. Only this button is part of
// every visit; the player is loaded when the button is pressed.
import { type ReactNode, useEffect, useRef, useState } from "react";
import { loadChunk } from "../lib/loading/load-chunk";
import { Button } from "../ui/button/Button";
import styles from "./ListenButton.module.css";
import type { PlayerComponent } from "./player/Player";

/** What is read: the closest of these around the button. */
const READ = "article,section,main";

interface ListenButtonProps {
  /** Where a page has several of these buttons: what this one reads. */
  about?: string;
}

export function ListenButton({ about }: ListenButtonProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const [canSpeak, setCanSpeak] = useState(false);
  const [isLoading, setIsLoading] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const [player, setPlayer] = useState<{ Player: PlayerComponent } | null>(null);
  // The server cannot know whether the browser can speak. The place is kept free, so that nothing moves.
  useEffect(() => setCanSpeak("speechSynthesis" in window), []);

  const listen = () => {
    // iOS lets a page speak only in answer to a press, and later only if it has spoken then.
    speechSynthesis.speak(new SpeechSynthesisUtterance(""));
    setIsLoading(true);
    setHasFailed(false);
    loadChunk(() => import("./player/Player"))
      .then(setPlayer, () => setHasFailed(true))
      .finally(() => setIsLoading(false));
  };
  const close = (hadFocus: boolean) => {
    setPlayer(null);
    // After the button is back.
    if (hadFocus) setTimeout(() => place.current?.querySelector("button")?.focus());
  };

  const text = place.current?.closest<HTMLElement>(READ);
  return (
    <div ref={place} className={styles.place}>
      {player && text ? (
        <player.Player text={text} onClose={close} />
      ) : (
        canSpeak && (
          <Button weight="quiet" icon="speaker" busy={isLoading} onClick={listen}>
            Listen{about && <span className="visually-hidden">{`: ${about}`}</span>}
          </Button>
        )
      )}
      {hasFailed && (
        <p role="alert">
          Reading aloud did not load. Check your connection and press Listen again.
        </p>
      )}
    </div>
  );
}
