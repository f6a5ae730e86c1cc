// Loads a part of the app on demand. Any way it can fail, by network, by time or by a missing style sheet,
// becomes one `ChunkLoadError`, and a failed attempt can be made again.

/** How long a chunk may take before it counts as lost. */
export const CHUNK_TIMEOUT_MS = 120_000;

export type ChunkErrorCode = "CSS_CHUNK_LOAD_FAILED";

export class ChunkLoadError extends Error {
  override readonly name = "ChunkLoadError";
  readonly code: ChunkErrorCode | undefined;

  constructor(message: string, options: { cause?: unknown; code?: ChunkErrorCode } = {}) {
    super(message, { cause: options.cause });
    this.code = options.code;
  }
}

/** The wording of Vite's loader is the only mark by which a failed style sheet can be told from a failed script. */
const STYLE_FAILURE = /^Unable to preload CSS for (.+)$/;

/** Vite's loader never asks twice for a style sheet, so those that failed are ours to fetch at the next attempt. */
const lostStyles = new Set<string>();

export async function loadChunk<T>(
  importer: () => Promise<T>,
  timeoutMs: number = CHUNK_TIMEOUT_MS,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new ChunkLoadError(`A part of the page took longer than ${timeoutMs} ms.`)),
      timeoutMs,
    );
  });
  try {
    return await Promise.race([recoverStyles().then(importer), tooLate]);
  } catch (cause) {
    throw asChunkError(cause);
  } finally {
    clearTimeout(timer);
  }
}

function asChunkError(cause: unknown): ChunkLoadError {
  if (cause instanceof ChunkLoadError) return cause;
  const message = cause instanceof Error ? cause.message : String(cause);
  const style = STYLE_FAILURE.exec(message)?.[1];
  if (style === undefined) return new ChunkLoadError(message, { cause });
  lostStyles.add(style);
  return new ChunkLoadError(message, { cause, code: "CSS_CHUNK_LOAD_FAILED" });
}

async function recoverStyles(): Promise<void> {
  await Promise.all([...lostStyles].map(loadStyle));
}

function loadStyle(href: string): Promise<void> {
  return new Promise((resolve, reject) => {
    for (const dead of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
      if (dead.href === href) dead.remove();
    }
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    link.onload = () => {
      lostStyles.delete(href);
      resolve();
    };
    link.onerror = () => {
      const message = `The style sheet ${href} did not load.`;
      reject(new ChunkLoadError(message, { code: "CSS_CHUNK_LOAD_FAILED" }));
    };
    document.head.append(link);
  });
}
