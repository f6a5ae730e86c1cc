// How the desk names a patient: "Ada Obi, brought by Ngozi Obi".

interface Names {
  /** Null where only the first letter is shown. */
  readonly name: string | null;
  readonly broughtBy: string | null;
  readonly maskedName?: string;
}

export function patientName({ name, broughtBy, maskedName = "" }: Names): string {
  if (name === null) return maskedName;
  return broughtBy ? `${name}, brought by ${broughtBy}` : name;
}
