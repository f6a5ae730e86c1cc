// What a chair is called: its name, or its number when it has none or is gone.
import type { DeskChair } from "../../generated/DeskChair";

/** "Dr. Amadi", or "Chair 2" */
export function chairName(columns: readonly DeskChair[], number: number): string {
  return columns.find((chair) => chair.number === number)?.name ?? `Chair ${number}`;
}

/** "Dr. Amadi", or "chair 2" within a sentence */
export function chairInSentence(columns: readonly DeskChair[], number: number): string {
  const name = chairName(columns, number);
  return name === `Chair ${number}` ? `chair ${number}` : name;
}
