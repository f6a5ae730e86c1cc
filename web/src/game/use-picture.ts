// Whether the picture of a level is there. A level is not playable before its picture has loaded.

import { type RefObject, useEffect, useRef, useState } from "react";

export type Picture = {
  state: "loading" | "loaded" | "failed";
  /** Changes with each attempt to load the picture: as its key it makes React create a new element. */
  key: string;
  ref: RefObject<HTMLImageElement | null>;
  onLoad(): void;
  onError(): void;
  tryAgain(): void;
};

type Loading = { src: string; attempt: number; state: Picture["state"] };

export function usePicture(src: string): Picture {
  const [last, setLast] = useState<Loading>({ src, attempt: 0, state: "loading" });
  const current: Loading = last.src === src ? last : { src, attempt: 0, state: "loading" };
  const { attempt, state } = current;
  const ref = useRef<HTMLImageElement>(null);

  // The picture in the server's HTML may have loaded or failed before React could listen.
  useEffect(() => {
    const image = ref.current;
    if (!image?.complete) return;
    let isCurrent = true;
    const end = (ended: Picture["state"]) => {
      if (isCurrent) setLast({ src, attempt, state: ended });
    };
    if (image.naturalWidth > 0) end("loaded");
    // A drawing without a size of its own is 0 wide in some browsers, like a picture that failed.
    else {
      image.decode().then(
        () => end("loaded"),
        () => end("failed"),
      );
    }
    return () => {
      isCurrent = false;
    };
  }, [src, attempt]);

  return {
    state,
    key: `${src} ${attempt}`,
    ref,
    onLoad: () => setLast({ ...current, state: "loaded" }),
    onError: () => setLast({ ...current, state: "failed" }),
    tryAgain: () => setLast({ src, attempt: attempt + 1, state: "loading" }),
  };
}

/** True once the server says that a picture that failed is not there any more. Until then it may be the network that fails. */
export function useIsGone(src: string, isFailed: boolean): boolean {
  const [gone, setGone] = useState<string | null>(null);
  useEffect(() => {
    if (!isFailed) return;
    let isCurrent = true;
    fetch(src, { method: "HEAD", cache: "no-store" }).then(
      ({ status }) => {
        if (isCurrent && (status === 404 || status === 410)) setGone(src);
      },
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [src, isFailed]);
  return isFailed && gone === src;
}
