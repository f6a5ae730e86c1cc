// Loads a chunk of the app on demand. A network error, a timeout and a missing style sheet all become a
// `ChunkLoadError`, and a failed load can be retried.

export const CHUNK_TIMEOUT_MS = 120_000;

type ChunkErrorCode = "CSS_CHUNK_LOAD_FAILED";

export class ChunkLoadError extends Error {
  override readonly name = "ChunkLoadError";
  readonly code: ChunkErrorCode | undefined;

  constructor(message: string, options: { cause?: unknown; code?: ChunkErrorCode } = {}) {
    super(message, { cause: options.cause });
    this.code = options.code;
  }
}

/** Only the message of Vite's loader tells a failed style sheet from a failed script. */
const STYLE_FAILURE = /^Unable to preload CSS for (.+)$/;

/** Vite's loader requests a style sheet only once, so the next attempt must load the failed ones itself. */
const failedStyles = new Set<string>();

export async function loadChunk<T>(
  importer: () => Promise<T>,
  timeoutMs: number = CHUNK_TIMEOUT_MS,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new ChunkLoadError(`A chunk took longer than ${timeoutMs} ms to load.`)),
      timeoutMs,
    );
  });
  try {
    return await Promise.race([retryFailedStyles().then(importer), timeout]);
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
  failedStyles.add(style);
  return new ChunkLoadError(message, { cause, code: "CSS_CHUNK_LOAD_FAILED" });
}

async function retryFailedStyles(): Promise<void> {
  await Promise.all([...failedStyles].map(loadStyle));
}

function loadStyle(href: string): Promise<void> {
  return new Promise((resolve, reject) => {
    for (const old of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
      if (old.href === href) old.remove();
    }
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    link.onload = () => {
      failedStyles.delete(href);
      resolve();
    };
    link.onerror = () => {
      const message = `The style sheet ${href} did not load.`;
      reject(new ChunkLoadError(message, { code: "CSS_CHUNK_LOAD_FAILED" }));
    };
    document.head.append(link);
  });
}
