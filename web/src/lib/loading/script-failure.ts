// Shows the notice (app/layout/ScriptFailureNotice.tsx) in a server-rendered page whose script did not load.

export function showScriptFailure(reason: unknown): void {
  console.error(reason);
  document.getElementById("script-failure")?.removeAttribute("hidden");
}
