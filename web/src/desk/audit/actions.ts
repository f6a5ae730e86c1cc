// The audit's verbs as a sentence continues them. One that is new here is shown as the server wrote it.

const words: Record<string, string> = {
  redeem: "redeemed",
  undo: "undid the redemption of",
  open: "opened the address of",
  resend: "sent the mail again for",
  extend: "extended",
  void: "withdrew",
  forget: "erased",
};

export function sayAction(action: string): string {
  return words[action] ?? action.replaceAll("_", " ");
}
