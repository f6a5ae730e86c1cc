// Examples for the accessibility tests and the screenshots.
import type { ReactNode } from "react";
import { AddressSuggestion } from "../ui/email-address/AddressSuggestion";
import { Claim } from "./Claim";

const claim = {
  percent: 5,
  requestProof: async () => ({ kind: "unreachable" }) as const,
  onClaimed: () => {},
  onPlayAgain: () => {},
};
const suggestion = { typed: "ada@gmial.com", withoutPause: true, onAccept: () => {} };

export const examples: { name: string; render: () => ReactNode }[] = [
  { name: "the claim form", render: () => <Claim {...claim} /> },
  { name: "a suggested address", render: () => <AddressSuggestion {...suggestion} /> },
];
