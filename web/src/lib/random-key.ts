// A random key, with which the server recognises a repeated request.

/** Not crypto.randomUUID: older browsers do not have it, and others only over https. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
